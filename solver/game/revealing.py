"""
Laying the tickets open before the last turn: who has to say yes, and what can never be taken back.

A reveal cannot be undone: whoever has read a hand has read it. So before the last turn has been played the host asks
(``RevealAsked``), every seat that another phone holds answers, and only then the tickets are revealed. A seat that does
not answer within ``ANSWER_SECONDS`` holds nobody up; the reveal says who it was. On one phone nobody is asked, and the
entry that asks is the first of two steps. After the last turn the host reveals alone.

A question lapses when the game goes on: with the next turn, even if that turn is taken back later. Neither it nor an
answer is ever taken back, so that no old question comes back into force behind the players' backs; an answer is changed
by another answer.

A board that was written down afterwards has no turns, so no last one. Where no turn was recorded and somebody has as few
trains left as end the game, it is such a board, and the two steps are enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from solver.game.events import (
    Entry,
    Event,
    Retracted,
    RevealAgreed,
    RevealAsked,
    RevealRefused,
    TicketsRevealed,
)
from solver.game.state import RevealQuestion, State
from solver.game.turns import is_turn

ANSWER_SECONDS = 120
"""How long the host waits for an answer."""

_QUESTION = (RevealAsked, RevealAgreed, RevealRefused)


def is_question(event: Event) -> bool:
    """Whether an event asks for a reveal, or answers."""
    return isinstance(event, _QUESTION)


def question_after(question: RevealQuestion | None, entry: Entry) -> RevealQuestion | None:
    """Return the question that waits for answers after one more entry of the log; None: there is none."""
    event = entry.event
    match event:
        case RevealAsked():
            return RevealQuestion(entry.seq, entry.at)
        case TicketsRevealed():
            return None
        case RevealAgreed(player=player) if question is not None:
            return replace(question, agreed=question.agreed | {player}, refused=question.refused - {player})
        case RevealRefused(player=player) if question is not None:
            return replace(question, agreed=question.agreed - {player}, refused=question.refused | {player})
    return None if is_turn(event) else question


def entries_that_stay(entries: Sequence[Entry]) -> dict[int, str]:
    """
    Return for every entry that can never be taken back the code of the objection.

    With a reveal, everything stays that took it back or put it back in force in older logs: such a log means what it
    meant, and nobody changes it that way any more.
    """
    found: dict[int, str] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, TicketsRevealed):
            found[entry.seq] = "reveal-stays"
        elif isinstance(event, _QUESTION):
            found[entry.seq] = "answer-stays"
        elif isinstance(event, Retracted) and event.target in found:
            found[entry.seq] = found[event.target]
    return found


def written_afterwards(state: State) -> bool:
    """Whether the board was written down when the game was over: no turn was recorded, and the trains have run out."""
    few = state.edition.last_round_at
    return not state.last_turn and any(state.trains_left(player) <= few for player in state.players)


def seats_to_ask(state: State, held: Collection[str]) -> tuple[str, ...]:
    """
    Return the seats that have to say yes before the tickets are revealed, in turn order.

    Parameters
    ----------
    held
        The seats that phones other than the host's hold.
    """
    if state.over or written_afterwards(state):
        return ()
    return tuple(player for player in state.players if player in held)


def unanswered(state: State, held: Collection[str]) -> tuple[str, ...]:
    """Return the seats that have to say yes, and have said nothing."""
    question = state.reveal_question
    said = question.agreed | question.refused if question else frozenset()
    return tuple(player for player in seats_to_ask(state, held) if player not in said)


def obstacles(
    state: State, held: Collection[str], without: Collection[str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what stands in the way of a reveal, as the code of an objection and the seats that it is about."""
    if state.over:
        return
    question = state.reveal_question
    if question is None:
        yield "reveal-not-asked", ()
        return
    refused = tuple(player for player in seats_to_ask(state, held) if player in question.refused)
    if refused:
        yield "reveal-refused", refused
    waits = tuple(player for player in unanswered(state, held) if player not in without)
    if waits:
        yield "reveal-unanswered", waits
