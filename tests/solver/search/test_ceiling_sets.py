"""The bound for every set of tickets: one by hand, random boards against every way to go on."""

from dataclasses import replace
from random import Random

import pytest

from solver.search.ceiling.sets import ticket_sets
from tests.solver.search.test_ceiling import LINE, POINTS, every_way, outlook, random_outlook


def test_what_is_left_beside_the_tickets():
    """
    Five trains, B–C 3, C–D 2, B–D 4 (4, 2 and 7 points): both tickets take all five and bring 6, none may bring 7.

    With four trains the way to C and to D is too long.
    """
    tickets = [("A", "C", 3), ("A", "D", 4)]
    sets = ticket_sets(outlook([("ab", "A", "B", 1)], LINE, 5, tickets), seconds=9.0)
    assert sets.open == (0, 1)
    assert sets.most[3, 0] in {6, 7}
    assert sets.most[0, 0] >= 7
    few = ticket_sets(outlook([("ab", "A", "B", 1)], LINE, 4, tickets), seconds=9.0)
    assert (3, 0) not in few.most
    assert few.most[2, 0] >= 7


def test_without_open_tickets_or_time_there_is_no_bound():
    assert ticket_sets(outlook([("ab", "A", "B", 1)], LINE, 5, [("A", "B", 3)]), seconds=9.0) is None
    assert ticket_sets(outlook([], LINE, 5, [("B", "C", 3)]), seconds=0.0) is None


def test_routes_that_are_of_no_use_for_a_total():
    """
    Five trains, and both tickets take all five: with them B–D is not claimed, and nothing else can be worth 13.

    B–D alone does the second ticket, which makes 8. If there were more than that, it would not be with the other two.
    """
    view = outlook([("ab", "A", "B", 1)], LINE, 5, [("A", "C", 3), ("A", "D", 4)])
    sets = ticket_sets(view, seconds=9.0)
    assert sets.idle(view, 13, seconds=9.0) == {(3, 0): {"bd"}}
    assert {"bc", "cd"} <= sets.idle(view, 9, seconds=9.0)[2, 0]
    assert not any(sets.idle(view, 13, seconds=0.0).values())


@pytest.mark.parametrize("seed", range(3))
def test_no_way_to_go_on_exceeds_the_bounds(seed):
    """Neither the points for its tickets, nor, with a good total, the routes that are said to be of use for it."""
    rng = Random(seed)
    close = asked = idle = 0
    for _ in range(40):
        view = replace(random_outlook(rng), acts=None)  # the bounds know nothing of turns
        sets = ticket_sets(view, seconds=20.0)
        if sets is None:
            continue
        ways = list(every_way(view))
        least = max(total for *_, total in ways) - rng.choice((0, 0, 2, 5))
        useless = sets.idle(view, least, seconds=20.0)
        best = {}
        for claims, built, done, total in ways:
            key = sum(1 << bit for bit, i in enumerate(sets.open) if done[i]), built
            best[key] = max(best.get(key, 0), sum(POINTS[view.routes[r][2]] for r in claims))
            assert total < least or not useless[key].intersection(claims)
        for key, points in best.items():
            assert points <= sets.most[key]
            close += points == sets.most[key]
            asked += 1
        idle += sum(map(len, useless.values()))
    assert asked >= 40
    assert close * 3 >= asked  # a bound that is never met would be worth little
    assert idle >= 20
