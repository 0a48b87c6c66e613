"""
The editions, boards and decks that come with the project, from the package ``maps``.

What is loaded is frozen and kept: a second call gives the same object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from solver.checking.faults import fault, gathering, join, refuse
from solver.checking.parse import parsed
from solver.formats.edition import read_board, read_deck, read_edition
from solver.game.edition import Board, Deck, Edition, Route
from solver.game.errors import Fault, InvalidEdition, InvalidInput
from solver.rulings.book import load_rulings

SOURCED = (
    "players",
    "trains",
    "route_points",
    "parallel_routes_closed_up_to",
    "deal",
    "keep",
    "draw",
    "bonuses",
    "tie_breaks",
    "last_round",
    "colours",
)
"""The keys of an edition that hold rules: a source must name each of them."""


@dataclass(frozen=True, slots=True)
class EditionCheck:
    """What ``python -m solver check`` says about an edition: counts, and everything that is wrong with it."""

    id: str
    cities: int
    routes: int
    tickets: int
    faults: tuple[Fault, ...]


@cache
def _ids(folder: str) -> tuple[str, ...]:
    names = (entry.name for entry in resources.files("maps").joinpath(folder).iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


def edition_ids() -> tuple[str, ...]:
    """Return the ids of all editions, in alphabetical order."""
    return _ids("editions")


def board_ids() -> tuple[str, ...]:
    """Return the ids of all boards, in alphabetical order."""
    return _ids("boards")


def _data(folder: str, name: str) -> tuple[object, str]:
    where = f"maps/{folder}/{name}.json"
    text = (resources.files("maps") / folder / f"{name}.json").read_text(encoding="utf-8")
    try:
        return parsed(text, where=where), where
    except InvalidInput as error:
        raise InvalidEdition(error.faults) from error


def _named(data: object, name: str, where: str) -> list[Fault]:
    """Return a fault unless a file says the id that its name promises; a missing id is one of its shape."""
    found = data.get("id") if isinstance(data, dict) else None
    if not isinstance(found, str) or found == name:
        return []
    return [fault(join(where, ["id"]), "id-is-not-file", name=found[:60], wanted=name)]


@cache
def load_board(name: str) -> Board:
    """Return a board that comes with the project; raise InvalidEdition when there is none with this id."""
    if name not in board_ids():
        raise InvalidEdition([fault("board", "unknown-board", name=name[:60])])
    data, where = _data("boards", name)
    faults = _named(data, name, where)
    with gathering(faults):
        board = read_board(data, where=where, need_places=True)
    refuse(faults, InvalidEdition)
    return board


@cache
def _deck(name: str, board: str | None) -> Deck | None:
    """Return a deck, None where there is none for a board; without a board its own is not looked at."""
    if name not in _ids("decks"):
        return None
    data, where = _data("decks", name)
    if board is not None and isinstance(data, dict) and data.get("board") != board:
        return None
    faults = _named(data, name, where)
    with gathering(faults):
        deck = read_deck(data, _readable(board) if board else None, where=where)
    refuse(faults, InvalidEdition)
    return deck


def _readable(board: str) -> Board | None:
    with suppress(InvalidEdition):
        return load_board(board)
    return None


def load_edition(name: str) -> Edition:
    """
    Return an edition that comes with the project.

    Raises
    ------
    InvalidEdition
        When there is none with this id (the fault names those that are known), or its files have faults.
    """
    if name not in edition_ids():  # asked before the cache, which outsiders could fill with names otherwise
        raise InvalidEdition([fault("edition", "unknown-edition", name=name[:60], known=edition_ids())])
    return _edition(name)


@cache
def _edition(name: str) -> Edition:
    data, where = _data("editions", name)
    named = data.get("board") if isinstance(data, dict) else None
    board = named if isinstance(named, str) and named in board_ids() else None

    def board_of(wanted: str) -> Board | None:
        return load_board(wanted) if wanted in board_ids() else None

    faults = _named(data, name, where)
    with gathering(faults):
        edition = read_edition(data, board_of=board_of, deck_of=lambda deck: _deck(deck, board), where=where)
    refuse(faults, InvalidEdition)
    return edition


def check_edition(name: str) -> EditionCheck:
    """Return the counts of an edition and everything that is wrong with it; never raises for a faulty file."""
    faults: list[Fault] = []
    with gathering(faults):
        load_edition(name)
    data: object = None
    with suppress(InvalidEdition):
        data, where = _data("editions", name)
        faults += _source_faults(data, where)
        faults += _text_faults(data, where)
    rules = data if isinstance(data, dict) else {}
    board = _readable(rules["board"]) if rules.get("board") in board_ids() else None
    faults += board_faults(board) if board else ()
    decks = [deck for deck in _decks(rules) if deck is not None]
    faults += _deck_faults(decks)
    tickets = sum(len(deck.tickets) for deck in decks)
    counts = (len(board.cities), len(board.routes), tickets) if board else (0, 0, tickets)
    return EditionCheck(name, *counts, tuple(faults))


def _decks(rules: Mapping[str, Any]) -> Iterator[Deck | None]:
    """Yield the decks of an edition that can be read."""
    named, board = rules.get("decks"), rules.get("board")
    for deck in (
        dict.fromkeys(name for name in named if isinstance(name, str)) if isinstance(named, list) else ()
    ):
        with suppress(InvalidEdition):
            yield _deck(deck, board if isinstance(board, str) and board in board_ids() else None)


def board_faults(board: Board, *, where: str | None = None) -> Iterator[Fault]:
    """
    Yield what is wrong with a board that can be read: pieces, doubles, places, terminals, sources.

    ``where`` begins every fault's path; left out, it is the file of the board.
    """
    import networkx as nx  # only what is checked needs it

    where = f"maps/boards/{board.id}.json" if where is None else where
    index = {city: number for number, city in enumerate(board.cities)}
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from(board.cities)
    graph.add_edges_from(route.ends for route in board.routes.values())
    for city in board.cities.values():
        path: list[str | int] = ["cities", index[city.id]]
        if graph.degree(city.id) == 0:
            yield fault(join(where, path), "lonely-city")
        if city.x is None or city.y is None:
            yield fault(join(where, path), "no-place")
        if city.terminal_of and graph.degree(city.id) != 1:
            yield fault(join(where, path), "terminal-not-dead-end", count=graph.degree(city.id))
        if city.terminal_of and city.terminal_of not in board.countries:
            yield fault(join(where, [*path, "terminal_of"]), "no-country-name", name=city.terminal_of)
    first, *others = [min(piece) for piece in nx.connected_components(graph) if len(piece) > 1]
    for other in others:
        yield fault(join(where, ["routes"]), "not-connected", city=first, other=other)
    for number, route in enumerate(board.routes.values()):
        yield from _double_faults(board, route, join(where, ["routes", number]))
    for key in ("cities", "routes"):
        yield from _unsourced(key, board.sources, where)


def _double_faults(board: Board, route: Route, where: str) -> Iterator[Fault]:
    """Yield where a board leaves open whether unequal routes are one double, or marks a double that has one track."""
    if route.double and not board.parallels[route.id]:
        yield fault(join(where, ["double"]), "double-alone")
    if route.double is not None:
        return
    for other in (board.routes[name] for name in board.alongside[route.id]):
        if (
            other.double is None
            and other.length != route.length
            and other.id not in board.parallels[route.id]
        ):
            facts = {"length": route.length, "other": other.id, "length_other": other.length}
            yield fault(join(where, ["length"]), "parallels-differ", **facts)


def _deck_faults(decks: Sequence[Deck]) -> Iterator[Fault]:
    seen: set[str] = set()
    for deck in decks:
        where = f"maps/decks/{deck.id}.json"
        yield from _unsourced("tickets", deck.sources, where)
        for twice in sorted(seen & set(deck.tickets)):
            yield fault(where, "twice-in-decks", name=twice)
        seen |= set(deck.tickets)


def _source_faults(data: object, where: str) -> Iterator[Fault]:
    """Yield every rule of an edition's file that no source names; what is not there is a fault of its shape."""
    rules = data if isinstance(data, dict) else {}
    named = rules.get("sources", [])
    sources = tuple(source for source in named if isinstance(source, str)) if isinstance(named, list) else ()
    keys = [key for key in SOURCED if key in rules]
    for key in (
        *keys,
        *(key for key in ("stations", "passengers", "controller", "switches") if rules.get(key)),
    ):
        yield from _unsourced(key, sources, where)


def _text_faults(data: object, where: str) -> Iterator[Fault]:
    """Yield every rule text of an edition that is no source of the rulings; other shapes are faults already."""
    named = data.get("texts") if isinstance(data, dict) else None
    try:
        known = load_rulings().sources
    except (InvalidEdition, OSError):  # rulings that cannot be read are faults of their own
        return
    for index, text in enumerate(named if isinstance(named, list) else ()):
        if isinstance(text, str) and text not in known:
            yield fault(join(where, ["texts", index]), "unknown-source", name=text[:60])


def _unsourced(key: str, sources: tuple[str, ...], where: str) -> Iterator[Fault]:
    """Yield a fault unless a source of the form ``key, key: where it comes from`` names the key."""
    named = {word for source in sources for word in re.findall(r"[a-z_]+", source.partition(":")[0])}
    if key not in named:
        yield fault(join(where, [key]), "no-source", name=key)
