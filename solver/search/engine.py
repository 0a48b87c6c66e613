"""
The one place that makes a CP-SAT solver, with the settings that every search of this project shares.

One worker and a fixed seed give the same answer on every run; ``linearization_level=2`` is up to forty times faster
than the default on trails and ceilings. A search ends by a deterministic measure of work where it can, and by the
clock where it must: by the clock on the wall, or, in a process that does nothing but search, by the seconds of CPU
that it has used (``count_cpu``), so that an answer is as good on a busy machine as on an idle one, only later. Ctrl-C
stays with Python: the default of OR-Tools would end the whole process when a solve runs in a thread.

OR-Tools takes more than a second and some 80 MB to import; nothing here imports it before a search needs it.
"""

from __future__ import annotations

import contextlib
import gc
import math
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SEED = 45
WORK_PER_SECOND = 1.0
"""How many units of CP-SAT's deterministic time one allowed second buys; a unit is rarely done in less than that."""


PACE = 0.02
"""Seconds between two looks at the CPU that a running solve has used."""
HANGS = 60.0
"""Seconds of wall clock, and as many for each second allowed, after which a solve counted by CPU ends in any case."""


class TakesLonger(Exception):
    """A search that was to be answered at once needs a solver, or more time."""


class _Clock:
    """What seconds are in this process, and the moment at which every search has to end."""

    by_cpu = False
    end = math.inf

    @classmethod
    def now(cls) -> float:
        """Return the seconds so far."""
        return time.process_time() if cls.by_cpu else time.perf_counter()

    @classmethod
    def left(cls) -> float:
        """Return how many seconds all searches together have left; infinity where nobody has said so."""
        return cls.end if math.isinf(cls.end) else cls.end - cls.now()


_thread = threading.local()


def count_cpu() -> None:
    """Count seconds of CPU of this process from now on; for a process that does nothing but search."""
    _Clock.by_cpu = True


def end_after(seconds: float) -> None:
    """Let all searches from now on end after so many seconds together; infinity takes that back."""
    _Clock.end = _Clock.now() + seconds


def end_now() -> None:
    """Let whatever is being searched end with what it has; any thread may say so."""
    _Clock.end = -math.inf


@contextlib.contextmanager
def at_once(seconds: float) -> Iterator[None]:
    """
    Run a block that may use so many seconds of CPU in this thread, and no solver.

    Raises
    ------
    TakesLonger
        From inside the block, as soon as it turns out that this is not enough.
    """
    _thread.until = time.thread_time() + seconds
    try:
        yield
    finally:
        del _thread.until


def check(*, steps: int = 0, most: int = 0) -> None:
    """
    Say that a search goes on; ``steps`` of ``most`` that can be made at once.

    Raises
    ------
    TakesLonger
        The block (``at_once``) has used its time, or what comes now has more than ``most`` steps and cannot be
        interrupted.
    """
    until = getattr(_thread, "until", None)
    if until is not None and (steps > most or time.thread_time() > until):
        raise TakesLonger


def _no_solver_at_once() -> None:
    if getattr(_thread, "until", None) is not None:
        raise TakesLonger


def load() -> None:
    """
    Import OR-Tools; every search calls this before its first own import of it.

    The seconds this takes belong to no search: a ``Deadline`` that runs meanwhile in the same thread does not count them.
    """
    _no_solver_at_once()
    began = _Clock.now()
    from ortools.sat.python import cp_model  # noqa: F401

    _thread.loading = _loaded_in() + _Clock.now() - began


def _loaded_in() -> float:
    """Return how many seconds this thread has waited for the import so far."""
    return float(getattr(_thread, "loading", 0.0))


def warm() -> None:
    """
    Import OR-Tools now and solve a trifle, so that the first real search does not wait for it.

    The many thousand objects that come along stay for good; taking them out of the garbage collector's rounds saves
    pauses of some 50 ms later.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    model.maximize(model.new_bool_var("warm"))
    new_solver(1.0).solve(model)
    gc.collect()
    gc.freeze()


def new_solver(seconds: float) -> cp_model.CpSolver:
    """
    Return a solver that stops after so many seconds.

    Parameters
    ----------
    seconds
        Limit of one ``solve``, by the clock of this process; the deterministic limit follows from it. Zero or less
        stops at once.
    """
    _no_solver_at_once()
    from ortools.sat.python import cp_model

    solver = _watched(seconds) if _Clock.by_cpu else cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.linearization_level = 2
    parameters.random_seed = SEED
    parameters.catch_sigint_signal = False
    parameters.max_deterministic_time = max(seconds, 0.0) * WORK_PER_SECOND
    parameters.max_time_in_seconds = max(seconds, 0.0) * (HANGS if _Clock.by_cpu else 1.0)
    return solver


def _watched(seconds: float) -> cp_model.CpSolver:
    """Return a solver whose solves are stopped by a clock that OR-Tools does not know."""
    from ortools.sat.python import cp_model

    class Watched(cp_model.CpSolver):
        def solve(self, model: Any, solution_callback: Any = None) -> Any:
            done = threading.Event()
            end = _Clock.now() + seconds

            def watch() -> None:
                while not done.wait(min(PACE, max(seconds, 0.001))):
                    if _Clock.now() >= end or _Clock.left() <= 0:
                        self.stop_search()

            watcher = threading.Thread(target=watch, name="watch", daemon=True)
            watcher.start()
            try:
                return super().solve(model, solution_callback)
            finally:
                done.set()
                watcher.join()

    return Watched()


def solved(status: Any) -> bool:
    """Whether a status comes with a solution that can be read."""
    from ortools.sat.python import cp_model

    return bool(status in (cp_model.OPTIMAL, cp_model.FEASIBLE))


def proved(status: Any) -> bool:
    """Whether a status says that the solution is the best there is."""
    from ortools.sat.python import cp_model

    return bool(status == cp_model.OPTIMAL)


def refuted(status: Any) -> bool:
    """Whether a status says that there is no solution."""
    from ortools.sat.python import cp_model

    return bool(status == cp_model.INFEASIBLE)


class Deadline:
    """
    The moment at which a call must have answered, as seconds that are left; loading OR-Tools does not count.

    Parameters
    ----------
    seconds
        How many it has, by the clock of this process.
    clock
        What tells the seconds; for tests.
    """

    __slots__ = ("began", "clock", "loaded", "seconds")

    def __init__(self, seconds: float, clock: Callable[[], float] | None = None) -> None:
        check()
        self.clock = clock or _Clock.now
        self.began = self.clock()
        self.loaded = _loaded_in()
        self.seconds = seconds

    @property
    def left(self) -> float:
        """Seconds left, never negative."""
        return max(min(self.seconds - self.spent, _Clock.left()), 0.0)

    @property
    def spent(self) -> float:
        """Seconds since the call began."""
        return self.clock() - self.began - (_loaded_in() - self.loaded)
