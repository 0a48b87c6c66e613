"""The result once the host has shown it: the final totals and who won, for chips, the TV and the list of tables."""

from __future__ import annotations

from app.searching import answers
from app.tables.store import Table
from app.web.i18n import gettext as _
from app.web.i18n import language
from solver.game.state import State
from solver.scoring.sheet import Sheet
from solver.words.say import enumerate_words


def final_sheet(table: Table, state: State, wait: float = 0.5) -> Sheet | None:
    """
    Return the final sheet of a table whose result is shown; None before that, and while it is being worked out.

    Parameters
    ----------
    wait
        Seconds that the page may wait for it.
    """
    if not state.result_shown:
        return None
    found = answers.final_sheet(table, state, wait=wait)
    return found.sheet if found.settled else None


def early_words(state: State) -> str:
    """Return what stands beside totals that may still change, since the result is not shown yet; empty where they may not."""
    if not state.revealed or state.result_shown:
        return ""
    return _("Not final yet: the result is not shown, and tickets can still be entered and mended.")


def won_words(sheet: Sheet) -> str:
    """Return who won and with how many points."""
    names = {column.player: column.name for column in sheet.players}
    best = max(column.total for column in sheet.players)
    return _(
        "Winner: %(names)s, %(total)s",
        names=enumerate_words([names[p] for p in sheet.winners], language()),
        total=best,
    )
