"""
The one place that makes a CP-SAT solver, with the settings that every search of this project shares.

One worker and a fixed seed give the same answer on every run; ``linearization_level=2`` is up to forty times faster
than the default on trails and ceilings. A search ends by a deterministic measure of work where it can, and by the
clock where it must. Ctrl-C stays with Python: the default of OR-Tools would end the whole process when a solve runs
in a thread.

OR-Tools takes more than a second and some 80 MB to import; nothing here imports it before a search needs it.
"""

from __future__ import annotations

import gc
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SEED = 45
WORK_PER_SECOND = 1.0
"""How many units of CP-SAT's deterministic time one allowed second buys; a unit is rarely done in less than that."""


_loading = threading.local()


def load() -> None:
    """
    Import OR-Tools; every search calls this before its first own import of it.

    The seconds this takes belong to no search: a ``Deadline`` that runs meanwhile in the same thread does not count them.
    """
    began = time.perf_counter()
    from ortools.sat.python import cp_model  # noqa: F401

    _loading.seconds = _loaded_in() + time.perf_counter() - began


def _loaded_in() -> float:
    """Return how many seconds this thread has waited for the import so far."""
    return float(getattr(_loading, "seconds", 0.0))


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
        Wall-clock limit of one ``solve``; the deterministic limit follows from it. Zero or less stops at once.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.linearization_level = 2
    parameters.random_seed = SEED
    parameters.catch_sigint_signal = False
    parameters.max_deterministic_time = max(seconds, 0.0) * WORK_PER_SECOND
    parameters.max_time_in_seconds = max(seconds, 0.0)
    return solver


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
    """The moment at which a call must have answered, as seconds that are left; loading OR-Tools does not count."""

    __slots__ = ("began", "loaded", "seconds")

    def __init__(self, seconds: float) -> None:
        self.began = time.perf_counter()
        self.loaded = _loaded_in()
        self.seconds = seconds

    @property
    def left(self) -> float:
        """Seconds left, never negative."""
        return max(self.seconds - self.spent, 0.0)

    @property
    def spent(self) -> float:
        """Seconds since the call began."""
        return time.perf_counter() - self.began - (_loaded_in() - self.loaded)
