"""Normal play beside an attack: twenty tables that claim and listen, and households that look at their final sheet."""

from __future__ import annotations

import asyncio
import contextlib
import json
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from solver.formats.load import load_edition
from tests.app.running import cookie

TABLES = 20
PAUSE = 1.0
"""Seconds between two claims at a table: faster than any table plays."""
ROUTES = tuple(load_edition("europe").board.routes)
OVER = ["too-few-trains", "parallel-own", "parallel-closed", "turn-not-left", "route-taken"]
GAME = Path(__file__).parents[1] / "games" / "europe" / "five-players.jsonl"
HOME = "127.0.0.2"
"""The address of the tables; every attack comes from another one."""
WAITING = b'http-equiv="refresh"'
"""What a sheet says that is still worked out."""
LONGEST = 120.0
"""Seconds after which a household gives up."""


@dataclass(frozen=True)
class Answer:
    """What the server said."""

    status: int
    head: bytes
    body: bytes

    @property
    def cookie(self) -> str:
        """The header that gives back the cookie that came, or nothing."""
        for line in self.head.split(b"\r\n"):
            if line.lower().startswith(b"set-cookie: stationmaster="):
                return f"Cookie: {line[12:].split(b';')[0].decode()}\r\n"
        return ""


@dataclass
class Evening:
    """One server, its tables, what they measured, and what strangers were told."""

    port: int
    codes: list[str] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    """Finished games whose final sheet nobody has asked for."""
    times: list[float] = field(default_factory=list)
    sheets: list[float] = field(default_factory=list)
    acknowledged: dict[str, list[str]] = field(default_factory=dict)
    refused: Counter[int] = field(default_factory=Counter)
    heard: dict[str, int] = field(default_factory=dict)
    told: Counter[int] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        kind: str = "application/json",
        *,
        address: str = HOME,
        more: str = "",
        seconds: float = 60,
    ) -> Answer:
        """Send one request on a connection of its own, from an address of this machine."""
        began = asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0), limit=2**24)
        reader, writer = await asyncio.wait_for(began, seconds)
        try:
            head = (
                f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
                f"X-Stationmaster: 1\r\nConnection: close\r\n{more}\r\n"
            )
            writer.write(head.encode() + body)
            answer = await asyncio.wait_for(reader.read(), seconds)
            head_of, _, rest = answer.partition(b"\r\n\r\n")
            status = int(head_of.split(b" ", 2)[1]) if head_of else 0
            if address != HOME:
                self.told[status] += 1
            return Answer(status, head_of, rest)
        finally:
            writer.close()


def names(number: int) -> list[dict[str, str]]:
    """Return the seats of a table."""
    return [
        {"id": "anna", "name": f"Anna {number}", "colour": "red"},
        {"id": "ben", "name": f"Ben {number}", "colour": "blue"},
    ]


async def prepare(evening: Evening, tables: int, games: int) -> None:
    """Open tables and bring finished games, in the way that any version of the server takes them."""
    more = f"Cookie: {cookie('anna')}\r\n"
    for number in range(tables):
        body = json.dumps({"edition": "europe", "seats": names(number)}).encode()
        opened = await evening.ask("POST", "/api/v1/tables", body, more=more)
        evening.codes.append(json.loads(opened.body)["code"])
    raw = GAME.read_bytes()
    for _ in range(games):
        opened = await evening.ask("POST", "/api/v1/import", raw, "application/x-ndjson", more=more)
        evening.games.append(json.loads(opened.body)["code"])


async def play(evening: Evening, index: int, stop: asyncio.Event) -> None:
    """
    Claim route after route, and take turns when the board is full.

    Each table keeps to its own clock. With a pause *after* each answer whoever once waited stays late, and in a few
    minutes all tables claim at the same moment, which no real tables do.
    """
    code, more = evening.codes[index], f"Cookie: {cookie('anna')}\r\n"
    kept = evening.acknowledged.setdefault(code, [])
    begin, number = time.perf_counter() + PAUSE * index / len(evening.codes), 0
    while not stop.is_set():
        await asyncio.sleep(max(0.0, begin + number * PAUSE - time.perf_counter()))
        entry_id = f"claim-{number:06}"
        event = (
            {"type": "route_claimed", "player": "anna", "route": ROUTES[number], "afterwards": True}
            if number < len(ROUTES)
            else {"type": "turn_taken", "player": "anna"}
        )
        body = json.dumps({"id": entry_id, "event": event, "overrule": OVER}).encode()
        began, status = time.perf_counter(), 0
        with contextlib.suppress(OSError, TimeoutError, ValueError):
            status = (
                await evening.ask("POST", f"/api/v1/tables/{code}/entries", body, more=more, seconds=LONGEST)
            ).status
        evening.times.append(time.perf_counter() - began)
        if status == 201:
            kept.append(entry_id)
        elif status:
            evening.refused[status] += 1
        number += 1


async def listen(evening: Evening, code: str) -> None:
    """Keep a stream open and count what comes; where none is given, ask every second."""
    more = f"Cookie: {cookie(f'listener {code}')}\r\n"
    while True:
        with contextlib.suppress(OSError, ValueError, TimeoutError):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", evening.port, local_addr=(HOME, 0), limit=2**22
            )
            after = evening.heard.get(code, 0)
            writer.write(
                f"GET /api/v1/tables/{code}/stream?after={after} HTTP/1.1\r\nHost: x\r\n{more}\r\n".encode()
            )
            try:
                while line := await reader.readline():
                    if line.startswith(b"data: "):
                        evening.heard[code] = json.loads(line[6:])["seq"]
            finally:
                writer.close()
        evening.notes["streams of the tables that ended"] += 1
        await asyncio.sleep(1)


async def count(evening: Evening, pause: float, stop: asyncio.Event) -> None:
    """Look at final sheets that nobody has seen, one after the other, as a page does that comes back by itself."""
    more = f"Cookie: {cookie('anna')}\r\n"
    for code in evening.games:
        if stop.is_set():
            return
        began = time.perf_counter()
        while time.perf_counter() - began < LONGEST:
            with contextlib.suppress(OSError, TimeoutError, ValueError):
                answer = await evening.ask("GET", f"/t/{code}/sheet", more=more, seconds=LONGEST)
                if answer.status == 200 and WAITING not in answer.body:
                    break
            await asyncio.sleep(0.5)
        evening.sheets.append(time.perf_counter() - began)
        await asyncio.sleep(pause)


async def missing(evening: Evening) -> int:
    """Return how many acknowledged entries are not in the logs, or are there twice or out of order."""
    lost, more = 0, f"Cookie: {cookie('anna')}\r\n"
    for code in evening.codes:
        answer = await evening.ask("GET", f"/api/v1/tables/{code}/entries", more=more)
        entries = json.loads(answer.body)["entries"]
        ids = [entry.get("id") for entry in entries]
        lost += len(set(evening.acknowledged[code]) - set(ids)) + (len(ids) - len(set(ids)))
        lost += [entry["seq"] for entry in entries] != list(range(1, len(entries) + 1))
    return lost


def p95(times: list[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return 1000 * statistics.quantiles(times, n=20)[-1] if len(times) > 1 else 0.0
