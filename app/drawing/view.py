"""
What the board's templates read: shapes, places and words, no rules.

A board is a few shapes, copied often. A *cell* is one free space: tunnel frame, paint, the colour's symbol or a
locomotive. Routes whose spaces have the same length, colour and kind share a cell. On a claimed route a *wagon* in the
owner's pattern is copied instead: a board of cells with hidden wagons in all patterns would take a phone three times as
long to lay out. States are classes on the route's group; they reach into the copies through inherited custom
properties (see ``board.css``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from math import cos, dist, radians, sin

from jinja2.runtime import Macro
from markupsafe import Markup

from app.drawing.layout import BoardLayout, RouteLayout
from app.drawing.letters import in_lines
from app.drawing.offers import HEIGHT, LINE, SMALLER
from app.drawing.paths import number, path
from solver.game.edition import PLAYER_COLOURS, Board, Route

BASELINE = 0.8
"""Where a name's first line stands in its plate, as a part of the height of a plate of one line."""

NARROW = 38
"""Wagons shorter than this, in units, have room for a small pattern only."""

APPROACH = 22.0
"""A run that begins farther from its city's dot, in units, is tied to it by a thin line."""


PAD = 12.0
"""Ground round the map's edge, in units."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A space's shape; ``symbol`` names the sign in its middle, ``round`` belongs to ferries, ``tunnel`` has a frame."""

    id: str
    length: float
    symbol: str
    round: bool
    tunnel: bool


@dataclass(frozen=True, slots=True)
class Wagon:
    """A wagon in its space, which is one unit shorter; ``pattern`` begins the ids of the patterns that fit on it."""

    id: str
    length: float
    pattern: str
    tunnel: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """The wagon of an owner's colour."""

    id: str
    wagon: Wagon
    colour: str


@dataclass(frozen=True, slots=True)
class Copy:
    """A cell where a space is: moved along a straight route by ``x``, else by ``place``; ``middle`` wears the cross."""

    cell: str
    x: str
    place: str
    middle: bool


@dataclass(frozen=True, slots=True)
class RouteView:
    """One route's group; ``d`` is the line to tap, ``turn`` the transform of a straight route's copies, ``wagon`` an id."""

    id: str
    classes: str
    title: str
    d: str
    ferry: bool
    turn: str
    wagon: str
    copies: tuple[Copy, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a name in its plate: where it stands, and how wide it is."""

    text: str
    y: str
    width: str


@dataclass(frozen=True, slots=True)
class CityView:
    """One city's group: its dot, its plate, the name in it and, where the plate hangs far, a leader."""

    id: str
    title: str
    x: str
    y: str
    left: str
    top: str
    width: str
    height: str
    text_x: str
    lines: tuple[Line, ...]
    small: bool
    leader: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything ``board/board.svg`` reads."""

    id: str
    view_box: str
    width: str
    height: str
    edge: str
    approaches: str
    colours: tuple[str, ...]
    cells: tuple[Cell, ...]
    wagons: tuple[Wagon, ...]
    routes: tuple[RouteView, ...]
    cities: tuple[CityView, ...]
    pieces: dict[tuple[object, ...], Markup] = field(default_factory=dict, compare=False, repr=False)
    """What ``piece`` has written; of each part of the board there are a few: free, and in its owners' colours."""

    def piece(self, write: Macro, key: tuple[object, ...], *facts: object) -> Markup:
        """
        Return what a macro writes of a part of the board, written once: most of a board is the same on every page.

        Parameters
        ----------
        write, facts
            The macro and what it is given.
        key
            The part and its state; what is written depends on the view, the macro and these alone.
        """
        name = (write.name, *key)
        if name not in self.pieces:
            self.pieces[name] = Markup(write(*facts))
        return self.pieces[name]

    def laid(self, states: Mapping[str, str]) -> dict[str, Laid]:
        """Return the wagon that lies on each claimed route; the classes of its state name the owner's colour."""
        wagons = {wagon.id: wagon for wagon in self.wagons}
        found = {}
        for route in self.routes:
            state = states.get(route.id, "")
            paint = self.paint(state)
            if paint and "claimed" in state.split():
                found[route.id] = Laid(f"{route.wagon}-{paint}", wagons[route.wagon], paint)
        return found

    @staticmethod
    def paint(state: str) -> str:
        """Return the owner's colour that the classes of a state name, or nothing."""
        return next((name[2:] for name in state.split() if name.startswith("p-")), "")


def axis_paths(board: Board, layout: BoardLayout) -> dict[str, str]:
    """Return for every route its centre curve from city to city as path data; parallel routes share one."""
    return {
        route.id: path(layout.axis(*route.ends, layout.routes[route.id].bow))
        for route in board.routes.values()
    }


def board_view(
    board: Board,
    layout: BoardLayout,
    *,
    language: str,
    title: Callable[[Route], str],
    colours: Collection[str] = PLAYER_COLOURS,
) -> BoardView:
    """
    Return everything that the board's template reads.

    Parameters
    ----------
    language
        Of the names on the plates: ``en`` or ``ru``.
    title
        Gives a route's title, as it is read aloud (``app.drawing.titles.route_title`` in a request).
    colours
        Of the players at the table: only their patterns are drawn.
    """
    cells: dict[tuple[float, str, bool, bool], Cell] = {}
    routes = tuple(
        _route(route, layout.routes[route.id], len(board.alongside[route.id]), title(route), cells)
        for route in board.routes.values()
    )
    spaces = sorted({(cell.length, cell.tunnel) for cell in cells.values()})
    pad = layout.edge + PAD
    box = (-pad, -pad, layout.width + 2 * pad, layout.height + 2 * pad)
    return BoardView(
        id=board.id,
        view_box=" ".join(map(number, box)),
        width=number(layout.width),
        height=number(layout.height),
        edge=number(layout.edge),
        approaches=_approaches(board, layout),
        colours=tuple(colour for colour in PLAYER_COLOURS if colour in colours),
        cells=tuple(cells.values()),
        wagons=tuple(
            Wagon(_wagon(n, tunnel), n + 1, "ptn" if n < NARROW else "pt", tunnel) for n, tunnel in spaces
        ),
        routes=routes,
        cities=tuple(_city(board, layout, city, language) for city in board.cities),
    )


def _approaches(board: Board, layout: BoardLayout) -> str:
    """Return the thin lines that lead from a dot to a first space that begins far from it."""
    found = []
    for route in board.routes.values():
        curve = layout.routes[route.id].curve
        for city, point in zip(sorted(route.ends), (curve.start, curve.end), strict=True):
            dot = layout.cities[city]
            if dist(dot, point) > APPROACH:
                found.append(f"M{number(dot[0])} {number(dot[1])}L{number(point[0])} {number(point[1])}")
    return "".join(found)


def _route(
    route: Route,
    drawn: RouteLayout,
    others: int,
    title: str,
    cells: dict[tuple[float, str, bool, bool], Cell],
) -> RouteView:
    """Return a route's group, and note the cells that it copies."""
    locomotives = {int((k + 0.5) * route.length / route.ferry) for k in range(route.ferry)}
    kind = [f"route r-{route.colour}", "pair" if others else "", "ferry" if route.ferry else ""]
    straight = drawn.curve.straight
    copies = []
    for index, (x, y, angle) in enumerate(drawn.slots):
        symbol = "loco" if index in locomotives else "" if route.colour == "gray" else f"s-{route.colour}"
        shape = (drawn.slot_length, symbol, bool(route.ferry), route.tunnel)
        cell = cells.setdefault(shape, Cell(f"k{len(cells)}", *shape))
        along = _along(drawn, x, y) if straight else 0.0
        place = "" if straight else f"translate({number(x)} {number(y)})rotate({number(angle)})"
        middle = index == (route.length - 1) // 2
        copies.append(Copy(cell.id, number(along) if straight and along else "", place, middle))
    x, y, angle = drawn.slots[0]
    turn = f"translate({number(x)} {number(y)})rotate({number(angle)})" if straight else ""
    return RouteView(
        route.id,
        " ".join(filter(None, kind)),
        title,
        path(drawn.curve),
        bool(route.ferry),
        turn,
        _wagon(drawn.slot_length, route.tunnel),
        tuple(copies),
    )


def _wagon(length: float, tunnel: bool) -> str:
    return f"{'t' if tunnel else 'w'}{length:g}"


def _along(drawn: RouteLayout, x: float, y: float) -> float:
    """Return how far a space lies from a straight route's first one, along the direction in which things stand upright."""
    first_x, first_y, angle = drawn.slots[0]
    turn = radians(angle)
    return (x - first_x) * cos(turn) + (y - first_y) * sin(turn)


def _city(board: Board, layout: BoardLayout, city: str, language: str) -> CityView:
    x, y = layout.cities[city]
    plate = layout.plates[language][city]
    leader = ""
    if plate.leader:
        leader = f"M{number(x)} {number(y)}L{number(x + plate.leader[0])} {number(y + plate.leader[1])}"
    name = board.name(city, language)
    rows = in_lines(name) if len(plate.lines) > 1 else (name,)
    scale = SMALLER if plate.small else 1.0
    terminal = board.cities[city].terminal_of
    return CityView(
        id=city,
        title=board.name(terminal, language) if terminal else name,
        x=number(x),
        y=number(y),
        left=number(x + plate.x),
        top=number(y + plate.y),
        width=number(plate.width),
        height=number(plate.height),
        text_x=number(x + plate.x + plate.width / 2),
        lines=tuple(
            Line(row, number(y + plate.y + (HEIGHT * BASELINE + LINE * n) * scale), number(width))
            for n, (row, width) in enumerate(zip(rows, plate.lines, strict=True))
        ),
        small=plate.small,
        leader=leader,
    )
