"""
Pages of the app: the processor time that the server and its searches take for one, so that another program on the same
machine makes no difference; with a core to itself a page takes as long.

All versions run side by side and are asked in turns, for the same games, as a phone asks that speaks Russian: packed
by brotli, and with the ETag of what it has where its cache would send one.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bench.clock import Times, ratio, shown, table
from bench.versions import OURS, ROOT, roots
from tests.app.running import Server, cookie
from tests.load.process import children, worked

GAME = ROOT / "tests" / "games" / "europe" / "five-players.jsonl"
ROUNDS = 11
LONG_ROUNDS = 3
ENTRIES = (50, 4_800)
"""Lengths of the logs to which entries are added."""
FREE = "cadiz-lisboa-1"
"""A route that nobody claims in the game."""
NEWS = 20
"""So many entries are added to each."""

PAGES = {
    "table": "{running}",
    "state.json": "{running}/state.json",
    "state.json again": "{running}/state.json",
    "tickets": "{running}/tickets",
    "Ask, the whole deck": "{finished}/ask",
    "what if": "{finished}/whatif",
    "sheet": "{finished}/sheet",
    "log": "{running}/log",
    "history": "{running}/history",
    "rulings": "/rulings",
    "rulings again": "/rulings",
    "openapi.json": "/api/v1/openapi.json",
    "openapi.json again": "/api/v1/openapi.json",
    "table, 4,800 entries": "{long}",
    "log, 4,800 entries": "{long}/log",
    "history, 4,800 entries": "{long}/history",
}


@dataclass
class Side:
    """One version: its server, a connection to it, the addresses of its tables, and what was measured."""

    server: Server
    connection: http.client.HTTPConnection
    places: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    status: dict[str, int] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    overruled: list[str] = field(default_factory=list)
    last: int = 0

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, str]:
        """Send a request as Anna's phone; return status, body and ETag."""
        sent = {
            "Cookie": cookie("anna"),
            "X-Stationmaster": "1",
            "Accept-Language": "ru",
            "Accept": "text/html",
        }
        self.connection.request(method, path, body, sent | headers)
        answer = self.connection.getresponse()
        return answer.status, answer.read(), answer.headers.get("ETag", "")

    def connect(self) -> None:
        """Open the connection anew: the server closes one that nothing was asked on for some seconds."""
        self.connection.close()
        self.connection.connect()

    def worked(self) -> float:
        """Return the seconds that the server and all its processes have worked so far."""
        assert self.server.process is not None
        pid = self.server.process.pid
        return sum(map(worked, [pid, *children(pid)]))

    def look(self, name: str) -> None:
        """Ask for a page once and keep how long it took; ``again`` in its name: as a browser that has it."""
        known = {"If-None-Match": self.tags[name]} if name.endswith("again") and self.tags.get(name) else {}
        path = PAGES[name].format(**self.places)
        self.connect()
        began = self.worked()
        status, body, tag = self.ask("GET", path, **{"Accept-Encoding": "br"}, **known)
        self.seconds.setdefault(name, []).append(self.worked() - began)
        self.status[name], self.sizes[name] = status, len(body)
        self.tags[name] = tag or self.tags.get(name, "")

    def add(self, name: str, place: str, number: int) -> None:
        """Add an entry to a log: a claim, or its retraction."""
        event = {"type": "route_claimed", "player": "anna", "route": FREE}
        if number % 2:
            event = {"type": "retracted", "target": self.last}
        status, answer = 409, b""
        # What stands in the way differs between versions: it is overruled, and the entry sent again.
        for _ in range(2):
            body = json.dumps(
                {"id": f"bench-{number:08}", "event": event, "overrule": self.overruled}
            ).encode()
            self.connect()
            began = self.worked()
            status, answer, _tag = self.ask(
                "POST", f"{place}/entries", body, **{"Content-Type": "application/json"}
            )
            took = self.worked() - began
            if status != 409:
                break
            self.overruled += [one["code"] for one in json.loads(answer)["objections"]]
        assert status < 400, answer
        self.seconds.setdefault(name, []).append(took)
        self.status[name] = status
        self.last = int(json.loads(answer)["seq"])


def games() -> dict[str, bytes]:
    """Return the logs of a finished game, of the same before its tickets were laid open, and of longer ones."""
    lines = GAME.read_bytes().splitlines(keepends=True)
    ends = next(at for at, line in enumerate(lines) if b"tickets_revealed" in line)
    found = {"finished": lines, "running": lines[:ends]}
    for length in ENTRIES:
        found[str(length)] = lengthened(lines[:51], length)
    found["long"] = found[str(ENTRIES[-1])]
    return {name: b"".join(log) for name, log in found.items()}


def lengthened(lines: Sequence[bytes], length: int) -> list[bytes]:
    """Return a log of so many entries: its own, and a route that is claimed and taken back again and again."""
    longer = list(lines)
    for seq in range(len(lines), length + 1):
        event: dict[str, object] = {
            "type": "route_claimed",
            "player": "anna",
            "route": FREE,
            "afterwards": True,
        }
        if (seq - len(lines)) % 2:
            event = {"type": "retracted", "target": seq - 1}
        entry = {
            "seq": seq,
            "at": "2026-11-30T18:00:00Z",
            "seat": None,
            "id": f"more-{seq:06}",
            "event": event,
        }
        longer.append(json.dumps(entry).encode() + b"\n")
    return longer


@contextlib.contextmanager
def started() -> Iterator[dict[str, Side]]:
    """Start the server of every version and bring the games to it."""
    with tempfile.TemporaryDirectory(prefix="stationmaster-bench-") as name, contextlib.ExitStack() as stack:
        sides = {}
        for version, root in roots().items():
            folder = Path(name) / version
            folder.mkdir()
            url = f"sqlite:///{folder / 'bench.db'}"
            server = Server(url, folder, root=root, STATIONMASTER_WARM="1", STATIONMASTER_API_RATE="0")
            server.start()
            stack.callback(server.kill)
            side = Side(server, http.client.HTTPConnection("127.0.0.1", server.port, timeout=120))
            for game, log in games().items():
                status, answer, _tag = side.ask(
                    "POST", "/api/v1/import", log, **{"Content-Type": "application/x-ndjson"}
                )
                assert status == 201, answer
                side.places[game] = f"/t/{json.loads(answer)['code']}"
            sides[version] = side
        yield sides


def measure(sides: dict[str, Side]) -> None:
    """Ask all versions in turns for all pages, and add entries to their logs."""
    for page in PAGES:
        long = "4,800" in page
        for number in range(-2, LONG_ROUNDS if long else ROUNDS):
            for side in sides.values():
                side.look(page)
                if number < 0:  # the first ones fill what is kept
                    side.seconds[page].clear()
    for length in ENTRIES:
        for number in range(NEWS):
            for side in sides.values():
                side.add(f"an entry behind {length:,}", side.places[str(length)], length * 100 + number)


def run() -> None:
    """Print the medians of all versions beside each other."""
    with started() as sides:
        measure(sides)
    ours, *others = sides.values()
    head = [
        "page",
        "answer",
        *(cell for version in sides for cell in (version, "kB")),
        *(["ratio"] if others else []),
    ]
    rows = []
    for name in ours.seconds:
        row = [name, " ".join(str(side.status[name]) for side in sides.values())]
        for side in sides.values():
            size = side.sizes.get(name)
            row += [
                shown(Times(tuple(side.seconds[name])).median),
                "" if size is None else f"{size / 1000:.0f}",
            ]
        if others:
            row.append(ratio(median(ours.seconds[name]), median(others[0].seconds[name])))
        rows.append(row)
    table(head, rows)
    assert OURS in sides
