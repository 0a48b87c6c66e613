"""
The editions, boards and decks that come with the project, from the package ``maps``.

What is loaded is frozen and kept: a second call gives the same object.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

import networkx as nx

from solver.game.edition import Board, Deck, Edition
from solver.game.errors import Fault, InvalidEdition
from solver.game.schema_edition import read_board, read_deck, read_edition
from solver.game.strict import fault, join

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
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidEdition([fault(where, "broken-json", detail=str(error))]) from error
    if isinstance(data, dict) and data.get("id") != name:
        raise InvalidEdition(
            [fault(join(where, ["id"]), "id-is-not-file", name=str(data.get("id")), wanted=name)]
        )
    return data, where


@cache
def load_board(name: str) -> Board:
    """Return a board that comes with the project; raise InvalidEdition when there is none with this id."""
    if name not in board_ids():
        raise InvalidEdition([fault("board", "unknown-board", name=name[:60])])
    data, where = _data("boards", name)
    return read_board(data, where=where, need_places=True)


@cache
def _deck(name: str, board: str) -> Deck | None:
    if name not in _ids("decks"):
        return None
    data, where = _data("decks", name)
    if isinstance(data, dict) and data.get("board") != board:
        return None
    return read_deck(data, load_board(board), where=where)


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
    board = data.get("board") if isinstance(data, dict) else None

    def board_of(wanted: str) -> Board | None:
        return load_board(wanted) if wanted in board_ids() else None

    return read_edition(data, board_of=board_of, deck_of=lambda deck: _deck(deck, str(board)), where=where)


def check_edition(name: str) -> EditionCheck:
    """Return the counts of an edition and everything that is wrong with it; never raises for a faulty file."""
    try:
        edition = load_edition(name)
    except InvalidEdition as error:
        return EditionCheck(name, 0, 0, 0, error.faults)
    board = edition.board
    tickets = sum(len(deck.tickets) for deck in edition.decks)
    faults = [*board_faults(board), *_deck_faults(edition), *_source_faults(edition)]
    return EditionCheck(name, len(board.cities), len(board.routes), tickets, tuple(faults))


def board_faults(board: Board, *, where: str | None = None) -> Iterator[Fault]:
    """
    Yield what is wrong with a board that can be read: pieces, unequal parallels, places, terminals, sources.

    ``where`` begins every fault's path; left out, it is the file of the board.
    """
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
        for other in board.parallels[route.id]:
            if board.routes[other].length != route.length:
                path = ["routes", number, "length"]
                facts: dict[str, object] = {
                    "length": route.length,
                    "other": other,
                    "length_other": board.routes[other].length,
                }
                yield fault(join(where, path), "parallels-differ", **facts)
    for key in ("cities", "routes"):
        yield from _unsourced(key, board.sources, where)


def _deck_faults(edition: Edition) -> Iterator[Fault]:
    seen: set[str] = set()
    for deck in edition.decks:
        where = f"maps/decks/{deck.id}.json"
        yield from _unsourced("tickets", deck.sources, where)
        for twice in sorted(seen & set(deck.tickets)):
            yield fault(where, "twice-in-decks", name=twice)
        seen |= set(deck.tickets)


def _source_faults(edition: Edition) -> Iterator[Fault]:
    wanted = [*SOURCED]
    wanted += [key for key in ("stations", "passengers", "controller", "switches") if getattr(edition, key)]
    for key in wanted:
        yield from _unsourced(key, edition.sources, f"maps/editions/{edition.id}.json")


def _unsourced(key: str, sources: tuple[str, ...], where: str) -> Iterator[Fault]:
    """Yield a fault unless a source of the form ``key, key: where it comes from`` names the key."""
    named = {word for source in sources for word in re.findall(r"[a-z_]+", source.partition(":")[0])}
    if key not in named:
        yield fault(join(where, [key]), "no-source", name=key)
