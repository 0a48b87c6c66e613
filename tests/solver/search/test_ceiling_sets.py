"""The bound for every set of tickets: one by hand, random boards against every way to go on."""

from random import Random

import networkx as nx
import pytest

from solver.search.ceiling_sets import ticket_sets
from tests.solver.search.test_ceiling import LINE, POINTS, every_claim, every_loan, outlook, random_outlook


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


def completed_with(view, claims, borrowed, tickets):
    ways = nx.Graph([*view.network(claims).edges(), *((a, b) for _, a, b in borrowed)])
    ways.add_nodes_from("ABCDEF")
    ends = [view.tickets[i].ends for i in tickets]
    return [any(nx.has_path(ways, a, b) for a in one for b in other) for one, other in ends]


@pytest.mark.parametrize("seed", range(3))
def test_no_way_to_go_on_exceeds_it(seed):
    rng = Random(seed)
    close = asked = 0
    for _ in range(40):
        view = random_outlook(rng)
        sets = ticket_sets(view, seconds=20.0)
        if sets is None:
            continue
        best = {}
        loans = list(every_loan(view))
        for claims in every_claim(view):
            points = sum(POINTS[view.routes[r][2]] for r in claims)
            for built, borrowed in loans:
                done = completed_with(view, claims, borrowed, sets.open)
                key = sum(1 << bit for bit, yes in enumerate(done) if yes), built
                best[key] = max(best.get(key, 0), points)
        for key, points in best.items():
            assert points <= sets.most[key]
            close += points == sets.most[key]
            asked += 1
    assert asked >= 40
    assert close * 3 >= asked  # a bound that is never met would be worth little
