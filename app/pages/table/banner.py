"""
What every page of a table says above everything else: who still has a turn in the last round, with the tap that ticks it
by hand, and the host's question whether all tickets may be laid open.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.pages.reveal.present import is_asked
from app.pages.table.page import Button
from app.tables import access, recording
from app.tables.store import Table
from app.web.i18n import gettext as _
from app.words.words import last_round_anchor, notice
from solver.game.state import State


@dataclass(frozen=True, slots=True)
class Banner:
    """
    The sentence, and what to tap.

    Attributes
    ----------
    next
        The button of the next turn; None: nobody is left, or this phone only watches.
    over
        Whether nobody is left: then the way on is to finish.
    asking
        Whether the host has asked to lay the tickets open; ``asked``: this phone has not answered, or may change its mind.
    here
        The page that the banner stands on.
    rule
        The place of the ruling about the last round on the page of rulings; empty where it is not about that.
    """

    code: str
    words: str
    next: Button | None
    over: bool
    here: str
    rule: str
    asking: bool = False
    asked: bool = False


def next_turn(state: State) -> Button | None:
    """Return the button that ticks a turn of the last round by hand."""
    if state.last_round is None or not state.last_round.turns_left:
        return None
    seat = state.seat(state.last_round.turns_left[0])
    fields = {"type": "turn_taken", "player": seat.id}
    return Button(_("%(player)s is done", player=seat.name), seat.name, "", fields, main=False)


def banner_of(code: str, here: str) -> Banner | None:
    """
    Return what a page of a table says about its last round or a reveal that is asked for; None before and after these.

    Raises
    ------
    NotFound, Denied, TooManyRequests
        As ``access.visit``.
    """
    table, viewer = access.visit(code)
    state, _entries = recording.seen(table, viewer)
    if state.revealed:
        return None
    if state.reveal_question is not None and not state.over:
        return _question(table, viewer, state, here)
    if state.last_round is None:
        return None
    return Banner(
        table.code,
        notice(state),
        next_turn(state) if viewer.plays else None,
        state.over,
        here,
        last_round_anchor(state),
    )


def _question(table: Table, viewer: access.Viewer, state: State, here: str) -> Banner:
    """Return the banner of a question. It offers no turn: with the next one the question would lapse."""
    asked = is_asked(viewer, table, state)
    words = notice(state)
    if asked:
        words = _("The host asks: may all tickets be laid open before the last turn?")
    return Banner(table.code, words, None, state.over, here, "", asking=True, asked=asked)
