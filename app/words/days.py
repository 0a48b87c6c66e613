"""Days as people at the table know them: in the time zone of the phone that asks; and the names of files they keep."""

from __future__ import annotations

from datetime import datetime

from flask_babel import format_date, to_user_timezone

from app.tables.store import Table
from solver.game.state import State


def moment(at: str) -> datetime:
    """Return a time of the log in the time zone of the phone that asks."""
    return to_user_timezone(datetime.fromisoformat(at.replace("Z", "+00:00")))  # type: ignore[no-any-return]


def day_of(table: Table) -> str:
    """Return the day a table was opened: ``30 November 2026``."""
    return str(format_date(moment(table.created_at), "d MMMM y"))


def file_name(table: Table, state: State, ending: str) -> str:
    """
    Return what a file of a table is called: ``stationmaster-europe-2026-11-30.csv``.

    The code is not in it: whoever gets the file would be let in by its name.
    """
    laid = state.edition.id if state.board == state.edition.board else f"{state.edition.id}-own-board"
    return f"stationmaster-{laid}-{moment(table.created_at):%Y-%m-%d}.{ending}"
