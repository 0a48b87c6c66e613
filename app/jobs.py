"""
Long searches in the background: an answer in the time that a request may wait, better ones while somebody asks.

A question has a key; whoever asks it again finds what is known by then. It is searched in stages, each with more time
than the one before, until its answer is final. What nobody has asked for in a while is not searched any further. So a
page never waits, says what is known so far and how much is open, and comes back.

Two searches run at a time, each in a process of its own (``app.worker``), so that no search holds up a claim. First
answers come before better ones. What is kept is speed alone: every process may forget all of it at any moment.
"""

from __future__ import annotations

import atexit
import heapq
import itertools
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from app.child import Child, Lost, pack, unpack

WAIT = 1.5
"""Seconds that a request waits for a first answer."""
STAGES = (1.0, 4.0, 15.0)
"""Seconds that a search may take, stage by stage."""
SIZE = 2
"""Searches at a time."""
WAITING = 40
"""So many questions may wait for their first answer; whoever comes then hears that there are too many."""
KEPT = 256
"""Questions whose answers are kept."""
ASKED = 12.0
"""Seconds after which a question counts as forgotten by whoever asked it."""
START = 60.0
"""Seconds that a process, the lowest in rank, may take to start on a busy machine, on top of its first answer."""
SLACK = 5.0
"""Seconds beyond those it was given, and half as many again, after which a search is given up."""


@dataclass(frozen=True, slots=True)
class Progress:
    """
    How far a question is.

    Attributes
    ----------
    value
        The best answer so far; None while there is none.
    running
        Whether a better one may still come.
    seconds
        Seconds that the answer was searched for; 0 without one.
    busy
        Too many questions wait: this one was not taken.
    failed
        The search broke off: out of memory, or a certificate that did not hold.
    """

    value: Any = None
    running: bool = True
    seconds: float = 0.0
    busy: bool = False
    failed: bool = False


@dataclass(slots=True, eq=False)
class _Job:
    search: str
    arguments: tuple[Any, ...]
    final: Callable[[Any], bool]
    stage: int = 0
    progress: Progress = field(default_factory=Progress)
    asked: float = 0.0
    queued: bool = False
    waiting: int = 0


class Jobs:
    """The questions, their answers, and the processes that search; these start with the first question."""

    def __init__(self, size: int = SIZE, stages: tuple[float, ...] = STAGES) -> None:
        self._size, self._stages = size, stages
        self._jobs: OrderedDict[Hashable, _Job] = OrderedDict()
        self._queue: list[tuple[int, int, _Job]] = []
        self._number = itertools.count()
        self._news = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._processes: list[Child] = []
        self._closed = False

    def start(self) -> None:
        """Start the processes, so that the first question need not wait for that."""
        with self._news:
            if self._threads or self._closed:
                return
            for _ in range(self._size):
                thread = threading.Thread(target=self._search, name="search", daemon=True)
                self._threads.append(thread)
                thread.start()

    def ask(
        self,
        key: Hashable,
        search: str,
        *arguments: Any,
        final: Callable[[Any], bool] = lambda _value: True,
        wait: float = WAIT,
    ) -> Progress:
        """
        Return what is known about a question; wait for a first answer, but not long.

        Parameters
        ----------
        key
            Names the question and everything it was made of.
        search, arguments
            What to call, by its name in ``app.worker``. It is given ``seconds`` as well.
        final
            Whether an answer needs no more searching.
        wait
            Seconds to wait for a first answer.
        """
        self.start()
        end = time.monotonic() + wait
        with self._news:
            job = self._jobs.get(key)
            if job is None:
                if sum(other.queued and not other.stage for other in self._jobs.values()) >= WAITING:
                    return Progress(busy=True)
                job = self._jobs[key] = _Job(search, arguments, final)
            job.asked = time.monotonic()
            self._jobs.move_to_end(key)
            self._forget()
            if job.progress.running and not job.queued:
                self._put(job)
            job.waiting += 1
            while job.progress.value is None and job.progress.running:
                left = end - time.monotonic()
                if left <= 0:
                    break
                self._news.wait(left)
            job.waiting -= 1
            return job.progress

    def close(self) -> None:
        """Stop all searches at once."""
        with self._news:
            self._closed = True
            self._news.notify_all()
            processes = list(self._processes)
        for process in processes:
            process.stop()

    def _put(self, job: _Job) -> None:
        job.queued = True
        heapq.heappush(self._queue, (job.stage, next(self._number), job))
        self._news.notify_all()

    def _forget(self) -> None:
        for key, job in list(self._jobs.items()):
            if len(self._jobs) <= KEPT:
                return
            if not job.queued:
                del self._jobs[key]

    def _search(self) -> None:
        """Take question by question; each thread has a process of its own."""
        process: Child | None = None
        while True:
            job = self._next()
            if job is None:
                return
            if process is None:
                process = Child("app.worker", start=START)
                with self._news:
                    self._processes.append(process)
                    if self._closed:
                        process.stop()
                        return
            seconds = self._stages[job.stage]
            try:
                line = process.ask(pack((job.search, job.arguments, seconds)), seconds * 1.5 + SLACK)
                kind, value = unpack(line)
            except (Lost, ValueError):  # gone, or out of step
                kind, value = "lost", None
                process.stop()
                with self._news:
                    self._processes.remove(process)
                process = None
            self._found(job, kind, value, seconds)

    def _next(self) -> _Job | None:
        with self._news:
            while True:
                while not self._queue and not self._closed:
                    self._news.wait()
                if self._closed:
                    return None
                job = heapq.heappop(self._queue)[2]
                # Whoever waits still asks, however long ago he began to.
                if job.waiting or time.monotonic() - job.asked <= ASKED:
                    return job
                job.queued = False  # it goes on when somebody asks again

    def _found(self, job: _Job, kind: str, value: Any, seconds: float) -> None:
        with self._news:
            job.stage += 1
            job.queued = False
            if kind == "answer":
                over = job.stage == len(self._stages) or job.final(value)
                job.progress = Progress(value, running=not over, seconds=seconds)
            else:  # what was found before stays
                job.progress = Progress(
                    job.progress.value, running=False, seconds=job.progress.seconds, failed=True
                )
            if job.progress.running:
                self._put(job)
            self._news.notify_all()


_shared = Jobs()
atexit.register(_shared.close)


def jobs() -> Jobs:
    """Return the searches of this server process."""
    return _shared
