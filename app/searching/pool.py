"""
The pool: questions, their answers, and the processes that search.

A question has a key; whoever asks it again finds what is known by then. It is searched in stages, each with more
seconds of CPU than the one before, until its answer is final. What nobody has asked for in a while is not searched any
further. So a page never waits long, says what is known so far and how much is open, and comes back.

One process is kept for first answers of our pages, which are short: they never wait for the end of a long search. What
is kept in memory is speed alone: every server may forget all of it at any moment.
"""

from __future__ import annotations

import atexit
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from flask import current_app

from app.searching.budgets import Budgets
from app.searching.child import Child, Lost
from app.searching.questions import Progress, Question, Refused, gap_of
from app.searching.queue import PAGES, STRANGERS, Full, Job, Queue
from app.server import metrics

WAIT = 1.5
"""Seconds that a request waits for a first answer."""
STAGES = (1.0, 4.0, 15.0)
"""Seconds of CPU that a search may take, stage by stage."""
SIZE = 4
"""Processes."""
KEPT = 400
"""Questions whose answers are kept."""
ASKED = 12.0
"""Seconds after which a question counts as forgotten by whoever asked it."""
PURSE = 240.0
"""Seconds of CPU that a table or an address may ask for at once; ``refill`` says how fast they come back."""
REFILL = 0.5
"""Seconds of CPU that come back to each table and address in a second."""
LOOK = 0.25
"""Seconds between two looks whether a stranger still waits for the answer."""
PATIENCE = 20.0
"""Seconds that a stranger's question may wait for its turn."""


@dataclass(slots=True, eq=False)
class _Task:
    """A question on its way: ``job`` while it waits or is searched for, ``slot`` while it is searched for."""

    question: Question
    progress: Progress = field(default_factory=Progress)
    stage: int = 0
    job: Job | None = None
    slot: _Slot | None = None
    json: object = None
    asked: float = 0.0
    waiting: int = 0


@dataclass(slots=True, eq=False)
class _Slot:
    """A thread with a process of its own; ``longest`` is the most seconds of CPU that what it takes may use."""

    longest: float
    child: Child | None = None
    task: _Task | None = None


class Pool:
    """
    The questions, their answers, and the processes that search; these start when they are needed.

    Parameters
    ----------
    size
        Processes at the most.
    stages
        Seconds of CPU of a page's question, stage by stage.
    refill
        Seconds of CPU that come back to each table and address in a second; 0: no limit.
    clock, child
        Seconds that go by, and what starts a process; for tests.
    """

    def __init__(
        self,
        size: int = SIZE,
        stages: tuple[float, ...] = STAGES,
        refill: float = 0.0,
        *,
        clock: Callable[[], float] = time.monotonic,
        child: Callable[[], Child] = Child,
    ) -> None:
        self._stages, self._clock, self._child = stages, clock, child
        self._tasks: OrderedDict[Hashable, _Task] = OrderedDict()
        general = max(1, size - 1)
        # A table has one search running; an address all but one, so that somebody else's never waits for the end of its.
        self._queue = Queue({PAGES: 1, STRANGERS: max(1, general - 1)})
        self._budgets = Budgets(PURSE, refill, clock)
        self._news = threading.Condition()
        self._slots = [_Slot(stages[0])] * (size > 1) + [_Slot(math.inf) for _ in range(general)]
        self._threads: list[threading.Thread] = []
        self._closed = False

    # What pages ask -------------------------------------------------------------------------------------------------

    def ask(self, question: Question, wait: float = WAIT) -> Progress:
        """Return what is known about a question; wait for a first answer, but not longer than so many seconds."""
        end = self._clock() + wait
        with self._news:
            task = self._tasks.setdefault(question.key, _Task(question))
            task.asked = self._clock()
            self._tasks.move_to_end(question.key)
            self._forget()
            refused = None
            if task.progress.running and task.job is None:
                refused = self._put(task)
            task.waiting += 1
            while task.job is not None and task.progress.value is None and task.progress.running:
                left = end - self._clock()
                if left <= 0 or self._closed:
                    break
                self._news.wait(left)
            task.waiting -= 1
            if refused is not None:
                return refused
            place = 0 if task.job is None else self._queue.place(task.job)
            return replace(task.progress, place=place) if place else task.progress

    def answer_at_once(
        self, question: Question, seconds: float, answer: Callable[[], Any]
    ) -> Progress | None:
        """
        Answer a question in this thread unless it is known or being searched for.

        Parameters
        ----------
        seconds
            What ``answer`` may use of CPU; it is paid for like everything else.
        answer
            Returns the final answer, or None where it takes longer.
        """
        with self._news:
            known = self._tasks.get(question.key)
            if known is not None and known.progress.value is not None and not known.progress.running:
                self._tasks.move_to_end(question.key)
                return known.progress
            if known is not None or self._budgets.pay(question.payers, seconds):
                return None
        began = time.thread_time()
        try:
            value = answer()
        finally:
            spent = time.thread_time() - began
            with self._news:
                self._budgets.give_back(question.payers, seconds - spent)
        if value is None:
            return None
        bare = replace(question, arguments=())
        task = _Task(bare, Progress(value, running=False, seconds=spent), asked=self._clock())
        with self._news:
            self._tasks[question.key] = task
            self._forget()
        return task.progress

    # What pages work out themselves ---------------------------------------------------------------------------------

    def pay(self, payers: Iterable[Hashable], seconds: float) -> float:
        """Take seconds of CPU from all payers, or from none; return 0, or in how many seconds it could be paid."""
        with self._news:
            return self._budgets.pay(payers, seconds)

    def give_back(self, payers: Iterable[Hashable], seconds: float) -> None:
        """Give back what was paid and not used; below zero: take what was used beyond it."""
        with self._news:
            self._budgets.give_back(payers, seconds)

    # What strangers ask ---------------------------------------------------------------------------------------------

    def answer(
        self,
        question: object,
        seconds: float,
        *,
        asker: Hashable,
        left: Callable[[], bool] = lambda: False,
        patience: float = PATIENCE,
    ) -> Any:
        """
        Return the JSON that answers a stranger's question.

        Parameters
        ----------
        question
            As ``solver.cli.serve`` reads it.
        seconds
            Seconds of CPU for the whole answer.
        asker
            The address, which pays and takes turns with others.
        left
            Whether nobody waits for the answer any more.
        patience
            Seconds that it may wait for its turn.

        Raises
        ------
        Refused
            It was not taken, or not answered.
        """
        task = _Task(Question(object(), "", (), asker=asker, payers=(asker,)), json=question)
        with self._news:
            if self._closed:
                raise Refused("busy", 2)
            task.waiting = 1
            refused = self._put(task, STRANGERS, seconds)
            if refused is not None:
                raise Refused("budget", refused.later) if refused.later else Refused("busy", 2)
            end = self._clock() + patience
            while task.job is not None:
                late = task.slot is None and self._clock() >= end
                if late or self._closed or left():
                    self._cancel(task)
                    raise Refused("busy" if late or self._closed else "left", 5)
                self._news.wait(LOOK)
        if task.progress.failed:
            raise Refused("out_of_time", 10)
        return task.progress.value

    def _cancel(self, task: _Task) -> None:
        task.waiting, task.asked = 0, -math.inf
        if task.slot is not None and task.slot.child is not None:
            task.slot.child.hurry()
        elif task.job is not None and self._queue.drop(task.job):
            self._budgets.give_back(task.question.payers, task.job.cost)
            task.job = None
            self._count()

    # The way through the pool; all of it holds the lock -------------------------------------------------------------

    def _put(self, task: _Task, lane: str = PAGES, cost: float = 0.0) -> Progress | None:
        """Let a task wait for its turn; return what to say where it is not taken."""
        question = task.question
        cost = cost or self._stages[task.stage]
        wait = self._budgets.pay(question.payers, cost)
        if wait:
            return replace(task.progress, later=math.ceil(wait))
        job = Job(lane, question.asker, cost, question.subject, task.stage, task)
        try:
            older = self._queue.put(job)
        except Full:
            self._budgets.give_back(question.payers, cost)
            return replace(task.progress, busy=True)
        task.job = job
        for one in older:
            one.work.job = None
            self._budgets.give_back(one.work.question.payers, one.cost)
        self._hurry_older(task)
        self._deal()
        self._count()
        if older:
            self._news.notify_all()
        return None

    def _hurry_older(self, task: _Task) -> None:
        """Let a search that runs about the same thing end: the table has gone on."""
        question = task.question
        about = question.asker, question.subject
        for slot in self._slots:
            runs = None if slot.task is None else slot.task.question
            if runs is None or slot.child is None or question.subject is None:
                continue
            if (runs.asker, runs.subject) == about and runs.key != question.key:
                slot.child.hurry()

    def _deal(self) -> None:
        """Give whatever may run to the slots that have nothing to do: those with a process first."""
        if self._closed:
            return
        self._start()
        idle = sorted(
            (slot for slot in self._slots if slot.task is None),
            key=lambda slot: (slot.child is None, slot.longest),
        )
        for slot in idle:
            while (job := self._queue.take(slot.longest)) is not None:
                task: _Task = job.work
                # Whoever waits still asks, however long ago he began to.
                if task.waiting or self._clock() - task.asked <= ASKED:
                    slot.task = task
                    task.slot = slot
                    self._news.notify_all()
                    break
                self._queue.done(job, 0.0)
                self._budgets.give_back(task.question.payers, job.cost)
                task.job = None  # it goes on when somebody asks again

    def _start(self) -> None:
        if not self._threads:
            for slot in self._slots:
                thread = threading.Thread(target=self._run, args=(slot,), name="search", daemon=True)
                self._threads.append(thread)
                thread.start()

    def _forget(self) -> None:
        for key, task in list(self._tasks.items()):
            if len(self._tasks) <= KEPT:
                return
            if task.job is None and not task.waiting:
                del self._tasks[key]

    def _count(self) -> None:
        for lane in (PAGES, STRANGERS):
            metrics.SEARCHES_WAITING.labels(lane).set(self._queue.length(lane))

    # The threads ----------------------------------------------------------------------------------------------------

    def _run(self, slot: _Slot) -> None:
        """Search for whatever is given to a slot."""
        while True:
            with self._news:
                while slot.task is None and not self._closed:
                    self._news.wait()
                if self._closed:
                    return
                task = slot.task
                assert task is not None
                assert task.job is not None
                lane, cost = task.job.lane, task.job.cost
            kind, value, spent = self._search(slot, task, lane, cost)
            metrics.SEARCH_CPU.labels(lane).inc(spent)
            if kind == "answer" and lane == PAGES:
                metrics.searched(task.question.search, spent, gap_of(value))
            with self._news:
                slot.task = task.slot = None
                self._found(task, kind, value, spent)
                self._deal()
                self._count()
                self._news.notify_all()

    def _search(self, slot: _Slot, task: _Task, lane: str, cost: float) -> tuple[str, Any, float]:
        child = slot.child
        try:
            if child is None:
                child = self._child()
                with self._news:
                    slot.child = child
                    if self._closed:
                        child.stop()
                        return "lost", None, 0.0
                    if not task.waiting and task.asked == -math.inf:  # given up meanwhile
                        child.hurry()
            if lane == STRANGERS:
                reply = child.answer(task.json, cost)
                return "answer", reply.value, reply.spent
            (kind, value), spent = child.search(task.question.search, task.question.arguments, cost)
            return kind, value, spent
        except (Lost, OSError):
            if child is not None:
                child.stop()
            with self._news:
                slot.child = None
            return "lost", None, cost  # what it has really used nobody can say any more

    def _found(self, task: _Task, kind: str, value: Any, spent: float) -> None:
        job, before = task.job, task.progress
        assert job is not None
        task.job = None
        self._queue.done(job, spent)
        self._budgets.give_back(task.question.payers, job.cost - spent)
        task.stage += 1
        if kind == "answer":
            over = job.lane == STRANGERS or task.stage == len(self._stages) or task.question.final(value)
            task.progress = Progress(value, running=not over, seconds=job.cost)
        else:  # what was found before stays
            task.progress = Progress(before.value, running=False, seconds=before.seconds, failed=True)
        if not task.progress.running:
            task.question = replace(task.question, arguments=())  # an answer is kept, a whole table is not
        elif task.waiting or self._clock() - task.asked <= ASKED:
            self._put(task)

    # Operators ------------------------------------------------------------------------------------------------------

    def warm(self) -> None:
        """Start the processes that first questions need, so that these do not wait for that."""
        for slot in self._slots[:2]:
            child = self._child()
            with self._news:
                if slot.child is None and slot.task is None and not self._closed:
                    slot.child = child
                    continue
            child.stop()

    def pids(self) -> list[int]:
        """Return the ids of the processes, for those who measure."""
        with self._news:
            return [slot.child.process.pid for slot in self._slots if slot.child is not None]

    def waiting(self, lane: str) -> int:
        """Return how many questions wait in a lane, for those who measure."""
        with self._news:
            return self._queue.length(lane)

    def close(self) -> None:
        """Stop all searches at once."""
        with self._news:
            self._closed = True
            self._news.notify_all()
            processes = [slot.child for slot in self._slots if slot.child is not None]
        for process in processes:
            process.stop()


SEARCHES = "searches"
"""Under this name an app keeps its pool."""

_pools: dict[tuple[int, float], Pool] = {}
_making = threading.Lock()


def pool_of(size: int, refill: float) -> Pool:
    """Return the pool of this server process; apps of one process that want the same share it."""
    with _making:
        if (size, refill) not in _pools:
            found = _pools[size, refill] = Pool(size, refill=refill)
            atexit.register(found.close)
        return _pools[size, refill]


def pool() -> Pool:
    """Return the pool of the app that handles this request."""
    return cast(Pool, current_app.extensions[SEARCHES])
