"""
Places offered to a city plate: at eight sides of its dot, at steps along them, and further out on a thin leader.

A long name of several words may also hang in two lines: narrower, it finds room nearer to its dot. Where nothing else
is free a name is written in smaller letters, rather than hung where it is read as another city's.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from app.drawing.bows import DOT
from app.drawing.geometry import Points
from app.drawing.letters import in_lines, text_width
from app.drawing.slots import Indices

PADDING = 5.0
HEIGHT = 22.0
LINE = 18.0
"""From one line of a name to the next, in units."""

FIRST_OUT = 26.0
"""From this distance on a leader ties plate and dot."""

DISTANCES = (3.0, 5.5, 8.0, 11.0, 15.0, 20.0, 26.0, 34.0, 44.0, 56.0, 70.0, 86.0)
NEAR, REACH = 32.0, 180.0
"""Where places stop being looked at closely, and how far from its dot a plate may hang when nothing nearer is free."""

SMALLER = 0.8
"""The smaller letters, as a part of the usual ones' height."""

SPLIT, SMALL = 6.0, 26.0
"""Cost of a name in two lines (one is read faster), and of smaller letters."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A plate's size, the width of every line of the name in it, and whether the letters are the smaller ones."""

    width: float
    height: float
    lines: tuple[float, ...]
    small: bool

    @property
    def worth(self) -> float:
        """What it costs that a name is not simply written."""
        return SPLIT * (len(self.lines) - 1) + SMALL * self.small


def shapes_of(name: str) -> tuple[Shape, ...]:
    """Return how a name may be written: in one line, in two where it has words to part, and the same smaller."""
    rows = sorted({(name,), in_lines(name)}, key=len)
    return tuple(_shape(row, small) for small in (False, True) for row in rows)


def _shape(row: tuple[str, ...], small: bool) -> Shape:
    scale = SMALLER if small else 1.0
    lines = tuple(round(text_width(line) * scale, 1) for line in row)
    height = round((HEIGHT + LINE * (len(lines) - 1)) * scale, 1)
    return Shape(round(max(lines) + 2 * PADDING * scale, 1), height, lines, small)


@dataclass(frozen=True)
class Offers:
    """Places of one plate, a row each: upper left corner from the dot, size, distance, cost of the place itself."""

    corner: Points
    size: Points
    distance: Points
    worth: Points
    shape: Points

    @classmethod
    def join(cls, parts: list[Offers]) -> Offers:
        """Return several offers as one."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in COLUMNS))

    def only(self, rows: Indices) -> Offers:
        """Return some of these places."""
        return Offers(*(getattr(self, name)[rows] for name in COLUMNS))


COLUMNS = tuple(field.name for field in fields(Offers))


def usual(shapes: tuple[Shape, ...]) -> Offers:
    """Return the usual places round the dot, in the usual letters."""
    return Offers.join(
        [_offers(_round_dot(shape), shape, n) for n, shape in enumerate(shapes) if not shape.small]
    )


def net(shapes: tuple[Shape, ...]) -> Offers:
    """Return a net of places, closer near the dot, for a plate that found none of the usual ones free."""
    return Offers.join([_offers(_net(shape), shape, n) for n, shape in enumerate(shapes)])


def _offers(rows: Points, shape: Shape, number: int) -> Offers:
    count = len(rows)
    size = np.tile([shape.width, shape.height], (count, 1))
    return Offers(rows[:, :2], size, rows[:, 2], rows[:, 3] + shape.worth, np.full(count, float(number)))


def _round_dot(shape: Shape) -> Points:
    """Return upper left corners relative to the dot, and each one's distance and cost: columns x, y, distance, cost."""
    rows: list[tuple[float, float, float, float]] = []
    width, height = shape.width, shape.height
    half, mid = width / 2, height / 2
    for step in DISTANCES:
        side, corner = DOT + step, DOT + step * 0.7 - 2.5
        slides = [k * half / 4 for k in (-1, 1, -2, 2, -3, 3, -4, 4)]
        rise = [k * mid for k in (-0.35, 0.35, -0.7, 0.7, -1.1, 1.1, -1.6, 1.6)]
        places = [(side, -mid), (-side - width, -mid), (-half, -side - height), (-half, side)]
        places += [
            (corner, -corner - height),
            (-corner - width, -corner - height),
            (corner, corner),
            (-corner - width, corner),
        ]
        places += [(x + slide, y) for slide in slides for x, y in places[2:4]]
        places += [(x, y + by) for by in rise for x, y in places[0:2]]
        if step >= FIRST_OUT:
            places += [(x * 0.75 + slide, y) for slide in (-half, half) for x, y in places[4:8]]
        rows += [(x, y, step, 0.35 * rank) for rank, (x, y) in enumerate(places)]
    return np.array(rows)


def _net(shape: Shape) -> Points:
    return np.concatenate([_woven(shape, 2.0, DISTANCES[0], NEAR), _woven(shape, 5.0, NEAR, REACH)])


def _woven(shape: Shape, step: float, least: float, most: float) -> Points:
    """Return places at these distances from the dot, a step apart: columns x, y, distance, cost."""
    most += DOT
    x, y = np.meshgrid(
        np.arange(-shape.width - most, most, step), np.arange(-shape.height - most, most, step)
    )
    x, y = x.ravel(), y.ravel()
    across = np.maximum(0, np.maximum(x, -x - shape.width))
    down = np.maximum(0, np.maximum(y, -y - shape.height))
    gap = np.hypot(across, down) - DOT
    keep = (gap >= least) & (gap < most - DOT)
    return np.asarray(np.column_stack((x, y, gap, np.full(len(x), 8.0)))[keep])
