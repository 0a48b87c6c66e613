"""
The figures of ``docs/scaling.md``, side by side in one run: entries and their delay, polls, searches, bytes a table.

    python -m tests.load.scaling [seconds]        8 seconds a measurement unless said otherwise

For each kind of database and number of processes: how many entries a second many phones at many tables can write,
how long each waits for its answer, and how long until a phone with an open stream has it; how many polls a second are
answered with 304; how many sheets a second the API gives. Everything runs on this machine, the phones included.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from sqlalchemy import text

from app.tables.store import Store, Table, connect
from solver import log_from_lines, position_json
from tests.app.postgres import server as postgres
from tests.app.running import Server, cookie, open_tables
from tests.load.process import children, resident
from tests.solver.tables import golden_games

TABLES = 24
LIMITS = {
    "STATIONMASTER_API_RATE": "0",
    "STATIONMASTER_SEARCH_SECONDS": "0",
    "STATIONMASTER_DEVICE_STREAMS": "1000",
    "STATIONMASTER_ADDRESS_STREAMS": "1000",
    "STATIONMASTER_LOG": "off",
    "STATIONMASTER_WARM": "1",
}


class Line:
    """A connection that is kept open."""

    def __init__(self, port: int, device: str) -> None:
        self.port = port
        self.cookie = cookie(device)
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", more: str = "") -> tuple[int, bytes, str]:
        """Send a request and return status, body and ETag."""
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: x\r\nCookie: {self.cookie}\r\nX-Stationmaster: 1\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n{more}\r\n"
        )
        self.writer.write(head.encode() + body)
        raw = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        headers = dict(line.lower().split(": ", 1) for line in raw.split("\r\n")[1:] if ": " in line)
        data = await self.reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            self.writer.close()
            self.reader = self.writer = None
        return int(raw.split()[1]), data, headers.get("etag", "")


async def timed(what: Callable[[int, int], Awaitable[None]], workers: int, seconds: float) -> float:
    """Return how often a second some workers get a thing done."""
    end, done = time.perf_counter() + seconds, 0

    async def work(worker: int) -> None:
        nonlocal done
        number = 0
        while time.perf_counter() < end:
            await what(worker, number)
            number += 1
            done += 1

    await asyncio.gather(*(work(worker) for worker in range(workers)))
    return done / seconds


async def entries(ports: list[int], tables: list[Table], seconds: float) -> dict[str, float]:
    """Let one phone a table write as fast as it can, while another one listens."""
    lines = [Line(ports[i % len(ports)], "anna") for i in range(len(tables))]
    sent: dict[tuple[int, int], float] = {}
    answers: list[float] = []
    delays: list[float] = []
    ready = asyncio.Semaphore(0)

    async def listen(index: int) -> None:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", ports[(index + 1) % len(ports)], limit=2**24
        )
        writer.write(f"GET /t/{tables[index].code}/stream?after=1 HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        first = True
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    now = time.perf_counter()
                    if first:
                        first = False
                        ready.release()
                    for entry in json.loads(line[6:])["entries"]:
                        if (index, entry["seq"]) in sent:
                            delays.append(now - sent[index, entry["seq"]])
        finally:
            writer.close()

    async def write(index: int, number: int) -> None:
        event = {"type": "turn_taken", "player": "anna"}
        body = json.dumps({"id": f"turn-{number:07}", "event": event, "overrule": ["turn-not-left"]}).encode()
        began = time.perf_counter()
        sent[index, number + 2] = began
        status, said, _ = await lines[index].ask("POST", f"/api/v1/tables/{tables[index].code}/entries", body)
        assert status == 201, said
        answers.append(time.perf_counter() - began)

    listeners = [asyncio.create_task(listen(i)) for i in range(len(tables))]
    for _ in tables:
        await asyncio.wait_for(ready.acquire(), 60)
    rate = await timed(write, len(tables), seconds)
    await asyncio.sleep(1)
    for task in listeners:
        task.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    return {
        "entries a second": rate,
        "answer, median ms": 1000 * statistics.median(answers),
        "answer, p95 ms": 1000 * statistics.quantiles(answers, n=20)[-1],
        "event delay, median ms": 1000 * statistics.median(delays),
        "event delay, p95 ms": 1000 * statistics.quantiles(delays, n=20)[-1],
    }


async def polls(ports: list[int], tables: list[Table], seconds: float) -> dict[str, float]:
    """Ask for news that there are not."""
    lines = [Line(ports[i % len(ports)], "anna") for i in range(8)]
    tags: dict[int, str] = {}

    async def poll(worker: int, _number: int) -> None:
        more = f"If-None-Match: {tags[worker]}\r\n" if worker in tags else ""
        path = f"/t/{tables[worker].code}/entries?after=1000000"
        status, _, tags[worker] = await lines[worker].ask("GET", path, more=more)
        assert status in (200, 304)

    return {"polls a second (304)": await timed(poll, len(lines), seconds)}


async def sheets(ports: list[int], seconds: float) -> dict[str, float]:
    """Ask for the sheets of real games."""
    games = [
        json.dumps(
            position_json(log_from_lines(game.read_text(encoding="utf-8").splitlines()).state())
        ).encode()
        for game in golden_games()
    ]
    # Two questions at a time a process: a third would hear that it is busy.
    lines = [Line(port, "anna") for port in ports for _ in range(2)]
    for line in lines:
        await line.ask("POST", "/api/v1/score", games[0])

    async def score(worker: int, number: int) -> None:
        status, said, _ = await lines[worker].ask("POST", "/api/v1/score", games[number % len(games)])
        assert status == 200, said

    return {"sheets a second": await timed(score, len(lines), seconds)}


def memory_with(servers: list[Server]) -> float:
    """Return the memory of all processes of the servers, in MiB."""
    pids = [server.process.pid for server in servers if server.process]
    return sum(resident(pid) for pid in (*pids, *(below for pid in pids for below in children(pid))))


def measure(url: str, folder: Path, processes: int, seconds: float) -> dict[str, float]:
    """Run all measurements with so many processes on one database."""
    tables = open_tables(url, TABLES, players=2)
    servers = [Server(url, folder / f"{processes}-{i}", **LIMITS) for i in range(processes)]
    for server in servers:
        server.output.parent.mkdir(parents=True)
        server.start()
    try:
        ports = [server.port for server in servers]
        found = asyncio.run(entries(ports, tables, seconds))
        found |= asyncio.run(polls(ports, tables, seconds / 2))
        found |= asyncio.run(sheets(ports, seconds / 2))
        found["memory, MiB"] = memory_with(servers)
    finally:
        for server in servers:
            server.kill()
    return found


def bytes_a_table(url: str) -> float:
    """Return the bytes that a whole game takes in a database: its row, its log and its indexes."""
    engine = connect(url)
    open_tables(url)
    before, count = _size(engine), 40
    log = log_from_lines(golden_games()[1].read_text(encoding="utf-8").splitlines())
    from app.tables.store import StoredEntry
    from app.tables.uploaded_log import rows_of
    from solver.formats.front import event_json

    store, opened = Store(engine), event_json(log.entries[0].event)
    seats = [seat["id"] for seat in opened["seats"]]
    for _ in range(count):
        store.create_table(
            edition=log.edition.id,
            opened=opened,
            seats=seats,
            device="d" * 22,
            more=[
                StoredEntry(row.seq, row.id, row.at, row.seat, "d" * 22, row.event)
                for row in rows_of(log.entries, set(seats))
            ],
        )
    grown = _size(engine) - before
    engine.dispose()
    return grown / count


def _size(engine: object) -> float:
    from sqlalchemy import Engine

    assert isinstance(engine, Engine)
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            return float(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        size = float(pages) * float(connection.exec_driver_sql("PRAGMA page_size").scalar_one())
        connection.exec_driver_sql("BEGIN")
        return size


def main(seconds: float) -> None:
    """Measure and print a table."""
    with tempfile.TemporaryDirectory() as name, postgres(durable=True) as server:
        folder = Path(name)
        sqlite = f"sqlite:///{folder / 'one.db'}"
        found = {
            "SQLite, 1": measure(sqlite, folder / "sqlite", 1, seconds),
            "PostgreSQL, 1": measure(server.database(), folder / "pg", 1, seconds),
            "PostgreSQL, 2": measure(server.database(), folder / "pg2", 2, seconds),
        }
        found["SQLite, 1"]["KiB a game of 79 lines"] = bytes_a_table(f"sqlite:///{folder / 'size.db'}") / 1024
        found["PostgreSQL, 1"]["KiB a game of 79 lines"] = bytes_a_table(server.database()) / 1024
    print(f"{'':24}" + "".join(f"{title:>16}" for title in found))
    for row in next(iter(found.values())):
        print(
            f"{row:24}"
            + "".join(f"{figures[row]:16.1f}" if row in figures else " " * 16 for figures in found.values())
        )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 8.0)
