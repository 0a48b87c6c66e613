"""
Plane geometry of the board: quadratic curves, lengths along them, rectangles that turn.

Units are those of the drawing: the short side of a board is 1000 units long, x grows to the right, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Points or vectors, the last axis of size two."""

Point = tuple[float, float]

STEPS = np.linspace(0.0, 1.0, 65)
"""Where a curve is sampled to measure it."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A quadratic curve from ``start`` to ``end`` with one handle; straight when the handle is half way."""

    start: Point
    handle: Point
    end: Point

    def at(self, t: Points) -> Points:
        """Return the points at the parameters ``t`` (0 is the start, 1 the end)."""
        u = t[:, None]
        a, b, c = (np.asarray(p) for p in (self.start, self.handle, self.end))
        return np.asarray((1 - u) ** 2 * a + 2 * u * (1 - u) * b + u**2 * c)

    def heading(self, t: Points) -> Points:
        """Return unit vectors along the curve at the parameters ``t``."""
        u = t[:, None]
        a, b, c = (np.asarray(p) for p in (self.start, self.handle, self.end))
        along = (1 - u) * (b - a) + u * (c - b)
        return np.asarray(along / np.maximum(np.hypot(along[:, :1], along[:, 1:]), 1e-9))

    def lengths(self) -> Points:
        """Return the length walked at each of ``STEPS``."""
        steps = np.diff(self.at(STEPS), axis=0)
        return np.concatenate(([0.0], np.cumsum(np.hypot(steps[:, 0], steps[:, 1]))))

    def shifted(self, by: float) -> Curve:
        """Return the parallel curve ``by`` units to the right of the walking direction (y downwards)."""
        if not by:
            return self
        first, last = self.heading(np.array([0.0, 1.0]))
        n0, n1 = np.array([-first[1], first[0]]), np.array([-last[1], last[0]])
        bend = (n0 + n1) / max(1.0 + float(n0 @ n1), 0.2)
        return Curve(
            _point(np.asarray(self.start) + by * n0),
            _point(np.asarray(self.handle) + by * bend),
            _point(np.asarray(self.end) + by * n1),
        )

    def cut(self, t0: float, t1: float) -> Curve:
        """Return the piece between two parameters, exactly."""
        a, b = self.at(np.array([t0, t1]))
        p, q, r = (np.asarray(x) for x in (self.start, self.handle, self.end))
        handle = (1 - t0) * (1 - t1) * p + (t0 * (1 - t1) + t1 * (1 - t0)) * q + t0 * t1 * r
        return Curve(_point(a), _point(handle), _point(b))

    @property
    def straight(self) -> bool:
        """Whether the handle is so near to the chord that nobody sees a bend."""
        (ax, ay), (hx, hy), (bx, by) = self.start, self.handle, self.end
        return bool(np.hypot(hx - (ax + bx) / 2, hy - (ay + by) / 2) < 0.6)


def _point(xy: Points) -> Point:
    return float(xy[0]), float(xy[1])


def bowed(start: Point, end: Point, bow: float) -> Curve:
    """Return the curve whose middle lies ``bow`` times the chord beside the chord (to the right when positive)."""
    (ax, ay), (bx, by) = start, end
    return Curve(start, ((ax + bx) / 2 - 2 * bow * (by - ay), (ay + by) / 2 + 2 * bow * (bx - ax)), end)


def upright(heading: Points) -> float:
    """Return the angle of a heading in degrees, folded into -90…90 so that nothing stands on its head."""
    angle = float(np.degrees(np.arctan2(heading[1], heading[0])))
    return angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle


def corners(boxes: Points, grow: float = 0.0) -> Points:
    """
    Return the four corners of turned rectangles, in order round each.

    Parameters
    ----------
    boxes
        One row a rectangle: centre x, centre y, angle in degrees, length, height.
    grow
        Added to every side, in units.
    """
    turn = np.radians(boxes[:, 2])
    along = np.stack((np.cos(turn), np.sin(turn)), axis=1) * (boxes[:, 3:4] / 2 + grow)
    across = np.stack((-np.sin(turn), np.cos(turn)), axis=1) * (boxes[:, 4:5] / 2 + grow)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.stack([boxes[:, :2] + i * along + j * across for i, j in signs], axis=1)


def depth(first: Points, second: Points) -> Points:
    """
    Return for couples of rectangles how deep they lie in each other, in units; 0 or less when they are apart.

    ``first`` and ``second`` hold corners, shape (couples, 4, 2). The rule is that of the separating axis: two convex
    shapes are apart when their shadows on a side's normal are.
    """
    least = np.full(len(first), np.inf)
    for shape in (first, second):
        for a, b in ((0, 1), (1, 2)):
            axis = shape[:, b] - shape[:, a]
            axis = axis / np.maximum(np.hypot(axis[:, :1], axis[:, 1:]), 1e-9)
            one = np.einsum("nkc,nc->nk", first, axis)
            two = np.einsum("nkc,nc->nk", second, axis)
            least = np.minimum(least, np.minimum(one.max(1) - two.min(1), two.max(1) - one.min(1)))
    return least
