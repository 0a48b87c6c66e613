"""Mending a piece with few rings: it costs what the cheapest pairing of the odd cities does, and mends them."""

import pytest
from hypothesis import given, settings

from solver.search.trail.parity import mending, pieces
from solver.search.trail.rings import RINGS, mend_by_rings
from tests.oracles import network
from tests.solver.search.networks import networks


def rings(piece):
    return len(piece.routes) - len(piece.ways) + 1


def agrees(graph):
    for piece in pieces(graph):
        found, paired = mend_by_rings(piece), mending(piece)
        if found is None:
            assert rings(piece) > RINGS
            continue
        assert (found.odd, found.spaces) == (paired.odd, paired.spaces)
        assert sum(piece.routes[route][2] for route in found.routes) == found.spaces
        assert sum(spaces for *_, spaces in found.pairs) == found.spaces
        mended = [city for a, b, _ in found.pairs for city in (a, b)]
        assert len(set(mended)) == len(mended) == max(len(piece.odd) - 2, 0)
        kept = [ends for route, (*ends, _) in piece.routes.items() if route not in found.routes]
        odd = {city for city in piece.ways if sum(city in ends for ends in kept) % 2}
        assert odd == set(piece.odd) - set(mended)


@settings(max_examples=150)
@given(networks(cities="ABCDEFGHIJ", max_routes=14))
def test_agrees_with_the_cheapest_pairing(graph):
    agrees(graph)


@pytest.mark.long
@settings(max_examples=3000)
@given(networks(cities="ABCDEFGHIJKL", max_routes=18))
def test_agrees_with_the_cheapest_pairing_on_many_networks(graph):
    agrees(graph)


def test_a_ring_is_changed_over_where_the_other_way_round_is_shorter():
    """A ring A–B–C–D with a spur at each city: A–B (1) and C–D (1) are cheaper than what the tree's ways would be."""
    ring = [("ab", "A", "B", 1), ("bc", "B", "C", 5), ("cd", "C", "D", 1), ("da", "D", "A", 5)]
    spurs = [(f"{city}x", city, city.lower(), 9) for city in "ABCD"]
    (piece,) = pieces(network(*ring, *spurs))
    found = mend_by_rings(piece)
    assert found.spaces == mending(piece).spaces
    assert found.spaces == 9 + 9 + 1


def test_with_too_many_rings_there_is_no_answer():
    routes = [(f"r{i}", "A", "B", 1 + i) for i in range(RINGS + 2)]
    spurs = [("x", "A", "X", 1), ("y", "A", "Y", 1), ("z", "B", "Z", 1)]
    (piece,) = pieces(network(*routes, *spurs))
    assert len(piece.odd) > 2
    assert mend_by_rings(piece) is None
