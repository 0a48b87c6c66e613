"""The last round on every page of a table: who still has a turn, and the tap that ticks a turn by hand."""

from __future__ import annotations

from dataclasses import dataclass

from app import access, recording
from app.i18n import gettext as _
from app.pages import Button
from app.presenting.words import last_round_anchor, notice
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
    here
        The page that the banner stands on.
    rule
        The place of the ruling about the last round on the page of rulings.
    """

    code: str
    words: str
    next: Button | None
    over: bool
    here: str
    rule: str


def next_turn(state: State) -> Button | None:
    """Return the button that ticks a turn of the last round by hand."""
    if state.last_round is None or not state.last_round.turns_left:
        return None
    seat = state.seat(state.last_round.turns_left[0])
    fields = {"type": "turn_taken", "player": seat.id}
    return Button(_("%(player)s is done", player=seat.name), seat.name, "", fields, main=False)


def banner_of(code: str, here: str) -> Banner | None:
    """
    Return what a page of a table says about its last round; None before it and after the reveal.

    Raises
    ------
    NotFound, Denied, TooManyRequests
        As ``access.visit``.
    """
    table, viewer = access.visit(code)
    state, _entries = recording.seen(table, viewer)
    if state.last_round is None or state.revealed:
        return None
    return Banner(
        table.code,
        notice(state),
        next_turn(state) if viewer.plays else None,
        state.over,
        here,
        last_round_anchor(state),
    )
