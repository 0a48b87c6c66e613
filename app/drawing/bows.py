"""
How far each line of the board bends.

All routes between two cities form one *line*: one centre curve, whatever the number of parallel routes on it. Most
lines are straight. A line bends when a straight one would run too near a foreign city or another line, leave the
frame, or have no room for its spaces. The bows are chosen one line at a time, in several rounds, each to the least
cost while the others stand still; same input, same answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from app.drawing.geometry import Point, Points, bowed
from solver.game.edition import Board

BOWS = (
    0.0,
    0.03,
    -0.03,
    0.06,
    -0.06,
    0.09,
    -0.09,
    0.13,
    -0.13,
    0.18,
    -0.18,
    0.24,
    -0.24,
    0.30,
    -0.30,
    0.38,
    -0.38,
)
"""Sideways shift of a line's middle over its chord, in the order in which equals are preferred."""

DOT = 9.5
"""Radius of a city's dot, in units."""

BETWEEN = 10.1
"""Half the distance of two parallel routes."""

SLOT_HEIGHT = 17.0
AIR = 4.0
NEAR_CITY = 26.0
"""Where two lines meet in a city they cannot keep their distance: so near to it closeness does not count."""

SAMPLES = np.linspace(0.0, 1.0, 33)
ROUNDS = 6


@dataclass(frozen=True, slots=True)
class Line:
    """The routes between two cities (ids in alphabetical order) and their greatest length in spaces."""

    ends: tuple[str, str]
    routes: tuple[str, ...]
    length: int

    @property
    def half(self) -> float:
        """Half the width of all its routes side by side, in units."""
        return SLOT_HEIGHT / 2 + BETWEEN * (len(self.routes) - 1)


def lines_of(board: Board) -> tuple[Line, ...]:
    """Return the board's lines, sorted by their ends."""
    groups: dict[tuple[str, str], list[str]] = {}
    for route in board.routes.values():
        a, b = sorted(route.ends)
        groups.setdefault((a, b), []).append(route.id)
    return tuple(
        Line(ends, tuple(sorted(ids)), max(board.routes[i].length for i in ids))
        for ends, ids in sorted(groups.items())
    )


class _Scene:
    """All candidate curves, sampled once."""

    def __init__(self, lines: tuple[Line, ...], places: Mapping[str, Point], size: Point) -> None:
        self.lines, self.size = lines, size
        self.cities = np.array(list(places.values()))
        self.names = {city: i for i, city in enumerate(places)}
        self.curves = np.array(
            [
                [bowed(places[a], places[b], bow).at(SAMPLES) for bow in BOWS]
                for a, b in (li.ends for li in lines)
            ]
        )
        reach = self.curves.reshape(len(lines), -1, 2)
        self.low, self.high = reach.min(1), reach.max(1)
        self.alone = np.array([self._alone(i) for i in range(len(lines))])

    def _alone(self, index: int) -> Points:
        """Return the cost of every bow of a line as long as there are no other lines."""
        line, curves = self.lines[index], self.curves[index]
        steps = np.diff(curves, axis=1)
        length = np.hypot(steps[..., 0], steps[..., 1]).sum(1)
        chord = float(np.hypot(*(curves[0, -1] - curves[0, 0])))
        foreign = np.delete(self.cities, [self.names[end] for end in line.ends], axis=0)
        cost = np.zeros(len(BOWS))
        if len(foreign):
            gap = np.linalg.norm(curves[:, :, None] - foreign, axis=3)
            need = line.half + DOT + 5.0
            cost += 6.0 * (np.maximum(0.0, 1 - gap / need) ** 2).sum((1, 2)) * length / len(SAMPLES)
        width, height = self.size
        out = np.maximum(np.maximum(-curves, curves - np.array([width, height])) - 22.0, 0.0)
        cost += 0.5 * out.sum((1, 2)) * length / len(SAMPLES) / 10
        pitch = (length - 2 * (DOT + 5.5)) / line.length
        cost += 1.2 * line.length * np.maximum(0.0, 38.0 - pitch)
        bows = np.abs(np.array(BOWS))
        return np.asarray(cost + (62.0 + 0.3 * chord) * bows + 4.0 * (bows > 0))

    def between(self, i: int, j: int, bow: int) -> Points:
        """Return the cost of every bow of line ``i`` because line ``j`` lies where it lies with its ``bow``."""
        one, two, mine, other = self.lines[i], self.lines[j], self.curves[i], self.curves[j, bow]
        away = mine[:, :, None] - other
        gap = np.sqrt((away[..., 0] ** 2 + away[..., 1] ** 2).min(2))
        need = one.half + two.half + AIR
        close = np.maximum(0.0, 1 - gap / need) ** 2
        for city in set(one.ends) & set(two.ends):
            close = np.where(
                np.linalg.norm(mine - self.cities[self.names[city]], axis=2) < NEAR_CITY, 0.0, close
            )
        steps = np.diff(mine, axis=1)
        return np.asarray(20.0 * close.sum(1) * np.hypot(steps[..., 0], steps[..., 1]).sum(1) / len(SAMPLES))

    def neighbours(self, i: int) -> list[int]:
        """Return the lines that can come near to line ``i`` at all."""
        margin = self.lines[i].half + np.array([line.half for line in self.lines])[:, None] + AIR
        meets = ((self.low[i] - margin < self.high) & (self.high[i] + margin > self.low)).all(1)
        return [int(j) for j in np.flatnonzero(meets) if j != i]


def pairs_near(lines: tuple[Line, ...], places: Mapping[str, Point]) -> int:
    """Return how many pairs of lines have boxes round their straight lines that meet: how crowded a board is."""
    ends = np.array([[places[a], places[b]] for a, b in (line.ends for line in lines)]).reshape(-1, 2, 2)
    low, high = ends.min(1) - SLOT_HEIGHT, ends.max(1) + SLOT_HEIGHT
    meets = ((low[:, None] < high) & (high[:, None] > low)).all(2)
    return int(meets.sum() - len(lines)) // 2


def choose_bows(lines: tuple[Line, ...], places: Mapping[str, Point], size: Point) -> tuple[float, ...]:
    """
    Return a bow for every line.

    Parameters
    ----------
    lines
        As from ``lines_of``.
    places
        Centre of every city, in units.
    size
        Width and height of the board, in units.
    """
    if not lines:
        return ()
    scene = _Scene(lines, places, size)
    near = [scene.neighbours(i) for i in range(len(lines))]
    chosen = [0] * len(lines)
    known: dict[tuple[int, int, int], Points] = {}
    for _ in range(ROUNDS):
        before = list(chosen)
        for i in range(len(lines)):
            cost = scene.alone[i].copy()
            for j in near[i]:
                key = (i, j, chosen[j])
                if key not in known:
                    known[key] = scene.between(*key)
                cost += known[key]
            chosen[i] = int(np.argmin(np.round(cost, 6)))
        if chosen == before:
            break
    return tuple(BOWS[bow] for bow in chosen)


def shifts(line: Line) -> tuple[float, ...]:
    """Return how far each of a line's routes lies to the right of its centre curve; the lowest id is on the left."""
    places = [BETWEEN * (2 * k - len(line.routes) + 1) for k in range(len(line.routes))]
    assert all(b - a > SLOT_HEIGHT for a, b in pairwise(places))
    return tuple(places)
