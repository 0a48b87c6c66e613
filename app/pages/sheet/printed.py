"""
The sheet on paper: where, when and who, and every player's tickets, trail and stations in words.

Nothing on paper can be opened, so what the page shows under its numbers stands there written out. The code of the table
is not on it: a paper on the wall would let in whoever reads it.
"""

from __future__ import annotations

from app.pages.sheet.present import MINUS, ordered
from app.pages.sheet.print_page import Printed, PrintedPlayer, PrintedTicket
from app.pages.sheet.proofs import loan_words
from app.pages.sheet.trail import stops_of
from app.tables.store import Table
from app.web.i18n import between, colour_name, place_name, title_of
from app.words.days import day_of
from app.words.verdict import ordinal
from app.words.words import table_title, trains
from solver.game.state import State
from solver.scoring.sheet import PlayerSheet, Sheet


def printed_of(table: Table, state: State, sheet: Sheet | None) -> Printed:
    """Return what stands on paper only; players only once their tickets lie open for everybody."""
    title, edition = table_title(state), title_of(state.edition.title)
    head = title if title == edition else f"{title} · {edition}"
    final = sheet is not None and state.revealed
    columns = ordered(sheet) if sheet is not None and final else ()
    return Printed(head, day_of(table), tuple(_player(state, column) for column in columns))


def _player(state: State, column: PlayerSheet) -> PrintedPlayer:
    colour = state.seat(column.player).colour
    loans = column.evidence.loans
    return PrintedPlayer(
        name=column.name,
        colour=colour,
        colour_name=colour_name(colour),
        rank=ordinal(column.rank),
        total=column.total,
        tickets=tuple(
            PrintedTicket(
                between(place_name(state.board, end) for end in line.ticket.ends),
                f"{'+' if line.completed else MINUS}{line.ticket.points}",
                line.completed,
            )
            for line in column.evidence.tickets
        ),
        trail=_trail(state, column),
        stations=tuple(
            f"{place_name(state.board, city)}: {loan_words(state, column, route)}"
            for city, route in loans.items()
        ),
    )


def _trail(state: State, column: PlayerSheet) -> str:
    trail = column.evidence.trail
    if not trail.value:
        return ""
    way = between(stop.name for stop in stops_of(state, trail))
    return f"{trains(trail.value)}: {way}"
