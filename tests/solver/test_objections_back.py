"""What is taken back or put back is judged by what it does to the entries that came after it."""

import pytest

from solver.formats.load import load_edition
from solver.game.events import (
    PassengerPlaced,
    Retracted,
    RouteClaimed,
    RouteDismantled,
    SeatChanged,
    StationBuilt,
)
from solver.game.fold import fold
from solver.game.objections import objections, standing_objections
from tests.solver.tables import entries

EUROPE = load_edition("europe").board
LONG = sorted(EUROPE.routes.values(), key=lambda route: -route.length)
ONE, OTHER = next((route, EUROPE.parallels[route][0]) for route in EUROPE.routes if EUROPE.parallels[route])
SHORT = next(route.id for route in load_edition("ussr").board.routes.values() if route.length <= 3)
MARKLIN = "bremerhaven-hamburg-1"


def laid(most):
    """Return claims of Anna that leave her less than eight trains."""
    claims, left = [], most
    for route in LONG[1:]:
        if route.length <= left and not any(
            set(route.ends) == set(EUROPE.routes[c.route].ends) for c in claims
        ):
            claims.append(RouteClaimed("anna", route.id, afterwards=True))
            left -= route.length
    return claims


CASES = {
    "a claim under another": (
        "europe",
        [RouteClaimed("anna", ONE), Retracted(2), RouteClaimed("ben", ONE)],
        3,
    ),
    "a claim behind an older one": (
        "europe",
        [RouteClaimed("ben", ONE), Retracted(2), RouteClaimed("anna", ONE), Retracted(4), Retracted(3)],
        5,
    ),
    "more trains than there are": ("europe", [RouteClaimed("anna", LONG[0].id), Retracted(2), *laid(45)], 3),
    "a fourth station": (
        "europe",
        [
            StationBuilt("anna", "wien"),
            Retracted(2),
            *(StationBuilt("anna", city) for city in ("paris", "berlin", "roma")),
            StationBuilt("ben", "wien"),
        ],
        3,
    ),
    "a name that is another's": (
        "europe",
        [SeatChanged("anna", "X", "black"), Retracted(2), SeatChanged("ben", "X", "green")],
        3,
    ),
    "a name by itself": ("europe", [SeatChanged("anna", "X", "black"), SeatChanged("ben", "Anna", "red")], 2),
    "both tracks": ("europe", [RouteClaimed("anna", ONE), Retracted(2), RouteClaimed("anna", OTHER)], 3),
    "the closed track": ("europe", [RouteClaimed("anna", ONE), Retracted(2), RouteClaimed("ben", OTHER)], 3),
    "what was taken up and claimed": (
        "ussr",
        [RouteClaimed("ben", SHORT), RouteDismantled("anna", SHORT), RouteClaimed("anna", SHORT)],
        3,
    ),
    "what cannot be taken up": (
        "ussr",
        [RouteClaimed("ben", SHORT), RouteDismantled("anna", SHORT), Retracted(3), Retracted(2)],
        4,
    ),
    "a passenger in a full city": (
        "marklin",
        [
            RouteClaimed("anna", MARKLIN),
            PassengerPlaced("anna", "hamburg"),
            Retracted(3),
            RouteClaimed("ben", "berlin-hamburg-1"),
            PassengerPlaced("ben", "hamburg"),
        ],
        4,
    ),
}
EXPECTED = {
    "a claim under another": ({"claim-loses-route"}, {"claim-loses-route"}),
    "a claim behind an older one": ({"route-taken"}, set()),
    "more trains than there are": ({"too-few-trains"}, {"too-few-trains"}),
    "a fourth station": (
        {"no-stations-left", "station-city-taken"},
        {"no-stations-left", "station-city-taken"},
    ),
    "a name that is another's": ({"seat-twice"}, set()),
    "a name by itself": ({"seat-twice", "colour-twice"}, {"colour-twice"}),
    "both tracks": ({"parallel-own"}, {"parallel-own"}),
    "the closed track": ({"parallel-closed"}, {"parallel-closed"}),
    "what was taken up and claimed": ({"claim-loses-route"}, {"claim-loses-route"}),
    "what cannot be taken up": ({"back-without-effect"}, set()),
    "a passenger in a full city": ({"passenger-city-taken"}, {"passenger-city-taken"}),
}


@pytest.mark.parametrize("case", CASES)
def test_a_retraction_is_judged_by_what_it_puts_on_the_table(case):
    edition, events, target = CASES[case]
    log = entries(edition, "anna ben", *events)
    state = fold(load_edition(edition), log)
    found = objections(state, Retracted(target), log)
    expected, overrulable = EXPECTED[case]
    assert {one.code for one in found} == expected
    assert {one.code for one in found if one.overrulable} == overrulable
    assert not objections(state, Retracted(target)), "without the log nothing is known of what follows"
    assert {one.code for one in found} - {
        one.code for one in standing_objections(state, Retracted(target, overruled=tuple(expected)), log)
    } == overrulable


def test_what_was_played_over_once_is_not_asked_again():
    over = ("station-city-taken",)
    log = entries(
        "europe",
        "anna ben",
        StationBuilt("ben", "wien"),
        StationBuilt("anna", "wien", overruled=over),
        Retracted(3),
    )
    assert not objections(fold(load_edition("europe"), log), Retracted(4), log)


def test_what_rests_on_an_entry_goes_with_it_and_comes_back_with_it():
    events = [RouteClaimed("anna", MARKLIN), PassengerPlaced("anna", "hamburg")]
    log = entries("marklin", "anna ben", *events)
    assert not objections(fold(load_edition("marklin"), log), Retracted(2), log)
    log = entries("marklin", "anna ben", *events, Retracted(2))
    assert not objections(fold(load_edition("marklin"), log), Retracted(4), log)


def test_a_retraction_over_a_rule_is_told_on_the_sheet():
    events = [RouteClaimed("anna", ONE), Retracted(2), RouteClaimed("ben", ONE)]
    log = entries("europe", "anna ben", *events, Retracted(3, overruled=("claim-loses-route",)))
    state = fold(load_edition("europe"), log)
    assert (state.owner, state.idle) == ({ONE: "anna"}, [4])
    assert state.overruled == [(5, "claim-loses-route")]
