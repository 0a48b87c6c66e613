"""
What the recount page may read: the board read aloud, player by player, to compare with the cardboard.

Everything here is public: routes, stations, passengers and goods lie open on the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.web.i18n import gettext as _
from app.web.i18n import pair_name, place_name, route_mark
from solver.game.edition import Route
from solver.game.state import State


@dataclass(frozen=True, slots=True)
class RecountRoute:
    """One route as it is read aloud; ``mark`` names the half of a double, a tunnel or a ferry."""

    id: str
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class RecountGroup:
    """All of a player's routes of one length."""

    length: int
    count: int
    each: int
    points: int
    routes: tuple[RecountRoute, ...]


@dataclass(frozen=True, slots=True)
class RecountPlayer:
    """One player's pieces on the board."""

    id: str
    name: str
    colour: str
    trains_laid: int
    trains_left: int
    route_count: int
    points: int
    marker: int
    groups: tuple[RecountGroup, ...]
    stations: tuple[str, ...]
    stations_left: int | None
    standing: tuple[str, ...]
    passengers_left: int | None
    goods: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RecountPage:
    """All that ``recount/recount.html`` reads; ``points_shown`` is off while the table hides totals."""

    players: tuple[RecountPlayer, ...]
    points_shown: bool
    free_routes: int


def route_marks(state: State, route: Route) -> str:
    """Return what tells a route apart on the board: its colour where it has a twin, tunnel, ferry."""
    marks = []
    if mark := route_mark(state.board, route.id):
        marks.append(mark)
    if route.tunnel:
        marks.append(_("tunnel"))
    if route.ferry:
        marks.append(_("ferry"))
    return ", ".join(marks)


def recount_page(state: State, *, points_shown: bool) -> RecountPage:
    """Return the whole board in words, in turn order."""
    return RecountPage(
        players=tuple(_player(state, player) for player in state.players),
        points_shown=points_shown,
        free_routes=len(state.board.routes) - len(state.owner),
    )


def _player(state: State, player: str) -> RecountPlayer:
    seat, routes = state.seat(player), state.routes_of(player)
    points = state.route_points(player)
    goods = tuple(state.goods.get(player, ()))
    return RecountPlayer(
        id=player,
        name=seat.name,
        colour=seat.colour,
        trains_laid=sum(route.length for route in routes),
        trains_left=state.trains_left(player),
        route_count=len(routes),
        points=points,
        marker=(points + sum(goods)) % 100,
        groups=route_groups(state, player),
        stations=tuple(place_name(state.board, city) for city in state.stations.get(player, ())),
        stations_left=state.stations_left(player) if state.edition.stations else None,
        standing=tuple(place_name(state.board, city) for city in state.standing.get(player, ())),
        passengers_left=state.passengers_left(player) if state.edition.passengers else None,
        goods=goods,
    )


def route_groups(state: State, player: str) -> tuple[RecountGroup, ...]:
    """Return a player's routes by length, the longest first, each group in the order of the names."""
    routes = state.routes_of(player)
    groups = []
    for length in sorted({route.length for route in routes}, reverse=True):
        alike = [route for route in routes if route.length == length]
        each = state.edition.route_points.get(length, 0)
        named = [RecountRoute(r.id, pair_name(state.board, r.id), route_marks(state, r)) for r in alike]
        groups.append(
            RecountGroup(
                length=length,
                count=len(alike),
                each=each,
                points=each * len(alike),
                routes=tuple(sorted(named, key=lambda r: r.name)),
            )
        )
    return tuple(groups)
