"""
Which rival routes a player's stations borrow.

In words: a station lets its owner pass along one route of a rival that leads out of its city, the same one for all
tickets. What matters of the player's own network is only which cities it joins, so each connected part of it is one
place, and a loan joins two places. A ticket is completed when a place of its one end and a place of its other end
are joined. Unclaimed routes are never borrowed, and nothing borrowed counts for the longest trail.

There may be no single best choice: more points and more completed tickets can ask for different loans, and where a
bonus hangs on the number of tickets the rivals decide which is worth more. So the answer is the *front*, every pair
(net points, completed) that no other choice beats in both.

    borrows[s, o]   station s borrows its option o        open[p]      some station joins the two places p
    done[t]         ticket t is completed                 along[t, p]  the way of ticket t goes along p, and in which sense

Up to ``FEW`` combinations are simply all tried; above that CP-SAT finds the front point by point, each with more
completed tickets than the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import networkx as nx

from solver.game.errors import CertificateError
from solver.search.engine import Deadline, check
from solver.search.loans import Loan, TicketEnds
from solver.search.stations.places import Choice, Join, Places
from solver.search.verify import Trail, check_loans, check_ticket_path

FEW = 4096
"""So many combinations of loans are tried one by one; more are left to CP-SAT."""


@dataclass(frozen=True, slots=True)
class Loans:
    """
    One choice of loans and what it gives.

    Attributes
    ----------
    loans
        For every station's city the route that it borrows, or None.
    points
        Points of the completed tickets minus those of the failed ones.
    completed
        Indexes of the completed tickets.
    paths
        For every completed ticket a walk over own and borrowed routes from one of its ends to the other.
    """

    loans: Mapping[str, str | None]
    points: int
    completed: tuple[int, ...]
    paths: Mapping[int, Trail]

    @property
    def borrowed(self) -> frozenset[str]:
        """The routes that are borrowed."""
        return frozenset(route for route in self.loans.values() if route is not None)


@dataclass(frozen=True, slots=True)
class Front:
    """All choices that no other beats in points and in completed tickets, most points first."""

    choices: tuple[Loans, ...]
    proven: bool
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Alternative:
    """What one station would give with another loan, all other stations as chosen."""

    city: str
    route: str | None
    points: int
    completed: int


def loan_front(
    own: nx.MultiGraph[str],
    tickets: Sequence[TicketEnds],
    choices: Mapping[str, Sequence[Loan]],
    *,
    seconds: float = 5.0,
) -> Front:
    """
    Find every choice of loans that may be a player's best, depending on what completed tickets are worth.

    Parameters
    ----------
    own
        The player's own routes: key route id.
    tickets
        The player's tickets.
    choices
        For the city of each of the player's stations: the rivals' routes that lead out of it.
    seconds
        Limit, by the clock of the process (``engine``).

    Returns
    -------
    Front
        Pairs (net points, completed tickets) that nothing beats, each with the fewest loans that give it. Not proven
        when time ran out; the choice without any loan is always among those compared.

    References
    ----------
    Source: ``maps/rulings/stations.json``: one station one route, the same for all tickets, chosen at the end.
    """
    clock = Deadline(seconds)
    board = Places(own, tickets, choices)
    if prod(len(options) + 1 for options in board.options.values()) <= FEW:
        found, proven = _all(board), True
    else:
        from solver.search.stations.model import front_by_model

        found, proven = front_by_model(board, clock)
        found = [board.nothing(), *found]
    best = _undominated(found)
    return Front(tuple(_shown(own, tickets, choices, one) for one in best), proven, clock.spent)


def best_by_points(front: Front) -> Loans:
    """Return the choice with the best net points; among equals more completed tickets, then fewer loans."""
    return max(front.choices, key=lambda one: (one.points, len(one.completed), -len(one.borrowed)))


def alternatives(
    own: nx.MultiGraph[str],
    tickets: Sequence[TicketEnds],
    choices: Mapping[str, Sequence[Loan]],
    loans: Mapping[str, str | None],
) -> tuple[Alternative, ...]:
    """Return what each station would give with every other loan it could take, or with none, the rest unchanged."""
    board = Places(own, tickets, choices)
    joins = {
        (city, route): (board.place(a), board.place(b)) for city in choices for route, a, b in choices[city]
    }
    found = []
    for city, chosen in loans.items():
        others = [joins[at, route] for at, route in loans.items() if route is not None and at != city]
        for route in (None, *(route for route, _, _ in choices.get(city, ()))):
            if route != chosen:
                completed = board.completed([*others, joins[city, route]] if route is not None else others)
                found.append(Alternative(city, route, board.points(completed), len(completed)))
    return tuple(found)


def _all(board: Places) -> list[Choice]:
    """Try every combination of loans; one that joins what another joins already is not tried again."""
    found = []
    seen: set[frozenset[Join]] = set()
    cities = list(board.options)
    combinations = product(*([None, *board.options[city]] for city in cities))
    for combination in sorted(combinations, key=lambda row: sum(one is not None for one in row)):
        borrowed = {city: one for city, one in zip(cities, combination, strict=True) if one is not None}
        joins = frozenset(join for _, join in borrowed.values())
        if joins not in seen:
            check()
            seen.add(joins)
            found.append(board.choice(borrowed))
    return found


def _undominated(found: Iterable[Choice]) -> list[Choice]:
    """Return the choices that no other beats in points and completed tickets, most points first."""
    best: list[Choice] = []
    for one in sorted(found, key=lambda one: one.rank, reverse=True):
        if not best or len(one.completed) > len(best[-1].completed):
            best.append(one)
    return best


def _shown(
    own: nx.MultiGraph[str], tickets: Sequence[TicketEnds], choices: Mapping[str, Sequence[Loan]], one: Choice
) -> Loans:
    """Return a choice with a path for every completed ticket, recounted from the routes themselves."""
    if check_loans(own, tickets, choices, one.loans) != (one.points, one.completed):
        raise CertificateError(f"the loans {one.loans} do not give {one.points} points and {one.completed}")
    ways: dict[str, list[tuple[str, str]]] = {}
    lent = [loan for city, loans in choices.items() for loan in loans if loan[0] == one.loans[city]]
    for route, a, b in [*((key, a, b) for a, b, key in own.edges(keys=True)), *lent]:
        ways.setdefault(a, []).append((b, route))
        ways.setdefault(b, []).append((a, route))
    paths = {i: _path(ways, tickets[i].ends) for i in one.completed}
    for i, path in paths.items():
        check_ticket_path(own, choices, one.loans, tickets[i], path)
    return Loans(one.loans, one.points, one.completed, paths)


def _path(ways: Mapping[str, Sequence[tuple[str, str]]], ends: tuple[Sequence[str], Sequence[str]]) -> Trail:
    """Return a walk with the fewest routes from any city of the first end to any of the second."""
    back: dict[str, tuple[str, str] | None] = dict.fromkeys(ends[0])
    reached = list(back)
    for city in reached:
        if city in ends[1]:
            cities, routes = [city], []
            while (step := back[cities[-1]]) is not None:
                cities.append(step[0])
                routes.append(step[1])
            return Trail(tuple(reversed(cities)), tuple(reversed(routes)))
        for there, route in ways.get(city, ()):
            if there not in back:
                back[there] = (city, route)
                reached.append(there)
    raise CertificateError(f"nothing joins {ends[0]} to {ends[1]}")
