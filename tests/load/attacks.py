"""
What strangers do to the server, an attack each: all of it was seen to stop an earlier version.

Every attack gets the evening and a random number generator, prepares what it needs, and is then a list of coroutines
that go on until they are cancelled. All of it stays on 127.0.0.0/8.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import networkx as nx

from tests.app.running import cookie
from tests.load.evening import ROUTES, Evening

ENEMY = "127.0.0.66"
NDJSON = "application/x-ndjson"
Attack = Callable[[Evening, random.Random], Awaitable[list[Coroutine[Any, Any, None]]]]
HEADER = {"format": "stationmaster-log", "version": 1, "edition": "europe", "seats": ["anna", "ben"]}


async def forever(what: Callable[[], Awaitable[Any]], pause: float) -> None:
    """Do one thing until the siege is over."""
    while True:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
            await what()
        await asyncio.sleep(pause)


def log_of(events: list[dict[str, Any]], **header: Any) -> bytes:
    """Return a log as it is exported."""
    lines = [{**HEADER, **header}]
    for seq, event in enumerate(events, 1):
        lines.append(
            {"seq": seq, "at": "2026-11-30T18:00:00Z", "seat": None, "id": f"id-{seq:08}", "event": event}
        )
    return "\n".join(map(json.dumps, lines)).encode()


async def imported(evening: Evening, raw: bytes, device: str) -> str:
    """Bring a table of the strangers; return its code."""
    more = f"Cookie: {cookie(device)}\r\n"
    answer = await evening.ask("POST", "/api/v1/import", raw, NDJSON, address=ENEMY, more=more, seconds=240)
    return str(json.loads(answer.body)["code"])


async def imports(evening: Evening, _rng: random.Random) -> list[Coroutine[Any, Any, None]]:
    """(a) Logs of unknown cards: 38 kB and 7 MB, and some who hang up in the middle."""
    cards = [f"x{n}" for n in range(190)]
    kept = {"type": "tickets_kept", "player": "anna", "tickets": cards}
    small, large = log_of([kept] * 26), log_of([kept] * 4900)

    async def send(raw: bytes, seconds: float) -> None:
        await evening.ask("POST", "/api/v1/import", raw, NDJSON, address=ENEMY, seconds=seconds)

    patient = [forever(lambda: send(small, 120), 0.1) for _ in range(3)]
    leaving = [forever(partial(send, raw, 0.7), 0.5) for raw in (small, large)]
    return [*patient, forever(lambda: send(large, 120), 0.1), *leaving]


def hard_board() -> list[dict[str, Any]]:
    """Return the routes of a board whose longest trail takes seconds."""
    graph, rng = nx.random_regular_graph(3, 120, seed=1), random.Random(1)
    return [
        {"id": f"r{n}", "ends": [f"c{a}", f"c{b}"], "length": rng.randint(1, 6)}
        for n, (a, b) in enumerate(graph.edges)
    ]


async def renames(evening: Evening, rng: random.Random) -> list[Coroutine[Any, Any, None]]:
    """(b) Renames and sheets on an own hard board, sixteen at a time."""
    routes = hard_board()
    claims = [{"type": "route_claimed", "player": "anna", "route": route["id"]} for route in routes]
    raw = log_of([*claims, {"type": "tickets_revealed"}], board={"routes": routes})
    code = await imported(evening, raw, "enemy")
    more = f"Cookie: {cookie('enemy')}\r\n"

    async def rename() -> None:
        event = {"type": "seat_changed", "player": "ben", "name": f"Ben {rng.random()}", "colour": "blue"}
        body = json.dumps({"id": f"rename-{rng.getrandbits(64)}", "event": event}).encode()
        await evening.ask("POST", f"/t/{code}/entries", body, address=ENEMY, more=more)
        await evening.ask("GET", f"/t/{code}/sheet", address=ENEMY, more=more)

    return [forever(rename, 0.5) for _ in range(16)]


async def chains(evening: Evening, _rng: random.Random) -> list[Coroutine[Any, Any, None]]:
    """(c) The log page of 4,880 retractions, each of the one before."""
    claim = {"type": "route_claimed", "player": "anna", "route": "dieppe-paris-1"}
    raw = log_of([claim, *({"type": "retracted", "target": n} for n in range(1, 4880))])
    code = await imported(evening, raw, "enemy")
    more = f"Cookie: {cookie('enemy')}\r\n"

    async def look() -> None:
        await evening.ask("GET", f"/t/{code}/log", address=ENEMY, more=more, seconds=240)

    return [forever(look, 0.1) for _ in range(2)]


async def trails(evening: Evening, _rng: random.Random) -> list[Coroutine[Any, Any, None]]:
    """(d) Four connections that ask the API for hard trails."""
    rows = [[*route["ends"], route["length"]] for route in hard_board()]
    body = json.dumps({"routes": rows}).encode()
    others = json.dumps({"routes": [["a", "b", 3], ["b", "c", 4]]}).encode()

    async def ask() -> None:
        await evening.ask("POST", "/api/v1/trail", body, address=ENEMY)

    async def neighbour() -> None:
        answer = await evening.ask("POST", "/api/v1/trail", others, address="127.0.0.90")
        evening.notes["easy trails of another address: " + str(answer.status)] += 1

    return [*(forever(ask, 0.01) for _ in range(4)), forever(neighbour, 0.5)]


async def what_if(evening: Evening, rng: random.Random) -> list[Coroutine[Any, Any, None]]:
    """(e) A flood of what-if, each address another question."""
    more = f"Cookie: {cookie('enemy')}\r\n"
    body = json.dumps({"edition": "europe", "seats": [{"name": "Anna"}, {"name": "Ben"}]}).encode()
    opened = await evening.ask("POST", "/api/v1/tables", body, address=ENEMY, more=more)
    code = json.loads(opened.body)["code"]

    async def ask() -> None:
        claims = "&".join(f"claim=p1:{route}" for route in rng.sample(ROUTES, 12))
        tickets = "&".join(f"ticket=p1:{card}" for card in rng.sample(CARDS, 12))
        await evening.ask(
            "GET", f"/t/{code}/whatif?{claims}&{tickets}&for=p1&show=1", address=ENEMY, more=more
        )

    return [forever(ask, 0.05) for _ in range(12)]


async def half_sent(evening: Evening, _rng: random.Random) -> list[Coroutine[Any, Any, None]]:
    """(f) Five hundred half-sent requests, all the time."""

    async def dawdle() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", evening.port, local_addr=(ENEMY, 0))
        try:
            writer.write(b"POST /api/v1/score HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{")
            await asyncio.wait_for(reader.read(), 60)
            evening.told[0] += 1
        finally:
            writer.close()

    return [forever(dawdle, 0.2) for _ in range(500)]


async def streams(evening: Evening, rng: random.Random) -> list[Coroutine[Any, Any, None]]:
    """(g) As many streams as one address can get, while other households open theirs."""
    body = json.dumps({"edition": "europe", "seats": [{"name": "Anna"}, {"name": "Ben"}]}).encode()
    codes = []
    for _ in range(12):
        more = f"Cookie: {cookie('enemy')}\r\n"
        opened = await evening.ask("POST", "/api/v1/tables", body, address=ENEMY, more=more)
        codes.append(json.loads(opened.body)["code"])

    async def hold(number: int) -> None:
        more = f"Cookie: {cookie(f'enemy {number}')}\r\n"
        await watch(evening, codes[number % len(codes)], ENEMY, more, 60)

    async def household() -> None:
        await asyncio.sleep(2)
        address, code = f"127.0.1.{rng.randrange(1, 250)}", rng.choice(evening.codes)
        status = await watch(evening, code, address, f"Cookie: {cookie(address)}\r\n", 1)
        evening.notes[f"streams of other households: {status}"] += 1

    return [
        *(forever(lambda n=n: hold(n), 1) for n in range(450)),
        *(forever(household, 0.2) for _ in range(4)),
    ]


async def watch(evening: Evening, code: str, address: str, more: str, seconds: float) -> int:
    """Open a stream and keep it for some seconds; return what the server said."""
    reader, writer = await asyncio.open_connection("127.0.0.1", evening.port, local_addr=(address, 0))
    try:
        writer.write(f"GET /t/{code}/stream HTTP/1.1\r\nHost: x\r\n{more}\r\n".encode())
        status = int((await asyncio.wait_for(reader.readline(), 60)).split(b" ", 2)[1])
        if address == ENEMY:
            evening.told[status] += 1
        if status == 200:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(), seconds)
        return status
    finally:
        writer.close()


async def codes(evening: Evening, rng: random.Random) -> list[Coroutine[Any, Any, None]]:
    """(h) Wrong codes, and newcomers with the right one behind the same address."""

    async def guess() -> None:
        code = "".join(rng.choices("ABCDEFGHJKMNPQRSTWXYZ23456789", k=6))
        path = rng.choice([f"/join?code={code}", f"/t/{code}", f"/api/v1/tables/{code}", f"/j/{code}"])
        await evening.ask("GET", path, address=ENEMY)

    async def newcomer() -> None:
        answer = await evening.ask("GET", f"/j/{rng.choice(evening.codes)}", address=ENEMY)
        evening.notes[f"newcomers with the right code: {answer.status}"] += 1

    return [*(forever(guess, 1.0) for _ in range(3)), forever(newcomer, 1.0)]


def _cards() -> list[str]:
    from solver.formats.load import load_edition

    return list(load_edition("europe").tickets)


CARDS = _cards()

ATTACKS: dict[str, Attack] = {
    "a imports": imports,
    "b renames": renames,
    "c chains": chains,
    "d trails": trails,
    "e what if": what_if,
    "f half-sent": half_sent,
    "g streams": streams,
    "h codes": codes,
}
