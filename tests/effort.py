"""How much work a call is, counted instead of timed: the same on a fast machine, a slow one and a busy one."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

FAIR = 2.5
"""Twice the input may be so many times the work; what grows with the square takes four times."""


def effort(call: Callable[[], Any]) -> int:
    """Return how many lines of Python a call runs, a line as often as it is run, in this thread."""
    count = 0

    def trace(_frame: FrameType, _event: str, _argument: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def grows_fairly(of_size: Callable[[int], Callable[[], Any]], size: int) -> bool:
    """Whether twice the input is at most ``FAIR`` times the work; ``of_size`` prepares a call, which is not counted."""
    assert threading.current_thread() is threading.main_thread()
    of_size(size)()  # what is made once and kept is no work of the input
    once, twice = of_size(size), of_size(2 * size)
    return effort(twice) <= FAIR * effort(once)
