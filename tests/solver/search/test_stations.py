"""Loans of stations: rule cases by hand, random ones against trying every combination."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game.errors import CertificateError
from solver.search.loans import TicketEnds
from solver.search.stations import stations
from solver.search.stations.stations import alternatives, best_by_points, loan_front
from solver.search.verify import Trail, check_loans, check_ticket_path
from tests.oracles import loans_by_enumeration, network
from tests.solver.search.networks import networks

CASES = json.loads((Path(__file__).parents[2] / "cases" / "stations.json").read_text(encoding="utf-8"))[
    "cases"
]


def ticket(a, b, points):
    """A ticket between two cities; an end may also be several cities, as a country's terminals are."""
    return TicketEnds(points, tuple((end,) if isinstance(end, str) else tuple(end) for end in (a, b)))


@st.composite
def tables(draw, max_stations=3):
    """Draw own routes, rivals' routes out of station cities, and tickets, some of them to a country."""
    cities = "ABCDEFGH"
    own = draw(networks(cities=cities, max_routes=5))
    rivals = draw(networks(cities=cities, max_routes=9))
    places = draw(st.lists(st.sampled_from(cities), max_size=max_stations, unique=True))
    choices = {
        place: [(f"rival-{key}", a, b) for a, b, key in rivals.edges(keys=True) if place in (a, b)]
        for place in places
    }
    ends = st.sampled_from([*((city,) for city in cities), ("A", "B"), ("F", "G", "H")])
    pairs = st.tuples(ends, ends).filter(lambda two: not set(two[0]) & set(two[1]))
    points = st.integers(1, 22)
    return (
        own,
        [TicketEnds(*drawn) for drawn in draw(st.lists(st.tuples(points, pairs), max_size=5))],
        choices,
    )


def expected_front(own, tickets, choices):
    found = loans_by_enumeration(own, [(one.points, one.ends) for one in tickets], choices)
    beaten = {pair for pair in found for p, n in found if (p, n) != pair and p >= pair[0] and n >= pair[1]}
    return {pair: loans for pair, loans in found.items() if pair not in beaten}


def agrees(own, tickets, choices):
    front = loan_front(own, tickets, choices)
    assert front.proven
    found = {
        (one.points, len(one.completed)): len([r for r in one.loans.values() if r]) for one in front.choices
    }
    assert found == expected_front(own, tickets, choices)
    assert [one.points for one in front.choices] == sorted((p for p, _ in found), reverse=True)
    for one in front.choices:
        assert check_loans(own, tickets, choices, one.loans) == (one.points, one.completed)
        assert set(one.loans) == set(choices)
        assert set(one.paths) == set(one.completed)
        for i, path in one.paths.items():
            check_ticket_path(own, choices, one.loans, tickets[i], path)
    return front


@settings(max_examples=800, deadline=None)
@given(tables())
def test_agrees_with_trying_every_combination(table):
    agrees(*table)


@settings(max_examples=120, deadline=None)
@given(tables(max_stations=4))
def test_the_model_agrees_with_trying_every_combination(table):
    few, stations.FEW = stations.FEW, 0
    try:
        agrees(*table)
    finally:
        stations.FEW = few


@settings(max_examples=200, deadline=None)
@given(tables())
def test_alternatives_are_what_each_other_loan_would_give(table):
    own, tickets, choices = table
    loans = best_by_points(loan_front(own, tickets, choices)).loans
    other = alternatives(own, tickets, choices, loans)
    assert {(one.city, one.route) for one in other} == {
        (city, route)
        for city, options in choices.items()
        for route in (None, *(key for key, _, _ in options))
        if route != loans[city]
    }
    for one in other:
        points, completed = check_loans(own, tickets, choices, {**loans, one.city: one.route})
        assert (one.points, one.completed) == (points, len(completed))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_rule_cases(case):
    anna, *rivals = case["position"]["players"]
    routes = {r["id"]: (r["id"], *r["ends"], r["length"]) for r in case["position"]["board"]["routes"]}
    taken = [routes[r][:3] for rival in rivals for r in rival["routes"]]
    choices = {city: [loan for loan in taken if city in loan[1:]] for city in anna["stations"]}
    tickets = [ticket(*one["ends"], one["points"]) for one in anna["tickets"]]
    best = best_by_points(agrees(network(*(routes[r] for r in anna["routes"])), tickets, choices))
    assert best.points == case["expected"]["ticket_points"]
    # Where two tickets are worth the same, which of them is completed is not a rule.
    assert len(best.completed) == sum(case["expected"]["completed"])


def test_more_points_and_more_tickets_may_ask_for_different_loans():
    """Brest–Petrograd is worth most; the two tickets to Smolensk together are worth one less."""
    own = network(("a", "Brest", "Frankfurt", 3), ("b", "Frankfurt", "Warszawa", 4))
    own.add_edge("Warszawa", "Wilno", key="c", length=3)
    choices = {"Wilno": [("to-petrograd", "Wilno", "Petrograd"), ("to-smolensk", "Wilno", "Smolensk")]}
    tickets = [
        ticket("Brest", "Petrograd", 20),
        ticket("Warszawa", "Smolensk", 6),
        ticket("Frankfurt", "Smolensk", 13),
    ]
    front = agrees(own, tickets, choices)
    assert [(one.points, len(one.completed)) for one in front.choices] == [(1, 1), (-1, 2)]
    assert best_by_points(front).loans == {"Wilno": "to-petrograd"}


def test_a_country_is_met_at_any_of_its_terminals_but_they_are_not_joined():
    own = network(("a", "Kiel", "Denmark-1", 1))
    tickets = [ticket(("Denmark-1", "Denmark-2"), "Kiel", 5), ticket(("Denmark-2",), "Kiel", 4)]
    best = best_by_points(agrees(own, tickets, {}))
    assert best.completed == (0,)


def test_a_loan_that_brings_nothing_is_not_taken():
    choices = {"Wien": [("far", "Wien", "Graz"), ("near", "Wien", "Brno")]}
    front = agrees(network(("a", "Wien", "Linz", 2)), [ticket("Wien", "Linz", 4)], choices)
    assert front.choices[0].loans == {"Wien": None}


def test_with_twelve_stations_the_model_is_asked():
    """Far too many combinations to try: a chain of borrowed routes across twelve cities, with dead ends beside it."""
    choices = {
        f"C{i:02}": [
            (f"to-{i:02}-{there}", f"C{i:02}", there)
            for there in (f"C{i + 1:02}", f"X{i:02}", f"C{(i + 5) % 12:02}")
        ]
        for i in range(12)
    }
    tickets = [ticket("C00", "C12", 20), ticket("C03", "X07", 9), ticket("C02", "C09", 9)]
    front = loan_front(network(), tickets, choices)
    assert front.proven
    for one in front.choices:
        assert check_loans(network(), tickets, choices, one.loans) == (one.points, one.completed)
    assert best_by_points(front).points == 38


def test_without_time_the_choice_without_loans_is_still_shown():
    choices = {
        f"C{i:02}": [(f"{i}-{j}", f"C{i:02}", f"C{j:02}") for j in range(12) if j != i] for i in range(12)
    }
    tickets = [ticket("C00", "C11", 7), ticket("C01", "C05", 7), ticket("C02", "C06", 7)]
    front = loan_front(network(), tickets, choices, seconds=0.0)
    assert front.choices
    assert not front.proven


@pytest.mark.parametrize("loan", ["b", "nowhere"])
def test_a_station_borrows_only_what_leads_out_of_its_city(loan):
    choices = {"A": [("a", "A", "B")], "C": [("b", "C", "B")]}
    with pytest.raises(CertificateError):
        check_loans(network(), [], choices, {"A": loan})


def test_a_path_must_join_the_ends_of_its_ticket():
    own = network(("a", "A", "B", 1), ("b", "B", "C", 1))
    with pytest.raises(CertificateError):
        check_ticket_path(own, {}, {}, ticket("A", "C", 5), Trail(("A", "B"), ("a",)))
