"""
A board's drawing in numbers: computed once, kept as JSON for the boards that come with the project.

Home-made boards are computed when they are first shown (two to four seconds) and kept in memory. Which drawing belongs to
which board is decided by the facts that it follows from (``facts_of``), so a changed board never gets an old drawing.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib import resources
from threading import Lock
from typing import Any

import numpy as np

from app.drawing.bows import SLOT_HEIGHT, choose_bows, lines_of, pairs_near
from app.drawing.geometry import Curve, Point, Points, bowed
from app.drawing.letters import text_width
from app.drawing.places import places_of, size_of
from app.drawing.plates import Plate, hang_plates, plates_beside
from app.drawing.slots import lay_slots
from solver.game.edition import Board
from solver.game.once import once_per_board

LANGUAGES = ("en", "ru")
EDGE = 58.0
LAND_BEYOND = 0.04
"""The land goes on for this part of the board's width beyond the frame: the map's edge keeps within it."""

PLATES_INSIDE = 8.0
REVISION = 3
"""Raised when the same facts are drawn differently."""

KEPT = 48

MOST_PAIRS = 1_200
MOST_LETTERS = 12_000.0
MOST_LOOKS = 40_000
"""
Pairs of lines near each other, units of all names in one row, and cities times spaces: a board with more is drawn
plainly, with straight lines and every plate right of its dot. The boxes' boards have about 330 pairs, 4,000 units and
15,000 such products. Looking for bows and places on a board of the greatest size that nobody drew with care would take
minutes.
"""


@dataclass(frozen=True, slots=True)
class RouteLayout:
    """
    One route, in units.

    ``bow``: of its line's centre curve; ``curve``: through its spaces, from the first to the last one's outer end,
    starting at the alphabetically first city; ``slots``: (x, y, angle in degrees) of every space.
    """

    bow: float
    curve: Curve
    slots: tuple[tuple[float, float, float], ...]
    slot_length: float


@dataclass(frozen=True)
class BoardLayout:
    """A whole board; ``edge`` is how far the map's edge lies outside the frame, ``plates`` are by language and city."""

    facts: str
    width: float
    height: float
    edge: float
    cities: Mapping[str, Point]
    routes: Mapping[str, RouteLayout]
    plates: Mapping[str, Mapping[str, Plate]]

    @cached_property
    def boxes(self) -> Points:
        """All spaces, one row each: x, y, angle, length, height; in the order of ``routes``."""
        rows = [(*slot, r.slot_length, SLOT_HEIGHT) for r in self.routes.values() for slot in r.slots]
        return np.array(rows).reshape(-1, 5)

    def axis(self, a: str, b: str, bow: float) -> Curve:
        """Return the centre curve from city to city; the ends may come in either order."""
        first, last = sorted((a, b))
        return bowed(self.cities[first], self.cities[last], bow)


@once_per_board
def facts_of(board: Board) -> str:
    """Return a short hash of everything the drawing follows from; worked out once for each board in memory."""
    facts = [
        REVISION,
        board.aspect,
        sorted(
            (c.id, c.x, c.y, [board.name(c.id, language) for language in LANGUAGES])
            for c in board.cities.values()
        ),
        sorted((r.id, sorted(r.ends), r.length) for r in board.routes.values()),
    ]
    return sha256(json.dumps(facts, ensure_ascii=False).encode()).hexdigest()[:16]


def compute_layout(board: Board) -> BoardLayout:
    """Draw a board: places, curves, spaces, plates. The same board always gives the same drawing."""
    width, height = (round(side, 1) for side in size_of(board))
    cities = places_of(board)
    lines = lines_of(board)
    names = {lang: {city: board.name(city, lang) for city in cities} for lang in LANGUAGES}
    spaces = sum(route.length for route in board.routes.values())
    plain = (
        pairs_near(lines, cities) > MOST_PAIRS
        or len(cities) * spaces > MOST_LOOKS
        or any(sum(map(text_width, row.values())) > MOST_LETTERS for row in names.values())
    )
    bows = (0.0,) * len(lines) if plain else choose_bows(lines, cities, (width, height))
    lengths = {route.id: route.length for route in board.routes.values()}
    runs = lay_slots(lines, bows, cities, lengths, spread=not plain)
    routes = {
        route: RouteLayout(
            bow, _rounded(runs[route].curve), runs[route].slots, float(runs[route].slot_length)
        )
        for line, bow in zip(lines, bows, strict=True)
        for route in line.routes
    }
    edge = min(EDGE, LAND_BEYOND * width)
    bare = BoardLayout(facts_of(board), width, height, edge, cities, routes, {})
    inside = edge - PLATES_INSIDE
    frame = (-inside, -inside, width + inside, height + inside)
    plates = {
        language: plates_beside(row) if plain else hang_plates(row, cities, bare.boxes, frame)
        for language, row in names.items()
    }
    return BoardLayout(bare.facts, width, height, edge, cities, routes, plates)


def _rounded(curve: Curve) -> Curve:
    return _curve([v for point in (curve.start, curve.handle, curve.end) for v in point])


def _curve(numbers: list[float]) -> Curve:
    a, b, c, d, e, f = (round(v, 1) for v in numbers)
    return Curve((a, b), (c, d), (e, f))


def layout_json(layout: BoardLayout) -> str:
    """Return a drawing as JSON, one route or plate a line."""
    routes = {
        route: {
            "bow": r.bow,
            "curve": [*r.curve.start, *r.curve.handle, *r.curve.end],
            "slot_length": r.slot_length,
            "slots": r.slots,
        }
        for route, r in layout.routes.items()
    }
    plates = {
        language: {
            c: [p.x, p.y, p.width, p.height, p.lines, p.small, *(p.leader or ())] for c, p in hung.items()
        }
        for language, hung in layout.plates.items()
    }
    head = {"facts": layout.facts, "width": layout.width, "height": layout.height, "edge": layout.edge}
    parts = [*(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items())]
    parts += [f'"cities": {_rows(layout.cities, 1)}', f'"routes": {_rows(routes, 1)}']
    hung = ",\n  ".join(f'"{language}": {_rows(rows, 2)}' for language, rows in plates.items())
    return "{\n " + ",\n ".join([*parts, '"plates": {\n  ' + hung + "\n }"]) + "\n}\n"


def _rows(rows: Mapping[str, object], deep: int) -> str:
    pad = " " * (deep + 1)
    inner = ",\n".join(f"{pad}{json.dumps(key)}: {json.dumps(row)}" for key, row in rows.items())
    return "{\n" + inner + "\n" + " " * deep + "}" if rows else "{}"


def read_layout(text: str) -> BoardLayout:
    """Return the drawing that ``layout_json`` wrote."""
    data = json.loads(text)
    return BoardLayout(
        **{key: data[key] for key in ("facts", "width", "height", "edge")},
        cities={city: (x, y) for city, (x, y) in data["cities"].items()},
        routes={route: _read_route(row) for route, row in data["routes"].items()},
        plates={
            language: {city: _read_plate(row) for city, row in rows.items()}
            for language, rows in data["plates"].items()
        },
    )


def _read_route(row: Mapping[str, Any]) -> RouteLayout:
    slots = tuple((x, y, angle) for x, y, angle in row["slots"])
    return RouteLayout(row["bow"], _curve(row["curve"]), slots, row["slot_length"])


def _read_plate(row: list[Any]) -> Plate:
    x, y, width, height, lines, small, *leader = row
    return Plate(x, y, width, height, tuple(lines), small, (leader[0], leader[1]) if leader else None)


@cache
def committed() -> Mapping[str, BoardLayout]:
    """Return the drawings that come with the project, by the facts they follow from."""
    files = resources.files("maps").joinpath("drawings").iterdir()
    drawings = [read_layout(file.read_text("utf-8")) for file in files if file.name.endswith(".json")]
    return {drawing.facts: drawing for drawing in drawings}


_computed: OrderedDict[str, BoardLayout] = OrderedDict()
_lock = Lock()
_drawing = Lock()
"""One board is drawn at a time: five phones that open the same new one wait for one drawing, not for five."""


def layout_for(board: Board) -> BoardLayout:
    """Return a board's drawing: the one that comes with the project, one kept in memory, or a new one."""
    facts = facts_of(board)
    if facts in committed():
        return committed()[facts]
    kept = _kept(facts)
    if kept is not None:
        return kept
    with _drawing:
        kept = _kept(facts)
        if kept is not None:
            return kept
        layout = compute_layout(board)
        with _lock:
            _computed[facts] = layout
            while len(_computed) > KEPT:
                _computed.popitem(last=False)
        return layout


def _kept(facts: str) -> BoardLayout | None:
    with _lock:
        if facts in _computed:
            _computed.move_to_end(facts)
        return _computed.get(facts)
