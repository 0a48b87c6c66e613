"""A cordon round cities that a proof closes in."""

from __future__ import annotations

from collections.abc import Collection
from math import cos, pi, sin

from app.drawing.geometry import Point
from app.drawing.layout import BoardLayout
from app.drawing.paths import number

CORDON = 34.0
"""Distance of a cordon from the dots it closes in, in units."""


def cordon_path(layout: BoardLayout, cities: Collection[str]) -> str:
    """
    Return path data that closes in these cities.

    One rope round all of them, unless that would take in a city that is not closed in: then a ring round each.
    """
    inside = [layout.cities[city] for city in cities if city in layout.cities]
    rings = [_ring(point) for point in inside]
    rope = _hull([point for ring in rings for point in ring])
    if any(_within(point, rope) for city, point in layout.cities.items() if city not in cities):
        return "".join(map(_closed, rings))
    return _closed(rope)


def _ring(centre: Point) -> list[Point]:
    turns = (2 * pi * k / 24 for k in range(24))
    return [(centre[0] + CORDON * cos(turn), centre[1] + CORDON * sin(turn)) for turn in turns]


def _hull(points: list[Point]) -> list[Point]:
    """Return the convex hull, counter-clockwise (Andrew 1979)."""
    rows = sorted(set(points))

    def chain(rows: list[Point]) -> list[Point]:
        kept: list[Point] = []
        for point in rows:
            while len(kept) > 1 and _left(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return chain(rows) + chain(rows[::-1]) if len(rows) > 2 else rows


def _left(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _within(point: Point, rope: list[Point]) -> bool:
    return len(rope) > 2 and all(
        _left(a, b, point) > 0 for a, b in zip(rope, [*rope[1:], rope[0]], strict=True)
    )


def _closed(points: list[Point]) -> str:
    steps = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{steps}z" if points else ""
