"""An attack of everything at once: bodies that nobody should send, wrong codes, hard searches, clients that dawdle."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Coroutine
from typing import Any

from tests.load.attacks import CARDS, ENEMY, Attack, codes, forever
from tests.load.evening import Evening


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
            lambda: json.dumps({f"k{n}": 1 for n in range(60_000)}).encode()[:-1] + b', "k59999": 1}',
            lambda: b"",
        ]
    )()
    return f"/api/v1/{path}", kind, body


async def everything(evening: Evening, rng: random.Random) -> list[Coroutine[Any, Any, None]]:
    """Let them loose: some sixty requests a second, hard searches, and those who dawdle."""

    async def send() -> None:
        path, kind, body = mess(rng)
        method = rng.choice(["POST"] * 8 + ["GET", "DELETE", "BREW"])
        await evening.ask(method, path, body, kind, address=ENEMY)

    async def search() -> None:
        position = {"edition": "europe", "players": [{"name": "A", "tickets": rng.sample(CARDS, 30)}]}
        body = json.dumps(position).encode()
        command = rng.choice(["plan", "ceiling"])
        answer = await evening.ask("POST", f"/api/v1/{command}?player=A", body, address=ENEMY)
        if answer.status in (429, 503):
            await asyncio.sleep(0.5)

    async def dawdle() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", evening.port, local_addr=(ENEMY, 0))
        try:
            for byte in b"POST /api/v1/score HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n" * 3:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(rng.uniform(0.5, 1.5))
                if reader.at_eof():
                    break
        finally:
            writer.close()

    guesses = await codes(evening, rng)
    plan = [(send, 0.25, 6), (search, 0.05, 3), (dawdle, 0.1, 60)]
    return [*guesses, *(forever(what, pause) for what, pause, number in plan for _ in range(number))]


async def nothing(_evening: Evening, _rng: random.Random) -> list[Coroutine[Any, Any, None]]:
    """Leave them in peace: what the machine takes by itself."""
    return []


MESS: dict[str, Attack] = {"0 peace": nothing, "x everything": everything}
