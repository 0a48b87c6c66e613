"""Which cards to keep: by hand, and against trying every choice."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.search.loans import TicketEnds
from solver.search.tickets import plan as planning
from solver.search.tickets import question, tables
from solver.search.tickets.keep import MOST_DRAWN, Least, keep
from tests.oracles import plan_by_enumeration
from tests.solver.search.boards import material, materials, ticket_lists


def ticket(a, b, points):
    return TicketEnds(points, ((a,), (b,)))


def test_a_card_that_cannot_be_completed_is_put_back():
    usable = material(claims=[("ab", "A", "B", 3)], trains=3)
    found = keep(usable, [], [ticket("A", "B", 4), ticket("A", "C", 20)])
    assert [one.cards for one in found] == [(0,), (0, 1), (1,)]
    assert [one.plan.points for one in found] == [4, -16, -20]


def test_what_is_held_takes_the_trains_first():
    usable = material(claims=[("ab", "A", "B", 3), ("cd", "C", "D", 3)], trains=3)
    best = keep(usable, [ticket("A", "B", 10)], [ticket("C", "D", 5)], Least(0))[0]
    assert (best.cards, best.plan.points, best.plan.tickets) == ((), 10, (0,))


def test_among_equals_the_fewest_trains():
    usable = material(claims=[("ab", "A", "B", 3), ("cd", "C", "D", 2)], trains=3)
    assert keep(usable, [], [ticket("A", "B", 5), ticket("C", "D", 5)])[0].cards == (1,)


def test_more_cards_than_anybody_draws_are_refused():
    with pytest.raises(ValueError, match="at most"):
        keep(material(), [], [ticket("A", "B", 1)] * (MOST_DRAWN + 1))


def test_one_of_each_group_is_kept_even_where_one_card_would_be_worth_more():
    usable = material(claims=[("ab", "A", "B", 3)], trains=3)
    drawn = [ticket("A", "B", 4), ticket("A", "C", 20), ticket("B", "C", 6)]
    groups = ((frozenset({0}), 1), (frozenset({1, 2}), 1))
    assert keep(usable, [], drawn)[0].cards == (0,)
    best = keep(usable, [], drawn, Least(2, groups))[0]
    assert (best.cards, best.plan.points) == ((0, 2), -2)


def test_of_fewer_cards_than_must_be_kept_all_are_kept():
    groups = ((frozenset({0}), 2), (frozenset(), 1))
    assert [one.cards for one in keep(material(), [], [ticket("A", "B", 1)], Least(3, groups))] == [(0,)]


def by_trying(usable, held, drawn, least):
    """Return every lawful choice with points and trains of the best that can come of it."""
    found = {}
    for count in range(len(drawn) + 1):
        for cards in combinations(range(len(drawn)), count):
            lawful = [count >= min(least.total, len(drawn))]
            lawful += [sum(c in group for c in cards) >= min(few, len(group)) for group, few in least.groups]
            if all(lawful):
                pairs = [(one.points, one.ends) for one in [*held, *(drawn[card] for card in cards)]]
                found[cards] = plan_by_enumeration(usable, pairs)[:2]
    return found


@st.composite
def leasts(draw):
    """Draw how many of at most three cards must be kept; they may be dealt from two decks."""
    long = frozenset(draw(st.sets(st.integers(0, 2))))
    decks = (long, frozenset(range(3)) - long)
    groups = tuple((deck, draw(st.integers(0, 2))) for deck in decks[: draw(st.integers(0, 2))])
    return Least(draw(st.integers(0, 3)), groups)


@settings(max_examples=60, deadline=None)
@given(materials(turns=False), ticket_lists(most=2), ticket_lists(most=3), leasts())
def test_agrees_with_trying_every_choice(usable, held, drawn, least):
    cards = frozenset(range(len(drawn)))
    least = Least(least.total, tuple((group & cards, few) for group, few in least.groups))
    found = keep(usable, held, drawn, least)
    assert {one.cards: (one.plan.points, one.plan.trains) for one in found} == by_trying(
        usable, held, drawn, least
    )
    points = [one.plan.points for one in found]
    assert points == sorted(points, reverse=True)


@settings(max_examples=40, deadline=None)
@given(materials(turns=False), ticket_lists(most=2), ticket_lists(most=3), st.integers(1, 4))
def test_a_table_of_some_tickets_says_what_there_is_at_least_and_at_most(usable, held, drawn, most):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "table_of", lambda *_: None)
        patch.setattr(question.PlanModel, "solve", lambda *_, **__: None)
        patch.setattr(tables, "MOST_TICKETS", most)
        found = {one.cards: one.plan for one in keep(usable, held, drawn, Least(0))}
    for cards, (points, _) in by_trying(usable, held, drawn, Least(0)).items():
        assert found[cards].points <= points <= found[cards].bound
        assert not found[cards].proven
