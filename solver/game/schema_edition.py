"""
Boards, decks and editions: JSON to frozen data, with everything that is wrong said at once.

Shape (types, bounds, unknown keys) is the schemas' part; what joins two places (a route's end that is no city, an id
used twice) is checked on the raw input afterwards, so that a file with both kinds of faults hears about all of them.
``maps/FORMAT.md`` describes the files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from solver.game.edition import (
    GOODS_COLOURS,
    PLAYER_COLOURS,
    ROUTE_COLOURS,
    Board,
    Bonus,
    City,
    Controller,
    Deal,
    Deck,
    Edition,
    Passengers,
    Route,
    Stations,
    Ticket,
)
from solver.game.errors import Fault, InvalidEdition
from solver.game.joins import board_faults, deck_faults, rule_faults
from solver.game.strict import (
    ListOf,
    MapOf,
    Name,
    Number,
    OneOf,
    Part,
    StrictSchema,
    Whole,
    YesNo,
    fault,
    join,
    read,
    refuse,
)

MAX_CITIES = 120
MAX_ROUTES = 300
MAX_TICKETS = 200
MAX_COUNTRIES = 40
MAX_LENGTH = 9
"""Spaces of one route."""
MAX_POINTS = 999
MAX_ID = 60
"""Characters of an id and of a printed name."""
MAX_NOTE = 500
MAX_LANGUAGE = 12
"""Characters of the code of a language."""
MAX_TRAINS = 99
MAX_AT_TABLE = 10
"""Players of one table."""
HOME_MADE = "home-made"
"""The id of a board that brings none."""

BONUS_KINDS = ("longest_trail", "most_tickets", "most_ferries", "most_tunnels")
TIE_BREAKS = ("completed_tickets", "fewest_stations", "holds_longest_trail", "longest_trail", "goods")


def _id(**kwargs: Any) -> Name:
    return Name(MAX_ID, **kwargs)


def _words(**kwargs: Any) -> MapOf:
    return MapOf(Name(MAX_LANGUAGE), Name(MAX_NOTE), 5, **kwargs)


def _notes() -> ListOf:
    return ListOf(Name(MAX_NOTE), 30, load_default=list)


def _ends() -> ListOf:
    return ListOf(_id(), 2, low=2, required=True)


class CitySchema(StrictSchema):
    """One city; places may be missing where nothing is drawn."""

    id = _id(required=True)
    name = MapOf(Name(MAX_LANGUAGE), _id(), 5)
    also = ListOf(_id(), 5, load_default=list)
    x = Number(-1e6, 1e6)
    y = Number(-1e6, 1e6)
    lat = Number(-90, 90)
    lon = Number(-180, 180)
    terminal_of = _id()
    goods = OneOf(GOODS_COLOURS, allow_none=True)


class PlacedCitySchema(CitySchema):
    """One city of a board that is going to be drawn: where it has a place, the place lies in the frame."""

    x = Number(0, 1)
    y = Number(0, 1)


class RouteSchema(StrictSchema):
    """One route."""

    id = _id(required=True)
    ends = _ends()
    length = Whole(1, MAX_LENGTH, must="must-spaces", required=True)
    colour = OneOf(ROUTE_COLOURS, load_default="gray")
    ferry = Whole(0, MAX_LENGTH, must="must-spaces", load_default=0)
    tunnel = YesNo(load_default=False)


class BoardSchema(StrictSchema):
    """A board; cities may be left out, they follow from the routes then."""

    id = _id(load_default=HOME_MADE)
    title = _words(load_default=dict)
    aspect = Number(0.2, 5, load_default=1.5)
    original = YesNo(load_default=False)
    sources = _notes()
    notes = _notes()
    countries = MapOf(_id(), _words(), MAX_COUNTRIES, load_default=dict)
    cities = ListOf(Part(CitySchema), MAX_CITIES, load_default=None)
    routes = ListOf(Part(RouteSchema), MAX_ROUTES, low=1, required=True)


class PlacedBoardSchema(BoardSchema):
    """A board that is going to be drawn."""

    cities = ListOf(Part(PlacedCitySchema), MAX_CITIES, load_default=None)


class TicketSchema(StrictSchema):
    """One ticket; its id follows from its ends."""

    id = Name(2 * MAX_ID + 6)
    ends = _ends()
    points = Whole(1, MAX_POINTS, must="must-points", required=True)


class DeckSchema(StrictSchema):
    """Tickets that are dealt from one pile."""

    id = _id(required=True)
    title = _words(required=True)
    board = _id(required=True)
    candidates = YesNo(load_default=False)
    sources = _notes()
    tickets = ListOf(Part(TicketSchema), MAX_TICKETS, required=True)


class StationsSchema(StrictSchema):
    """Stations."""

    count = Whole(1, 20, required=True)
    points_unused = Whole(0, MAX_POINTS, must="must-points", required=True)


class PassengersSchema(StrictSchema):
    """Passengers and goods tokens, the top of each stack first."""

    count = Whole(1, 20, required=True)
    tokens = MapOf(
        OneOf(GOODS_COLOURS), ListOf(Whole(1, MAX_POINTS, must="must-points"), 20), 9, required=True
    )
    cities_of = MapOf(OneOf(GOODS_COLOURS), Whole(0, MAX_CITIES), 9, required=True)


class ControllerSchema(StrictSchema):
    """The controller."""

    cards = Whole(1, 20, required=True)
    length_at_most = Whole(1, MAX_LENGTH, must="must-spaces", required=True)


class DealSchema(StrictSchema):
    """So many cards of one deck, or of any (null)."""

    deck = _id(required=True, allow_none=True)
    cards = Whole(1, 20, required=True)


class DrawSchema(DealSchema):
    """Cards drawn during the game and how many must be kept."""

    keep = Whole(0, 20, required=True)


class BonusSchema(StrictSchema):
    """A bonus."""

    kind = OneOf(BONUS_KINDS, required=True)
    points = Whole(1, MAX_POINTS, must="must-points", required=True)


class LastRoundSchema(StrictSchema):
    """What announces the last round."""

    trains_at_most = Whole(0, MAX_TRAINS, required=True)


class EditionSchema(StrictSchema):
    """The rules of one box."""

    id = _id(required=True)
    title = _words(required=True)
    board = _id(required=True)
    decks = ListOf(_id(), 10, required=True)
    players = ListOf(Whole(1, MAX_AT_TABLE), 2, low=2, required=True)
    trains = Whole(1, MAX_TRAINS, required=True)
    route_points = MapOf(
        OneOf([str(n) for n in range(1, MAX_LENGTH + 1)]),
        Whole(0, MAX_POINTS, must="must-points"),
        9,
        required=True,
    )
    parallel_routes_closed_up_to = Whole(0, MAX_AT_TABLE, required=True)
    stations = Part(StationsSchema, allow_none=True, load_default=None)
    passengers = Part(PassengersSchema, allow_none=True, load_default=None)
    controller = Part(ControllerSchema, allow_none=True, load_default=None)
    deal = ListOf(Part(DealSchema), 5, required=True)
    keep = MapOf(_id(), Whole(0, 20), 5, required=True)
    draw = Part(DrawSchema, required=True)
    bonuses = ListOf(Part(BonusSchema), 10, required=True)
    tie_breaks = ListOf(OneOf(TIE_BREAKS), 5, required=True)
    last_round = Part(LastRoundSchema, required=True)
    switches = MapOf(_id(), YesNo(), 10, load_default=dict)
    switch_tie_breaks = MapOf(_id(), ListOf(OneOf(TIE_BREAKS), 5), 10, load_default=dict)
    colours = ListOf(OneOf(PLAYER_COLOURS), len(PLAYER_COLOURS), low=2, required=True)
    sources = _notes()
    notes = ListOf(_words(), 10, load_default=list)


def read_board(data: object, *, where: str = "", need_places: bool = False) -> Board:
    """
    Return the board of parsed JSON.

    Parameters
    ----------
    data
        What ``json.loads`` gave.
    where
        A file's name (``tiny.json``) or the path of the board in a larger input (``board``); begins every fault's path.
    need_places
        The board is going to be drawn: ``x`` and ``y``, where given, must lie in the frame, 0 to 1. Cities without
        a place are allowed, the drawing finds one.

    Raises
    ------
    InvalidEdition
        With every fault of the board, each with its path.
    """
    loaded, faults = read(PlacedBoardSchema() if need_places else BoardSchema(), data, where=where)
    refuse([*faults, *board_faults(data, where)], InvalidEdition)
    routes = {row["id"]: Route(**row | {"ends": tuple(row["ends"])}) for row in loaded["routes"]}
    rows = loaded["cities"]
    if rows is None:
        rows = [
            {"id": city} for city in dict.fromkeys(end for route in routes.values() for end in route.ends)
        ]
    cities = {row["id"]: _city(row) for row in rows}
    facts = {key: loaded[key] for key in ("id", "title", "aspect", "original", "countries")}
    return Board(
        **facts, cities=cities, routes=routes, sources=tuple(loaded["sources"]), notes=tuple(loaded["notes"])
    )


def _city(row: Mapping[str, Any]) -> City:
    return City(**{"name": {"en": row["id"]}, **row, "also": tuple(row.get("also", ()))})


def board_json(board: Board) -> dict[str, Any]:
    """Return a board as JSON; ``read_board`` gives the same board back."""
    has_goods = any(city.goods for city in board.cities.values())
    optional = ("x", "y", "lat", "lon", "terminal_of")
    cities: list[dict[str, Any]] = []
    for city in board.cities.values():
        row: dict[str, Any] = {"id": city.id, "name": dict(city.name)}
        row |= {"also": list(city.also)} if city.also else {}
        row |= {key: getattr(city, key) for key in optional if getattr(city, key) is not None}
        row |= {"goods": city.goods} if has_goods and not city.terminal_of else {}
        cities.append(row)
    routes = [
        {
            "id": route.id,
            "ends": list(route.ends),
            "length": route.length,
            "colour": route.colour,
            "ferry": route.ferry,
            "tunnel": route.tunnel,
        }
        for route in board.routes.values()
    ]
    return {
        "id": board.id,
        "title": dict(board.title),
        "aspect": board.aspect,
        "original": board.original,
        "sources": list(board.sources),
        "notes": list(board.notes),
        "countries": {country: dict(name) for country, name in board.countries.items()},
        "cities": cities,
        "routes": routes,
    }


def read_deck(data: object, board: Board, *, where: str = "") -> Deck:
    """Return the deck of parsed JSON for a board; raise InvalidEdition with every fault of it."""
    loaded, faults = read(DeckSchema(), data, where=where)
    refuse([*faults, *deck_faults(data, board, where)], InvalidEdition)
    tickets: dict[str, Ticket] = {}
    for row in loaded["tickets"]:
        ticket = row.get("id") or ticket_id(row["ends"], taken=tickets)
        tickets[ticket] = Ticket(ticket, (row["ends"][0], row["ends"][1]), row["points"], loaded["id"])
    return Deck(
        loaded["id"], loaded["title"], board.id, tickets, loaded["candidates"], tuple(loaded["sources"])
    )


def ticket_id(ends: Iterable[str], *, taken: Iterable[str] = ()) -> str:
    """Return the id of a ticket: ends in alphabetical order; a further card with the same ends counts up."""
    plain = "--".join(sorted(ends))
    known = set(taken)
    number, ticket = 1, plain
    while ticket in known:
        number += 1
        ticket = f"{plain}--{number}"
    return ticket


def read_edition(
    data: object,
    *,
    board_of: Callable[[str], Board | None],
    deck_of: Callable[[str], Deck | None],
    where: str = "",
) -> Edition:
    """
    Return the edition of parsed JSON; ``board_of`` and ``deck_of`` find what it names, None for what is not there.

    Raises
    ------
    InvalidEdition
        With every fault of the edition, and of the board and decks that it names.
    """
    loaded, faults = read(EditionSchema(), data, where=where)
    refuse(faults, InvalidEdition)
    board = board_of(loaded["board"])
    decks = [deck_of(deck) for deck in loaded["decks"]]
    faults = list(rule_faults(loaded, where))
    if board is None:
        faults.append(fault(join(where, ["board"]), "unknown-board", name=loaded["board"]))
    for index, deck in enumerate(decks):
        if deck is None or (board and deck.board != board.id):
            path = join(where, ["decks", index])
            faults.append(fault(path, "unknown-deck", name=loaded["decks"][index], board=loaded["board"]))
    refuse(faults, InvalidEdition)
    assert board is not None
    edition = _edition(loaded, board, tuple(deck for deck in decks if deck is not None))
    refuse(length_faults(board, edition.route_points, where="board"), InvalidEdition)
    return edition


def _edition(loaded: Mapping[str, Any], board: Board, decks: tuple[Deck, ...]) -> Edition:
    goods = loaded["passengers"]
    if goods:
        tokens = {colour: tuple(stack) for colour, stack in goods["tokens"].items()}
        goods = Passengers(goods["count"], tokens, goods["cities_of"])
    as_they_are = ("id", "title", "trains", "parallel_routes_closed_up_to", "keep", "switches")
    return Edition(
        **{key: loaded[key] for key in as_they_are},
        board=board,
        decks=decks,
        players=(loaded["players"][0], loaded["players"][1]),
        route_points={int(length): points for length, points in loaded["route_points"].items()},
        stations=Stations(**loaded["stations"]) if loaded["stations"] else None,
        passengers=goods,
        controller=Controller(**loaded["controller"]) if loaded["controller"] else None,
        deal=tuple(Deal(**row) for row in loaded["deal"]),
        draw={"cards": loaded["draw"]["cards"], "keep": loaded["draw"]["keep"]},
        draw_deck=loaded["draw"]["deck"],
        bonuses=tuple(Bonus(**row) for row in loaded["bonuses"]),
        tie_breaks=tuple(loaded["tie_breaks"]),
        last_round_at=loaded["last_round"]["trains_at_most"],
        switch_tie_breaks={switch: tuple(order) for switch, order in loaded["switch_tie_breaks"].items()},
        colours=tuple(loaded["colours"]),
        sources=tuple(loaded["sources"]),
        notes=tuple(loaded["notes"]),
    )


def length_faults(board: Board, route_points: Mapping[int, int], *, where: str = "") -> list[Fault]:
    """Return a fault for every route whose length is worth nothing by the rules: a board needs rules that fit it."""
    known = tuple(sorted(route_points))
    return [
        fault(join(where, ["routes", index, "length"]), "no-route-points", length=route.length, known=known)
        for index, route in enumerate(board.routes.values())
        if route.length not in route_points
    ]
