"""
Attacks, one after the other, each beside twenty tables that go on and households that look at their final sheets.

    make siege                         this version
    make siege BASE=f4f0832            that commit too, checked out into a temporary folder; both side by side
    python -m tests.load.siege [--base COMMIT] [--seconds 30] [--only a,f]

For each attack a server of its own is started, so that nothing is left of the one before. Printed: the 95th percentile
of a claim (goal: 150 ms), the longest that a stranger waits for a final sheet that nobody has asked for (goal: 10 s),
the most memory of the server and all its processes, and acknowledged entries that are missing. What the attackers were
told stands below. It fails when something is lost or an answer was our fault; times are printed beside their goals,
since they say as much about the machine. It talks to 127.0.0.0/8 alone and stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.versions import checked_out
from tests.app.running import ROOT, Server, cookie
from tests.load.attacks import ATTACKS, Attack
from tests.load.evening import TABLES, Evening, count, listen, missing, p95, play, prepare
from tests.load.mess import MESS
from tests.load.process import children, resident

GOAL, SHEET_GOAL, MEMORY_GOAL = 150, 10, 1500
"""Milliseconds of a claim, seconds of a final sheet, MiB of memory."""
EVERY = 3.0
"""Seconds between two households that look at their final sheet."""
QUIET = 4.0
"""Seconds in which what the attackers asked for is answered or given up."""


@dataclass
class Outcome:
    """What one attack did to one server."""

    claims: list[float]
    sheets: list[float]
    memory: float
    lost: int
    refused: Counter[int]
    told: Counter[int]
    notes: Counter[str]
    faults: list[str] = field(default_factory=list)

    def row(self) -> str:
        """Return the four figures."""
        sheet = max(self.sheets, default=0.0)
        return f"{p95(self.claims):8.0f} ms {sheet:8.1f} s {self.memory:8.0f} MiB {self.lost:6}"


async def besiege(server: Server, attack: Attack, tables: int, seconds: float) -> Outcome:
    """Play while an attack goes on; return what was measured meanwhile."""
    assert server.process is not None
    evening, stop, memory = Evening(server.port), asyncio.Event(), [0.0]
    await prepare(evening, tables, int(seconds / EVERY) + 1)
    enemies = [asyncio.ensure_future(one) for one in await attack(evening, random.Random(1))]
    listeners = [asyncio.create_task(listen(evening, code)) for code in evening.codes]
    players = [asyncio.create_task(play(evening, index, stop)) for index in range(tables)]
    counting = asyncio.create_task(count(evening, EVERY, stop))

    async def look() -> None:
        pid = server.process.pid  # type: ignore[union-attr]
        while True:
            memory[0] = max(memory[0], sum(map(resident, [pid, *children(pid)])))
            await asyncio.sleep(0.5)

    looking = asyncio.create_task(look())
    await asyncio.sleep(seconds)
    stop.set()
    await asyncio.gather(*players, counting)
    await end([*enemies, *listeners])
    await asyncio.sleep(QUIET)
    await end([looking])
    lost = await missing(evening)
    return Outcome(
        evening.times, evening.sheets, memory[0], lost, evening.refused, evening.told, evening.notes
    )


async def end(tasks: Sequence[asyncio.Future[None]]) -> None:
    """Cancel tasks until they are over: ``wait_for`` of Python 3.11 may swallow a cancellation that comes with an answer."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _done, left = await asyncio.wait(left, timeout=1)


def run(attack: Attack, folder: Path, seconds: float, *, root: Path = ROOT, tables: int = TABLES) -> Outcome:
    """Start a server of a version, besiege it, and stop it."""
    folder.mkdir(parents=True)
    server = Server(
        f"sqlite:///{folder / 'siege.db'}",
        folder,
        root=root,
        STATIONMASTER_WARM="1",
        STATIONMASTER_ADDRESS_STREAMS="60",
    )
    server.start()
    try:
        outcome = asyncio.run(besiege(server, attack, tables, seconds))
    finally:
        server.kill()
    log = server.output.read_text(errors="replace")
    if outcome.told[500] or "request_failed" in log or "Traceback" in log:
        outcome.faults.append(f"an answer was our fault:\n{log[-3000:]}")
    if cookie("anna").split("=", 1)[1] in log:
        outcome.faults.append("the log holds secrets")
    return outcome


def main() -> int:
    """Run all attacks that were asked for, on this version and on the one to compare with."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--base", default="", help="a commit to compare with")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--only", default="", help="the first letters of some attacks, with commas between")
    given = parser.parse_args()
    chosen = [name for name in (*ATTACKS, *MESS) if not given.only or name[0] in given.only.split(",")]
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; goals: {GOAL} ms, {SHEET_GOAL} s, {MEMORY_GOAL} MiB, 0"
    )
    print(f"{'attack':12} {'version':10} {'claim p95':>11} {'final sheet':>10} {'memory':>12} {'lost':>6}")
    wrong = []
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        roots = {"this": ROOT}
        if given.base:
            old = Path(name) / "base"
            old.mkdir()
            roots[given.base[:9]] = stack.enter_context(checked_out(given.base, old))
        for attack in chosen:
            for version, root in roots.items():
                folder = Path(name) / f"{attack.replace(' ', '-')}-{version}"
                try:
                    outcome = run({**ATTACKS, **MESS}[attack], folder, given.seconds, root=root)
                except Exception as error:
                    print(f"{attack:12} {version:10} broke off: {type(error).__name__} {error}", flush=True)
                    wrong += [f"{attack}: broke off"] if version == "this" else []
                    continue
                print(f"{attack:12} {version:10} {outcome.row()}", flush=True)
                for told in (outcome.told, outcome.refused, outcome.notes):
                    if told:
                        print("   ", ", ".join(f"{key} × {n}" for key, n in sorted(told.items())), flush=True)
                if version == "this":
                    wrong += [f"{attack}: {fault}" for fault in outcome.faults]
                    wrong += [f"{attack}: {outcome.lost} entries lost"] if outcome.lost else []
                    wrong += [f"{attack}: claims refused {outcome.refused}"] if outcome.refused else []
    print("\n".join(wrong) or "nothing is lost, nothing leaks")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
