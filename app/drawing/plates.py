"""
Where the city plates hang.

A plate may hang at many places round its city's dot: at eight sides, at steps along them, and further out on a thin
leader. What a place costs is, above all, how much of the spaces it covers; then dots of other cities, whose name it
would be taken for, the map's edge, other plates, and a little for every step away from the dot. Plates are moved one
by one, in several rounds, until none gains by moving. Latin and Russian names are placed separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.drawing.bows import DOT
from app.drawing.geometry import Point, Points, corners, depth
from app.drawing.letters import text_width

HEIGHT = 22.0
PADDING = 5.0
FIRST_OUT = 26.0
"""From this distance on a leader ties plate and dot."""

DISTANCES = (3.0, 5.5, 8.0, 11.0, 15.0, 20.0, 26.0, 34.0, 44.0, 56.0, 70.0, 86.0)
BETWEEN_PLATES = 3.0
REACH = 180.0
"""How far from its dot a plate may hang when nothing nearer is free."""

SWAPS = 40
"""How many of a plate's best places are tried though others hang there."""

MARGIN = 1.5
"""Units round a space that a plate should leave free."""

COVERED = 1000.0
"""Cost of a space that a plate lies on: more than any other fault, a space must be seen."""

ASIDE = 45.0
"""A plate this far from every foreign dot is read as nobody else's, however long its leader."""

STRANGER = 10.0
"""Cost of every unit by which a plate is nearer to a foreign dot than to its own."""

MISTAKEN = 150.0
"""Cost of being nearer to a foreign dot at all: the plate would be read as that city's."""

BEHIND = 40.0
"""Cost of a leader that runs behind another plate."""

ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Plate:
    """
    One city's plate, in units, relative to the city's dot.

    ``x``, ``y``: upper left corner; ``width``: of the plate; ``text_width``: of the name in it; ``leader``: where a
    leader from the dot ends, or None.
    """

    x: float
    y: float
    width: float
    text_width: float
    leader: Point | None = None


def _offsets(width: float) -> Points:
    """Return upper left corners relative to the dot, and each one's distance and rank: columns x, y, distance, rank."""
    rows: list[tuple[float, float, float, float]] = []
    half, mid = width / 2, HEIGHT / 2
    for step in DISTANCES:
        side, corner = DOT + step, DOT + step * 0.7 - 2.5
        slides = [k * half / 4 for k in (-1, 1, -2, 2, -3, 3, -4, 4)]
        rise = [k * mid for k in (-0.35, 0.35, -0.7, 0.7, -1.1, 1.1, -1.6, 1.6)]
        places = [(side, -mid), (-side - width, -mid), (-half, -side - HEIGHT), (-half, side)]
        places += [
            (corner, -corner - HEIGHT),
            (-corner - width, -corner - HEIGHT),
            (corner, corner),
            (-corner - width, corner),
        ]
        places += [(x + slide, y) for slide in slides for x, y in places[2:4]]
        places += [(x, y + by) for by in rise for x, y in places[0:2]]
        if step >= FIRST_OUT:
            places += [(x * 0.75 + slide, y) for slide in (-half, half) for x, y in places[4:8]]
        rows += [(x, y, step, rank) for rank, (x, y) in enumerate(places)]
    return np.array(rows)


class _Ground:
    """What plates should not cover: the spaces and the dots."""

    def __init__(self, boxes: Points, cities: Points, frame: tuple[float, float, float, float]) -> None:
        self.cities, self.frame, self.middles = cities, frame, boxes[:, :2]
        self.shapes = corners(boxes, MARGIN)
        self.low, self.high = self.shapes.min(1), self.shapes.max(1)

    def cost(self, at: Points, offsets: Points, width: float, own: int) -> Points:
        """Return for every place of one plate what it costs whatever the other plates do."""
        low = at + offsets[:, :2]
        high = low + np.array([width, HEIGHT])
        middle = np.clip(self.cities, low[:, None], high[:, None])
        gap = np.linalg.norm(middle - self.cities, axis=2) - DOT - 2.0
        away = gap[:, own : own + 1].copy()
        gap[:, own] = 1.0
        left, top, right, bottom = self.frame
        beyond = np.maximum(0, left - low[:, 0]) + np.maximum(0, high[:, 0] - right)
        beyond += np.maximum(0, top - low[:, 1]) + np.maximum(0, high[:, 1] - bottom)
        nearer = np.minimum(away, ASIDE) - gap
        nearer[:, own] = -np.inf
        worst = nearer.max(1, initial=-np.inf)
        cost = self._covered(low, high) + STRANGER * np.maximum(worst, 0.0) + MISTAKEN * (worst > 0.0)
        cost += 25.0 * np.maximum(0, -gap).sum(1) + 100.0 * beyond
        cost += _far(offsets[:, 2]) + offsets[:, 3] * 0.35
        out = offsets[:, 2] >= FIRST_OUT
        cost[out] += 10.0 + 10.0 * self._crossed(at, low[out], high[out])
        return np.asarray(cost)

    def _covered(self, low: Points, high: Points) -> Points:
        """Return for every place how much of the spaces it covers: their number and how deep the plate cuts in."""
        near = np.flatnonzero(((low.min(0) < self.high) & (high.max(0) > self.low)).all(1))
        meets = (low[:, None] < self.high[near]) & (high[:, None] > self.low[near])
        couples = np.argwhere(meets[..., 0] & meets[..., 1])
        x0, y0, x1, y1 = low[:, 0], low[:, 1], high[:, 0], high[:, 1]
        plates = np.stack([np.stack(xy, axis=1) for xy in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], axis=1)
        deep = np.maximum(0.0, depth(plates[couples[:, 0]], self.shapes[near[couples[:, 1]]]))
        weights = 60.0 * (deep > 0) + 14.0 * deep + COVERED * (deep > MARGIN)
        return np.asarray(np.bincount(couples[:, 0], weights=weights, minlength=len(low)), dtype=np.float64)

    def _crossed(self, at: Points, low: Points, high: Points) -> Points:
        """Return how many beads of each leader lie on spaces."""
        ends = np.clip(at, low, high)
        beads = at + np.linspace(0.3, 1.0, 8)[None, :, None] * (ends - at)[:, None]
        near = self.middles[np.abs(self.middles - at).max(1) < 120]
        if not len(near):
            return np.zeros(len(low))
        away = beads[:, :, None] - near
        return np.asarray(((away**2).sum(3).min(2) < 121).sum(1))


def hang_plates(
    names: Mapping[str, str],
    places: Mapping[str, Point],
    boxes: Points,
    frame: tuple[float, float, float, float],
) -> dict[str, Plate]:
    """
    Return a plate for every city.

    Parameters
    ----------
    names
        What is written on every city's plate.
    places
        Centre of every city, in units, in the same order.
    boxes
        The spaces: x, y, angle, length, height.
    frame
        Left, top, right and bottom that plates keep within.
    """
    cities = list(names)
    points = np.array([places[city] for city in cities]).reshape(-1, 2)
    widths = [text_width(names[city]) for city in cities]
    wall = _Wall(_Ground(boxes, points, frame), points, [width + 2 * PADDING for width in widths])
    wall.settle()
    wall.swap()
    wall.settle()
    return {city: _plate(wall.offers[i][wall.chosen[i]], widths[i]) for i, city in enumerate(cities)}


def plates_beside(names: Mapping[str, str]) -> dict[str, Plate]:
    """Return a plate right of every city's dot, wherever the others are: for boards too crowded to look for better."""
    widths = {city: text_width(name) for city, name in names.items()}
    return {
        city: Plate(DOT + 3.0, round(-HEIGHT / 2, 1), round(width + 2 * PADDING, 1), width)
        for city, width in widths.items()
    }


def _far(distance: Points) -> Points:
    """Return what a distance from the dot costs: every step near it, every other step once a leader ties the plate."""
    return np.asarray(0.8 * np.minimum(distance, FIRST_OUT) + 0.6 * np.maximum(distance - FIRST_OUT, 0.0))


class _Wall:
    """All plates of a board, each at one of the places offered to it."""

    def __init__(self, ground: _Ground, points: Points, widths: list[float]) -> None:
        self.ground, self.points = ground, points
        self.sizes = np.array([(width, HEIGHT) for width in widths]).reshape(-1, 2)
        self.rows = points.copy()
        self.offers: list[Points] = [np.zeros((0, 4))] * len(widths)
        self.alone: list[Points] = [np.zeros(0)] * len(widths)
        self.chosen = [0] * len(widths)
        self.wide: set[int] = set()
        for i, width in enumerate(widths):
            self.offer(i, _offsets(width))

    def offer(self, i: int, offsets: Points) -> None:
        """Offer plate ``i`` these places and hang it at the cheapest as if it were alone."""
        self.offers[i] = offsets
        self.alone[i] = self.ground.cost(self.points[i], offsets, self.sizes[i][0], i)
        self._hang(i, self.alone[i])

    def _hang(self, i: int, cost: Points) -> float:
        self._put(i, int(np.argmin(np.round(cost, 6))))
        return float(cost[self.chosen[i]])

    def _put(self, i: int, place: int) -> None:
        self.chosen[i] = place
        self.rows[i] = self.points[i] + self.offers[i][place, :2]

    def settle(self) -> None:
        """Move plates one by one until none gains by moving; those that still cover something then look further."""
        for i in self._rounds():
            if i not in self.wide:
                self.wide.add(i)
                self.offer(i, np.concatenate((self.offers[i], _wide_offsets(self.sizes[i][0]))))
        self._rounds()

    def _rounds(self) -> list[int]:
        final = [0.0] * len(self.rows)
        for _ in range(ROUNDS):
            before = list(self.chosen)
            for i in range(len(self.rows)):
                final[i] = self._hang(i, self._cost(i))
            if self.chosen == before:
                break
        free = [float(_far(self.offers[i][self.chosen[i], 2])) + 58.0 for i in range(len(self.rows))]
        return [i for i, (cost, limit) in enumerate(zip(final, free, strict=True)) if cost > limit]

    def _cost(self, i: int) -> Points:
        """Return what each place of plate ``i`` costs while all others hang where they are."""
        cost = self.alone[i] + 3.0 * self._over(i).prod(2).sum(1)
        tied = np.flatnonzero((self.offers[i][:, 2] >= FIRST_OUT) & (cost < cost.min() + 4.0 * BEHIND))
        cost[tied] += BEHIND * self._behind(i, tied)
        return np.asarray(cost)

    def _behind(self, i: int, places: NDArray[np.intp]) -> Points:
        """Return behind how many other plates the leader of plate ``i`` runs at each of these places."""
        low = self.points[i] + self.offers[i][places, :2]
        ends = np.clip(self.points[i], low, low + self.sizes[i])
        beads = self.points[i] + np.linspace(0.2, 0.95, 8)[None, :, None] * (ends - self.points[i])[:, None]
        inside = (beads[:, :, None] > self.rows) & (beads[:, :, None] < self.rows + self.sizes)
        hidden = inside.all(3).any(1)
        hidden[:, i] = False
        return np.asarray(hidden.sum(1), dtype=np.float64)

    def _over(self, i: int, places: slice = slice(None)) -> Points:
        """Return how far each place of plate ``i`` reaches into every other plate, across and down."""
        low = self.points[i] + self.offers[i][places, :2]
        high = low + self.sizes[i]
        over = np.minimum(high[:, None], self.rows + self.sizes) - np.maximum(low[:, None], self.rows)
        over = np.maximum(over + BETWEEN_PLATES, 0.0)
        over[:, i] = 0.0
        return np.asarray(over)

    def swap(self) -> None:
        """Let a plate that hangs badly take a better place from others, where these find another for less."""
        for i in range(len(self.rows)):
            order = np.argsort(np.round(self.alone[i], 6), kind="stable")[:SWAPS]
            for place in order[self.alone[i][order] < self.alone[i][self.chosen[i]] - 8.0]:
                pushed = [int(j) for j in np.flatnonzero(self._over(i, slice(place, place + 1))[0].prod(1))]
                if not 0 < len(pushed) < 3:
                    continue
                kept, before = (list(self.chosen), self.rows.copy()), self._total([i, *pushed])
                self._put(i, int(place))
                for j in pushed:
                    self._hang(j, self._cost(j))
                if self._total([i, *pushed]) < before - 2.0:
                    break
                self.chosen, self.rows = kept

    def _total(self, plates: list[int]) -> float:
        total = 0.0
        for i in plates:
            place = self.chosen[i]
            total += float(self.alone[i][place] + 3.0 * self._over(i, slice(place, place + 1)).prod(2).sum())
        return total


def _wide_offsets(width: float) -> Points:
    """Return a close net of places for a plate that found none of the usual ones free."""
    x, y = np.meshgrid(np.arange(-width - REACH, REACH, 6.0), np.arange(-HEIGHT - REACH, REACH, 4.0))
    x, y = x.ravel(), y.ravel()
    gap = np.hypot(np.maximum(0, np.maximum(x, -x - width)), np.maximum(0, np.maximum(y, -y - HEIGHT))) - DOT
    keep = gap >= DISTANCES[0]
    return np.asarray(np.column_stack((x, y, gap, np.full(len(x), 30.0)))[keep])


def _plate(offer: Points, width: float) -> Plate:
    x, y, distance, _ = (float(value) for value in offer)
    whole = width + 2 * PADDING
    leader = None
    if distance >= FIRST_OUT:
        leader = (round(min(max(0.0, x), x + whole), 1), round(min(max(0.0, y), y + HEIGHT), 1))
    return Plate(round(x, 1), round(y, 1), round(whole, 1), round(width, 1), leader)
