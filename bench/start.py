"""
Starting: the command line, the first page of the server, and the first answer of a search behind it.

What a command takes is processor time, as in ``bench.pages``. From the start of the server to its first page there are two
processes one after the other and searches beside them, so there it is the clock on the wall, and on a busy machine the
ratio alone says something.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.clock import ratio, shown, table
from bench.pages import GAME
from bench.versions import environment, roots
from tests.app.running import Server

ROUNDS = 5
COMMANDS = {
    "--help": ["--help"],
    "pay": ["pay", "docs/examples/hand.json"],
    "score": ["score", str(GAME)],
    "trail": ["trail", "docs/examples/network.json"],
}


def command(root: Path, words: list[str]) -> float:
    """Return the seconds of processor time of one call of the command line."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "solver", *words],
        cwd=root,
        env=environment(root),
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def server(root: Path) -> tuple[float, float]:
    """Return the seconds until a new server has sent its first page, and from then until its first search has answered."""
    with tempfile.TemporaryDirectory(prefix="stationmaster-bench-") as name:
        started = Server(
            f"sqlite:///{name}/start.db",
            Path(name),
            root=root,
            STATIONMASTER_WARM="1",
            PYTHONDONTWRITEBYTECODE="",
        )
        began = time.monotonic()
        try:
            started.start()
            status, _page = started.request("GET", "/")
            page = time.monotonic()
            assert status == 200
            plan = started.request(
                "POST", "/api/v1/trail", {"routes": [["a", "b", 1], ["b", "c", 2]]}, seconds=60
            )
            assert plan[0] == 200, plan
            return page - began, time.monotonic() - page
        finally:
            started.kill()


def run() -> None:
    """Print the medians of all versions beside each other."""
    seconds: dict[str, dict[str, list[float]]] = {}

    def note(what: str, version: str, took: float) -> None:
        seconds.setdefault(what, {}).setdefault(version, []).append(took)

    for number in range(-1, ROUNDS):
        for version, root in roots().items():
            for name, words in COMMANDS.items():
                note(f"solver {name}, processor", version, command(root, words))
            page, search = server(root)
            note("first page, clock", version, page)
            note("first search behind it, clock", version, search)
            if number < 0:  # the first ones compile the modules
                for times in seconds.values():
                    times.pop(version)
    versions = list(roots())
    rows = []
    for what, times in seconds.items():
        found = [median(times[version]) for version in versions]
        rows.append([what, *map(shown, found), *([ratio(found[0], found[1])] if found[1:] else [])])
    table(["start", *versions, *(["ratio"] if versions[1:] else [])], rows)
