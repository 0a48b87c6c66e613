"""
Boards, decks and editions: JSON to frozen data, with everything that is wrong said at once.

Shape (types, bounds, unknown keys) is the part of ``edition_shape``; what joins two places (a route's end that is no
city, an id used twice) is checked by ``joins`` on the raw input, so that a file with both kinds of faults hears about
all of them. ``maps/FORMAT.md`` describes the files.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

from solver.checking.faults import fault, gathering, join, new_ones, refuse, some
from solver.checking.strict import StrictSchema, read
from solver.formats.edition_shape import (
    MAX_CITIES,
    MAX_ID,
    MAX_POINTS,
    MAX_ROUTES,
    BoardSchema,
    DeckSchema,
    EditionSchema,
    PlacedBoardSchema,
)
from solver.formats.joins import board_faults, deck_faults
from solver.formats.joins_rules import length_gaps, rule_faults
from solver.game.edition import (
    Board,
    Bonus,
    City,
    Controller,
    Deal,
    Deck,
    Edition,
    Passengers,
    Route,
    StationPrice,
    Stations,
    Ticket,
)
from solver.game.errors import Fault, InvalidEdition

__all__ = [
    "MAX_CITIES",
    "MAX_ID",
    "MAX_POINTS",
    "MAX_ROUTES",
    "board_json",
    "length_faults",
    "read_board",
    "read_deck",
    "read_edition",
    "ticket_id",
]


_T = TypeVar("_T", Board, Deck)


@cache
def _schema(kind: type[StrictSchema]) -> StrictSchema:
    """Return the one schema of a kind: building it costs more than reading a small board."""
    return kind()


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
    loaded, faults = read(_schema(PlacedBoardSchema if need_places else BoardSchema), data, where=where)
    refuse([*faults, *some(board_faults(data, where))], InvalidEdition)
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
            **({} if route.double is None else {"double": route.double}),
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


def read_deck(data: object, board: Board | None, *, where: str = "", taken: Collection[str] = ()) -> Deck:
    """
    Return the deck of parsed JSON for a board; raise InvalidEdition with every fault of it.

    Where the board cannot be read (None), the ends of the tickets are not looked up. ``taken`` are ids of tickets of other
    decks: a ticket that brings no id gets none of them.
    """
    loaded, faults = read(_schema(DeckSchema), data, where=where)
    refuse([*faults, *deck_faults(data, board, where)], InvalidEdition)
    tickets: dict[str, Ticket] = {}
    for row in loaded["tickets"]:
        ticket = row.get("id") or ticket_id(row["ends"], taken={*taken, *tickets})
        tickets[ticket] = Ticket(ticket, (row["ends"][0], row["ends"][1]), row["points"], loaded["id"])
    return Deck(
        loaded["id"],
        loaded["title"],
        loaded["board"],
        tickets,
        loaded["candidates"],
        tuple(loaded["sources"]),
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
    loaded, faults = read(_schema(EditionSchema), data, where=where)
    faults += rule_faults(data, where)
    board = _board(data, board_of, where, faults)
    decks = list(_decks(data, deck_of, board, where, faults))
    faults += length_gaps(data, board, where) if board else ()
    refuse(faults, InvalidEdition)
    assert board is not None
    return _edition(loaded, board, tuple(decks))


def _board(
    data: object, board_of: Callable[[str], Board | None], where: str, faults: list[Fault]
) -> Board | None:
    name = data.get("board") if isinstance(data, dict) else None
    if not isinstance(name, str):
        return None
    found, refused = _found(board_of, name, faults)
    if found is None and not refused:
        faults.append(fault(join(where, ["board"]), "unknown-board", name=name[:MAX_ID]))
    return found


def _decks(
    data: object, deck_of: Callable[[str], Deck | None], board: Board | None, where: str, faults: list[Fault]
) -> Iterator[Deck]:
    rules = data if isinstance(data, dict) else {}
    named = rules.get("decks")
    for index, name in enumerate(named if isinstance(named, list) else ()):
        if not isinstance(name, str):
            continue
        found, refused = _found(deck_of, name, faults)
        if found is not None and (board is None or found.board == board.id):
            yield found
        elif not refused:
            facts = {"name": name[:MAX_ID], "board": str(rules.get("board"))[:MAX_ID]}
            faults.append(fault(join(where, ["decks", index]), "unknown-deck", **facts))


def _found(find: Callable[[str], _T | None], name: str, faults: list[Fault]) -> tuple[_T | None, bool]:
    """Return what has a name, and whether it is there but was refused; why joins the faults."""
    wrong: list[Fault] = []
    found: _T | None = None
    with gathering(wrong):
        found = find(name)
    faults += new_ones(wrong, faults)
    return found, bool(wrong)


def _stations(loaded: Mapping[str, Any]) -> Stations:
    price = tuple(StationPrice(row["cards"], row["colour"] == "route") for row in loaded["price"])
    return Stations(loaded["count"], loaded["points_unused"], price)


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
        stations=_stations(loaded["stations"]) if loaded["stations"] else None,
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
        texts=tuple(loaded["texts"]),
        cards=loaded["cards"],
    )


def length_faults(board: Board, route_points: Mapping[int, int], *, where: str = "") -> list[Fault]:
    """Return a fault for every route whose length is worth nothing by the rules: a board needs rules that fit it."""
    known = tuple(sorted(route_points))
    return [
        fault(join(where, ["routes", index, "length"]), "no-route-points", length=route.length, known=known)
        for index, route in enumerate(board.routes.values())
        if route.length not in route_points
    ]
