"""Names of people: what looks the same is one name, and nobody paints over the lines above."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import objections, position_from_json
from solver.formats.load import load_edition
from solver.game.errors import InvalidInput
from solver.game.events import Seat, SeatChanged, TableOpened
from solver.game.fold import fold
from solver.game.names import MARKS, same_name_key, tidy_name

JOSE, SAME = "Jos\u00e9", "Jose\u0301"
ZALGO = "Z" + "\u0335" * 20 + "oe"


def codes(state, event):
    return {one.code for one in objections(state, event)}


@pytest.mark.parametrize("other", [SAME, "JOSÉ", "josé"])
def test_two_players_are_not_called_the_same_in_another_form(other):
    empty = fold(load_edition("usa"), ())
    seats = (Seat("a", JOSE, "red"), Seat("b", other, "blue"))
    assert "seat-twice" in codes(empty, TableOpened("usa", seats))
    with pytest.raises(InvalidInput) as refused:
        position_from_json({"edition": "usa", "players": [{"name": JOSE}, {"name": other}]})
    assert [fault.path for fault in refused.value.faults] == ["players[1].name"]


def test_a_seat_does_not_take_the_name_of_another_in_another_form():
    state = position_from_json({"edition": "usa", "players": [{"name": "Ann Lee"}, {"name": "Ben"}]}).state
    ben = state.players[1]
    assert "seat-twice" in codes(state, SeatChanged(ben, "ann  lee", state.seat(ben).colour))
    assert "seat-twice" not in codes(state, SeatChanged(ben, "Annlee", state.seat(ben).colour))


def test_marks_are_stacked_three_high_at_most_and_the_name_is_read_all_the_same():
    state = position_from_json({"edition": "usa", "players": [{"name": ZALGO}]}).state
    name = state.seats[0].name
    assert name == "Z" + "\u0335" * MARKS + "oe"


@given(st.text(st.characters(categories=["L", "Mn", "Me", "Zs"]), max_size=30))
def test_a_tidy_name_stays_as_it_is_and_is_the_same_name(name):
    tidy = tidy_name(name)
    assert tidy_name(tidy) == tidy
    assert unicodedata.is_normalized("NFC", tidy)
    assert same_name_key(tidy) == same_name_key(name)
    row = 0
    for letter in tidy:
        row = row + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        assert row <= MARKS
