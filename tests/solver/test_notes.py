"""What the sheet remarks besides numbers."""

from __future__ import annotations

from dataclasses import replace

from solver.formats.load import load_edition
from solver.game.events import Seat
from solver.game.state import State
from solver.scoring.notes import state_notes


def doubled(state: State) -> list[tuple[object, ...]]:
    """Return what the remarks say of cards that are counted more than once."""
    keys = ("players", "a", "b", "times")
    return [tuple(n.text.facts[key] for key in keys) for n in state_notes(state) if n.code == "ticket-twice"]


def test_a_card_counted_twice_is_remarked_on_when_the_tickets_lie_open():
    edition = load_edition("europe")
    card = edition.tickets["berlin--london"]
    seats = tuple(
        Seat(name, name.title(), colour) for name, colour in zip("abc", ("red", "blue", "green"), strict=True)
    )
    state = State(edition, edition.board, seats=seats)
    state.tickets.update(a=[card], b=[card], c=[replace(card, points=9)])
    state.seq = 9  # a table with a log, whose hands are closed
    assert not doubled(state)
    state.revealed = True
    assert doubled(state) == [(("a", "b"), "berlin", "london", 2)]
    state.tickets.update(a=[card, card], b=[])
    assert doubled(state) == [(("a",), "berlin", "london", 2)]
