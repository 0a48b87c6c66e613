"""
Positions: what lies on the table now, as JSON.

A position may break rules: it is scored all the same, and the sheet's notes say what is wrong. Refused is only what
cannot be meant: an id that nobody knows, a route with two owners, two players of one name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from solver.checking.faults import fault, gathering, join, refuse, some
from solver.checking.strict import (
    Anything,
    Colour,
    ListOf,
    MapOf,
    Name,
    Part,
    PersonName,
    StrictSchema,
    Whole,
    YesNo,
    read,
)
from solver.formats.edition import board_json
from solver.formats.edition_shape import MAX_CITIES, MAX_ID, MAX_POINTS, MAX_ROUTES
from solver.formats.event import house_rule_faults, name_unknown, ticket_from_json, ticket_json
from solver.formats.event_shape import MAX_HELD, MAX_PLAYERS, FreeTicketSchema, TicketField
from solver.formats.game_file import is_game, load_rules, read_game
from solver.game.edition import PLAYER_COLOURS, Board, City, Edition
from solver.game.errors import Fault, InvalidInput
from solver.game.events import Seat
from solver.game.names import same_name_key
from solver.game.state import State

MAX_TOKENS = 200


@dataclass(frozen=True, slots=True)
class Counted:
    """What was read off the real table for one player: trains in the box, marker on the score track (modulo 100)."""

    trains_left: int | None = None
    marker: int | None = None


@dataclass(frozen=True)
class Position:
    """A position that was read: the state of the table, and by player what was counted."""

    state: State
    counted: Mapping[str, Counted] = field(default_factory=dict)


class StandingSchema(StrictSchema):
    """A player's passengers: where they stand, and how many have travelled."""

    standing = ListOf(Name(MAX_ID), 20, load_default=list)
    moved = Whole(0, 20, load_default=0)


class CountedSchema(StrictSchema):
    """What was read off the real table."""

    trains_left = Whole(0, 999, allow_none=True, load_default=None)
    marker = Whole(-999, 999, allow_none=True, load_default=None)


def _points() -> Whole:
    return Whole(1, MAX_POINTS, must="must-points")


class PlayerSchema(StrictSchema):
    """What one player has."""

    name = PersonName(MAX_ID, required=True)
    colour = Colour(PLAYER_COLOURS)
    routes = ListOf(Name(MAX_ID), MAX_ROUTES, load_default=list)
    stations = ListOf(Name(MAX_ID), MAX_CITIES, load_default=list)
    tickets = ListOf(TicketField(), MAX_HELD, load_default=list)
    goods = ListOf(_points(), MAX_TOKENS, load_default=list)
    passengers = Part(StandingSchema, load_default=lambda: {"standing": [], "moved": 0})
    counted = Part(CountedSchema, allow_none=True, load_default=None)


class PositionSchema(StrictSchema):
    """What lies on the table now."""

    edition = Name(MAX_ID, required=True)
    board = Anything(load_default=None, allow_none=True)
    house_rules = MapOf(Name(MAX_ID), YesNo(), 20, load_default=dict)
    stacks = MapOf(Name(MAX_ID), ListOf(_points(), 20), MAX_CITIES, load_default=dict)
    players = ListOf(Part(PlayerSchema), MAX_PLAYERS, low=1, required=True)


def position_from_json(data: object, *, where: str = "") -> Position:
    """
    Return the position of parsed JSON.

    Raises
    ------
    InvalidInput
        With every fault of the position, each with its path (``players[0].routes[2]``).
    """
    loaded, faults = read(PositionSchema(), data, where=where)
    edition, board = _rules(data, where, faults)
    if edition is not None and board is not None:
        faults += some(_faults(data, edition, board, where))
    refuse(faults)
    assert edition is not None
    assert board is not None
    players = loaded["players"]
    state = State(edition=edition, board=board, seats=_seats(players, edition))
    state.house_rules = {**edition.switches, **loaded["house_rules"]}
    state.stacks = {city: tuple(stack) for city, stack in loaded["stacks"].items()}
    for player in players:
        _lay_out(state, player)
    counted = {p["name"]: Counted(**p["counted"]) for p in players if p["counted"]}
    return Position(state, counted)


def _rules(data: object, where: str, faults: list[Fault]) -> tuple[Edition | None, Board | None]:
    """Return the edition and board that a position names; what is wrong with them joins the faults."""
    if not isinstance(data, dict):
        return None, None
    name, laid = data.get("edition"), data.get("board")
    place = join(where, ["board"])
    if not isinstance(name, str) or not name.strip():  # a fault of shape; the board is looked at all the same
        if laid is not None:
            with gathering(faults):
                read_game(laid, where=place)
        return None, None
    try:
        edition, board = load_rules(name, laid, where=place, named=join(where, ["edition"]))
    except InvalidInput as error:
        faults += error.faults
        return None, None
    listed = laid is None or is_game(laid) or (isinstance(laid, dict) and "cities" in laid)
    return edition, board if listed else _with_stations(board, data)


def _with_stations(board: Board, data: object) -> Board:
    """Where the cities are not listed, a city that no route reaches may still hold a station."""
    cities = dict(board.cities)
    for _, player in _rows(data, "players", dict):
        for _, city in _rows(player, "stations", str):
            cities.setdefault(city, City(city, {"en": city}))
    return replace(board, cities=cities)


def _seats(players: list[dict[str, Any]], edition: Edition) -> tuple[Seat, ...]:
    """Seats by name, in order; who brings no colour gets the first that is free."""
    given = [player.get("colour") for player in players]
    free = [colour for colour in (*edition.colours, *PLAYER_COLOURS) if colour not in given]
    free = list(dict.fromkeys(free))
    return tuple(
        Seat(player["name"], player["name"], player.get("colour") or (free.pop(0) if free else "red"))
        for player in players
    )


def _rows(data: Any, key: str, kind: type | tuple[type, ...]) -> list[tuple[int, Any]]:
    """Return the members of a list that have the right type, with their numbers; the schemas refuse the others."""
    rows = data.get(key) if isinstance(data, dict) else None
    return [
        (index, row)
        for index, row in enumerate(rows if isinstance(rows, list) else ())
        if isinstance(row, kind) and not (isinstance(row, str) and len(row) > 2 * MAX_ID)
    ]


def _keys(data: Any, key: str) -> dict[str, Any]:
    found = data.get(key) if isinstance(data, dict) else None
    return found if isinstance(found, dict) else {}


def _faults(data: object, edition: Edition, board: Board, where: str) -> Iterator[Fault]:
    """Yield what only two places together show, from the raw input: names twice, ids that nobody knows."""
    names: dict[str, int] = {}
    owners: dict[str, str] = {}
    for index, player in _rows(data, "players", dict):
        path = join(where, ["players", index])
        name = player.get("name")
        if isinstance(name, str):
            key = same_name_key(name)
            if key in names:
                before = join(where, ["players", names[key]])
                yield fault(join(path, ["name"]), "duplicate-id", name=name, before=before)
            names.setdefault(key, index)
        yield from _player_faults(player, board, path)
        for number, route in _rows(player, "routes", str):
            if route in owners and route in board.routes:
                place = join(path, ["routes", number])
                yield fault(place, "route-owned-twice", name=route, owner=owners[route])
            owners.setdefault(route, str(name))
        yield from _ticket_faults(player, edition, board, path)
    for city in _keys(data, "stacks"):
        if city not in board.cities:
            yield fault(join(where, ["stacks", city]), "unknown-city", name=city)
    rules = {rule: value for rule, value in _keys(data, "house_rules").items() if isinstance(value, bool)}
    yield from house_rule_faults(rules, edition, join(where, ["house_rules"]))


def _player_faults(player: Mapping[str, Any], board: Board, path: str) -> Iterator[Fault]:
    for number, route in _rows(player, "routes", str):
        if route not in board.routes:
            yield name_unknown(join(path, ["routes", number]), "unknown-route", route, board.routes)
    passengers = _keys(player, "passengers")
    places: list[tuple[list[str | int], str]] = []
    places += [(["stations", i], city) for i, city in _rows(player, "stations", str)]
    places += [(["passengers", "standing", i], city) for i, city in _rows(passengers, "standing", str)]
    for place, city in places:
        if city not in board.cities:
            yield fault(join(path, place), "unknown-city", name=city)


def _ticket_faults(player: Mapping[str, Any], edition: Edition, board: Board, path: str) -> Iterator[Fault]:
    found: list[Fault] = []
    for index, ticket in _rows(player, "tickets", (str, dict)):
        place = join(path, ["tickets", index])
        if isinstance(ticket, dict) and FreeTicketSchema().validate(ticket):
            continue
        ticket_from_json(ticket, edition=edition, board=board, where=place, faults=found)
        yield from found
        found.clear()


def _lay_out(state: State, player: Mapping[str, Any]) -> None:
    """Put what one player has on the table."""
    name = player["name"]
    for route in player["routes"]:
        state.owner[route] = name
    tickets = (
        ticket_from_json(ticket, edition=state.edition, board=state.board, where="", faults=[])
        for ticket in player["tickets"]
    )
    state.tickets[name] = [ticket for ticket in tickets if ticket is not None]
    if player["stations"]:
        state.stations[name] = list(player["stations"])
    if player["goods"]:
        state.goods[name] = list(player["goods"])
    if player["passengers"]["standing"]:
        state.standing[name] = list(player["passengers"]["standing"])
    if player["passengers"]["moved"]:
        state.moved[name] = player["passengers"]["moved"]


def position_json(state: State) -> dict[str, Any]:
    """Return what lies on the table as a position; players go by their names."""
    players = []
    for seat in state.seats:
        player: dict[str, Any] = {
            "name": seat.name,
            "colour": seat.colour,
            "routes": [route.id for route in state.routes_of(seat.id)],
            "tickets": [ticket_json(ticket) for ticket in state.tickets.get(seat.id, ())],
        }
        if state.edition.stations:
            player["stations"] = list(state.stations.get(seat.id, ()))
        if state.edition.passengers:
            player["goods"] = list(state.goods.get(seat.id, ()))
            standing = list(state.standing.get(seat.id, ()))
            player["passengers"] = {"standing": standing, "moved": state.moved.get(seat.id, 0)}
        players.append(player)
    position: dict[str, Any] = {"edition": state.edition.id}
    if state.edition.file is not None:
        position["board"] = state.edition.file
    elif state.board is not state.edition.board:
        position["board"] = board_json(state.board)
    if state.house_rules:
        position["house_rules"] = dict(state.house_rules)
    if state.edition.passengers:
        stacks = {city: state.stack(city) for city in state.board.cities}
        position["stacks"] = {city: list(stack) for city, stack in stacks.items() if stack is not None}
    return {**position, "players": players}
