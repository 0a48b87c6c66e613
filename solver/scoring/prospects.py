"""
What a player keeps and what he cannot exceed, whatever everybody else does: the ground of every word about catching up.

In words: a player *keeps* what is left when he does nothing more and every controller that is still to come takes up
one of his routes, the worst ones for him; bonuses are left out. His *limit* is the most that routes, stations, goods
and bonuses can bring him, whether or not others leave it to him, and every ticket of his that is known on top.
A search with his tickets would say less (``ceiling``), but only while nobody else claims anything: a rival's new route
may be borrowed by a station.

While controllers are left, the search for a ceiling does not hold: they give back trains and open routes. Then the
limit counts spaces instead (the most points of routes within some trains: Bellman 1957), for every choice of own
routes that may be taken up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from solver.game.edition import Route, Ticket
from solver.game.state import State
from solver.scoring.settle import ends_of
from solver.scoring.sheet import goods_points, station_points
from solver.search.ceiling.verify import Further
from solver.search.network import usable
from solver.search.outcome import Outcome
from solver.search.tickets.reach import reach
from solver.search.verify import joins, routes_graph


@dataclass(frozen=True, slots=True)
class Prospect:
    """
    What a player has and can reach, in points.

    Attributes
    ----------
    now
        Routes, goods, unused stations and known tickets as they are; no bonus.
    has
        What he keeps of that if he does nothing more.
    limit
        A total that nothing exceeds, tickets still to be drawn left out; None while it is not known. Without tickets
        when these are not known.
    known
        Whether his tickets are known and counted.
    """

    player: str
    now: int
    has: int
    limit: int | None
    known: bool


def prospect(state: State, player: str, ceiling: Outcome[Further] | None, *, known: bool) -> Prospect:
    """
    Return what a player has and can reach.

    Parameters
    ----------
    state
        The table while the game goes on (when it is over, the sheet says all); of its tickets only the player's are
        looked at, and these only when they are ``known``.
    player
        The seat.
    ceiling
        The ceiling of his outlook without any ticket, as far as it was searched for; None: not yet.
    known
        Whether his tickets may be counted.

    References
    ----------
    Rules: USSR 19 to 21 (controllers); Märklin 10 and 11 (passengers, one token in each city entered).
    """
    tickets = state.tickets.get(player, []) if known else []
    limit = _counted(state, player) if state.controllers_left else _searched(state, ceiling)
    if limit is not None:
        limit += goods_at_most(state, player) + _tickets_at_most(state, player, tickets)
    own = state.routes_of(player)
    short = [route.id for route in own if _can_be_taken_up(state, route)]
    least = min(
        _worth(state, [route for route in own if route.id not in lost], tickets)
        for lost in combinations(short, min(state.controllers_left, len(short)))
    )
    besides = goods_points(state, player) + station_points(state, player)
    return Prospect(player, _worth(state, own, tickets) + besides, least + besides, limit, known)


def _worth(state: State, routes: Iterable[Route], tickets: Sequence[Ticket]) -> int:
    """Return the points of some routes and of the tickets that they complete, or do not."""
    laid = list(routes)
    points = sum(state.edition.route_points.get(route.length, 0) for route in laid)
    if not tickets:
        return points
    network = routes_graph(route.ends for route in laid)
    return points + sum(t.points if joins(network, ends_of(state, t).ends) else -t.points for t in tickets)


def _can_be_taken_up(state: State, route: Route) -> bool:
    controller = state.edition.controller
    return controller is not None and state.controllers_left > 0 and route.length <= controller.length_at_most


def _searched(state: State, ceiling: Outcome[Further] | None) -> int | None:
    """Return what the search says, and the bonus for most tickets, which it cannot judge without them."""
    if ceiling is None:
        return None
    return ceiling.bound + sum(
        bonus.points for bonus in state.edition.bonuses if bonus.kind == "most_tickets"
    )


def _counted(state: State, player: str) -> int:
    """Return the most from routes, stations, goods so far and every bonus, whatever controllers do."""
    worth = state.edition.route_points
    lengths = sorted(r.length for r in state.routes_of(player) if _can_be_taken_up(state, r))
    left = max(state.trains_left(player), 0)
    most = _most_by_trains(state, player, left + sum(lengths[-state.controllers_left :]))
    routes = max(
        state.route_points(player) - sum(worth.get(n, 0) for n in lost) + most[left + sum(lost)]
        for count in range(min(state.controllers_left, len(lengths)) + 1)
        for lost in combinations_with_replacement(sorted(set(lengths)), count)
        if left + sum(lost) < len(most)
    )
    bonuses = sum(bonus.points for bonus in state.edition.bonuses)
    return routes + goods_points(state, player) + station_points(state, player) + bonuses


def _most_by_trains(state: State, player: str, trains: int) -> list[int]:
    """Return for 0, 1, … trains the most points of further routes; rivals' short ones count as free."""
    worth = state.edition.route_points
    doubles: dict[str, set[int]] = {}
    for route in state.board.routes.values():
        if route.id not in state.owner or _can_be_taken_up(state, route):
            doubles.setdefault(state.board.double_of[route.id], set()).add(route.length)
    # In the last round a row for every number of claims; before it one row, for as many as one likes.
    claims = None if state.last_round is None else state.last_round.turns_left.count(player)
    most = [[0] * (trains + 1)] * ((claims or 0) + 1)
    for lengths in doubles.values():
        fewer = most if claims is None else [None, *most[:-1]]
        most = [
            [
                max([points, *(less[t - n] + worth.get(n, 0) for n in lengths if n <= t)])
                for t, points in enumerate(row)
            ]
            if less is not None
            else row
            for row, less in zip(most, fewer, strict=True)
        ]
    return most[-1]


def goods_at_most(state: State, player: str) -> int:
    """
    Return points that the goods of all journeys still to come do not exceed.

    Each passenger takes one token in a city he enters, so that no city gives more tokens than there are passengers; by
    the switch ``token_each_visit`` it may give all of them.
    """
    passengers = state.edition.passengers
    if passengers is None:
        return 0
    left = max(state.passengers_left(player), 0) + len(state.standing.get(player, ()))
    if state.last_round is not None:
        left = min(left, state.last_round.turns_left.count(player))
    if left == 0:
        return 0
    most = None if state.switch("token_each_visit") else left
    dearest = max(
        (sum(sorted(stack, reverse=True)[:most]) for stack in passengers.tokens.values()), default=0
    )
    found = 0
    for city in state.board.cities.values():
        if not city.terminal_of:
            stack = state.stack(city.id)
            found += dearest if stack is None else sum(sorted(stack, reverse=True)[:most])
    return found


def _tickets_at_most(state: State, player: str, tickets: Sequence[Ticket]) -> int:
    """Return net ticket points that nothing exceeds: all of them, unless one is out of reach for good."""
    if state.edition.stations is not None or state.edition.controller is not None:
        return sum(ticket.points for ticket in tickets)  # others may open a way again
    found = reach(usable(state, player), [ends_of(state, ticket) for ticket in tickets])
    return sum(
        -t.points if one.status == "impossible" else t.points for t, one in zip(tickets, found, strict=True)
    )
