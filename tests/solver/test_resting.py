"""Entries that rest on other entries: what becomes of them when those are taken back, put back, or put right."""

import pytest

from solver.game.events import PassengerMoved, PassengerPlaced, Retracted, RouteClaimed, TurnTaken
from solver.scoring.settle import settle
from tests.solver.tables import table

ROUTE = "bremerhaven-hamburg-1"
CLAIM, PLACE = RouteClaimed("anna", ROUTE), PassengerPlaced("anna", "hamburg")


def play(*events):
    """Return what lies on a Märklin table of three."""
    return table("marklin", "anna ben cleo", *events)


def test_a_passenger_goes_with_the_claim_it_was_placed_with():
    state = play(CLAIM, PLACE, Retracted(2))
    assert state.standing.get("anna", []) == []
    assert state.passengers_left("anna") == 3
    assert state.idle == [3]
    assert "idle-entry" in [note.code for note in settle(state).notes]


def test_putting_the_claim_back_restores_the_passenger():
    state = play(CLAIM, PLACE, TurnTaken("ben"), Retracted(2), Retracted(5))
    assert state.standing == {"anna": ["hamburg"]}
    assert state.idle == []


@pytest.mark.parametrize("afterwards", [False, True])
def test_a_claim_given_to_somebody_else_does_not_take_the_passenger_along(afterwards):
    turns = [TurnTaken("cleo")] if afterwards else []
    events = [CLAIM, PLACE, *turns, Retracted(2), RouteClaimed("ben", ROUTE, afterwards=afterwards)]
    state = play(*events)
    assert state.owner == {ROUTE: "ben"}
    assert state.idle == [3]
    assert state.passengers_left("anna") == state.passengers_left("ben") == 3
    assert state.last_claim == ("ben", ROUTE), "now Ben’s passenger can be written down"
    state = play(*events, PassengerPlaced("ben", "hamburg"))
    assert state.standing == {"ben": ["hamburg"]}
    # Both corrections taken back: everything is as it was.
    number = len(events) + 1
    state = play(*events, Retracted(number), Retracted(number - 1))
    assert state.standing == {"anna": ["hamburg"]}
    # Only the old claim put back: what rested on the new one has no effect.
    state = play(*events, PassengerPlaced("ben", "hamburg"), Retracted(number - 1))
    assert state.standing == {"anna": ["hamburg"]}
    assert state.idle == [number, number + 1]


def test_a_claim_given_back_to_the_same_player_carries_the_passenger_again():
    wrong = [Retracted(2), RouteClaimed("ben", ROUTE, afterwards=True)]
    right = [Retracted(6), RouteClaimed("anna", ROUTE, afterwards=True)]
    state = play(CLAIM, PLACE, TurnTaken("cleo"), *wrong, *right)
    assert state.standing == {"anna": ["hamburg"]}
    assert state.idle == []


def test_a_new_claim_much_later_does_not_bring_the_old_passenger_back():
    state = play(CLAIM, PLACE, Retracted(2), TurnTaken("anna"), CLAIM)
    assert state.owner == {ROUTE: "anna"}
    assert state.standing.get("anna", []) == []
    assert state.idle == [3]


def test_a_journey_of_a_passenger_that_is_gone_is_gone_too():
    ride = PassengerMoved("anna", "hamburg", (ROUTE,), {"bremerhaven": 2})
    state = play(CLAIM, PLACE, TurnTaken("ben"), TurnTaken("cleo"), ride, Retracted(2))
    assert state.idle == [3, 6]
    assert state.goods == {}
    state = play(CLAIM, PLACE, TurnTaken("ben"), TurnTaken("cleo"), ride, Retracted(2), Retracted(7))
    assert state.idle == []
    assert sum(state.goods["anna"]) > 0


def test_another_claim_at_the_city_does_not_carry_the_passenger():
    """The newest claim before it is the one; an older route of the same city is no reason to stay."""
    other = "hamburg-kiel-2"
    state = play(RouteClaimed("anna", other), CLAIM, PLACE, Retracted(3))
    assert state.idle == [4]
    assert play(RouteClaimed("anna", other), CLAIM, PLACE, Retracted(2)).idle == []
    # A claim that was taken back before the passenger was placed is not the one either.
    assert play(RouteClaimed("anna", other), CLAIM, Retracted(3), PLACE).idle == []
    assert play(RouteClaimed("anna", other), CLAIM, Retracted(3), PLACE, Retracted(2)).idle == [5]


def test_a_passenger_placed_over_the_rule_rests_on_nothing():
    alone = PassengerPlaced("anna", "hamburg", overruled=("passenger-not-just-claimed",))
    state = play(CLAIM, TurnTaken("anna"), alone, Retracted(2))
    assert state.standing == {"anna": ["hamburg"]}
