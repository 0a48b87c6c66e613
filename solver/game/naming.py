"""
The names of things for the sentences of one table: cities, routes, players, colours.

A ``Text`` holds ids; ``namer`` gives the function that ``solver.words.say`` asks for the name of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from solver.game.edition import Board
from solver.game.events import Seat
from solver.words.say import Text, say, sentences


def namer(board: Board, seats: Iterable[Seat], language: str) -> Callable[[str, str], str]:
    """
    Return ``name(kind, id)`` for one table and language.

    Kinds: ``c`` a city or country, ``r`` a route (see ``route_name``), ``p`` a player,
    ``k`` a colour, ``g`` a colour of goods. An id that is not known is its own name.
    """
    players = {seat.id: seat.name for seat in seats}

    def name(kind: str, key: str) -> str:
        if kind == "p":
            return players.get(key, key)
        if kind == "c":
            return board.name(key, language) if board.knows(key) else key
        if kind == "r":
            return route_name(board, key, language)
        return colour_name(key, language)

    return name


def colour_name(colour: str, language: str) -> str:
    """Return the word for a colour."""
    return sentences(language).get(f"colour-{colour}", colour)


def pair_name(board: Board, route: str, language: str) -> str:
    """Return a route's two cities; routes between the same two name them in one order, that of the first one printed."""
    first = next((r for r in board.routes if r == route or r in board.alongside[route]), route)
    return " – ".join(board.name(end, language) for end in board.routes[first].ends)


def route_name(board: Board, route: str, language: str) -> str:
    """Return a route's two cities and its mark, ``Boston – Montréal (grey 2)``: no two routes of a board are called the same."""
    if route not in board.routes:
        return route
    pair, mark = pair_name(board, route, language), route_mark(board, route, language)
    return f"{pair} ({mark})" if mark else pair


def route_mark(board: Board, route: str, language: str) -> str:
    """
    Return what tells a route apart from others between the same two names: its colour, numbered where that is the same.

    Empty where no other route joins places of these names. Names are compared, not ids: the terminals of one country
    share theirs.
    """
    together = _namesakes(board, language)[route]
    if len(together) < 2:
        return ""
    colour = board.routes[route].colour
    alike = [r for r in together if board.routes[r].colour == colour]
    number = f" {alike.index(route) + 1}" if len(alike) > 1 else ""
    return f"{colour_name(colour, language)}{number}"


def _namesakes(board: Board, language: str) -> Mapping[str, list[str]]:
    """Return for every route all routes between places of the same two names, itself among them, sorted by id."""
    if language not in board.namesakes:
        groups: dict[tuple[str, ...], list[str]] = {}
        for route in sorted(board.routes.values(), key=lambda r: r.id):
            groups.setdefault(tuple(sorted(board.name(end, language) for end in route.ends)), []).append(
                route.id
            )
        board.namesakes[language] = {route: alike for alike in groups.values() for route in alike}
    return board.namesakes[language]


def sentence(text: Text, board: Board, seats: Iterable[Seat], language: str) -> str:
    """Return a text as a sentence about one table."""
    return say(text, language, namer(board, seats, language))
