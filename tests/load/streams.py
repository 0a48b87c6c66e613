"""
Many tables, five phones at each with an open stream, claims going on: how long until the others see them.

Every table has one phone after the other claim a route; the time runs from the moment its request is sent until the
entry has arrived at each of the other phones. At the end every phone must have got every entry once, in order.

    python -m tests.load.streams [tables] [seconds]        80 tables for 20 seconds unless said otherwise
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from app.tables.store import Table
from solver.formats.load import load_edition
from tests.app.postgres import server as postgres
from tests.app.running import NAMES, Server, cookie, open_tables

CLAIMS_A_SECOND = 40.0
"""Of all tables together: at 80 tables one claim every two seconds at each, which no real table does for long."""
ROUTES = tuple(load_edition("europe").board.routes)
# Five players have 225 trains and the board 300 spaces; the load shall not end when a player has used his up.
PLAYED_OVER = ["too-few-trains", "parallel-own", "parallel-closed", "turn-not-left"]


@dataclass
class Phone:
    """One phone with an open stream: what it got, and when."""

    port: int
    table: Table
    seat: str
    got: list[int] = field(default_factory=list)
    at: dict[int, float] = field(default_factory=dict)

    async def listen(self, ready: asyncio.Semaphore, cookies: str) -> None:
        """Read the stream until it ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        head = f"GET /t/{self.table.code}/stream?after=1 HTTP/1.1\r\nHost: x\r\nCookie: {cookies}\r\n\r\n"
        writer.write(head.encode())
        first = True
        try:
            while line := await reader.readline():
                if line.startswith(b"HTTP/1.1") and b" 200 " not in line:
                    raise AssertionError(line)
                if line.startswith(b"data: "):
                    now = time.perf_counter()
                    for entry in json.loads(line[6:])["entries"]:
                        self.got.append(entry["seq"])
                        self.at[entry["seq"]] = now
                    if first:
                        first = False
                        ready.release()
        finally:
            writer.close()


async def claim(port: int, table: Table, number: int, cookies: dict[str, str]) -> tuple[int, float]:
    """Claim the next route; return the number of its entry and when the request was sent."""
    seat = NAMES[number % 5].lower()
    event = {"type": "route_claimed", "player": seat, "route": ROUTES[number], "afterwards": True}
    body = json.dumps({"id": f"claim-{number:06}", "event": event, "overrule": PLAYED_OVER})
    head = (
        f"POST /t/{table.code}/entries HTTP/1.1\r\nHost: x\r\nCookie: {cookies[seat]}\r\nX-Stationmaster: 1\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    sent = time.perf_counter()
    writer.write((head + body).encode())
    answer = await reader.read()
    writer.close()
    assert b" 201 " in answer.split(b"\r\n", 1)[0], answer
    return json.loads(answer.split(b"\r\n\r\n", 1)[1])["seq"], sent


async def play(servers: list[Server], tables: list[Table], seconds: float) -> dict[str, float]:
    """Open all streams, claim for a while, and compare what was sent with what arrived."""
    cookies = {name.lower(): cookie(name.lower()) for name in NAMES}
    phones = [
        Phone(servers[i % len(servers)].port, table, name.lower())
        for table in tables
        for i, name in enumerate(NAMES)
    ]
    ready = asyncio.Semaphore(0)
    streams = [asyncio.create_task(phone.listen(ready, cookies[phone.seat])) for phone in phones]
    for _ in phones:
        await asyncio.wait_for(ready.acquire(), 120)
    memory = sum(map(resident, servers))
    sent: dict[int, dict[int, tuple[float, str]]] = {table.id: {} for table in tables}
    answered: list[float] = []

    begin = time.perf_counter()

    async def table_claims(index: int, table: Table) -> None:
        pause = len(tables) / CLAIMS_A_SECOND
        for number in range(min(len(ROUTES), int(seconds / pause))):
            # By the clock, not after a pause: tables that once waited would soon claim all at the same moment.
            due = begin + pause * (index / len(tables) + number)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            port = servers[number % len(servers)].port
            seq, at = await claim(port, table, number, cookies)
            answered.append(time.perf_counter() - at)
            sent[table.id][seq] = (at, NAMES[number % 5].lower())

    await asyncio.gather(*(table_claims(i, table) for i, table in enumerate(tables)))
    await asyncio.sleep(2)
    waits = [
        phone.at[seq] - at
        for phone in phones
        for seq, (at, by) in sent[phone.table.id].items()
        if seq in phone.at and by != phone.seat
    ]
    for stream in streams:
        stream.cancel()
    wanted = {table_id: sorted(found) for table_id, found in sent.items()}
    return {
        "streams": len(phones),
        "claims": len(answered),
        "seen": len(waits),
        "median_ms": 1000 * statistics.median(waits),
        "p95_ms": 1000 * statistics.quantiles(waits, n=20)[-1],
        "worst_ms": 1000 * max(waits),
        "answer_p95_ms": 1000 * statistics.quantiles(answered, n=20)[-1],
        "lost": sum(len(set(wanted[p.table.id]) - set(p.got)) for p in phones),
        "doubled": sum(len(p.got) - len(set(p.got)) for p in phones),
        "out_of_order": sum(p.got != sorted(p.got) for p in phones),
        "memory_mib": memory,
    }


def resident(server: Server) -> float:
    """Return the memory of a server with its workers, in MiB (what they share is counted once each)."""
    assert server.process is not None
    pids = [server.process.pid]
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == server.process.pid:
            pids.append(int(folder.name))
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * 4096 / 2**20


def measure(url: str, folder: Path, *, processes: int, tables: int, seconds: float) -> dict[str, float]:
    """Run one measurement with so many server processes on one database."""
    opened = open_tables(url, tables)
    # The phone "anna" sits at every table here; real phones have eight streams at most.
    servers = [
        Server(
            url,
            folder / f"server-{processes}-{i}",
            STATIONMASTER_DEVICE_STREAMS="1000",
            STATIONMASTER_ADDRESS_STREAMS="1000",
        )
        for i in range(processes)
    ]
    for server in servers:
        server.output.parent.mkdir()
        server.start()
    try:
        return asyncio.run(play(servers, opened, seconds))
    finally:
        for server in servers:
            server.kill()


def main(tables: int, seconds: float) -> None:
    """Measure one process on SQLite and two on PostgreSQL, and print both as a table."""
    with tempfile.TemporaryDirectory() as name, postgres(durable=True) as server:
        folder, how = Path(name), partial(measure, tables=tables, seconds=seconds)
        sqlite = f"sqlite:///{folder / 'load.db'}"
        found = {
            "SQLite, 1 process": how(sqlite, folder, processes=1),
            "PostgreSQL, 2 processes": how(server.database(), folder, processes=2),
        }
    print(f"{'':16}" + "".join(f"{title:>26}" for title in found))
    for row in next(iter(found.values())):
        print(f"{row:16}" + "".join(f"{figures[row]:26.1f}" for figures in found.values()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 80, float(sys.argv[2]) if len(sys.argv) > 2 else 20)
