"""
Whose turn it is. No threads, no processes, no clock: the pool holds its lock around every call.

Two lanes share the time that is searched, our pages three parts and strangers one, as long as both want it: whichever
lane has used less for its share goes next, and one that had nothing to do has not saved anything up. In a lane first
answers come before better ones, and askers (a table, an address) take turns. An asker has only so many searches
running, and a newer question about the same thing takes the place of an older one that still waits.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

PAGES, STRANGERS = "pages", "strangers"
SHARES = {PAGES: 3.0, STRANGERS: 1.0}
"""Parts of the searched time that each lane gets while both want it."""
LANE_FULL = {PAGES: 120, STRANGERS: 24}
"""So many questions may wait in a lane."""
ASKER_FULL = {PAGES: 24, STRANGERS: 6}
"""So many of them may be one asker's."""


class Full(Exception):
    """Too many questions wait already."""


@dataclass(slots=True, eq=False)
class Job:
    """
    One question, as far as its turn is concerned.

    Attributes
    ----------
    lane, asker
        In which lane it waits, and with whom it takes turns.
    subject
        What it is about; a newer question about the same thing takes its place. None: about nothing else's thing.
    cost
        Seconds of CPU that it may use now.
    stage
        0 for a first answer, more for better ones.
    """

    lane: str
    asker: Hashable
    cost: float
    subject: Hashable = None
    stage: int = 0
    work: Any = field(default=None)


class Queue:
    """
    The questions that wait, and how many searches each asker has running.

    Parameters
    ----------
    running
        For each lane the searches that one asker may have running at a time.
    """

    def __init__(self, running: dict[str, int]) -> None:
        self._most = running
        self._waiting: dict[str, dict[int, OrderedDict[Hashable, deque[Job]]]] = {lane: {} for lane in SHARES}
        self._running: Counter[tuple[str, Hashable]] = Counter()
        self._used = dict.fromkeys(SHARES, 0.0)

    def put(self, job: Job) -> list[Job]:
        """
        Let a job wait for its turn; return those whose place it takes.

        Raises
        ------
        Full
            Its lane, or its asker's part of it, is full.
        """
        old = [
            one
            for one in self._of(job.lane, job.asker)
            if job.subject is not None and one.subject == job.subject
        ]
        if not old:
            if self.length(job.lane) >= LANE_FULL[job.lane]:
                raise Full
            if sum(1 for _ in self._of(job.lane, job.asker)) >= ASKER_FULL[job.lane]:
                raise Full
        if not self.length(job.lane):
            self._catch_up(job.lane)
        for one in old:
            self.drop(one)
        row = self._waiting[job.lane].setdefault(job.stage, OrderedDict())
        row.setdefault(job.asker, deque()).append(job)
        return old

    def take(self, longest: float) -> Job | None:
        """Return the next job that may use no more than so many seconds, now running; None where there is none."""
        found = [job for lane in SHARES if (job := self._next(lane, longest)) is not None]
        if not found:
            return None
        job = min(found, key=lambda one: self._used[one.lane] / SHARES[one.lane])
        self.drop(job)
        row = self._waiting[job.lane].get(job.stage)
        if row is not None and job.asker in row:
            row.move_to_end(job.asker)
        self._running[job.lane, job.asker] += 1
        self._used[job.lane] += job.cost
        return job

    def done(self, job: Job, spent: float) -> None:
        """Count what a job that ran has really used, in seconds of CPU."""
        self._running[job.lane, job.asker] -= 1
        if not self._running[job.lane, job.asker]:
            del self._running[job.lane, job.asker]
        self._used[job.lane] += spent - job.cost

    def drop(self, job: Job) -> bool:
        """Let a job wait no longer; return whether it did."""
        row = self._waiting[job.lane].get(job.stage, OrderedDict())
        mine = row.get(job.asker, deque())
        if job not in mine:
            return False
        mine.remove(job)
        if not mine:
            del row[job.asker]
        if not row:
            del self._waiting[job.lane][job.stage]
        return True

    def place(self, job: Job) -> int:
        """Return the number of a job in its lane, 1 for the next one; 0 when it does not wait."""
        row = self._waiting[job.lane].get(job.stage, OrderedDict())
        mine = row.get(job.asker, deque())
        if job not in mine:
            return 0
        own = mine.index(job)
        earlier = sum(
            sum(map(len, other.values()))
            for stage, other in self._waiting[job.lane].items()
            if stage < job.stage
        )
        before, found = True, earlier + own + 1
        for asker, jobs in row.items():
            if asker == job.asker:
                before = False
            else:
                found += min(len(jobs), own + 1 if before else own)
        return found

    def length(self, lane: str) -> int:
        """Return how many wait in a lane."""
        return sum(len(jobs) for row in self._waiting[lane].values() for jobs in row.values())

    def _of(self, lane: str, asker: Hashable) -> Iterator[Job]:
        for row in self._waiting[lane].values():
            yield from row.get(asker, ())

    def _next(self, lane: str, longest: float) -> Job | None:
        for stage in sorted(self._waiting[lane]):
            for asker, jobs in self._waiting[lane][stage].items():
                if self._running[lane, asker] < self._most[lane]:
                    job = next((one for one in jobs if one.cost <= longest), None)
                    if job is not None:
                        return job
        return None

    def _catch_up(self, lane: str) -> None:
        """Let a lane that had nothing to do begin where the other one is: idleness saves nothing up."""
        busy = [self._used[other] / SHARES[other] for other in SHARES if other != lane and self.length(other)]
        if busy:
            self._used[lane] = max(self._used[lane], min(busy) * SHARES[lane])
