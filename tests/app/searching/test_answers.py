"""What a key is made of, and who counts as one address."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from app.searching.answers import OF_THE_LOG, OF_THE_TABLE, digest
from app.searching.askers import neighbourhood
from solver.game.events import Seat
from solver.game.state import Journey, Record, State
from tests.app.searching.hard import hard_position


def test_names_colours_and_numbers_of_entries_are_in_no_key():
    state = hard_position()
    renamed = tuple(Seat(seat.id, f"{seat.name} II", "green") for seat in state.seats)
    later = replace(state, seats=renamed, seq=state.seq + 9, retracted=frozenset({3}), record=Record(7))
    assert digest(later) == digest(state)


@pytest.mark.parametrize("name", sorted({field.name for field in fields(State)} - OF_THE_LOG - OF_THE_TABLE))
def test_everything_else_that_a_state_keeps_is(name):
    """A field that is added is in the key until somebody says that it is of the log alone."""
    state = hard_position()
    other = {
        "owner": {}, "stations": {}, "tickets": {}, "standing": {"Anna": ["paris"]}, "moved": {"Anna": 1},
        "goods": {"Anna": [1]}, "goods_colours": {"paris": "red"}, "stacks": {"paris": (1,)}, "taken": {"paris": [1]},
        "said_tokens": {"paris": [1]},
        "controlled": {"x"}, "controllers_played": {"Anna": 1}, "house_rules": {"bonus_at_zero": True},
        "revealed": not state.revealed, "last_round": "any",
        "journeys": [Journey("Anna", "paris", ("dieppe-paris-1",), ("dieppe",), (("dieppe", 1),), 5)],
    }  # fmt: skip
    assert digest(replace(state, **{name: other[name]})) != digest(state)


def test_the_order_in_which_things_were_written_down_is_not():
    state = hard_position()
    assert digest(replace(state, owner=dict(reversed(state.owner.items())))) == digest(state)


def test_a_bonus_that_is_left_out_makes_another_key():
    state = hard_position()
    fewer = replace(state, edition=replace(state.edition, bonuses=state.edition.bonuses[:-1]))
    assert digest(fewer) != digest(state)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("", "", True),
        ("unix:", "unix:", True),
    ],
)
def test_an_ipv6_household_is_one_address(one, other, same):
    assert (neighbourhood(one) == neighbourhood(other)) == same
