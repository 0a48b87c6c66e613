"""A table that no search settles quickly: far more stations than a box holds, each with many routes to borrow."""

from __future__ import annotations

from typing import Any

from solver import position_from_json
from solver.formats.load import load_edition
from solver.game.state import State

EUROPE = load_edition("europe")
STATIONS = 24
TICKETS = 46


def _loans() -> dict[str, Any]:
    board = EUROPE.board
    degree = {city: sum(city in route.ends for route in board.routes.values()) for city in board.cities}
    stations = sorted(board.cities, key=lambda city: (-degree[city], city))[:STATIONS]
    ben = [route.id for number, route in enumerate(board.routes.values()) if number % 6]
    anna = [route.id for number, route in enumerate(board.routes.values()) if not number % 6]
    return {
        "edition": "europe",
        "players": [
            {"name": "Anna", "routes": anna, "stations": stations, "tickets": list(EUROPE.tickets)[:TICKETS]},
            {"name": "Ben", "routes": ben},
        ],
    }


LOANS = _loans()
"""The position as JSON."""


def hard_position() -> State:
    """Return the position."""
    from dataclasses import replace

    state = position_from_json(LOANS).state
    return replace(state, revealed=True)
