"""
Questions of strangers are answered in processes of their own, at most two at a time.

Such a process (``solver.serve``) yields to everybody else, has an end to its memory, and is stopped when it does not
come back in time; the next question starts a new one. Nothing a stranger asks can therefore hold up a table, and no
crash of a search reaches the server. Whoever comes while all are busy hears so at once, with the time to wait.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from typing import Any

from app import metrics

PATIENCE = 0.2
"""Seconds that a question waits for a free process before it hears *busy*."""
START = 15.0
"""Seconds that a process may take to start and load what it needs, on top of the first answer."""
TOTAL = 15.0
"""Seconds of wall clock after which an answer of several searches is given up."""


class Busy(Exception):
    """All processes are at work."""


class OutOfTime(Exception):
    """No answer came within the limits."""


class Searchers:
    """The processes that answer; they start with the first question, so after any fork."""

    def __init__(self, size: int = 2) -> None:
        self._free = threading.BoundedSemaphore(size)
        self._idle: list[_Searcher] = []
        self._all: set[_Searcher] = set()
        self._lock = threading.Lock()
        self._closed = False

    def ask(
        self, command: str, data: object, options: Mapping[str, Any], *, total: float = TOTAL
    ) -> dict[str, Any]:
        """
        Return what ``solver.serve`` says: ``{"answer": …}`` or ``{"faults": […]}``.

        Parameters
        ----------
        command, data, options
            As on the command line; ``options`` by the names of ``solver.commands.Options``.
        total
            Seconds of wall clock for the whole answer.

        Raises
        ------
        Busy, OutOfTime
            No process was free; no answer came in time.
        """
        if not self._free.acquire(timeout=PATIENCE):
            metrics.REFUSED_SEARCHES.labels("busy").inc()
            raise Busy
        try:
            return self._ask(command, {"command": command, "data": data, "options": dict(options)}, total)
        finally:
            self._free.release()

    def _ask(self, command: str, question: Mapping[str, Any], total: float) -> dict[str, Any]:
        searcher, begun = self._take(), time.perf_counter()
        try:
            found = searcher.ask(json.dumps(question).encode() + b"\n", total)
        except BaseException:
            self._drop(searcher)
            metrics.REFUSED_SEARCHES.labels("out_of_time").inc()
            raise
        with self._lock:
            self._idle.append(searcher)
        if found.get("out_of_time"):
            metrics.REFUSED_SEARCHES.labels("out_of_time").inc()
            raise OutOfTime
        if "answer" in found:
            metrics.searched(command, time.perf_counter() - begun, gap_of(found["answer"]))
        return found

    def _take(self) -> _Searcher:
        with self._lock:
            if self._closed:
                raise Busy
            if self._idle:
                return self._idle.pop()
            fresh = _Searcher()
            self._all.add(fresh)
            return fresh

    def _drop(self, searcher: _Searcher) -> None:
        with self._lock:
            self._all.discard(searcher)
        searcher.stop()

    def pids(self) -> list[int]:
        """Return the ids of the processes, for those who measure."""
        with self._lock:
            return [searcher.process.pid for searcher in self._all]

    def close(self) -> None:
        """Stop all processes at once."""
        with self._lock:
            self._closed = True
            everybody = list(self._all)
        for searcher in everybody:
            searcher.stop()


class _Searcher:
    """One process."""

    def __init__(self) -> None:
        self._fresh = True
        self._rest = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "solver.serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
            start_new_session=True,
        )

    def ask(self, line: bytes, total: float) -> dict[str, Any]:
        """Send one line and return the answer to it; after an exception the process cannot be used any more."""
        end = time.monotonic() + total + (START if self._fresh else 0)
        assert self.process.stdin is not None
        try:
            view = memoryview(line)
            while view:
                view = view[self.process.stdin.write(view) or 0 :]
        except OSError as error:
            raise OutOfTime from error
        found: dict[str, Any] = json.loads(self._line(end))
        self._fresh = False
        return found

    def _line(self, end: float) -> bytes:
        assert self.process.stdout is not None
        parts = [self._rest]
        while b"\n" not in parts[-1]:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            part = os.read(self.process.stdout.fileno(), 1 << 20) if ready else b""
            if not part:  # out of time, or the process ended: out of memory, most likely
                raise OutOfTime
            parts.append(part)
        line, _, self._rest = b"".join(parts).partition(b"\n")
        return line

    def stop(self) -> None:
        """End the process now."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


def gap_of(answer: Mapping[str, Any]) -> int | None:
    """Return by how much the bound of an answer is above its value; None where it has no bound."""
    if "players" in answer:
        trails = [player["longest_trail"] for player in answer["players"]]
        return max((int(trail["bound"] - trail["value"]) for trail in trails), default=None)
    best = answer.get("best") or {}
    value, bound = answer.get("value", best.get("points")), answer.get("bound", best.get("bound"))
    return None if value is None or bound is None else int(bound - value)
