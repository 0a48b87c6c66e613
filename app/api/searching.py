"""
Questions of strangers are answered in processes of their own, at most two at a time.

Such a process (``solver.serve``) yields to everybody else, has an end to its memory, and is stopped when it does not
come back in time; the next question starts a new one. Nothing a stranger asks can therefore hold up a table, and no
crash of a search reaches the server. Whoever comes while all are busy hears so at once, with the time to wait.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from typing import Any

from app import metrics
from app.child import Child, Lost

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
        self._idle: list[Child] = []
        self._all: set[Child] = set()
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
            found: dict[str, Any] = json.loads(searcher.ask(json.dumps(question).encode(), total))
        except BaseException as error:  # whatever it was, this process is out of step
            self._drop(searcher)
            metrics.REFUSED_SEARCHES.labels("out_of_time").inc()
            if isinstance(error, Lost):
                raise OutOfTime from None
            raise
        with self._lock:
            self._idle.append(searcher)
        if found.get("out_of_time"):
            metrics.REFUSED_SEARCHES.labels("out_of_time").inc()
            raise OutOfTime
        if "answer" in found:
            metrics.searched(command, time.perf_counter() - begun, gap_of(found["answer"]))
        return found

    def _take(self) -> Child:
        with self._lock:
            if self._closed:
                raise Busy
            if self._idle:
                return self._idle.pop()
            fresh = Child("solver.serve", start=START, quiet=True)
            self._all.add(fresh)
            return fresh

    def _drop(self, searcher: Child) -> None:
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


def gap_of(answer: Mapping[str, Any]) -> int | None:
    """Return by how much the bound of an answer is above its value; None where it has no bound."""
    if "players" in answer:
        trails = [player["longest_trail"] for player in answer["players"]]
        return max((int(trail["bound"] - trail["value"]) for trail in trails), default=None)
    best = answer.get("best") or {}
    value, bound = answer.get("value", best.get("points")), answer.get("bound", best.get("bound"))
    return None if value is None or bound is None else int(bound - value)
