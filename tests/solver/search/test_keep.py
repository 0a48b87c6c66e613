"""Which cards to keep: by hand, and against trying every choice."""

from itertools import combinations

import pytest
from hypothesis import given, settings

from solver.search.keep import MOST_DRAWN, keep
from solver.search.places import TicketEnds
from tests.oracles import plan_by_enumeration
from tests.solver.search.boards import material, materials, ticket_lists


def ticket(a, b, points):
    return TicketEnds(points, ((a,), (b,)))


def test_a_card_that_cannot_be_completed_is_put_back():
    usable = material(claims=[("ab", "A", "B", 3)], trains=3)
    found = keep(usable, [], [ticket("A", "B", 4), ticket("A", "C", 20)], 1)
    assert [one.cards for one in found] == [(0,), (0, 1), (1,)]
    assert [one.plan.points for one in found] == [4, -16, -20]


def test_what_is_held_takes_the_trains_first():
    usable = material(claims=[("ab", "A", "B", 3), ("cd", "C", "D", 3)], trains=3)
    best = keep(usable, [ticket("A", "B", 10)], [ticket("C", "D", 5)], 0)[0]
    assert (best.cards, best.plan.points, best.plan.tickets) == ((), 10, (0,))


def test_among_equals_the_fewest_trains():
    usable = material(claims=[("ab", "A", "B", 3), ("cd", "C", "D", 2)], trains=3)
    assert keep(usable, [], [ticket("A", "B", 5), ticket("C", "D", 5)], 1)[0].cards == (1,)


def test_more_cards_than_anybody_draws_are_refused():
    with pytest.raises(ValueError, match="at most"):
        keep(material(), [], [ticket("A", "B", 1)] * (MOST_DRAWN + 1))


@settings(max_examples=60, deadline=None)
@given(materials(turns=False), ticket_lists(most=2), ticket_lists(most=3))
def test_agrees_with_trying_every_choice(usable, held, drawn):
    found = keep(usable, held, drawn, 1)
    assert len(found) == 2 ** len(drawn) - 1
    by_hand = {}
    for count in range(1, len(drawn) + 1):
        for cards in combinations(range(len(drawn)), count):
            pairs = [(one.points, one.ends) for one in [*held, *(drawn[card] for card in cards)]]
            by_hand[cards] = plan_by_enumeration(usable, pairs)[:2]
    assert {one.cards: (one.plan.points, one.plan.trains) for one in found} == by_hand
    points = [one.plan.points for one in found]
    assert points == sorted(points, reverse=True)
