"""
The names of things for the sentences of one table: cities, routes, players, colours.

A ``Text`` holds ids; ``namer`` gives the function that ``solver.words.say`` asks for the name of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from solver.game.edition import Board
from solver.game.events import Seat
from solver.words import Text, say, sentences


def namer(board: Board, seats: Iterable[Seat], language: str) -> Callable[[str, str], str]:
    """
    Return ``name(kind, id)`` for one table and language.

    Kinds: ``c`` a city or country, ``r`` a route (with its colour where there are parallel ones), ``p`` a player,
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


def route_name(board: Board, route: str, language: str) -> str:
    """Return a route's two cities, and its colour where that is needed to tell it from a parallel one."""
    found = board.routes.get(route)
    if found is None:
        return route
    name = " – ".join(board.name(end, language) for end in found.ends)
    parallels = board.parallels[route]
    if not parallels:
        return name
    colour = colour_name(found.colour, language)
    alike = sorted(r for r in (route, *parallels) if board.routes[r].colour == found.colour)
    number = f" {alike.index(route) + 1}" if len(alike) > 1 else ""
    return f"{name} ({colour}{number})"


def sentence(text: Text, board: Board, seats: Iterable[Seat], language: str) -> str:
    """Return a text as a sentence about one table."""
    return say(text, language, namer(board, seats, language))
