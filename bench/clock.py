"""Timing and printing: medians, worst cases and ratios."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of several runs; ``cut`` of them were stopped at the limit."""

    seconds: tuple[float, ...]
    cut: int = 0

    @property
    def median(self) -> float:
        return median(self.seconds)

    @property
    def worst(self) -> float:
        return max(self.seconds)


def timed(work: Callable[..., Any], *args: Any, **knobs: Any) -> tuple[float, Any]:
    """
    Return the seconds that a piece of work takes, and its result.

    Work of less than a fifth of a second is done three times and the shortest counts: what else the machine does
    meanwhile is not what is measured.
    """
    best = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        result = work(*args, **knobs)
        best = min(best, time.perf_counter() - began)
        if best > 0.2:
            break
    return best, result


def shown(seconds: float, *, cut: bool = False) -> str:
    """Return a duration in milliseconds, or in seconds behind ``>`` when it was stopped there."""
    if cut:
        return f"> {seconds:.0f} s"
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.2f} ms"


def ratio(ours: float, theirs: float, *, cut: bool = False) -> str:
    """Return how many times longer the other way takes."""
    times = theirs / ours
    return f"{'> ' if cut else ''}{times:.0f} ×" if times >= 10 else f"{'> ' if cut else ''}{times:.1f} ×"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table as Markdown, so that it can go into the documentation as it is."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    for row in (head, ["-" * width for width in widths], *rows):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |")
