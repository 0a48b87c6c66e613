"""
Which of a player's tickets can still be completed together, and which choice among them is worth most.

The table of ``steiner`` gives the fewest trains for every set of tickets; the best set follows by looking. Where the
table would grow too large, in the last turns, and where one station would have to lend two routes, CP-SAT answers
(``plan_model``); it may run out of time, and then says how much more there might be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from solver.search.engine import Deadline
from solver.search.loans import TicketEnds
from solver.search.tickets.layers import FAR, Layers
from solver.search.tickets.plan_model import PlanModel
from solver.search.tickets.steiner import Forest, Steiner
from solver.search.tickets.usable import Usable
from solver.search.tickets.verify import check_acts
from solver.search.verify import joins, routes_graph

WORK_PER_SECOND = 150_000_000
"""So many sums of a table are made in a second, at least; it is made when the time allows that."""

SHARE = 0.25
"""The share of the time left that may go into sets of tickets of which the table tells no more than a bound."""

MOST_TICKETS = 12
"""With more open tickets there are too many sets of them to look at."""


@dataclass(frozen=True, slots=True)
class Plan:
    """
    The best choice among the tickets held.

    Attributes
    ----------
    tickets
        Indexes of the tickets that are completed, those that are so already included.
    points
        Points of these minus those of all others: net ticket points. Where a station has its worth, minus that of the
        new ones.
    bound
        Such points that no choice exceeds.
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
        when there is no such table. Where a station has its worth, with no more new ones than the choice takes.
    loose
        The sets of ``fewest`` of which only a bound is known: that they take no fewer trains. It happens where one
        new station would have to lend two routes and time was short.
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
    loose: frozenset[frozenset[int]] = frozenset()
    proven: bool = True
    seconds: float = 0.0


def plan(
    usable: Usable, tickets: Sequence[TicketEnds], station_points: int = 0, *, seconds: float = 5.0
) -> Plan:
    """
    Choose among the tickets held those that can be completed together and are worth most.

    Parameters
    ----------
    usable
        What the player has and can still use.
    tickets
        The tickets held. A failed ticket takes its points away, so that completing it is worth twice its points.
    station_points
        What a station is worth that stays unused: so much every new one takes away.
    seconds
        Limit, by the clock of the process (``engine``).

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
    able = [i for i in left if layers.apart(layers.all[-1], tickets[i].ends) < FAR]
    whole = len(able) == len(left)
    found = _Question(usable, tickets, done, able, layers, station_points, whole=whole).answer(clock)
    check_acts(usable, [tickets[i] for i in found.tickets], found.claims, found.loans)
    return found


@dataclass(frozen=True, slots=True)
class _Choice:
    """Some tickets with what completes them, the net points that no choice exceeds, and whether it is the best."""

    tickets: frozenset[int]
    forest: Forest
    bound: int
    proven: bool


@dataclass(frozen=True)
class _Question:
    """
    Which of the tickets that are ``able`` to complete on top of those that are ``done``.

    ``whole`` says whether there are no others. Sets of able tickets are written as bits of a number.
    """

    usable: Usable
    tickets: Sequence[TicketEnds]
    done: tuple[int, ...]
    able: list[int]
    layers: Layers
    station_points: int
    whole: bool

    def answer(self, clock: Deadline) -> Plan:
        """Ask the table when it is not too large and the model for what the table does not tell."""
        tables = self._tables(self.able, clock) if self.usable.turns is None else None
        choice = self._by_table(tables) if tables is not None else None
        if choice is None:
            choice = self._by_model(clock)
        possible, all_trains = self._all(tables, clock)
        fewest, loose = self._beside(tables, choice, clock) if tables is not None else ({}, frozenset())
        spaces = {route: length for route, _, _, length in self.usable.claims}
        points = self._points(choice.tickets, choice.forest)
        return Plan(
            tuple(sorted(choice.tickets.union(self.done))),
            points,
            max(choice.bound, points),
            sum(spaces[route] for route in choice.forest.claims),
            self._new_stations(choice.forest),
            choice.forest.claims,
            choice.forest.loans,
            possible,
            all_trains,
            fewest,
            loose,
            choice.proven,
            clock.spent,
        )

    def _tables(self, tickets: Sequence[int], clock: Deadline) -> Steiner | None:
        if len(tickets) > MOST_TICKETS:
            return None
        tables = Steiner(self.layers, [self.tickets[i] for i in tickets])
        return tables if tables.work <= WORK_PER_SECOND * clock.left else None

    def _by_table(self, tables: Steiner) -> _Choice | None:
        """Look the best set up; None when one station would have to lend two routes for it."""
        standing = self.layers.all[-1][0]
        gains = [
            2 * sum(self.tickets[i].points for i in self._members(some))
            for some in range(1 << len(self.able))
        ]
        possible = [
            (gain - new * self.station_points, -trains, -new, some)
            for new in range(max(self.usable.stations, 0) + 1)
            for some, gain in enumerate(gains)
            if (trains := tables.trains(some, (standing, new))) <= self.usable.trains
        ]
        *_, few, best = max(possible, key=lambda one: one[:3])
        forest = tables.build(best, (standing, -few))
        members = self._members(best)
        return None if forest is None else _Choice(members, forest, self._points(members, forest), True)

    def _by_model(self, clock: Deadline) -> _Choice:
        """Ask CP-SAT, beginning with what a table of some of the tickets says."""
        start = self._start(Deadline(clock.left / 4))
        model = PlanModel(self.layers, [self.tickets[i] for i in self.able], trains=self.usable.trains)
        model.hint([bit for bit, i in enumerate(self.able) if i in start.tickets], start.forest)
        answer = model.solve(clock, station_points=self.station_points)
        if answer is None:
            return start
        some, forest, reached, proven = answer
        members = frozenset(self.able[bit] for bit in some)
        bound = self._points(frozenset()) + reached
        if self._points(members, forest) < self._points(start.tickets, start.forest):
            return _Choice(start.tickets, start.forest, bound, False)
        return _Choice(members, forest, bound, proven)

    def _start(self, clock: Deadline) -> _Choice:
        """Return a good choice among the dearest tickets, as many as a table can hold in the time."""
        bound = self._points(frozenset(self.able))
        dearest = sorted(self.able, key=lambda i: -self.tickets[i].points)
        some: list[int] = []
        while self.usable.turns is None and len(some) < len(dearest):
            if self._tables(dearest[: len(some) + 1], clock) is None:
                break
            some = dearest[: len(some) + 1]
        if some:
            part = replace(self, able=some)
            tables = self._tables(some, clock)
            choice = part._by_table(tables) if tables is not None else None
            if choice is not None:
                return replace(choice, bound=bound, proven=False)
        return _Choice(frozenset(), Forest((), {}), bound, False)

    def _all(self, tables: Steiner | None, clock: Deadline) -> tuple[bool | None, int | None]:
        """Return whether all tickets can be completed together, and the fewest trains for that."""
        if not self.whole or not self.able:
            return self.whole, 0 if self.whole else None
        trains, settled = self._settled((1 << len(self.able)) - 1, tables, clock)
        if trains is None:
            return (False if settled else None), None
        if trains <= self.usable.trains:
            return True, trains if settled else None
        return (False, trains) if settled else (None, None)

    def _beside(
        self, tables: Steiner, choice: _Choice, clock: Deadline
    ) -> tuple[dict[frozenset[int], int], frozenset[frozenset[int]]]:
        """Return the fewest trains for every set; where stations have a worth, with no more new ones than the choice."""
        new = self._new_stations(choice.forest)
        if not self.station_points or new >= self.usable.stations:
            return self._fewest(tables, choice, clock)
        few = replace(self.usable, stations=new)
        layers = Layers(few, self.layers.cities)
        fewer = Steiner(layers, [self.tickets[i] for i in self.able])
        return replace(self, usable=few, layers=layers)._fewest(fewer, choice, clock)

    def _fewest(
        self, tables: Steiner, choice: _Choice, clock: Deadline
    ) -> tuple[dict[frozenset[int], int], frozenset[frozenset[int]]]:
        """Return the fewest trains for every set that can be completed, and the sets of which that is only a bound."""
        found: dict[frozenset[int], int] = {}
        loose = set()
        within = Deadline(clock.left * SHARE)
        # What is asked for most comes first: each ticket alone, and the choice with one more or one less.
        sets = ((some, self._members(some)) for some in range(1 << len(self.able)))
        for some, members in sorted(
            sets, key=lambda one: (min(len(one[1]), len(one[1] ^ choice.tickets)) > 1, one[0])
        ):
            if tables.trains(some) >= FAR:
                continue
            trains, settled = self._settled(some, tables, within)
            if not settled:
                loose.add(members)
                found[members] = tables.trains(some)
            elif trains is not None:
                found[members] = trains
        return found, frozenset(loose)

    def _settled(self, some: int, tables: Steiner | None, clock: Deadline) -> tuple[int | None, bool]:
        """
        Return the fewest trains for a set of tickets, or None, and whether that is proved.

        Without proof a number is what some way takes; None then says that no way was found.
        """
        known = tables.trains(some) if tables is not None else 0
        if tables is not None and known >= FAR:
            return None, True
        if tables is not None and self._exact(some, tables, clock):
            return known, True
        if clock.left <= 0:
            return None, False
        # Without new stations the table is right: no more trains than that.
        most = tables.trains(some, (self.layers.all[-1][0], 0)) if tables is not None else FAR
        tickets = [self.tickets[i] for i in sorted(self._members(some))]
        model = PlanModel(self.layers, tickets, trains=most if most < FAR else None)
        return model.fewest(clock, at_least=known)

    def _exact(self, some: int, tables: Steiner, clock: Deadline) -> bool:
        """
        Whether it is known that no new station has to lend two routes for what the table says of a set of tickets.

        One new station is not asked twice. Two routes between different cities have two cities for stations, and
        three have three, unless two of them have room for a station at one end only (by Hall's condition).
        """
        if self._one_sided < 2 and self.usable.stations <= 3:
            return True
        fewer = (self.layers.all[-1][0], min(max(self.usable.stations, 0), 1))
        if tables.trains(some) == tables.trains(some, fewer):
            return True
        return clock.left > 0 and tables.build(some) is not None

    @cached_property
    def _one_sided(self) -> int:
        """How many pairs of cities, joined by rivals, have room for a new station in one of them only."""
        pairs = {frozenset((a, b)) for _, a, b in self.usable.rivals}
        return sum(len(pair & self.usable.building) == 1 for pair in pairs)

    def _members(self, some: int) -> frozenset[int]:
        return frozenset(i for bit, i in enumerate(self.able) if some >> bit & 1)

    def _new_stations(self, forest: Forest) -> int:
        return sum(city not in self.usable.standing for city in forest.loans)

    def _points(self, members: frozenset[int], forest: Forest | None = None) -> int:
        completed = members.union(self.done)
        net = sum(t.points if i in completed else -t.points for i, t in enumerate(self.tickets))
        return net - self.station_points * (self._new_stations(forest) if forest is not None else 0)
