"""
Which of a player's tickets can still be completed together, and which choice among them is worth most.

The table of ``steiner`` gives the fewest trains for every set of tickets; the best set follows by looking. Where the
table would grow too large, in the last turns, and where one station would have to lend two routes, CP-SAT answers
(``plan_model``); it may run out of time, and then says how much more there might be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from solver.search.engine import Deadline
from solver.search.layers import FAR, Layers
from solver.search.places import TicketEnds
from solver.search.plan_model import PlanModel
from solver.search.steiner import Forest, Steiner
from solver.search.usable import Usable
from solver.search.verify import joins, routes_graph
from solver.search.verify_plans import check_acts

MOST_WORK = 2_000_000_000
"""The table is made when it takes no more sums than this, about a second."""


@dataclass(frozen=True, slots=True)
class Plan:
    """
    The best choice among the tickets held.

    Attributes
    ----------
    tickets
        Indexes of the tickets that are completed, those that are so already included.
    points
        Points of these minus those of all others: net ticket points.
    bound
        Net points that no choice exceeds.
    trains, stations
        How many more the plan takes; no choice with these points takes fewer trains.
    claims
        The routes to claim.
    loans
        For each station used, standing or new, the route that it borrows.
    all_possible, all_trains
        Whether all tickets can be completed together with what is left, None when time ran out; and the fewest trains
        that would do it, None when nothing does (or that is not known).
    fewest
        For every set of tickets that are still open the fewest trains, as far as a set can be completed at all; empty
        when the search did not go that way.
    proven
        Whether ``points`` and ``trains`` are known to be the best.
    """

    tickets: tuple[int, ...]
    points: int
    bound: int
    trains: int
    stations: int
    claims: tuple[str, ...]
    loans: Mapping[str, str]
    all_possible: bool | None
    all_trains: int | None
    fewest: Mapping[frozenset[int], int] = field(default_factory=dict)
    proven: bool = True
    seconds: float = 0.0


def plan(usable: Usable, tickets: Sequence[TicketEnds], *, seconds: float = 5.0) -> Plan:
    """
    Choose among the tickets held those that can be completed together and are worth most.

    Parameters
    ----------
    usable
        What the player has and can still use.
    tickets
        The tickets held. A failed ticket takes its points away, so that completing it is worth twice its points.
    seconds
        Wall-clock limit.

    Returns
    -------
    Plan
        With the fewest trains among the choices worth most. Recounted before it is returned.
    """
    clock = Deadline(seconds)
    own = routes_graph(usable.own.edges())
    done = tuple(i for i, ticket in enumerate(tickets) if joins(own, ticket.ends))
    left = [i for i in range(len(tickets)) if i not in done]
    layers = Layers(usable, tuple(city for ticket in tickets for end in ticket.ends for city in end))
    full = layers.all[-1]
    able = [i for i in left if layers.apart(full, tickets[i].ends) < FAR]
    some = _Question(usable, tickets, done, able, layers, everything=len(able) == len(left))
    found = some.by_table(clock) or some.by_model(clock)
    check_acts(usable, [tickets[i] for i in found.tickets], found.claims, found.loans)
    return found


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked: which of the tickets that are ``able``, on top of those that are ``done``."""

    usable: Usable
    tickets: Sequence[TicketEnds]
    done: tuple[int, ...]
    able: list[int]
    layers: Layers
    everything: bool

    def by_table(self, clock: Deadline) -> Plan | None:
        """Look the best set up in the table; None when it is too large or does not tell."""
        if self.usable.turns is not None or len(self.able) > 12:
            return None
        tables = Steiner(self.layers, [self.tickets[i] for i in self.able])
        if tables.work > MOST_WORK:
            return None
        size = 1 << len(self.able)
        trains = [tables.trains(some) for some in range(size)]
        gains = [0] * size
        for some in range(1, size):
            rest = some & (some - 1)
            gains[some] = gains[rest] + self.tickets[self.able[(some ^ rest).bit_length() - 1]].points
        best = max(
            (s for s in range(size) if trains[s] <= self.usable.trains), key=lambda s: (gains[s], -trains[s])
        )
        forest = tables.build(best)
        if forest is None:
            return None
        fewest = {self._members(some): trains[some] for some in range(size) if trains[some] < FAR}
        all_trains = trains[-1] if self.everything and trains[-1] < FAR else None
        possible = all_trains is not None and all_trains <= self.usable.trains
        points = self._points(self._members(best))
        return self._plan(
            self._members(best), forest, points, possible, all_trains, fewest=fewest, seconds=clock.spent
        )

    def by_model(self, clock: Deadline) -> Plan:
        """Ask CP-SAT."""
        asked = [self.tickets[i] for i in self.able]
        if not asked:
            least = 0 if self.everything else None
            return self._plan(frozenset(), Forest((), {}), -FAR, self.everything, least, seconds=clock.spent)
        answer = PlanModel(self.layers, asked, trains=self.usable.trains).solve(clock)
        if answer is None:
            bound = self._points(frozenset(self.able))
            return self._plan(
                frozenset(), Forest((), {}), bound, None, None, proven=False, seconds=clock.spent
            )
        some, forest, reached, proven = answer
        members = frozenset(self.able[i] for i in some)
        bound = self._points(frozenset()) + 2 * reached
        all_trains, settled = (
            (None, True) if not self.everything else PlanModel(self.layers, asked, trains=None).fewest(clock)
        )
        possible: bool | None = all_trains is not None and all_trains <= self.usable.trains
        if not possible and not settled:
            possible = None
        return self._plan(
            members,
            forest,
            bound,
            possible,
            all_trains if settled else None,
            proven=proven,
            seconds=clock.spent,
        )

    def _members(self, some: int) -> frozenset[int]:
        return frozenset(i for bit, i in enumerate(self.able) if some >> bit & 1)

    def _points(self, members: frozenset[int]) -> int:
        completed = members.union(self.done)
        return sum(t.points if i in completed else -t.points for i, t in enumerate(self.tickets))

    def _plan(
        self,
        members: frozenset[int],
        forest: Forest,
        bound: int,
        possible: bool | None,
        all_trains: int | None,
        *,
        fewest: Mapping[frozenset[int], int] | None = None,
        proven: bool = True,
        seconds: float,
    ) -> Plan:
        spaces = {route: length for route, _, _, length in self.usable.claims}
        return Plan(
            tuple(sorted(members.union(self.done))),
            self._points(members),
            max(bound, self._points(members)),
            sum(spaces[route] for route in forest.claims),
            sum(city not in self.usable.standing for city in forest.loans),
            forest.claims,
            forest.loans,
            possible,
            all_trains,
            fewest or {},
            proven,
            seconds,
        )
