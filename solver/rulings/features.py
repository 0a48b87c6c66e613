"""
The features of an edition, by which a ruling says when it holds (``"when"`` in ``maps/rulings``).

A feature is a short word that follows from the rules and the board of a table: ``stations``, ``kind:most_tickets``,
``closed:3``. Whatever has the feature has the ruling, whatever the edition is called. ``maps/FORMAT.md`` lists them.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.game.edition import Board, Edition
from solver.scoring.bonuses import BONUS_KINDS, TIE_BREAK_KINDS

PLAIN = ("stations", "passengers", "controller", "ferries", "tunnels", "doubles", "countries")
"""Features without a value."""
VALUED = ("kind", "tie", "switch", "closed", "last_round", "players", "text", "edition", "board", "box")
"""What stands before the colon of a feature with a value."""
CHOICES = {"kind": tuple(BONUS_KINDS), "tie": tuple(TIE_BREAK_KINDS)}
"""The values of those that come from a registry."""


def features_of(edition: Edition, board: Board | None = None) -> frozenset[str]:
    """Return what a table has: the features of an edition, with another board's where one lies on the table."""
    return frozenset(_features(edition, board or edition.board))


def _features(edition: Edition, board: Board) -> Iterator[str]:
    pieces = {
        "stations": edition.stations,
        "passengers": edition.passengers,
        "controller": edition.controller,
        "ferries": any(route.ferry for route in board.routes.values()),
        "tunnels": any(route.tunnel for route in board.routes.values()),
        "doubles": any(board.parallels.values()),
        "countries": any(city.terminal_of for city in board.cities.values()),
    }
    yield from (name for name in PLAIN if pieces[name])
    yield from (f"kind:{bonus.kind}" for bonus in edition.bonuses)
    for order in (edition.tie_breaks, *edition.switch_tie_breaks.values()):
        yield from (f"tie:{kind}" for kind in order)
    yield from (f"switch:{name}" for name in edition.switches)
    yield from (f"text:{text}" for text in edition.texts)
    yield f"closed:{edition.parallel_routes_closed_up_to}"
    yield f"last_round:{edition.last_round_at}"
    yield "players:{}-{}".format(*edition.players)
    yield f"edition:{edition.id}"
    yield f"board:{board.id}"
