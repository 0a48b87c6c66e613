"""Plane shapes cut with each other, slowly and obviously: the oracle of the drawing's tests."""

from math import cos, radians, sin


def rectangle(x, y, angle, length, height):
    """The corners of a turned rectangle round (x, y)."""
    c, s = cos(radians(angle)), sin(radians(angle))
    half = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    return [
        (x + i * length / 2 * c - j * height / 2 * s, y + i * length / 2 * s + j * height / 2 * c)
        for i, j in half
    ]


def area(shape):
    """The area of a polygon, by the shoelace formula."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(shape, shape[1:] + shape[:1], strict=True))) / 2


def common(shape, window):
    """The part of a polygon inside a convex one (Sutherland and Hodgman 1974)."""
    for a, b in zip(window, window[1:] + window[:1], strict=True):
        side = [(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for p in shape]
        kept = []
        for i, p in enumerate(shape):
            q, d, e = shape[i - 1], side[i], side[i - 1]
            if (d >= 0) != (e >= 0):
                t = e / (e - d)
                kept.append((q[0] + t * (p[0] - q[0]), q[1] + t * (p[1] - q[1])))
            if d >= 0:
                kept.append(p)
        shape = kept
        if not shape:
            return []
    return shape


def shared(one, two):
    """The area that two convex polygons share."""
    found = common(one, two)
    return area(found) if len(found) > 2 else 0.0


def plates_of(layout, language):
    """Every city's plate as a rectangle on the board."""
    return {
        city: rectangle(
            layout.cities[city][0] + p.x + p.width / 2, layout.cities[city][1] + p.y + 11, 0, p.width, 22
        )
        for city, p in layout.plates[language].items()
    }


def slots_of(layout):
    """(route, rectangle) for every space."""
    return [
        (route, rectangle(x, y, angle, r.slot_length, 17))
        for route, r in layout.routes.items()
        for x, y, angle in r.slots
    ]


def near(one, two, far):
    """Whether two shapes' first corners are nearer than ``far``."""
    return abs(one[0][0] - two[0][0]) < far and abs(one[0][1] - two[0][1]) < far
