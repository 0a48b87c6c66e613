"""
What a place for a city plate costs, whatever the other plates do.

Above all, how much of the spaces it covers. Then whatever makes it read as another city's plate: a foreign dot that is
nearer than its own, or one on the way from its dot. Then spaces between it and its dot, the map's edge, and a little
for every step away.
"""

from __future__ import annotations

import numpy as np

from app.drawing.bows import DOT
from app.drawing.geometry import Points, corners, depth
from app.drawing.offers import FIRST_OUT, Offers

MARGIN = 1.5
"""Units round a space that a plate should leave free."""

COVERED = 1000.0
"""Cost of a space that a plate lies on: more than any other fault, a space must be seen."""

ASIDE = 45.0
"""A plate this far from every foreign dot is not at once read as somebody else's, however long its leader."""

STRANGER = 10.0
"""Cost of every unit by which a plate is nearer to a foreign dot than to its own."""

MISTAKEN = 150.0
"""Cost of being nearer to a foreign dot at all: the plate would be read as that city's."""

DOUBTED = 90.0
"""Cost of being nearer to a foreign dot though far from it, on a leader."""

PASSED = 120.0
"""Cost of a foreign dot on the way from a dot to its plate."""

CROSSED = 45.0
"""Cost of a space on the way from a dot to its plate."""

HOPELESS = 450.0
"""How much dearer than the cheapest place one may be to be looked at closely."""

BEADS = np.linspace(0.0, 1.0, 25)
"""Where the way from a dot to its plate is looked at."""


def ways(at: Points, low: Points, high: Points) -> Points:
    """Return the beads of the way from a dot to each place of its plate: places, beads, 2."""
    ends = np.clip(at, low, high)
    return np.asarray(at + BEADS[None, :, None] * (ends - at)[:, None])


def far(distance: Points) -> Points:
    """Return what a distance from the dot costs: every step near it, every other step once a leader ties the plate."""
    return np.asarray(0.8 * np.minimum(distance, FIRST_OUT) + 0.9 * np.maximum(distance - FIRST_OUT, 0.0))


class Ground:
    """What plates should not cover: the spaces and the dots."""

    def __init__(self, boxes: Points, cities: Points, frame: tuple[float, float, float, float]) -> None:
        self.boxes, self.cities, self.frame = boxes, cities, frame
        self.shapes = corners(boxes, MARGIN)
        self.low, self.high = self.shapes.min(1), self.shapes.max(1)

    def cost(self, at: Points, offers: Offers, own: int) -> Points:
        """Return for every place of one plate what it costs whatever the other plates do."""
        low = at + offers.corner
        high = low + offers.size
        left, top, right, bottom = self.frame
        beyond = np.maximum(0, left - low[:, 0]) + np.maximum(0, high[:, 0] - right)
        beyond += np.maximum(0, top - low[:, 1]) + np.maximum(0, high[:, 1] - bottom)
        cost = self._covered(low, high) + self._mistaken(low, high, own) + 100.0 * beyond
        cost += far(offers.distance) + offers.worth
        out = offers.distance >= FIRST_OUT
        cost[out] += 10.0
        hopeful = cost < cost.min(initial=np.inf) + HOPELESS
        cost[~hopeful] += HOPELESS
        cost[hopeful] += self._crossed(at, low[hopeful], high[hopeful], own)
        return np.asarray(cost)

    def _mistaken(self, low: Points, high: Points, own: int) -> Points:
        """Return for every place what it costs that the plate lies at foreign dots."""
        middle = np.clip(self.cities, low[:, None], high[:, None])
        gap = np.linalg.norm(middle - self.cities, axis=2) - DOT - 2.0
        away = gap[:, own].copy()
        gap[:, own] = np.inf
        nearest = gap.min(1, initial=np.inf)
        worst = np.minimum(away, ASIDE) - nearest
        cost = STRANGER * np.maximum(worst, 0.0) + MISTAKEN * (worst > 0.0) + DOUBTED * (away >= nearest)
        return np.asarray(cost + 25.0 * np.maximum(0, -gap).sum(1))

    def _covered(self, low: Points, high: Points) -> Points:
        """Return for every place how much of the spaces it covers: their number and how deep the plate cuts in."""
        near = np.flatnonzero(((low.min(0) < self.high) & (high.max(0) > self.low)).all(1))
        meets = (low[:, None] < self.high[near]) & (high[:, None] > self.low[near])
        couples = np.argwhere(meets[..., 0] & meets[..., 1])
        x0, y0, x1, y1 = low[:, 0], low[:, 1], high[:, 0], high[:, 1]
        plates = np.stack([np.stack(xy, axis=1) for xy in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], axis=1)
        deep = np.maximum(0.0, depth(plates[couples[:, 0]], self.shapes[near[couples[:, 1]]]))
        weights = 10.0 * (deep > 0) + 14.0 * deep + COVERED * (deep > MARGIN)
        return np.asarray(np.bincount(couples[:, 0], weights=weights, minlength=len(low)), dtype=np.float64)

    def _crossed(self, at: Points, low: Points, high: Points, own: int) -> Points:
        """Return for every place what it costs that spaces and foreign dots lie on the way to it."""
        reach = float(np.abs(np.concatenate((low, high)) - at).max(initial=0.0)) + 40.0
        near = self.boxes[np.abs(self.boxes[:, :2] - at).max(1) < reach]
        dots = np.delete(self.cities, own, axis=0)
        dots = dots[np.abs(dots - at).max(1) < reach]
        beads = ways(at, low, high)
        cost = np.zeros(len(low))
        for x, y, angle, length, height in near:
            turn, half = np.radians(angle), np.hypot(length, height) / 2
            ends = beads[:, -1]
            met = np.flatnonzero(
                (np.minimum(ends[:, 0], at[0]) < x + half)
                & (np.maximum(ends[:, 0], at[0]) > x - half)
                & (np.minimum(ends[:, 1], at[1]) < y + half)
                & (np.maximum(ends[:, 1], at[1]) > y - half)
            )
            across, down = beads[met, :, 0] - x, beads[met, :, 1] - y
            along = across * np.cos(turn) + down * np.sin(turn)
            aside = down * np.cos(turn) - across * np.sin(turn)
            cost[met] += CROSSED * ((np.abs(along) < length / 2) & (np.abs(aside) < height / 2)).any(1)
        for x, y in dots:
            cost += PASSED * (np.hypot(beads[..., 0] - x, beads[..., 1] - y) < DOT + 6.5).any(1)
        return cost
