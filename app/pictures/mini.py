"""
Little maps: a proof drawn on the board, small enough for a phone and a ticket.

Lines are the curves of ``app.drawing``; what is drawn over the pale network (a trail, what stays out, a plan, a loan) is
a list of strokes, each a class of the style sheet. Names stand only at the cities that the proof speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from typing import Any

import numpy as np
import numpy.typing as npt

from app.drawing.layout import layout_for
from app.drawing.view import axis_paths
from app.pictures.boards import mini_board
from app.web.i18n import place_name
from solver.game.edition import Board, Edition

TEXT = 58
"""Height of a name, in units of the board (1000 high)."""

_LETTER = 0.6
_GAP = 46
"""From a city to the name beside it, in units: beyond the ring, its line and the halo of the letters."""
_STEP = 20.0
"""Distance of the points by which a name knows where a line runs, in units."""
_MARGIN = (60.0, 50.0)
Boxes = npt.NDArray[np.float64]
_NUMBER = re.compile(r"-?\d*\.?\d+")
KEPT = 32


@dataclass(frozen=True, slots=True)
class Geometry:
    """The board's lines as the little maps need them: a path for every route, a point for every city."""

    width: float
    height: float
    paths: Mapping[str, str]
    points: Mapping[str, tuple[float, float]]
    backdrop: str = ""


@dataclass(frozen=True, slots=True)
class Stroke:
    """Several routes drawn in one way; ``colour`` names the owner's paint where it is not the map's."""

    kind: str
    d: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Knot:
    """A city on a proof: ``count`` odd routes, ``tip`` where the trail ends, ``pin`` where a ticket ends, ``house`` a station."""

    x: float
    y: float
    r: float
    kind: str
    count: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A name beside a city."""

    x: float
    y: float
    text: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class MiniMap:
    """All that ``sheet/_mini.html`` reads; ``label`` is the sentence for those who do not see the map."""

    view_box: str
    colour: str
    label: str
    backdrop: str
    strokes: tuple[Stroke, ...]
    knots: tuple[Knot, ...] = ()
    labels: tuple[Label, ...] = ()


def lines(geometry: Geometry, routes: Iterable[str]) -> str:
    """Return one path that draws all these routes."""
    return "".join(geometry.paths[route] for route in routes if route in geometry.paths)


def view_box(geometry: Geometry) -> str:
    """Return the frame: the board and a margin for names."""
    left, top = _MARGIN
    return f"{-left:g} {-top:g} {geometry.width + 2 * left:.1f} {geometry.height + 2 * top:g}"


def trail_map(
    geometry: Geometry,
    board: Board,
    *,
    colour: str,
    label: str,
    walked: Sequence[str],
    stays_out: Collection[str],
    cities: Sequence[str],
    odd: Mapping[str, int],
) -> MiniMap:
    """
    Draw a longest trail.

    Parameters
    ----------
    walked, stays_out
        Routes of the trail, and own routes that it leaves out.
    cities
        The stops in walking order.
    odd
        For each city where an odd number of own routes meet, how many.
    """
    tips = {cities[0], cities[-1]} if cities else set()
    marked = dict.fromkeys([*sorted(tips), *odd])
    knots = [_knot(geometry, city, 11, "") for city in dict.fromkeys(cities) if city not in marked]
    knots += [
        _knot(geometry, city, 24, "tip" if city in tips else "", str(odd.get(city, ""))) for city in marked
    ]
    drawn = lines(geometry, walked)
    out = lines(geometry, stays_out)
    strokes = [
        Stroke("bg", lines(geometry, board.routes)),
        Stroke("glow", drawn),
        *_cased("mine", drawn),
    ]
    if out:
        strokes += [Stroke("outc", out), Stroke("out", out)]
    return MiniMap(
        view_box(geometry),
        colour,
        label,
        geometry.backdrop,
        tuple(strokes),
        tuple(knots),
        _labels(geometry, board, marked, knots, (*walked, *stays_out)),
    )


def _cased(kind: str, d: str) -> tuple[Stroke, Stroke]:
    """Draw routes twice: white lines would not show on pale land, nor black ones on dark."""
    return Stroke(f"casing of-{kind}", d), Stroke(kind, d)


def ticket_map(
    geometry: Geometry,
    board: Board,
    *,
    colour: str,
    ends: Sequence[str],
    owned: Iterable[str],
    path: Iterable[str] = (),
    plan: Iterable[str] = (),
    loans: Mapping[str, str] | None = None,
    walls: Iterable[str] = (),
    label: str = "",
    names: Iterable[str] = (),
    stations: Iterable[str] = (),
    fine: bool = False,
) -> MiniMap:
    """
    Draw one ticket: own routes, the path that proves it, what a plan would still claim, loans in their owners' colours.

    ``loans`` gives each borrowed route its owner's colour. ``stations`` are cities with a station of the player's.
    ``fine`` is for maps as wide as the page.
    """
    loans = loans or {}
    thick, proof = ("mine", "lit") if fine else ("thick", "thick")
    strokes = [Stroke("bg", lines(geometry, board.routes))] if fine else []
    proven = [route for route in path if route not in loans]
    if fine and proven:
        strokes.append(Stroke("glow", lines(geometry, proven)))
    owned = list(owned)
    strokes += _cased(thick, lines(geometry, owned))
    if proven and proof != thick:
        strokes.append(Stroke(proof, lines(geometry, proven)))
    for route, owner in loans.items():
        strokes.append(Stroke("loanc" if fine else "loanc big", lines(geometry, [route])))
        strokes.append(Stroke("loan" if fine else "loan big", lines(geometry, [route]), owner))
    if planned := lines(geometry, plan):
        strokes += _cased("todo", planned)
    knots = [_knot(geometry, city, 95, "wall") for city in walls if city in geometry.points]
    size = 20 if fine else 36
    knots += [
        _knot(geometry, city, size, "pin")
        for end in ends
        for city in board.places(end)
        if city in geometry.points
    ]
    knots += [_knot(geometry, city, 30, "house") for city in stations if city in geometry.points]
    return MiniMap(
        view_box(geometry),
        colour,
        label,
        geometry.backdrop,
        tuple(stroke for stroke in strokes if stroke.d),
        tuple(knots),
        _labels(geometry, board, dict.fromkeys(names), knots, (*owned, *loans)),
    )


def _knot(geometry: Geometry, city: str, r: float, kind: str, count: str = "") -> Knot:
    x, y = geometry.points[city]
    return Knot(round(x, 1), round(y, 1), r, kind, count)


def _labels(
    geometry: Geometry,
    board: Board,
    cities: Iterable[str],
    knots: Sequence[Knot],
    drawn: Iterable[str],
) -> tuple[Label, ...]:
    """Put each name beside its city, where it covers least of names and cities already there and of the drawn routes."""
    rails = np.concatenate([_NO_BOXES, *(_rails(geometry.paths.get(route, "")) for route in drawn)])
    taken = [(k.x - k.r, k.y - k.r, k.x + k.r, k.y + k.r) for k in knots if k.kind != "wall"]
    left, top = _MARGIN
    low, high = np.array([-left, -top]), np.array([geometry.width + left, geometry.height + top])
    found: list[Label] = []
    for city in cities:
        if city not in geometry.points:
            continue
        text = place_name(board, city)
        half = len(text) * TEXT * _LETTER / 2
        sides = list(_sides(*geometry.points[city], half))
        boxes = np.array([(x - half, y - TEXT / 2, x + half, y + TEXT / 2) for _at, y, x, _anchor in sides])
        outside = np.maximum(low - boxes[:, :2], 0) + np.maximum(boxes[:, 2:] - high, 0)
        cost = 60 * np.arange(len(sides)) + 1000 * outside.sum(1) + _covered(boxes, rails)
        cost += 6 * _covered(boxes, np.array(taken).reshape(-1, 4))
        best = int(np.argmin(np.round(cost, 6)))
        at, y, _x, anchor = sides[best]
        taken.append(tuple(boxes[best].tolist()))
        found.append(Label(round(at, 1), round(y + TEXT * 0.33, 1), text, anchor))
    return tuple(found)


_NO_BOXES: Boxes = np.zeros((0, 4))


@lru_cache(maxsize=2_000)
def _rails(d: str) -> Boxes:
    """Return a path as little boxes along it, a row each: left, top, right, bottom."""
    half = _STEP / 2
    rows = [(x - half, y - half, x + half, y + half) for x, y in points_along(d, _STEP)]
    return np.array(rows).reshape(-1, 4)


def _covered(boxes: Boxes, others: Boxes) -> Boxes:
    """Return how much area of others each box covers; what lies over one another counts as often as it lies there."""
    over = np.minimum(boxes[:, None, 2:], others[:, 2:]) - np.maximum(boxes[:, None, :2], others[:, :2])
    return np.asarray(np.maximum(over, 0).prod(2).sum(1))


def _sides(x: float, y: float, half: float) -> Iterator[tuple[float, float, float, str]]:
    """Yield the places for a name beside a city, the best first: where it is anchored, its middle, and the anchor."""
    near = _GAP * 0.7
    yield x + _GAP, y, x + _GAP + half, "start"
    yield x - _GAP, y, x - _GAP - half, "end"
    yield x, y - _GAP - TEXT / 2, x, "middle"
    yield x, y + _GAP + TEXT / 2, x, "middle"
    for cy in (y - near - TEXT / 2, y + near + TEXT / 2):
        yield x + near, cy, x + near + half, "start"
        yield x - near, cy, x - near - half, "end"


def points_along(d: str, step: float) -> Iterator[tuple[float, float]]:
    """
    Yield points of a path of the layout, ``M…L…`` or ``M…Q…``, about ``step`` units apart.

    The first and the last lie on the cities; they are left out, for every name stands near one of them.
    """
    numbers = [float(number) for number in _NUMBER.findall(d)]
    if len(numbers) not in (4, 6):
        return
    (ax, ay), (bx, by) = numbers[:2], numbers[-2:]
    hx, hy = numbers[2:4] if len(numbers) == 6 else ((ax + bx) / 2, (ay + by) / 2)
    parts = max(2, round((hypot(hx - ax, hy - ay) + hypot(bx - hx, by - hy)) / step))
    for part in range(1, parts):
        t = part / parts
        yield (
            (1 - t) ** 2 * ax + 2 * t * (1 - t) * hx + t * t * bx,
            (1 - t) ** 2 * ay + 2 * t * (1 - t) * hy + t * t * by,
        )


def geometry_of(board: Board) -> Geometry:
    """Return a board's lines as the drawing of the table page has them, with the address of the land behind it."""
    drawn = layout_for(board)
    known = _kept.get(drawn.facts)
    if known is None:
        if len(_kept) >= KEPT:
            _kept.clear()
        known = _kept[drawn.facts] = Geometry(
            drawn.width, drawn.height, axis_paths(board, drawn), drawn.cities
        )
    return replace(known, backdrop=mini_board(board)[1])


_kept: dict[str, Geometry] = {}


def mini(edition: Edition) -> tuple[Any, str]:
    """Return the little map of an edition's board, and the address of the land behind it."""
    from app.pictures.boards import mini_board

    return mini_board(edition.board)
