"""Which tickets can still be completed: rules by hand, printed boards, random boards against trying everything."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings

from solver.formats.load import load_board
from solver.game.errors import CertificateError
from solver.search.loans import TicketEnds
from solver.search.tickets.layers import Layers
from solver.search.tickets.reach import reach
from solver.search.tickets.verify import check_acts, check_cut, check_option
from solver.words.say import say
from tests.oracles import reach_by_enumeration
from tests.solver.search.boards import material, materials, ticket_lists

CASES = json.loads((Path(__file__).parents[2] / "cases" / "fewest_trains.json").read_text(encoding="utf-8"))[
    "cases"
]


def ticket(a, b, points=5):
    return TicketEnds(points, ((a,), (b,)))


@settings(max_examples=1000, deadline=None)
@given(materials(), ticket_lists(most=2))
def test_agrees_with_trying_everything(usable, tickets):
    for asked, found in zip(tickets, reach(usable, tickets), strict=True):
        expected = reach_by_enumeration(usable, asked.ends)
        best, saves = usable.trains + 1, {}
        for stations, (trains, claims) in expected.items():
            if trains < best:
                best, saves[stations] = trains, (trains, claims)
        assert {one.stations: (one.trains, one.claims) for one in found.options} == saves
        assert (found.status == "impossible") == (not expected)
        assert (found.status == "done") == (expected.get(0, (1, 1))[0] == 0)
        for option in found.options:
            check_option(usable, asked, option)
        if found.status == "impossible":
            assert found.reason is not None
            assert "{" not in say(found.reason, "ru")
            if found.cut:
                check_cut(usable, asked, found.cut)


@pytest.mark.parametrize("case", [c for c in CASES if len(c["tickets"]) == 1], ids=lambda case: case["id"])
def test_fewest_trains_on_printed_boards(case):
    routes = load_board(case["edition"]).routes
    own = [(r, *routes[r].ends, routes[r].length) for r in case["owned"]]
    claims = [(r.id, *r.ends, r.length) for r in routes.values() if r.id not in case["owned"]]
    (found,) = reach(material(own=own, claims=claims), [ticket(*case["tickets"][0]["ends"])])
    assert found.options[0].trains == case["expected_trains"]


def test_a_joined_ticket_is_done():
    (found,) = reach(material(own=[("a", "A", "B", 2), ("b", "B", "C", 1)], trains=0), [ticket("A", "C")])
    assert found.status == "done"
    assert found.options[0].walk.cities == ("A", "B", "C")


def test_the_station_on_the_board_completes_a_ticket_and_says_with_which_loan():
    usable = material(rivals=[("r", "A", "B"), ("s", "A", "C")], standing="A", trains=0)
    (found,) = reach(usable, [ticket("A", "B")])
    assert (found.status, found.options[0].loans) == ("done", {"A": "r"})


def test_one_station_lends_one_route_of_a_way():
    """From A to C over B, where the only station can stand: two routes of a rival, one loan."""
    usable = material(rivals=[("r", "A", "B"), ("s", "B", "C")], building="B", stations=1)
    (found,) = reach(usable, [ticket("A", "C")])
    assert found.status == "impossible"
    assert found.reason.code == "reach-stations"


def test_a_round_over_own_routes_does_not_free_the_station_again():
    usable = material(
        own=[("o", "B", "X", 1)], rivals=[("r", "A", "B"), ("s", "B", "C")], building="B", stations=3
    )
    assert reach(usable, [ticket("A", "C")])[0].status == "impossible"


def test_each_further_station_is_named_only_when_it_saves_trains():
    usable = material(
        claims=[("long", "A", "B", 6), ("short", "C", "B", 2)],
        rivals=[("r", "A", "C"), ("s", "C", "B")],
        building="ABC",
        trains=6,
        stations=3,
    )
    (found,) = reach(usable, [ticket("A", "B")])
    assert [(one.stations, one.trains, one.claims) for one in found.options] == [
        (0, 6, 1),
        (1, 2, 1),
        (2, 0, 0),
    ]


def test_fewest_claims_may_take_more_trains_than_the_plan():
    usable = material(claims=[("direct", "A", "B", 5), ("a", "A", "C", 2), ("b", "C", "B", 2)], trains=5)
    (found,) = reach(usable, [ticket("A", "B")])
    assert (found.options[0].trains, found.options[0].claims, len(found.options[0].plan)) == (4, 1, 2)
    (tight,) = reach(material(claims=usable.claims, trains=4), [ticket("A", "B")])
    assert (tight.options[0].trains, tight.options[0].claims) == (4, 2)


def test_too_few_trains_are_counted():
    (found,) = reach(material(claims=[("a", "A", "B", 5)], trains=4), [ticket("A", "B")])
    assert say(found.reason, "en") == "At least 5 trains are needed, 4 are left."


def test_who_is_cut_off_sees_the_cities_that_nothing_leaves():
    usable = material(own=[("a", "A", "B", 1)], claims=[("b", "C", "D", 1), ("c", "D", "E", 1)])
    (found,) = reach(usable, [ticket("A", "C")])
    assert set(found.cut) == {"A", "B"}


def test_in_the_last_round_two_claims_are_one_too_many():
    usable = material(claims=[("a", "A", "B", 1), ("b", "B", "C", 1)], turns=1)
    (found,) = reach(usable, [ticket("A", "C")])
    assert (found.status, found.reason.code) == ("impossible", "reach-turns")


def test_without_a_turn_left_the_reason_counts_none():
    (found,) = reach(material(claims=[("a", "A", "B", 1)], turns=0), [ticket("A", "B")])
    assert found.status == "impossible"
    assert say(found.reason, "en") == "No turns are left."
    assert say(found.reason, "ru") == "Ходов больше нет."


def test_a_country_is_met_at_any_of_its_ends():
    usable = material(claims=[("a", "A", "north", 4), ("b", "A", "south", 3)])
    (found,) = reach(usable, [TicketEnds(9, (("A",), ("north", "south")))])
    assert found.options[0].trains == 3


@pytest.mark.parametrize(
    ("claims", "loans"),
    [
        (("a", "a"), {}),
        (("gone",), {}),
        ((), {"Z": "r"}),
        ((), {"A": "s"}),
        ((), {"A": "r", "B": "s"}),
        (("a", "b"), {}),
    ],
    ids=["twice", "not free", "no station", "wrong city", "too many", "too few trains"],
)
def test_acts_that_cannot_be_are_refused(claims, loans):
    usable = material(
        claims=[("a", "A", "B", 2), ("b", "B", "C", 2)],
        rivals=[("r", "A", "C"), ("s", "B", "C")],
        building="AB",
        trains=3,
        stations=1,
    )
    with pytest.raises(CertificateError):
        check_acts(usable, [], claims, loans)


def test_a_cut_that_a_route_leaves_is_refused():
    with pytest.raises(CertificateError):
        check_cut(material(claims=[("a", "A", "B", 2)]), ticket("A", "C"), ("A",))


def test_the_distances_are_worked_out_once_for_a_whole_deck_in_the_last_turns(monkeypatch):
    made = []
    real = Layers._tables
    monkeypatch.setattr(
        Layers, "_tables", lambda layers, *, claims: made.append(claims) or real(layers, claims=claims)
    )
    chain = "ABCDEFG"
    usable = material(claims=[(a + b, a, b, 1) for a, b in pairwise(chain)], turns=1)
    found = reach(usable, [ticket("A", b) for b in chain[1:]])
    assert [one.status for one in found] == ["open", *["impossible"] * 5]
    assert sorted(made) == [False, True]
