"""The words of the steps towards open tickets, and who has answered the host's question."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from app.pages.reveal.page import Answer
from app.tables import access
from app.tables.access import Viewer
from app.tables.services import services
from app.tables.store import Table
from app.web.i18n import gettext as _
from app.web.i18n import ngettext
from solver.game.revealing import obstacles, seats_to_ask
from solver.game.state import State


@dataclass(frozen=True, slots=True)
class StepWords:
    """What the next step is called: on the page that asks once more, and on the control that is held."""

    title: str
    lead: str
    button: str
    link: str
    hold: str


def step_words(table: Table, state: State) -> StepWords:
    """Return the words of the next step: asking the other phones, or laying all tickets open."""
    title, button = _("Lay the tickets open"), _("Reveal the tickets")
    lead = _("From then on everybody sees every ticket. This cannot be taken back.")
    hold = _("Hold: everybody sees all tickets")
    if state.over or state.reveal_question is not None:
        if not state.over and not _others(table, state):
            hold = _("Hold once more: everybody sees all tickets")
        return StepWords(title, lead, button, _("Lay the tickets open…"), hold)
    if _others(table, state):
        asks = _("The last turn has not been played. Every phone that holds a seat is asked first.")
        return StepWords(
            _("Ask the others"), asks, _("Ask the others"), _("Ask the others…"), _("Hold: ask the others")
        )
    early = _("The last turn has not been played. You will be asked once more.")
    return StepWords(title, f"{lead} {early}", _("Go on"), _("Lay the tickets open…"), hold)


def _others(table: Table, state: State) -> tuple[str, ...]:
    return seats_to_ask(state, access.held_by_others(table, services().store.holds(table.id)))


def answers_of(table: Table, state: State) -> tuple[Answer, ...]:
    """Return how every seat that was asked has answered; none where nobody is asked."""
    question = state.reveal_question
    if question is None or state.revealed:
        return ()
    said = {
        **dict.fromkeys(question.agreed, _("yes")),
        **dict.fromkeys(question.refused, _("no")),
    }
    return tuple(
        Answer(state.seat(player).name, state.seat(player).colour, said.get(player, _("no answer yet")))
        for player in _others(table, state)
    )


def waiting_words(table: Table, state: State) -> str:
    """Return how long the host still waits for an answer; empty where the way is free or a no stands in it."""
    held = access.held_by_others(table, services().store.holds(table.id))
    codes = [code for code, _seats in obstacles(state, held, ())]
    if codes != ["reveal-unanswered"]:
        return ""
    seconds = access.seconds_to_wait(state, datetime.now(UTC))
    if not seconds:
        return _("Who has not answered by now is not waited for. The log names them.")
    return ngettext(
        "Without an answer you may go on in %(num)d second.",
        "Without an answer you may go on in %(num)d seconds.",
        seconds,
    )


def is_asked(viewer: Viewer, table: Table, state: State) -> bool:
    """Whether a phone still has, or may change, an answer to the host's question."""
    if state.reveal_question is None or state.revealed or viewer.keeper:
        return False
    return bool(set(viewer.seats).intersection(_others(table, state)))


def may_reveal_now(table: Table, state: State) -> bool:
    """Whether the host's next step would be accepted now."""
    if state.over or state.reveal_question is None:
        return True
    held = access.held_by_others(table, services().store.holds(table.id))
    late = access.seconds_to_wait(state, datetime.now(UTC)) == 0
    codes = [code for code, _seats in obstacles(state, held, ())]
    return not codes or (late and codes == ["reveal-unanswered"])
