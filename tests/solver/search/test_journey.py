"""Passengers' journeys: the rules by hand, random networks against walking every way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game.errors import CertificateError
from solver.search.journey import journey as module
from solver.search.journey.journey import best_journey
from solver.search.verify import Journey, check_journey
from solver.words.say import say
from tests.oracles import best_journey_by_enumeration, network
from tests.solver.search.networks import networks

STACKS = [(), (2,), (3, 2, 1), (4, 3, 2), (7, 6, 5, 4)]


@st.composite
def travels(draw):
    """Draw a network with rivals' routes in it, what is left of the stacks, the cards in hand, and the switch."""
    graph = draw(networks(cities="ABCDEFGH", max_routes=9))
    for *_, data in graph.edges(data=True):
        data["rival"] = draw(st.integers(0, 3)) == 0
    tokens = {city: draw(st.sampled_from(STACKS))[draw(st.integers(0, 1)) :] for city in "ABCDEFG"}
    return graph, tokens, draw(st.integers(0, 2)), draw(st.booleans())


def agrees(graph, tokens, start, cards=0, each_visit=False):
    outcome = best_journey(graph, tokens, start, rival_routes_allowed=cards, token_each_visit=each_visit)
    assert outcome.proven
    assert outcome.value == best_journey_by_enumeration(graph, tokens, start, cards, each_visit=each_visit)
    counted = check_journey(
        graph, outcome.certificate, tokens, start, rival_routes_allowed=cards, token_each_visit=each_visit
    )
    assert counted == outcome.value
    return outcome


@settings(max_examples=1000, deadline=None)
@given(travels())
def test_agrees_with_walking_every_way(travel):
    graph, tokens, cards, each_visit = travel
    agrees(graph, tokens, "A", cards, each_visit)


@settings(max_examples=250, deadline=None)
@given(travels())
def test_the_model_agrees_with_walking_every_way(travel):
    graph, tokens, cards, each_visit = travel
    steps, module.STEPS = module.STEPS, 0
    try:
        agrees(graph, tokens, "A", cards, each_visit)
    finally:
        module.STEPS = steps


def test_no_route_is_ridden_twice_so_one_arm_of_a_star_must_do():
    graph = network(("a", "A", "Hub", 1), ("b", "Hub", "B", 1), ("c", "Hub", "C", 1))
    assert agrees(graph, {"Hub": [3, 2, 1], "B": [4, 3, 2], "C": [2]}, "A").certificate.cities == (
        "A",
        "Hub",
        "B",
    )


def test_there_is_no_token_where_he_set_out_even_when_he_comes_back():
    graph = network(("a", "A", "B", 1), ("b", "B", "C", 1), ("c", "C", "A", 1))
    for each_visit in (False, True):
        assert agrees(graph, {"A": [7, 6], "B": [2], "C": [2]}, "A", each_visit=each_visit).value == 4


def test_a_second_visit_pays_only_where_the_table_says_so():
    """From A through the hub, round the ring and through the hub again."""
    graph = network(("a", "A", "Hub", 1), ("b", "Hub", "B", 1), ("c", "B", "C", 1), ("d", "C", "Hub", 1))
    tokens = {"Hub": [7, 6, 5, 4], "B": [2], "C": [2]}
    assert agrees(graph, tokens, "A").value == 11
    assert agrees(graph, tokens, "A", each_visit=True).value == 17


def test_an_empty_stack_is_passed_by():
    assert agrees(network(("a", "A", "B", 1), ("b", "B", "C", 1)), {"B": [], "C": [2]}, "A").value == 2


@pytest.mark.parametrize(("cards", "points"), [(0, 2), (1, 9)])
def test_each_passenger_card_opens_one_route_of_a_rival(cards, points):
    graph = network(("a", "A", "B", 1), ("b", "B", "C", 1), ("c", "C", "D", 1))
    graph["B"]["C"]["b"]["rival"] = True
    assert agrees(graph, {"B": [2], "C": [4], "D": [3]}, "A", cards).value == points


def test_no_card_is_played_for_nothing():
    graph = network(("own", "A", "B", 1), ("theirs", "A", "B", 1))
    graph["A"]["B"]["theirs"]["rival"] = True
    assert agrees(graph, {"B": [2]}, "A", 3).certificate.routes == ("own",)


def test_a_city_without_routes_is_left_by_nobody():
    outcome = agrees(network(("a", "B", "C", 1)), {"C": [2]}, "A")
    assert (outcome.certificate.cities, outcome.certificate.routes) == (("A",), ())
    assert say(outcome.why[0], "en") == "No goods can be reached from A."


def test_without_time_a_large_network_still_has_a_journey_and_an_honest_bound():
    cities = [f"C{i:02}" for i in range(16)]
    graph = network(
        *((f"{a}{b}", a, b, 1) for i, a in enumerate(cities) for b in cities[:i] if (i * 7 + int(b[1:])) % 3)
    )
    tokens = {city: [3, 2, 1] for city in cities}
    outcome = best_journey(graph, tokens, "C00", token_each_visit=True, seconds=0.0)
    assert (
        0 < outcome.value == check_journey(graph, outcome.certificate, tokens, "C00", token_each_visit=True)
    )
    assert outcome.value <= outcome.bound


@pytest.mark.parametrize(
    "wrong",
    [
        Journey(("B", "A"), ("a",), (0,)),
        Journey(("A", "B", "A"), ("a", "a"), (2, 0)),
        Journey(("A", "B"), ("a",), (3,)),
        Journey(("A", "B", "C"), ("a", "b"), (2, 4)),
    ],
    ids=["starts elsewhere", "route twice", "wrong token", "rival without card"],
)
def test_a_wrong_journey_is_refused(wrong):
    graph = network(("a", "A", "B", 1), ("b", "B", "C", 1))
    graph["B"]["C"]["b"]["rival"] = True
    with pytest.raises(CertificateError):
        check_journey(graph, wrong, {"B": [2], "C": [4]}, "A")
