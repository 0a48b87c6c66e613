"""
Where the city plates hang.

What a place costs by itself is in ``app.drawing.ground``; other plates cost too, and so do leaders that run behind
them. Plates are moved one by one, in several rounds, until none gains by moving. Latin and Russian names are placed
separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from app.drawing.bows import DOT
from app.drawing.geometry import Point, Points
from app.drawing.ground import BEADS, Ground, far, ways
from app.drawing.letters import text_width
from app.drawing.offers import FIRST_OUT, HEIGHT, PADDING, Offers, Shape, net, shapes_of, usual
from app.drawing.slots import Indices

BETWEEN_PLATES = 3.0
SWAPS = 40
"""How many of a plate's best places are tried though others hang there."""

OFF = 4.0
"""How far, in units, those places lie from each other at least."""

BEHIND = 150.0
"""Cost of another plate on the way from a dot to its plate: that one would be read as this city's."""

KEPT = 3_000
"""How many of a plate's places are thought of again, the best ones if it were alone."""

CONTENT = 30.0
"""A plate that costs more than this beyond its distance looks further for a place."""

ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Plate:
    """
    One city's plate, in units, relative to the city's dot.

    ``x``, ``y``: upper left corner; ``width``, ``height``: of the plate; ``lines``: the width of every line of the name
    in it (``app.drawing.letters.in_lines`` where there are two); ``small``: whether in smaller letters; ``leader``: where
    a leader from the dot ends, or None.
    """

    x: float
    y: float
    width: float
    height: float
    lines: tuple[float, ...]
    small: bool = False
    leader: Point | None = None


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
    points = np.array([places[city] for city in names]).reshape(-1, 2)
    wall = _Wall(Ground(boxes, points, frame), points, [shapes_of(name) for name in names.values()])
    wall.settle()
    wall.swap()
    wall.settle()
    return {city: wall.plate(i) for i, city in enumerate(names)}


def plates_beside(names: Mapping[str, str]) -> dict[str, Plate]:
    """Return a plate right of every city's dot, wherever the others are: for boards too crowded to look for better."""
    widths = {city: text_width(name) for city, name in names.items()}
    return {
        city: Plate(DOT + 3.0, round(-HEIGHT / 2, 1), round(width + 2 * PADDING, 1), HEIGHT, (width,))
        for city, width in widths.items()
    }


class _Wall:
    """All plates of a board, each at one of the places offered to it."""

    def __init__(self, ground: Ground, points: Points, shapes: list[tuple[Shape, ...]]) -> None:
        self.ground, self.points, self.shapes = ground, points, shapes
        count = len(shapes)
        self.low, self.high = points.copy(), points.copy()
        self.leads = np.repeat(points[:, None], len(BEADS), axis=1)
        self.offers = [usual(shape) for shape in shapes]
        self.alone: list[Points] = [np.zeros(0)] * count
        self.chosen = [0] * count
        self.wide: set[int] = set()
        for i, offers in enumerate(self.offers):
            self.offer(i, offers)

    def offer(self, i: int, offers: Offers) -> None:
        """Offer plate ``i`` these places and hang it at the cheapest as if it were alone."""
        cost = self.ground.cost(self.points[i], offers, i)
        kept = np.sort(np.argsort(np.round(cost, 6), kind="stable")[:KEPT])
        self.offers[i], self.alone[i] = offers.only(kept), cost[kept]
        self._hang(i, self.alone[i])

    def _hang(self, i: int, cost: Points) -> float:
        self._put(i, int(np.argmin(np.round(cost, 6))))
        return float(cost[self.chosen[i]])

    def _put(self, i: int, place: int) -> None:
        self.chosen[i] = place
        self.low[i] = self.points[i] + self.offers[i].corner[place]
        self.high[i] = self.low[i] + self.offers[i].size[place]
        self.leads[i] = ways(self.points[i], self.low[i : i + 1], self.high[i : i + 1])[0]

    def settle(self) -> None:
        """Move plates one by one until none gains by moving; those that hang badly then look further."""
        for i in self._rounds():
            if i not in self.wide:
                self.wide.add(i)
                self.offer(i, Offers.join([self.offers[i], net(self.shapes[i])]))
        self._rounds()

    def _rounds(self) -> list[int]:
        final = [0.0] * len(self.points)
        for _ in range(ROUNDS):
            before = list(self.chosen)
            for i in range(len(self.points)):
                final[i] = self._hang(i, self._cost(i))
            if self.chosen == before:
                break
        return [
            i
            for i, cost in enumerate(final)
            if cost > CONTENT + float(far(self.offers[i].distance[self.chosen[i]]))
        ]

    def _cost(self, i: int) -> Points:
        """Return what each place of plate ``i`` costs while all others hang where they are."""
        cost = self.alone[i] + 3.0 * self._over(i).prod(2).sum(1)
        best = np.array([int(np.argmin(cost))])
        bound = float(cost[best[0]] + BEHIND * self._behind(i, best)[0])
        open_ = np.flatnonzero(cost <= bound)
        cost[open_] += BEHIND * self._behind(i, open_)
        return np.asarray(cost)

    def _behind(self, i: int, places: Indices) -> Points:
        """Return how many other plates lie on the way to each of these places, or have the place on their way."""
        low = self.points[i] + self.offers[i].corner[places]
        high = low + self.offers[i].size[places]
        beads = ways(self.points[i], low, high)[:, :, None]
        within = (beads > self.low) & (beads < self.high)
        leads = self.leads[None]
        holding = (leads > low[:, None, None]) & (leads < high[:, None, None])
        hidden, hiding = np.asarray(within.all(axis=3)), np.asarray(holding.all(axis=3))
        met = np.asarray(hidden.any(axis=1), dtype=np.int64) + np.asarray(hiding.any(axis=2))
        met[:, i] = 0
        return np.asarray(met.sum(axis=1), dtype=np.float64)

    def _over(self, i: int, places: slice = slice(None)) -> Points:
        """Return how far each place of plate ``i`` reaches into every other plate, across and down."""
        low = self.points[i] + self.offers[i].corner[places]
        high = low + self.offers[i].size[places]
        over = np.minimum(high[:, None], self.high) - np.maximum(low[:, None], self.low)
        over = np.maximum(over + BETWEEN_PLATES, 0.0)
        over[:, i] = 0.0
        return np.asarray(over)

    def swap(self) -> None:
        """Let a plate that hangs badly take a better place from others, where these find another for less."""
        for i in range(len(self.points)):
            for place in self._better(i):
                pushed = [int(j) for j in np.flatnonzero(self._over(i, slice(place, place + 1))[0].prod(1))]
                if not 0 < len(pushed) < 3:
                    continue
                kept, before = self._hung(), self._total([i, *pushed])
                self._put(i, int(place))
                for j in pushed:
                    self._hang(j, self._cost(j))
                if self._total([i, *pushed]) < before - 2.0:
                    break
                self.chosen, self.low, self.high, self.leads = kept

    def _better(self, i: int) -> list[int]:
        """Return the best places of plate ``i`` if it were alone, each a little off the others."""
        limit, found = self._total([i]) - 8.0, list[int]()
        for place in np.argsort(np.round(self.alone[i], 6), kind="stable").tolist():
            if len(found) == SWAPS or self.alone[i][place] >= limit:
                break
            corners = self.offers[i].corner[[*found, place]]
            if not found or float(np.abs(corners[:-1] - corners[-1]).max(1).min()) >= OFF:
                found.append(place)
        return found

    def _hung(self) -> tuple[list[int], Points, Points, Points]:
        return list(self.chosen), self.low.copy(), self.high.copy(), self.leads.copy()

    def _total(self, plates: list[int]) -> float:
        total = 0.0
        for i in plates:
            place = self.chosen[i]
            total += float(self.alone[i][place] + 3.0 * self._over(i, slice(place, place + 1)).prod(2).sum())
            total += BEHIND * float(self._behind(i, np.array([place]))[0])
        return total

    def plate(self, i: int) -> Plate:
        """Return plate ``i`` where it hangs now."""
        place, offers = self.chosen[i], self.offers[i]
        (x, y), (width, height) = offers.corner[place].tolist(), offers.size[place].tolist()
        shape = self.shapes[i][int(offers.shape[place])]
        leader = None
        if offers.distance[place] >= FIRST_OUT:
            leader = (round(min(max(0.0, x), x + width), 1), round(min(max(0.0, y), y + height), 1))
        return Plate(round(x, 1), round(y, 1), round(width, 1), height, shape.lines, shape.small, leader)
