"""Tickets together: printed boards, rules by hand, random boards against trying everything."""

import json
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.formats.load import load_board
from solver.search.loans import TicketEnds
from solver.search.tickets import question, tables
from solver.search.tickets.plan import plan
from solver.search.tickets.verify import check_acts
from tests.oracles import plan_by_enumeration
from tests.solver.search.boards import material, materials, ticket_lists

CASES = json.loads((Path(__file__).parents[2] / "cases" / "fewest_trains.json").read_text(encoding="utf-8"))[
    "cases"
]


def ticket(a, b, points=5):
    return TicketEnds(points, ((a,), (b,)))


def every(members):
    """Return all sets of some tickets."""
    return chain.from_iterable(map(frozenset, combinations(members, n)) for n in range(len(members) + 1))


def agrees(usable, tickets, station_points=0):
    found = plan(usable, tickets, station_points=station_points)
    pairs = [(one.points, one.ends) for one in tickets]
    points, trains, _ = plan_by_enumeration(usable, pairs, station_points)
    assert found.proven
    assert (found.points, found.bound, found.trains) == (points, points, trains)
    used = check_acts(usable, [tickets[i] for i in found.tickets], found.claims, found.loans)
    assert used == (found.trains, found.stations)
    whole = plan_by_enumeration(replace(usable, trains=99), pairs)[2]
    assert found.all_trains == whole
    assert found.all_possible == (whole is not None and whole <= usable.trains)
    return found


@settings(max_examples=500, deadline=None)
@given(materials(turns=False), ticket_lists())
def test_agrees_with_trying_everything(usable, tickets):
    found = agrees(usable, tickets)
    assert not found.loose
    able = sorted({i for some in found.fewest for i in some})
    for some in every(able):
        pairs = [(tickets[i].points, tickets[i].ends) for i in some]
        assert found.fewest.get(some) == plan_by_enumeration(replace(usable, trains=99), pairs)[2]


def agrees_within_the_trains_left(usable, tickets, station_points):
    """Compare what the table says that leaves out what takes more trains than are left."""
    share, tables.WHOLE = tables.WHOLE, 0
    try:
        found = plan(usable, tickets, station_points)
    finally:
        tables.WHOLE = share
    pairs = [(one.points, one.ends) for one in tickets]
    points, trains, whole = plan_by_enumeration(usable, pairs, station_points)
    assert (found.proven, found.points, found.trains) == (True, points, trains)
    assert found.all_possible == (whole is not None)
    few = replace(usable, stations=found.stations) if station_points else usable
    able = sorted({i for some in found.fewest for i in some})
    for some in every(able):
        trains = plan_by_enumeration(few, [(tickets[i].points, tickets[i].ends) for i in some])[2]
        assert found.fewest.get(some, usable.trains + 1) == (usable.trains + 1 if trains is None else trains)


MATERIALS = (materials(turns=False), ticket_lists(), st.sampled_from([0, 0, 4]))


@settings(max_examples=60, deadline=None)
@given(*MATERIALS)
def test_a_table_within_the_trains_left_agrees_too(usable, tickets, station_points):
    agrees_within_the_trains_left(usable, tickets, station_points)


@pytest.mark.long
@settings(max_examples=2000, deadline=None)
@given(*MATERIALS)
def test_many_tables_within_the_trains_left_agree_too(usable, tickets, station_points):
    agrees_within_the_trains_left(usable, tickets, station_points)


@settings(max_examples=150, deadline=None)
@given(materials(turns=False), ticket_lists(), st.sampled_from([1, 4, 9]))
def test_stations_that_are_worth_something_agree_too(usable, tickets, station_points):
    found = agrees(usable, tickets, station_points)
    few = replace(usable, trains=99, stations=found.stations)
    for some, trains in found.fewest.items():
        assert trains == plan_by_enumeration(few, [(tickets[i].points, tickets[i].ends) for i in some])[2]


@settings(max_examples=150, deadline=None)
@given(materials(), ticket_lists(), st.sampled_from([0, 0, 4]))
def test_the_model_agrees_with_trying_everything(usable, tickets, station_points):
    most, tables.MOST_TICKETS = tables.MOST_TICKETS, 0
    try:
        agrees(usable, tickets, station_points)
    finally:
        tables.MOST_TICKETS = most


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_fewest_trains_on_printed_boards(case):
    routes = load_board(case["edition"]).routes
    own = [(r, *routes[r].ends, routes[r].length) for r in case["owned"]]
    claims = [(r.id, *r.ends, r.length) for r in routes.values() if r.id not in case["owned"]]
    found = plan(
        material(own=own, claims=claims), [ticket(*one["ends"], one["points"]) for one in case["tickets"]]
    )
    assert (found.all_possible, found.all_trains, found.trains) == (True, *[case["expected_trains"]] * 2)


def test_a_station_is_not_built_for_less_than_it_is_worth():
    """A–C by a loan for nothing or by three trains; a ticket of one point is not worth a station of four."""
    usable = material(
        claims=[("ac", "A", "C", 3)], rivals=[("r", "A", "C")], building="AC", trains=5, stations=1
    )
    assert (plan(usable, [ticket("A", "C")]).stations, plan(usable, [ticket("A", "C")]).trains) == (1, 0)
    found = agrees(usable, [ticket("A", "C")], 4)
    assert (found.points, found.stations, found.trains) == (5, 0, 3)
    found = agrees(replace(usable, trains=2), [ticket("A", "C")], 4)
    assert (found.points, found.stations) == (1, 1)
    found = agrees(replace(usable, trains=2), [ticket("A", "C", 1)], 4)
    assert (found.points, found.tickets) == (-1, ())


def test_two_tickets_may_share_a_trunk():
    usable = material(
        claims=[("t", "H", "K", 5), ("a", "A", "H", 1), ("b", "B", "H", 1), ("c", "K", "C", 1)], trains=8
    )
    found = agrees(usable, [ticket("A", "C"), ticket("B", "C"), ticket("A", "B")])
    assert (found.trains, found.fewest[frozenset([0])], found.fewest[frozenset([2])]) == (8, 7, 2)


def test_the_dear_ticket_is_given_up_when_two_cheap_ones_are_worth_more():
    usable = material(claims=[("a", "A", "B", 6), ("c", "C", "D", 3), ("e", "E", "F", 3)], trains=6)
    found = agrees(usable, [ticket("A", "B", 8), ticket("C", "D", 5), ticket("E", "F", 4)])
    assert (found.tickets, found.points, found.all_possible, found.all_trains) == ((1, 2), 1, False, 12)


def test_one_loan_serves_all_tickets_but_only_one_route():
    usable = material(rivals=[("r", "A", "B"), ("s", "A", "C")], building="A", stations=1, trains=0)
    found = agrees(usable, [ticket("A", "B", 4), ticket("A", "C", 6)])
    assert (found.tickets, found.loans, found.stations) == ((1,), {"A": "s"}, 1)


def test_one_new_station_lends_one_route_even_where_the_table_hopes_for_two():
    """Only B can take a station; A–B and B–C are a rival's: the table sees two loans, the answer must not."""
    usable = material(rivals=[("r", "A", "B"), ("s", "B", "C")], building="B", stations=2)
    found = agrees(usable, [ticket("A", "C", 9)])
    assert (found.tickets, found.all_possible, found.fewest) == ((), False, {frozenset(): 0})


def test_what_a_set_of_tickets_takes_is_exact_where_one_station_would_lend_two_routes():
    """Both borrowed routes lead to B, and only B can take a station; the way by one loan and a claim is what it takes."""
    usable = material(
        rivals=[("r", "A", "B"), ("s", "B", "C")], claims=[("t", "B", "C", 4)], building="B", stations=2
    )
    found = agrees(usable, [ticket("A", "C", 9)])
    assert (found.fewest[frozenset([0])], found.loose) == (4, frozenset())


def test_without_time_a_set_that_may_take_more_is_named(monkeypatch):
    monkeypatch.setattr(question.PlanModel, "fewest", lambda *_, **__: (None, False))
    usable = material(
        rivals=[("r", "A", "B"), ("s", "B", "C")], claims=[("t", "B", "C", 4)], building="B", stations=2
    )
    found = plan(usable, [ticket("A", "C", 9)])
    assert (found.trains, found.fewest[frozenset([0])], found.loose) == (4, 0, {frozenset([0])})


def test_a_joined_ticket_counts_without_a_claim():
    found = agrees(material(own=[("a", "A", "B", 1)]), [ticket("A", "B", 3), ticket("A", "C", 7)])
    assert (found.tickets, found.points, found.all_trains) == ((0,), -4, None)


def test_without_tickets_there_is_nothing_to_plan():
    found = plan(material(), [])
    assert (found.tickets, found.points, found.trains, found.all_possible) == ((), 0, 0, True)


def test_without_time_the_answer_is_honest():
    claims = [(f"{a}{b}", a, b, 1 + (ord(a) * ord(b)) % 3) for a in "ABCDEFGH" for b in "ABCDEFGH" if a < b]
    tickets = [ticket(a, b, 7) for a, b in ("AB", "CD", "EF", "GH")]
    found = plan(material(claims=claims, turns=3), tickets, seconds=0.0)
    assert not found.proven
    assert found.points <= found.bound <= 28
    assert found.all_possible is None
