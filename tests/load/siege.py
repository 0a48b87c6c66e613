"""
A hostile hour, shortened: strangers do their worst while twenty tables go on.

At every table a phone claims route after route and another one listens; before the siege, during it, and after it.
Meanwhile, from other addresses of this machine: bodies of random bytes, spoiled JSON, nesting without end, numbers of
thousands of digits, bodies that are too large, clients that send a byte a second, thousands of wrong table codes, and
two searches that take all the time they are given, again and again.

    python -m tests.load.siege [seconds]        five minutes unless said otherwise

Printed: how long the tables' claims took, what the strangers were told, memory, open files and threads. It fails when
an acknowledged entry is missing, an answer was our fault, or something grows without end; the time that claims take
is printed with the goal beside it, since it says as much about the machine. It talks to 127.0.0.0/8 alone and stops
by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.store import Table
from solver.game.load import load_edition
from tests.app.running import Server, cookie, open_tables
from tests.load.process import children, files, resident, threads

TABLES = 20
PAUSE = 1.0
"""Seconds between two claims at a table: faster than any table plays."""
GOAL = 150
"""Milliseconds that 95 of 100 claims should not exceed."""
SLOW = 60
"""Clients that dawdle, all the time."""
ROUTES = tuple(load_edition("europe").board.routes)
OVER = ["too-few-trains", "parallel-own", "parallel-closed", "turn-not-left", "route-taken"]
ADDRESSES = {"mess": "127.0.0.66", "codes": "127.0.0.67", "search": "127.0.0.68", "slow": "127.0.0.69"}


@dataclass
class Siege:
    """One run: what the tables measured and what the strangers were told."""

    port: int
    tables: list[Table]
    times: dict[str, list[float]] = field(default_factory=lambda: {"before": [], "during": [], "after": []})
    phase: str = "before"
    acknowledged: dict[int, list[str]] = field(default_factory=dict)
    told: dict[str, Counter[int]] = field(default_factory=lambda: {name: Counter() for name in ADDRESSES})
    refused_claims: Counter[int] = field(default_factory=Counter)
    heard: dict[int, int] = field(default_factory=dict)

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        kind: str = "application/json",
        *,
        of: str = "",
        more: str = "",
    ) -> tuple[int, bytes]:
        """Send one request on a connection of its own, from the address of a kind of stranger."""
        local = (ADDRESSES[of], 0) if of else None
        reader, writer = await asyncio.wait_for(
            asyncio.open_connection("127.0.0.1", self.port, local_addr=local), 30
        )
        try:
            head = (
                f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
                f"X-Stationmaster: 1\r\nConnection: close\r\n{more}\r\n"
            )
            writer.write(head.encode() + body)
            answer = await asyncio.wait_for(reader.read(), 60)
            first, _, rest = answer.partition(b"\r\n")
            status = int(first.split()[1]) if first else 0
            if of:
                self.told[of][status] += 1
            return status, rest.partition(b"\r\n\r\n")[2]
        finally:
            writer.close()


# The tables ---------------------------------------------------------------------------------------------------------


async def play(siege: Siege, index: int, table: Table, stop: asyncio.Event) -> None:
    """
    Claim route after route, and take turns when the board is full.

    Each table keeps to its own clock. With a pause *after* each answer whoever once waited stays late, and in a few
    minutes all tables claim at the same moment, which no real tables do.
    """
    cookies = f"Cookie: {cookie('anna')}\r\n"
    kept = siege.acknowledged.setdefault(table.id, [])
    begin = time.perf_counter() + PAUSE * index / len(siege.tables)
    number = 0
    while not stop.is_set():
        await asyncio.sleep(max(0.0, begin + number * PAUSE - time.perf_counter()))
        entry_id = f"claim-{number:06}"
        if number < len(ROUTES):
            event = {"type": "route_claimed", "player": "anna", "route": ROUTES[number], "afterwards": True}
        else:
            event = {"type": "turn_taken", "player": "anna"}
        body = json.dumps({"id": entry_id, "event": event, "overrule": OVER}).encode()
        phase, began = siege.phase, time.perf_counter()
        status, _ = await siege.ask("POST", f"/api/v1/tables/{table.code}/entries", body, more=cookies)
        siege.times[phase].append(time.perf_counter() - began)
        if status == 201:
            kept.append(entry_id)
        else:
            siege.refused_claims[status] += 1
        number += 1


async def listen(siege: Siege, table: Table) -> None:
    """Keep a stream open and count what comes."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", siege.port, limit=2**22)
        after = siege.heard.get(table.id, 0)
        writer.write(
            f"GET /api/v1/tables/{table.code}/stream?after={after} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        )
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    siege.heard[table.id] = json.loads(line[6:])["seq"]
        finally:
            writer.close()


# The strangers ------------------------------------------------------------------------------------------------------


def mess(rng: random.Random) -> tuple[str, str, bytes]:
    """Return an address, a type and a body that nobody should send."""
    path = rng.choice(
        ["score", "trail", "reach?player=A", "plan", "pay", "audit", "tables", "import", "journey", "x"]
    )
    kind = rng.choice(
        ["application/json"] * 4 + ["application/x-ndjson", "text/plain", "multipart/form-data"]
    )
    body = rng.choice(
        [
            lambda: rng.randbytes(rng.randrange(2000)),
            lambda: b"[" * rng.randrange(1, 400_000),
            lambda: b'{"a":' * rng.randrange(1, 100_000),
            lambda: b'{"routes": [["A", "B", ' + b"9" * rng.randrange(1, 20_000) + b"]]}",
            lambda: b'{"routes": ' + json.dumps([["A", "B", 1e308]] * 1000).encode() + b"}",
            lambda: json.dumps(
                {"routes": [["hub", f"c{i}", 1 + i % 900] for i in range(rng.randrange(1200))]}
            ).encode(),
            lambda: b"x" * 1_200_000,
            lambda: json.dumps(
                {"edition": "europe", "players": [{"name": "A"}] * rng.randrange(2000)}
            ).encode(),
            lambda: json.dumps({"edition": "europe", "seats": [{"name": "\ud800" * 30}]}).encode(),
            lambda: b"",
        ]
    )()
    return f"/api/v1/{path}", kind, body


async def make_a_mess(siege: Siege, rng: random.Random) -> None:
    """Send bodies that nobody should send."""
    path, kind, body = mess(rng)
    await siege.ask(rng.choice(["POST"] * 8 + ["GET", "DELETE", "BREW"]), path, body, kind, of="mess")


async def guess_a_code(siege: Siege, rng: random.Random) -> None:
    """Try a table code."""
    code = "".join(rng.choices("ABCDEFGHJKMNPQRSTWXYZ23456789", k=6))
    path = rng.choice([f"/join?code={code}", f"/t/{code}", f"/api/v1/tables/{code}", f"/j/{code}"])
    await siege.ask("GET", path, of="codes")


async def search_hard(siege: Siege, rng: random.Random) -> None:
    """Ask what takes all the time that there is."""
    tickets = list(load_edition("europe").tickets)
    rng.shuffle(tickets)
    position = {"edition": "europe", "players": [{"name": "A", "routes": [], "tickets": tickets[:30]}]}
    command = rng.choice(["plan", "ceiling"])
    status, _ = await siege.ask(
        "POST", f"/api/v1/{command}?player=A", json.dumps(position).encode(), of="search"
    )
    if status in (429, 503):
        await asyncio.sleep(0.5)


async def dawdle(siege: Siege, rng: random.Random) -> None:
    """Send a request a byte a second, until the server hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", siege.port, local_addr=(ADDRESSES["slow"], 0))
    try:
        for byte in b"POST /api/v1/score HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n" * 3:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(rng.uniform(0.5, 1.5))
            if reader.at_eof():
                break
    finally:
        siege.told["slow"][0] += 1
        writer.close()


async def again_and_again(
    siege: Siege, what: Callable[[Siege, random.Random], Awaitable[None]], pause: float, seed: int
) -> None:
    """Do one thing until the siege is over."""
    rng = random.Random(seed)
    while True:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
            await what(siege, rng)
        await asyncio.sleep(pause)


def strangers(siege: Siege) -> list[asyncio.Task[None]]:
    """Let them loose: some sixty requests a second, two hard searches, and those who dawdle."""
    plan = [(make_a_mess, 0.25, 6), (guess_a_code, 0.1, 4), (search_hard, 0.05, 3), (dawdle, 0.1, SLOW)]
    return [
        asyncio.create_task(again_and_again(siege, what, pause, seed))
        for what, pause, count in plan
        for seed in range(count)
    ]


# The run ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    """What the server takes of the machine at one moment."""

    memory: float
    files: int
    threads: int

    @classmethod
    def of(cls, server: Server) -> Sample:
        """Look at the server and all processes below it."""
        assert server.process is not None
        pids = [server.process.pid, *children(server.process.pid)]
        return cls(sum(map(resident, pids)), sum(map(files, pids)), sum(map(threads, pids)))


async def watch(server: Server, samples: list[Sample]) -> None:
    """Look at the server every second."""
    while True:
        samples.append(Sample.of(server))
        await asyncio.sleep(1)


async def besiege(
    server: Server, tables: list[Table], seconds: float
) -> tuple[Siege, dict[str, Sample], list[Sample]]:
    """Play in peace, under siege, and in peace again."""
    siege, stop, samples = Siege(server.port, tables), asyncio.Event(), list[Sample]()
    peace = max(3.0, min(15.0, seconds / 4))
    players = [asyncio.create_task(play(siege, i, table, stop)) for i, table in enumerate(tables)]
    listeners = [asyncio.create_task(listen(siege, table)) for table in tables]
    await asyncio.sleep(peace)
    seen = {"before": Sample.of(server)}
    siege.phase = "during"
    watcher = asyncio.create_task(watch(server, samples))
    enemies = strangers(siege)
    await asyncio.sleep(seconds)
    for task in (*enemies, watcher):
        task.cancel()
    await asyncio.gather(*enemies, watcher, return_exceptions=True)
    await asyncio.sleep(8)  # what was asked for is answered or given up
    siege.phase = "after"
    await asyncio.sleep(peace)
    stop.set()
    await asyncio.gather(*players)
    await asyncio.sleep(1)
    seen["after"] = Sample.of(server)
    for task in listeners:
        task.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    return siege, seen, samples


async def missing(siege: Siege) -> int:
    """Return how many acknowledged entries are not in the logs, or not heard by the listeners."""
    lost = 0
    for table in siege.tables:
        _, body = await siege.ask("GET", f"/api/v1/tables/{table.code}/entries")
        entries = json.loads(body)["entries"]
        ids = [entry.get("id") for entry in entries]
        lost += len(set(siege.acknowledged[table.id]) - set(ids)) + (len(ids) - len(set(ids)))
        lost += [entry["seq"] for entry in entries] != list(range(1, len(entries) + 1))
        lost += siege.heard.get(table.id) != len(entries)
    return lost


def p95(times: list[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return 1000 * statistics.quantiles(times, n=20)[-1] if len(times) > 1 else 0.0


def run(url: str, folder: Path, seconds: float) -> list[str]:
    """Besiege a server, print what was seen, and return what went wrong."""
    tables = open_tables(url, TABLES, players=2)
    server = Server(url, folder, STATIONMASTER_DEVICE_STREAMS="1000", STATIONMASTER_WARM="1")
    server.start()
    try:
        siege, seen, samples = asyncio.run(
            asyncio.wait_for(besiege(server, tables, seconds), 2 * seconds + 120)
        )
        lost = asyncio.run(missing(siege))
    finally:
        server.kill()
    for phase, times in siege.times.items():
        median = 1000 * statistics.median(times) if times else 0.0
        print(
            f"claims {phase:7} {len(times):6}   median {median:6.0f} ms   p95 {p95(times):6.0f} ms   (goal {GOAL})"
        )
    for name, told in siege.told.items():
        print(
            f"{name:7} {sum(told.values()):6} requests:",
            *(f"{status}×{n}" for status, n in sorted(told.items())),
        )
    most = max(samples, key=lambda sample: sample.memory)
    print(
        f"memory  before {seen['before'].memory:.0f} MiB, most {most.memory:.0f} MiB, after {seen['after'].memory:.0f} MiB"
    )
    print(f"files   before {seen['before'].files}, after {seen['after'].files};", end=" ")
    print(
        f"threads before {seen['before'].threads}, most {max(s.threads for s in samples)}, after {seen['after'].threads}"
    )
    return _wrong(siege, seen, samples, lost, server.output.read_text(errors="replace"))


def _wrong(siege: Siege, seen: dict[str, Sample], samples: list[Sample], lost: int, log: str) -> list[str]:
    wrong = []
    if lost:
        wrong.append(f"{lost} acknowledged entries are missing, doubled or were not heard")
    if siege.refused_claims:
        wrong.append(f"claims were refused: {dict(siege.refused_claims)}")
    faults = sum(told[500] for told in siege.told.values())
    if faults or "request_failed" in log or "Traceback" in log:
        wrong.append(f"{faults} answers were our fault:\n{log[-3000:]}")
    if max(sample.memory for sample in samples) > 1500:
        wrong.append("more than 1500 MiB of memory")
    # Each of twenty connections to a database takes up to three files, once it is needed.
    if seen["after"].files > seen["before"].files + 100:
        wrong.append(f"open files grew from {seen['before'].files} to {seen['after'].files}")
    if cookie("anna").split("=", 1)[1] in log or any(table.code in log for table in siege.tables):
        wrong.append("the log holds secrets")
    return wrong


def main() -> int:
    """Run it."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 300.0
    with tempfile.TemporaryDirectory() as name:
        wrong = run(f"sqlite:///{Path(name) / 'siege.db'}", Path(name), seconds)
    print("\n".join(wrong) or "nothing is lost, nothing leaks")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
