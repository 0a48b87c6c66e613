"""What a player keeps and cannot exceed, against what random games come to, and by hand."""

from dataclasses import replace
from itertools import chain, combinations
from random import Random

import pytest

from solver.formats.load import edition_ids, load_edition
from solver.game.edition import Ticket
from solver.questions.ceiling import outlook_of
from solver.scoring.prospects import prospect
from solver.scoring.settle import settle
from solver.scoring.sheet import goods_points, station_points
from solver.search.ceiling.ceiling import ceiling
from tests.solver.random_games import play
from tests.solver.tables import table


def searched(state, player):
    """Return the ceiling without any ticket, as a page asks for it: none while controllers are left."""
    if state.controllers_left:
        return None
    outlook = replace(outlook_of(replace(state, tickets={}), player), tickets=())
    return ceiling(outlook, seconds=1.0)


@pytest.mark.parametrize("edition", edition_ids())
def test_no_game_goes_beyond_a_limit_or_below_what_is_kept(edition):
    states = [state for _, state in play(edition, 0, players=3)]
    sheet = settle(states[-1])
    unused = states[-1].edition.stations.points_unused if states[-1].edition.stations else 0
    rng = Random(edition)
    for at in sorted(rng.sample(range(len(states) // 3, len(states)), 4)):
        then = states[at]
        for column in sheet.players:
            player = column.player
            judged = [t.ticket.points if t.completed else -t.ticket.points for t in column.evidence.tickets]
            assert [t.ticket for t in column.evidence.tickets] == states[-1].tickets[player]
            held = len(then.tickets[player])
            open_, closed = (
                prospect(then, player, searched(then, player), known=known) for known in (True, False)
            )
            assert column.total - sum(judged[held:]) <= open_.limit
            assert column.total - sum(judged) <= closed.limit
            built = len(states[-1].stations.get(player, ())) - len(then.stations.get(player, ()))
            assert column.total - sum(judged[held:]) + built * unused >= open_.has
            assert column.total - sum(judged) + built * unused >= closed.has
            assert open_.now >= open_.has


def test_a_limit_is_not_known_before_the_search_says_something():
    state = table("usa", "anna ben")
    assert prospect(state, "anna", None, known=False).limit is None


def test_controllers_take_up_what_hurts_most():
    """Without tickets the two dearest short routes go; with one the bridge of the ticket that is worth most."""
    state = table("ussr", "anna ben cleo dora")
    board = state.board
    short = sorted((r for r in board.routes.values() if r.length <= 4), key=lambda r: (r.length, r.id))
    bridge = next(r for r in short if r.length == 1)
    apart = [r for r in short if r.length == 4 and not set(r.ends) & set(bridge.ends)][:2]
    long = next(r for r in board.routes.values() if r.length > 4)
    laid = [bridge, *apart, long]
    state = replace(state, owner={route.id: "anna" for route in laid})
    worth = sum(state.edition.route_points[route.length] for route in laid)
    besides = station_points(state, "anna")
    shut = prospect(state, "anna", None, known=False)
    assert (shut.now, shut.has) == (worth + besides, worth + besides - 14)
    state.tickets["anna"] = [Ticket("t", bridge.ends, 20)]
    known = prospect(state, "anna", None, known=True)
    assert (known.now, known.has) == (worth + besides + 20, worth + besides - 20 - 7 - 1)
    played = replace(state, controllers_played={"ben": 2})
    assert prospect(played, "anna", searched(played, "anna"), known=True).has == worth + besides + 20


def best_routes(state, player):
    """Try everything: which short own routes are taken up, and what is claimed with the trains then left."""
    edition, board = state.edition, state.board
    own, cards = state.routes_of(player), state.controllers_left
    short = [route for route in own if route.length <= edition.controller.length_at_most]
    free = [
        route
        for route in board.routes.values()
        if state.owner.get(route.id) != player
        and (route.id not in state.owner or route.length <= edition.controller.length_at_most)
    ]
    turns = len(free) if state.last_round is None else state.last_round.turns_left.count(player)
    best = 0
    for lost in chain.from_iterable(combinations(short, n) for n in range(cards + 1)):
        kept = [route for route in own if route not in lost]
        left = edition.trains - sum(route.length for route in kept)
        ends = {frozenset(route.ends) for route in kept}
        offered = [route for route in (*free, *lost) if frozenset(route.ends) not in ends]
        for count in range(min(turns, len(offered)) + 1):
            for claims in combinations(offered, count):
                pairs = {frozenset(route.ends) for route in claims}
                if len(pairs) == count and sum(route.length for route in claims) <= left:
                    best = max(best, sum(edition.route_points[r.length] for r in (*kept, *claims)))
    return best


@pytest.mark.parametrize("seed", range(60))
def test_with_controllers_the_limit_is_what_trying_everything_finds_or_little_more(seed):
    rng = Random(seed)
    edition = load_edition("ussr")
    some = dict(rng.sample(sorted(edition.board.routes.items()), 9))
    parallels = {r: tuple(o for o in edition.board.parallels[r] if o in some) for r in some}
    board = replace(edition.board, routes=some)
    assert board.parallels == parallels
    state = table("ussr", "anna ben cleo dora")
    state = replace(state, board=board, edition=replace(edition, board=board, trains=rng.randint(6, 16)))
    for route in board.routes.values():
        player = rng.choice(["anna", "ben", None, None])
        mine = any(state.owner.get(other) == player for other in board.parallels[route.id])
        if player and not mine and route.length <= state.trains_left(player):
            state.owner[route.id] = player
    state.controllers_played = {"cleo": rng.randint(0, 1)}
    limit = prospect(state, "anna", None, known=False).limit
    besides = station_points(state, "anna") + sum(bonus.points for bonus in edition.bonuses)
    exact = best_routes(state, "anna")
    assert exact <= limit - besides <= exact + 2 * edition.route_points[edition.controller.length_at_most]


def test_passengers_find_no_more_than_the_dearest_tokens():
    state = table("marklin", "anna ben")
    box = state.edition.passengers
    cities = [city for city in state.board.cities.values() if not city.terminal_of]
    dearest = max(sum(sorted(stack)[-3:]) for stack in box.tokens.values())
    most = sum(
        sum(sorted(state.stack(c.id))[-3:]) if state.stack(c.id) is not None else dearest for c in cities
    )
    searched_ = searched(state, "anna")
    bonus = sum(one.points for one in state.edition.bonuses if one.kind == "most_tickets")
    assert prospect(state, "anna", searched_, known=False).limit == searched_.bound + bonus + most
    away = replace(state, moved={"anna": 3})
    assert prospect(away, "anna", searched_, known=False).limit == searched_.bound + bonus
    assert goods_points(away, "anna") == 0


@pytest.mark.parametrize(("edition", "out_of_reach"), [("usa", -5), ("europe", 5)])
def test_known_tickets_count_in_full_unless_nothing_can_open_a_way_again(edition, out_of_reach):
    state = table(edition, "anna ben")
    a, b = next(r.ends for r in state.board.routes.values() if not state.board.parallels[r.id])
    for route in state.board.routes.values():
        if a in route.ends:
            state.owner[route.id] = "ben"
    other = next(city for city in state.board.cities if city not in (a, b))
    state.tickets["anna"] = [Ticket("cut", (a, b), 5), Ticket("open", (b, other), 7)]
    bound = searched(state, "anna")
    shut, known = (prospect(state, "anna", bound, known=known) for known in (False, True))
    assert known.limit == shut.limit + out_of_reach + 7
    assert known.has == shut.has - 12
