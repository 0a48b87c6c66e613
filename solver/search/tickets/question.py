"""
One question about tickets held together, and how it is answered: by the table of ``steiner``, or by ``plan_model``.

The table gives the fewest trains for every set of tickets; the best set follows by looking. Where the table would grow
too large, in the last turns, and where one station would have to lend two routes, CP-SAT answers; it may run out of
time, and then says how much more there might be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from solver.search.engine import Deadline
from solver.search.loans import TicketEnds
from solver.search.tickets.forest import Forest, build
from solver.search.tickets.layers import FAR, Layers
from solver.search.tickets.plan_model import PlanModel
from solver.search.tickets.steiner import Steiner
from solver.search.tickets.usable import Usable

SHARE = 0.25
"""The share of the time left that may go into sets of tickets of which the table tells no more than a bound."""


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
        For every set of tickets that are still open the fewest trains, as far as a set can be completed at all, or
        within the trains left where the table would else have grown too large; empty when there is no table. Where a station has its worth, with no more new ones than the choice takes.
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


@dataclass(frozen=True, slots=True)
class _Choice:
    """Some tickets with what completes them, the net points that no choice exceeds, and whether it is the best."""

    tickets: frozenset[int]
    forest: Forest
    bound: int
    proven: bool


@dataclass(frozen=True)
class Question:
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
    tables: Steiner | None
    """The table of the tickets that are able, where there is one."""
    core: tuple[list[int], Steiner] | None = None
    """Else some of these tickets with a table of them alone, where there is one."""

    def answer(self, clock: Deadline) -> Plan:
        """Ask the table when it is not too large and the model for what the table does not tell."""
        tables = self.tables
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

    def _by_table(self, tables: Steiner) -> _Choice | None:
        """Look the best set up; None when one station would have to lend two routes for it."""
        standing = self.layers.all[-1][0]
        gains = np.zeros(1, np.int64)
        for i in self.able:
            gains = np.append(gains, gains + 2 * self.tickets[i].points)
        best: tuple[int, int, int, int] | None = None
        for new in range(max(self.usable.stations, 0) + 1):
            trains = tables.every((standing, new))
            possible = np.flatnonzero(trains <= self.usable.trains)
            if len(possible):
                worth = gains[possible] - new * self.station_points
                at = np.lexsort((possible, trains[possible], -worth))[0]
                some = int(possible[at])
                one = (int(worth[at]), -int(trains[some]), -new, some)
                best = one if best is None or one[:3] > best[:3] else best
        assert best is not None  # no ticket takes no train
        *_, few, some = best
        forest = build(tables, some, (standing, -few))
        members = self._members(some)
        return None if forest is None else _Choice(members, forest, self._points(members, forest), True)

    def _by_model(self, clock: Deadline) -> _Choice:
        """Ask CP-SAT, beginning with what a table of some of the tickets says."""
        start = self._start()
        model = PlanModel(self.layers, [self.tickets[i] for i in self.able], trains=self.usable.trains)
        model.hint([bit for bit, i in enumerate(self.able) if i in start.tickets], start.forest)
        answer = model.solve(clock, station_points=self.station_points)
        if answer is None:
            return start
        some, forest, reached, proven = answer
        members = frozenset(self.able[bit] for bit in some)
        bound = min(self._points(frozenset()) + reached, start.bound)
        if self._points(members, forest) < self._points(start.tickets, start.forest):
            return _Choice(start.tickets, start.forest, bound, False)
        return _Choice(members, forest, bound, proven)

    def _start(self) -> _Choice:
        """Return the best that some of the tickets allow; the others fail in it, and at best all of them do not."""
        bound = self._points(frozenset(self.able))
        if self.core is not None:
            some, tables = self.core
            choice = replace(self, able=some)._by_table(tables)
            if choice is not None:
                others = sum(self.tickets[i].points for i in self.able if i not in some)
                return replace(choice, bound=min(choice.bound + 2 * others, bound), proven=False)
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
        fewer = tables.part(range(len(self.able)), (self.layers.all[-1][0], new))
        return replace(self, usable=few, layers=Layers(few, self.layers.cities))._fewest(fewer, choice, clock)

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
        most = FAR - 1
        if tables is not None:
            most = min(tables.trains(some, (self.layers.all[-1][0], 0)), tables.most)
        tickets = [self.tickets[i] for i in sorted(self._members(some))]
        model = PlanModel(self.layers, tickets, trains=most if most < FAR - 1 else None)
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
        return clock.left > 0 and build(tables, some) is not None

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
