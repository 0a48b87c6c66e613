"""The most a player can still reach: small ones by hand, random boards against every way to go on."""

from dataclasses import replace
from itertools import combinations, product
from random import Random

import networkx as nx
import pytest

from solver.game.errors import CertificateError
from solver.search.ceiling import ceiling as module
from solver.search.ceiling.ceiling import ceiling
from solver.search.ceiling.verify import Aim, Further, Outlook, recounted
from solver.search.loans import TicketEnds
from tests.oracles import longest_by_enumeration, network

POINTS = {1: 1, 2: 2, 3: 4, 4: 7}


def outlook(own, claimable, trains, tickets=(), **more):
    held = [TicketEnds(points, ((a,), (b,))) for a, b, points in tickets]
    return Outlook(network(*own), network(*claimable), POINTS, trains, held, **more)


def reaches(view, value):
    found = ceiling(view)
    assert (found.value, found.bound, found.proven) == (value, value, True)
    assert recounted(view, found.certificate) == value
    return found.certificate


LINE = (("bc", "B", "C", 3), ("cd", "C", "D", 2), ("bd", "B", "D", 4))


def test_with_no_trains_nothing_changes():
    assert (
        reaches(outlook([("ab", "A", "B", 1)], LINE, 0, [("A", "B", 5), ("A", "C", 3)], fixed=10), 12).claims
        == ()
    )


def test_a_ticket_is_worth_twice_its_points():
    """Five trains: B–C and C–D give 6 points and both tickets; B–D alone would give 7 and one."""
    view = outlook([("ab", "A", "B", 1)], LINE, 5, [("A", "C", 3), ("A", "D", 4)])
    assert set(reaches(view, 6 + 7).claims) == {"bc", "cd"}


def test_a_ticket_that_costs_too_much_is_given_up():
    """Four trains: 3 points lost with the ticket, but four spaces at once are worth 7 and the way to C only 4."""
    view = outlook([], (("ac", "A", "C", 3), ("xy", "X", "Y", 4)), 4, [("A", "C", 1)])
    assert reaches(view, 7 - 1).claims == ("xy",)


def test_one_track_of_a_double():
    assert len(reaches(outlook([], (("1", "A", "B", 2), ("2", "A", "B", 2)), 9), 2).claims) == 1


def test_turns_of_the_last_round():
    view = outlook([], (("ab", "A", "B", 1), ("bc", "B", "C", 1), ("xy", "X", "Y", 4)), 9, [("A", "C", 4)])
    assert reaches(replace(view, acts=0), -4).claims == ()
    assert reaches(replace(view, acts=1), 7 - 4).claims == ("xy",)
    assert set(reaches(replace(view, acts=2), 2 + 4).claims) == {"ab", "bc"}


def test_a_station_that_pays():
    """The ticket is worth 20 more when it is done, the station costs 4: no trains are needed at all."""
    loan = ("r", "B", "C")
    view = outlook([("ab", "A", "B", 1)], [], 0, [("A", "C", 10)], sites={"B": [loan], "C": [loan]})
    view = replace(view, stations_left=3, station_points=4)
    assert list(reaches(view, 10 + 8).loans.values()) == ["r"]
    dear = replace(view, tickets=[TicketEnds(1, (("A",), ("C",)))])
    assert reaches(dear, 12 - 1).loans == {}


def test_the_loan_of_a_standing_station_is_free():
    view = outlook(
        [("ab", "A", "B", 1)], [], 0, [("A", "C", 10)], standing={"C": [("q", "C", "D"), ("r", "B", "C")]}
    )
    assert reaches(view, 10).loans == {"C": "r"}


def test_a_bonus_changes_what_is_best():
    """Two short routes make a trail of five with what is laid; the long one elsewhere gives more points alone."""
    own, claimable = [("ab", "A", "B", 1)], (("bc", "B", "C", 2), ("cd", "C", "D", 2), ("xy", "X", "Y", 4))
    assert reaches(outlook(own, claimable, 4), 7).claims == ("xy",)
    found = reaches(outlook(own, claimable, 4, aims=[Aim("trail", 10, 5)]), 14)
    assert set(found.claims) == {"bc", "cd"}
    assert found.trail is not None
    assert reaches(outlook(own, claimable, 4, aims=[Aim("trail", 10, 6)]), 7).trail is None


def test_pieces_of_a_trail_do_not_count_together():
    """Two rings of six spaces are no trail of twelve, however well their cities pair up."""
    rings = [(f"{n}{i}", f"{n}{i}", f"{n}{(i + 1) % 3}", 2) for n in "xy" for i in range(3)]
    view = outlook(rings[:3], rings[3:], 6, aims=[Aim("trail", 10, 12)])
    assert reaches(view, 6).trail is None
    joined = outlook(rings[:3], [*rings[3:], ("xy", "x0", "y0", 1)], 7, aims=[Aim("trail", 10, 12)])
    assert reaches(joined, 6 + 1 + 10).trail is not None


def test_bonuses_for_tickets_and_for_sorts_of_routes():
    claimable = (("ab", "A", "B", 1), ("cd", "C", "D", 2))
    view = outlook([], claimable, 2, [("A", "B", 1)], aims=[Aim("tickets", 15, 1), Aim("routes", 7, 2, 1)])
    assert reaches(view, 1 + 1 + 15).claims == ("ab",)
    ferries = replace(view, aims=[Aim("tickets", 15, 2), Aim("routes", 7, 2, 1, frozenset({"cd"}))])
    assert reaches(ferries, 2 - 1 + 7).claims == ("cd",)


def test_no_time_leaves_an_honest_bound():
    view = outlook([("ab", "A", "B", 1)], LINE, 5, [("A", "C", 3), ("A", "D", 4)])
    found = ceiling(view, seconds=0.0)
    assert found.value <= 13 <= found.bound
    assert recounted(view, found.certificate) == found.value


def random_outlook(rng):
    """A board of up to nine routes: some own, some a rival's, the rest free; tickets, stations, every bonus."""
    cities = "ABCDEF"[: rng.randint(3, 6)]
    pairs = list(combinations(cities, 2))
    own, rival, free = [], [], []
    for i in range(rng.randint(3, 10)):
        a, b = rng.choice(pairs)
        kind = rng.choice((own, rival, free, free, free))
        if kind is own and any({a, b} == {c, d} for _, c, d, _ in own):
            kind = rival
        if len(free) < 6 or kind is not free:
            kind.append((f"r{i}", a, b, rng.randint(1, 4)))
    free = [r for r in free if not any({r[1], r[2]} == {c, d} for _, c, d, _ in own)]
    loans = {c: [(r, a, b) for r, a, b, _ in rival if c in (a, b)] for c in cities}
    built = rng.sample(cities, rng.choice((0, 0, 1)))
    taken = {*built, *rng.sample(cities, rng.choice((0, 1)))}
    left = rng.choice((0, 1, 1, 2))
    tickets = []
    for _ in range(rng.randint(0, 3)):
        first, *second = rng.sample(cities, rng.choice((2, 2, 3)))
        tickets.append(TicketEnds(rng.randint(1, 12), ((first,), tuple(second))))
    laid = sum(n for *_, n in own)
    trains = rng.randint(0, 9)
    aims = [
        Aim("trail", 10, rng.randint(1, laid + trains + 1)),
        Aim("tickets", 5, rng.randint(1, 3)),
        Aim("routes", 7, rng.randint(1, 3), rng.randint(0, 1), frozenset(r[0] for r in free[::2])),
    ]
    return Outlook(
        network(*own),
        network(*free),
        POINTS,
        trains,
        tickets,
        rng.choice((None, None, 0, 1, 2)),
        {c: loans[c] for c in built},
        {c: loans[c] for c in cities if c not in taken},
        left,
        rng.choice((0, 4)),
        [aim for aim in aims if rng.random() < 0.5],
        rng.randint(0, 50),
    )


def every_claim(view):
    """All sets of routes that may be claimed."""
    for size in range(len(view.routes) + 1):
        for claims in combinations(view.routes, size):
            # Equal ends and equal length make a double; of different lengths they are two routes.
            tracks = [(frozenset(view.routes[r][:2]), view.routes[r][2]) for r in claims]
            if len(set(tracks)) == size and sum(view.routes[r][2] for r in claims) <= view.trains:
                yield claims


def every_loan(view):
    """All ways to build stations and to borrow; a station that borrows nothing is left out unless it stands."""
    for count in range(min(view.stations_left, len(view.sites)) + 1):
        for built in combinations(view.sites, count):
            choices = [*view.standing.items(), *((city, view.sites[city]) for city in built)]
            for routes in product(*([None, *loans] for _, loans in choices)):
                yield count, [loan for loan in routes if loan is not None]


def every_way(view):
    """All ways to go on: claims, how many new stations, which tickets are completed then, and the total."""
    loans = list(every_loan(view))
    for claims in every_claim(view):
        graph = view.network(claims)
        longest = longest_by_enumeration(graph)
        for built, borrowed in loans:
            if view.acts is not None and len(claims) + built > view.acts:
                continue
            ways = nx.Graph([*graph.edges(), *((a, b) for _, a, b in borrowed)])
            ways.add_nodes_from("ABCDEF")
            done = [any(nx.has_path(ways, a, b) for a in t.ends[0] for b in t.ends[1]) for t in view.tickets]
            total = view.fixed + sum(POINTS[view.routes[r][2]] for r in claims)
            total += sum(t.points if d else -t.points for t, d in zip(view.tickets, done, strict=True))
            total += (view.stations_left - built) * view.station_points
            for aim in view.aims:
                counted = aim.have + len(aim.counted & set(claims))
                value = {"trail": longest, "tickets": sum(done), "routes": counted}[aim.measure]
                total += aim.points if value >= aim.needed else 0
            yield claims, built, done, total


def best_by_enumeration(view):
    return max(total for *_, total in every_way(view))


def agrees_with_every_way_to_go_on(seed):
    rng = Random(seed)
    gained = 0
    for _ in range(40):
        view = random_outlook(rng)
        found = ceiling(view, seconds=20.0)
        assert found.value == found.bound == best_by_enumeration(view)
        assert recounted(view, found.certificate) == found.value
        gained += bool(found.certificate.claims or any(found.certificate.loans.values()))
    assert gained >= 10


@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_every_way_to_go_on(seed):
    agrees_with_every_way_to_go_on(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5, 55))
def test_agrees_with_every_way_to_go_on_in_many_positions(seed):
    agrees_with_every_way_to_go_on(seed)


def test_a_search_that_begins_anew_agrees_too(monkeypatch):
    """The first rounds stop at the first answer, as if there had been no more time."""
    real, asked = module.new_solver, []

    def hasty(seconds):
        solver = real(seconds)
        solver.parameters.stop_after_first_solution = len(asked) % 3 < 2
        asked.append(seconds)
        return solver

    monkeypatch.setattr(module, "new_solver", hasty)
    rng = Random(1)
    for _ in range(20):
        view = replace(random_outlook(rng), aims=[])
        asked.clear()
        found = ceiling(view, seconds=20.0)
        assert found.value <= best_by_enumeration(view) <= found.bound
    assert asked


def test_a_false_certificate_is_not_accepted():
    view = outlook(
        [("ab", "A", "B", 1)], LINE, 5, [("A", "C", 3)], sites={"C": [("r", "C", "E")]}, stations_left=1
    )
    for wrong in (
        Further(("bc", "bd"), {}, (0,)),
        Further(("zz",), {}, ()),
        Further(("bc",), {}, ()),
        Further((), {}, (0,)),
        Further((), {"D": "r"}, ()),
        Further((), {"C": "q"}, ()),
    ):
        with pytest.raises(CertificateError):
            recounted(view, wrong)


def test_the_same_question_has_the_same_answer():
    view = random_outlook(Random(12))
    assert ceiling(view).certificate == ceiling(view).certificate
