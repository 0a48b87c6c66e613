"""Plane shapes cut with each other, slowly and obviously: the oracle of the drawing's tests."""

from math import cos, hypot, radians, sin


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
            layout.cities[city][0] + p.x + p.width / 2,
            layout.cities[city][1] + p.y + p.height / 2,
            0,
            p.width,
            p.height,
        )
        for city, p in layout.plates[language].items()
    }


def gap(plate, point):
    """How far an upright rectangle lies from a point."""
    (left, top), _, (right, bottom), _ = plate
    return hypot(max(left - point[0], 0, point[0] - right), max(top - point[1], 0, point[1] - bottom))


def way(plate, point):
    """Points from a dot to the nearest one of its plate, close to each other."""
    (left, top), _, (right, bottom), _ = plate
    across, down = (
        min(max(point[0], left), right) - point[0],
        min(max(point[1], top), bottom) - point[1],
    )
    return [(point[0] + across * k / 80, point[1] + down * k / 80) for k in range(81)]


def holds(shape, point):
    """Whether a point lies in a rectangle, however turned."""
    sides = [
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        for a, b in zip(shape, shape[1:] + shape[:1], strict=True)
    ]
    return all(side > 0 for side in sides)


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
