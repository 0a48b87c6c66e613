"""
Which tickets to complete together, by CP-SAT: for many tickets at once, and for the last turns.

    claims[p]   a route between the places p is claimed    borrows[c, p]   the station in city c joins the places p
    done[t]     ticket t is completed                      along[t, p]     the way of ticket t goes along p

Each completed ticket has a way of its own along what is claimed or borrowed. A way is offered only what lies on some
way short enough for the trains left, by the distances of ``layers``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solver.search.engine import Deadline, load, new_solver, proved, refuted, solved
from solver.search.loans import TicketEnds
from solver.search.stations.places import Join, Place
from solver.search.tickets.forest import Forest
from solver.search.tickets.layers import FAR, Layers
from solver.search.trail.parity import pieces


class PlanModel:
    """The model for one player; ``best`` asks for the most points, ``all_of_them`` for every ticket."""

    def __init__(self, layers: Layers, tickets: Sequence[TicketEnds], *, trains: int | None) -> None:
        load()
        from ortools.sat.python import cp_model

        self.layers, self.tickets = layers, tickets
        self.model = cp_model.CpModel()
        usable = layers.usable
        self._home = {city: i for i, piece in enumerate(pieces(usable.own)) for city in piece.ways}
        self.claims: dict[Join, tuple[Any, str, int]] = {}
        for route, a, b, spaces in sorted(usable.shortest.values(), key=lambda claim: claim[3]):
            join = self._join(a, b)
            if join is not None and join not in self.claims:
                self.claims[join] = (self.model.new_bool_var(f"{route} is claimed"), route, spaces)
        self.borrows = self._stations()
        self.spaces = sum(spaces * claimed for claimed, _, spaces in self.claims.values())
        self.acts = sum(claimed for claimed, _, _ in self.claims.values()) + self.built
        if usable.turns is not None:
            self.model.add(self.acts <= usable.turns)
        if trains is not None:
            self.model.add(self.spaces <= trains)
        self.limit = FAR if trains is None else trains
        self.done = [self._ticket(i) for i in range(len(tickets))]

    def _place(self, city: str) -> Place:
        return self._home.setdefault(city, len(self._home) + len(self.layers.cities))

    def _join(self, a: str, b: str) -> Join | None:
        one, other = sorted((self._place(a), self._place(b)))
        return None if one == other else (one, other)

    def _stations(self) -> dict[tuple[str, Join], tuple[Any, str]]:
        """Offer every station one route out of its city, and no more new stations than are left."""
        usable = self.layers.usable
        found: dict[tuple[str, Join], tuple[Any, str]] = {}
        for route, a, b in usable.rivals:
            join = self._join(a, b)
            for city in (a, b):
                if join is not None and usable.can_lend(city) and (city, join) not in found:
                    found[city, join] = (self.model.new_bool_var(f"{city} borrows {route}"), route)
        for city in dict.fromkeys(city for city, _ in found):
            self.model.add_at_most_one(b for (at, _), (b, _) in found.items() if at == city)
        self._new = [b for (city, _), (b, _) in found.items() if city not in usable.standing]
        self.built: Any = sum(self._new)
        self.model.add(self.built <= max(usable.stations, 0))
        return found

    def _ticket(self, index: int) -> Any:
        """Return the literal that a ticket is completed: a way leads from the one end to the other."""
        ends = self.tickets[index].ends
        done = self.model.new_bool_var(f"ticket {index} is completed")
        out: dict[Place, list[Any]] = {}
        into: dict[Place, list[Any]] = {}
        for end, ways in ((ends[0], into), (ends[1], out)):
            starts = [self.model.new_bool_var("") for _ in dict.fromkeys(map(self._place, end))]
            for place, start in zip(dict.fromkeys(map(self._place, end)), starts, strict=True):
                ways.setdefault(place, []).append(start)
            self.model.add(sum(starts) == done)
        for join, open_when in self._near(index).items():
            for here, there in (join, join[::-1]):
                along = self.model.new_bool_var("")
                self.model.add_bool_or(~along, *open_when)
                out.setdefault(here, []).append(along)
                into.setdefault(there, []).append(along)
        for place in sorted(out.keys() | into.keys()):
            self.model.add(sum(out.get(place, [])) == sum(into.get(place, [])))
            self.model.add(sum(out.get(place, [])) <= 1)
        return done

    def _near(self, index: int) -> dict[Join, list[Any]]:
        """Return what may lie on a way of a ticket: what opens each pair of places."""
        layer, ends = self.layers.all[-1], self.tickets[index].ends
        start, goal = self.layers.to(layer, ends[0]), self.layers.to(layer, ends[1])
        usable, number = self.layers.usable, self.layers.number

        def near(a: str, b: str, spaces: int) -> bool:
            i, j = number[a], number[b]
            through = min(start[i] + goal[j], start[j] + goal[i]) + spaces
            return through <= min(self.limit, FAR - 1)

        found: dict[Join, list[Any]] = {}
        for _, a, b, spaces in usable.shortest.values():
            join = self._join(a, b)
            if join is not None and near(a, b, spaces):
                found.setdefault(join, [self.claims[join][0]])
        for _, a, b in usable.rivals:
            join = self._join(a, b)
            lent = [
                self.borrows[at, join][0] for at in (a, b) if join is not None and (at, join) in self.borrows
            ]
            if join is not None and lent and near(a, b, 0):
                found.setdefault(join, []).extend(lent)
        return found

    def hint(self, tickets: Sequence[int], forest: Forest) -> None:
        """Say where to begin: a choice that is known to be possible."""
        for i, done in enumerate(self.done):
            self.model.add_hint(done, i in tickets)
        for claimed, route, _ in self.claims.values():
            self.model.add_hint(claimed, route in forest.claims)
        for (city, _), (borrows, route) in self.borrows.items():
            self.model.add_hint(borrows, forest.loans.get(city) == route)

    def solve(
        self, clock: Deadline, *, station_points: int = 0
    ) -> tuple[tuple[int, ...], Forest, int, bool] | None:
        """
        Return the tickets that are worth most, among equals with the fewest trains, then the fewest new stations.

        Worth is twice the points of the tickets, which are not lost then, minus those of the new stations. Also the
        forest that completes them, a bound on the worth, and whether that is proved.
        """
        few = len(self.borrows) + 1
        most = sum(spaces for _, _, spaces in self.claims.values()) + 1
        points = sum(ticket.points * done for ticket, done in zip(self.tickets, self.done, strict=True))
        worth = 2 * points - station_points * self.built
        self.model.maximize((worth * most - self.spaces) * few - self.built)
        solver = new_solver(clock.left)
        status = solver.solve(self.model)
        if not solved(status):
            return None
        completed = tuple(i for i, done in enumerate(self.done) if solver.boolean_value(done))
        # Trains, and stations on equal terms, take less than one point away, so that the bound is rounded up.
        bound = -int(-solver.best_objective_bound // (most * few))
        built = sum(solver.boolean_value(b) for b in self._new)
        reached = 2 * sum(self.tickets[i].points for i in completed) - station_points * built
        proven = proved(status)
        return completed, self._forest(solver), reached if proven else max(bound, reached), proven

    def fewest(self, clock: Deadline, *, at_least: int = 0) -> tuple[int | None, bool]:
        """
        Return the fewest trains that complete every ticket, or None; and whether that is proved.

        ``at_least`` is a number of trains that is known not to be too large.
        """
        self.model.add(sum(self.done) == len(self.done))
        self.model.add(self.spaces >= at_least)
        self.model.minimize(self.spaces)
        solver = new_solver(clock.left)
        status = solver.solve(self.model)
        if not solved(status):
            return None, refuted(status)
        return round(solver.objective_value), proved(status)

    def _forest(self, solver: Any) -> Forest:
        claims = tuple(route for claimed, route, _ in self.claims.values() if solver.boolean_value(claimed))
        loans = {city: route for (city, _), (b, route) in self.borrows.items() if solver.boolean_value(b)}
        return Forest(claims, loans)
