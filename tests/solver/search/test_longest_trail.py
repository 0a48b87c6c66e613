"""The longest trail: small ones by hand, real ones as announced, random ones against walking every trail."""

import json
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings

from solver.search.trail import walking
from solver.search.trail.bridges import bridges, through_bridges
from solver.search.trail.longest_trail import longest_trail
from solver.search.trail.parity import _pairing_by_matching, _pairing_by_table, pieces, trail_bound
from solver.search.verify import check_trail
from solver.words.say import say
from tests.oracles import longest_by_enumeration, network
from tests.solver.search.networks import networks

CASES = json.loads((Path(__file__).parents[2] / "cases" / "trails.json").read_text(encoding="utf-8"))["cases"]


def ring(name, *lengths):
    """A ring of cities ``<name>0``, ``<name>1`` …"""
    count = len(lengths)
    return [(f"{name}-{i}", f"{name}{i}", f"{name}{(i + 1) % count}", n) for i, n in enumerate(lengths)]


def agrees(graph, length):
    outcome = longest_trail(graph)
    assert outcome.proven
    assert outcome.value == length
    assert check_trail(graph, outcome.certificate) == outcome.value
    return outcome


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_known_networks(case):
    agrees(network(*((str(i), *route) for i, route in enumerate(case["routes"]))), case["expected"])


@settings(max_examples=1200, deadline=None)
@given(networks(max_routes=9))
def test_agrees_with_walking_every_trail(graph):
    agrees(graph, longest_by_enumeration(graph))


@settings(max_examples=500, deadline=None)
@given(networks(cities="ABCDEFGHIJ", max_routes=9, max_length=2))
def test_agrees_on_sparse_networks_with_short_routes(graph):
    agrees(graph, longest_by_enumeration(graph))


@settings(max_examples=300, deadline=None)
@given(networks(cities="ABCDEFGHIJKLMNOP", max_routes=40, max_length=3))
def test_never_exceeds_the_parity_bound(graph):
    outcome = longest_trail(graph)
    assert outcome.value == outcome.bound <= trail_bound(graph)
    assert check_trail(graph, outcome.certificate) == outcome.value


@settings(max_examples=300, deadline=None)
@given(networks(cities="ABCDEFGHIJ", max_routes=14))
def test_bridges_are_the_routes_without_which_a_piece_falls_apart(graph):
    for piece in pieces(graph):
        whole = nx.number_connected_components(graph)
        for route, (a, b, _) in piece.routes.items():
            rest = graph.copy()
            rest.remove_edge(a, b, key=route)
            assert (route in bridges(piece)) == (nx.number_connected_components(rest) > whole)


@settings(max_examples=300, deadline=None)
@given(networks(cities="ABCDEFGHI", max_routes=9))
def test_counting_through_bridges_is_a_bound(graph):
    for piece in pieces(graph):
        row = through_bridges(piece)
        if row is not None:
            part = network(*((route, *way) for route, way in piece.routes.items()))
            assert longest_by_enumeration(part) <= row[0] <= trail_bound(part)


def test_both_ways_of_pairing_agree():
    rng = Random(3)
    for count in (4, 6, 8, 10):
        for let_off in (0, 2):
            spots = [(rng.randrange(20), rng.randrange(20)) for _ in range(count)]
            table = [[abs(a - c) + abs(b - d) for c, d in spots] for a, b in spots]
            by_table, by_matching = _pairing_by_table(table, let_off), _pairing_by_matching(table, let_off)
            assert len(by_table) == len(by_matching) == (count - let_off) // 2
            assert sum(table[i][j] for i, j in by_table) == sum(table[i][j] for i, j in by_matching)


def test_a_star_of_three_spokes_leaves_the_shortest_out():
    outcome = agrees(network(("a", "Hub", "A", 5), ("b", "Hub", "B", 3), ("c", "Hub", "C", 2)), 8)
    assert (outcome.reason.method, outcome.reason.left_out, outcome.reason.stays_out) == ("parity", 2, ("c",))
    assert set(outcome.reason.odd_cities) == {"Hub", "A", "B", "C"}


def test_two_far_squares_are_not_one_trail():
    """A trail stays in one piece: 8 and 9 are not 17."""
    outcome = agrees(network(*ring("left", 2, 2, 2, 2), *ring("right", 2, 2, 2, 3)), 9)
    assert (outcome.reason.left_out, outcome.reason.odd_cities) == (0, ())


def test_three_rings_on_long_stalks_need_more_than_parity():
    """Parity would leave the cheapest stalk out and count the ring behind it all the same."""
    rings = [route for name in "xyz" for route in ring(name, 3, 3, 3)]
    stalks = [(f"stalk-{name}", "Hub", f"{name}0", spaces) for name, spaces in (("x", 1), ("y", 2), ("z", 2))]
    graph = network(*rings, *stalks)
    assert trail_bound(graph) == 31
    assert agrees(graph, 22).reason.method == "search"


@settings(max_examples=200, deadline=None)
@given(networks(cities="ABCDEFGHIJ", max_routes=9, max_length=2))
def test_the_search_agrees_with_walking_every_trail(graph):
    """With no steps for walking, whatever counting leaves open goes to CP-SAT."""
    steps, walking.STEPS = walking.STEPS, 0
    try:
        agrees(graph, longest_by_enumeration(graph))
    finally:
        walking.STEPS = steps


def test_rings_held_together_by_two_routes_each_reach_the_search():
    """No bridges at all, so only the search can tell: value and bound meet below what counting allows."""
    rng = Random(0)
    hard = 0
    for _ in range(400):
        rings = [route for name in "xyz" for route in ring(name, *(rng.randint(4, 6) for _ in range(4)))]
        links = [
            (f"link-{i}{j}", f"{'xyz'[i]}{rng.randrange(4)}", f"{'xyz'[(i + 1) % 3]}{rng.randrange(4)}", 1)
            for i in range(3)
            for j in range(rng.randint(1, 2))
        ]
        graph = network(*rings, *links)
        outcome = longest_trail(graph)
        if outcome.value < trail_bound(graph):
            hard += 1
            agrees(graph, longest_by_enumeration(graph))
            steps, walking.STEPS = walking.STEPS, 0
            try:
                agrees(graph, outcome.value)
            finally:
                walking.STEPS = steps
    assert hard >= 3


def test_without_time_there_is_still_a_trail_and_an_honest_bound():
    rings = [route for name in "wxyz" for route in ring(name, 3, 3, 3)]
    links = [
        ("a", "w0", "x0", 1),
        ("b", "w1", "x1", 1),
        ("c", "x2", "y0", 1),
        ("d", "x0", "y1", 1),
        ("e", "y2", "z0", 1),
    ]
    graph = network(*rings, *links)
    full = longest_trail(graph)
    steps, walking.STEPS = walking.STEPS, 0
    try:
        none = longest_trail(graph, seconds=0.0)
    finally:
        walking.STEPS = steps
    assert check_trail(graph, none.certificate) == none.value <= full.value <= none.bound


def test_an_empty_network_has_an_empty_trail():
    outcome = longest_trail(network())
    assert (outcome.value, outcome.bound, outcome.certificate.routes) == (0, 0, ())
    assert say(outcome.reason.text, "en") == "No route is laid, so there is no trail."


def test_a_closed_trail_needs_no_ends():
    outcome = agrees(network(*ring("c", 1, 2, 3)), 6)
    assert outcome.certificate.cities[0] == outcome.certificate.cities[-1]


def test_the_same_question_has_the_same_answer():
    graphs = [
        network(*ring("x", 3, 3, 3), *ring("y", 2, 2, 2), ("s", "x0", "y0", 1), ("t", "x0", "y1", 1))
        for _ in "ab"
    ]
    first, second = (longest_trail(graph) for graph in graphs)
    assert first.certificate == second.certificate
    assert first.reason == second.reason


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    ("graph", "facts"),
    [
        (network(("a", "Brno", "Wien", 3)), ["3"]),
        (network(("a", "Brno", "Wien", 3), ("b", "Wien", "Graz", 2)), ["Brno", "Graz", "5"]),
        (network(*ring("c", 1, 2, 3)), ["6"]),
        (
            network(("a", "Hub", "A", 5), ("b", "Hub", "B", 3), ("c", "Hub", "C", 2)),
            ["Hub – C (2)", "10 − 2 = 8"],
        ),
        (network(*ring("c", 4, 4, 4), ("b", "Wien", "Graz", 2)), ["14", "12", "2"]),
        (network(*((f"s{i}", "Hub", f"C{i:02}", 1) for i in range(31))), ["Hub", "2"]),
    ],
    ids=["single", "line", "ring", "star", "pieces", "many"],
)
def test_the_reason_is_a_sentence_with_the_facts(graph, facts, language):
    said = say(longest_trail(graph).reason.text, language)
    assert "{" not in said
    for fact in facts:
        assert fact in said


def test_long_lists_of_cities_are_cut():
    said = say(
        longest_trail(network(*((f"s{i}", "Hub", f"C{i:02}", 1) for i in range(31)))).reason.text, "en"
    )
    assert "26 more" in said
    assert "C20" not in said
