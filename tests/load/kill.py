"""
Kill the server at random moments while five phones write, start it again, and count what is there.

A phone sends an entry until it is acknowledged, with the same id each time, as the pages do. At the end every
acknowledged entry must be in the log once, with the number that was acknowledged, and the numbers have no hole.

    python -m tests.load.kill [times]      both databases, 50 times each unless said otherwise
"""

from __future__ import annotations

import http.client
import json
import random
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from app.tables.store import Store, Table, connect
from tests.app.postgres import server as postgres
from tests.app.running import NAMES, Server, cookie, open_tables


@dataclass
class Writer:
    """A phone that writes entries one after the other and notes what was acknowledged: id -> number."""

    server: Server
    table: Table
    seat: str
    stop: threading.Event
    acknowledged: dict[str, int] = field(default_factory=dict)
    resent: int = 0
    surprises: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Write until told to stop; the last entry is seen through."""
        self.cookie = cookie(self.seat)
        number = 0
        while not self.stop.is_set():
            number += 1
            self._send(f"{self.seat}-{number:08}")
            time.sleep(0.005)

    def _send(self, entry_id: str) -> None:
        body = json.dumps({"id": entry_id, "event": {"type": "turn_taken", "player": self.seat}})
        headers = {"Cookie": self.cookie, "X-Stationmaster": "1", "Content-Type": "application/json"}
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10)
            try:
                connection.request("POST", f"/t/{self.table.code}/entries", body, headers)
                answer = connection.getresponse()
                found = json.loads(answer.read())
            except (OSError, http.client.HTTPException, ValueError):
                self.resent += 1
                time.sleep(0.02)
                continue
            finally:
                connection.close()
            if answer.status not in (200, 201):
                self.surprises.append(f"{answer.status} {found}")
                return
            self.acknowledged[entry_id] = found["seq"]
            return


def run(url: str, folder: Path, times: int, *, seed: int = 1) -> str:
    """
    Kill the server so many times; return a line of figures.

    Raises
    ------
    AssertionError
        An acknowledged entry is missing, doubled or has another number; the numbers have a hole.
    """
    chance = random.Random(seed)
    (table,) = open_tables(url)
    server, stop = Server(url, folder), threading.Event()
    writers = [Writer(server, table, name.lower(), stop) for name in NAMES]
    threads = [threading.Thread(target=writer.run) for writer in writers]
    server.start()
    try:
        for thread in threads:
            thread.start()
        for _ in range(times):
            time.sleep(chance.uniform(0.05, 0.6))
            server.kill()
            server.start()
        time.sleep(0.3)
        stop.set()
        for thread in threads:
            thread.join(60)
    finally:
        stop.set()
        server.kill()
    return check(url, table, writers)


def check(url: str, table: Table, writers: list[Writer]) -> str:
    """Compare what was acknowledged with what is in the database."""
    engine = connect(url)
    entries = Store(engine).read(table.id)
    engine.dispose()
    found = {entry.id: entry.seq for entry in entries}
    acknowledged = {entry_id: seq for writer in writers for entry_id, seq in writer.acknowledged.items()}
    assert [s for writer in writers for s in writer.surprises] == []
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "the numbers have a hole"
    assert len(found) == len(entries), "an id is there twice"
    assert {e: found.get(e) for e in acknowledged} == acknowledged, (
        "an acknowledged entry is lost or was renumbered"
    )
    assert all(writer.acknowledged for writer in writers)
    resent = sum(writer.resent for writer in writers)
    return f"{len(acknowledged)} acknowledged, {len(entries) - 1} in the log, {resent} sent again"


def main(times: int) -> None:
    """Run on both databases and print what came of it."""
    with tempfile.TemporaryDirectory() as name, postgres(durable=True) as server:
        for kind in ("sqlite", "postgres"):
            folder = Path(name, kind)
            folder.mkdir()
            url = server.database() if kind == "postgres" else f"sqlite:///{folder / 'kill.db'}"
            began = time.monotonic()
            line = run(url, folder, times)
            print(f"{kind}: killed {times} times in {time.monotonic() - began:.0f} s; {line}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
