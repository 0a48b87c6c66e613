"""Games that were played: who had how many points, and the best of each board."""

from __future__ import annotations

from collections.abc import Iterable

from app.pages.results.page import Placed, PlayedBoard, PlayedGame
from app.tables.store import Table
from app.web.i18n import gettext as _
from app.web.i18n import ngettext
from app.words.days import day_of
from app.words.words import points, table_title
from solver.game.state import State
from solver.scoring.sheet import Sheet

Counted = tuple[Table, State, Sheet | None]
"""A table whose tickets lie open, and its sheet; None while it is still being worked out."""

FEW = 3
"""So many games on a board say something about what is usual."""


def played_boards(counted: Iterable[Counted]) -> tuple[PlayedBoard, ...]:
    """Return the games by board, in the order in which they come."""
    by_title: dict[str, list[Counted]] = {}
    for one in counted:
        by_title.setdefault(table_title(one[1]), []).append(one)
    return tuple(
        PlayedBoard(title, tuple(_says(games)), tuple(map(_game, games))) for title, games in by_title.items()
    )


def _game(counted: Counted) -> PlayedGame:
    table, state, sheet = counted
    seats = {seat.id: seat for seat in state.seats}
    columns = () if sheet is None else sorted(sheet.players, key=lambda column: column.rank)
    placed = tuple(
        Placed(column.name, seats[column.player].colour, column.total, column.rank == 1) for column in columns
    )
    return PlayedGame(table.code, day_of(table), placed, early=not state.result_shown)


def _says(games: list[Counted]) -> Iterable[str]:
    known = [(sheet, table) for table, _state, sheet in games if sheet is not None]
    if not known:
        return
    best, table = max(
        ((column, table) for sheet, table in known for column in sheet.players),
        key=lambda one: (one[0].total, -one[0].rank),
    )
    yield _(
        "Best result: %(points)s, %(player)s, %(day)s",
        points=points(best.total),
        player=best.name,
        day=day_of(table),
    )
    if len(known) >= FEW:
        won = [max(column.total for column in one.players) for one, _table in known]
        count = ngettext("In %(num)d game", "In %(num)d games", len(known))
        yield _(
            "%(count)s the winner had %(points)s on average.",
            count=count,
            points=points(round(sum(won) / len(won))),
        )
