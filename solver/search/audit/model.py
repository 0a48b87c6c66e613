"""
The fewest corrections by CP-SAT: the general way, where counting would have to try too much.

    turned[k, s]   so many pairs of cities of kind k really look like s
    laps[p]        full rounds by which the marker of player p has run ahead of the record

Further explanations of the same size are asked for one by one, each by a clause that rules out what was found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from solver.search.audit.kinds import Change, Found, Kind
from solver.search.audit.verify import ROUND, Reading, Record
from solver.search.engine import Deadline, load, new_solver, solved

OTHERS = 0.05
"""CP-SAT's measure of work that is spent on further explanations of the same size: some 100 ms at most."""


class Model:
    """
    The model of one audit.

    Parameters
    ----------
    record, counted
        As for the audit.
    kinds
        What pairs of cities may really look like.
    at_least
        Fewer corrections are known to explain nothing.
    at_most
        More corrections are not looked for.
    """

    def __init__(
        self,
        record: Record,
        counted: Mapping[str, Reading],
        kinds: Sequence[Kind],
        *,
        at_least: int,
        at_most: int,
    ) -> None:
        load()
        from ortools.sat.python import cp_model

        self.record, self.counted, self.at_least, self.at_most = record, counted, at_least, at_most
        self.model: Any = cp_model.CpModel()
        self.turned: list[tuple[Kind, Change, Any]] = []

        # A pair of cities looks like one thing, so no kind changes more pairs than it has.
        for kind in kinds:
            ways = [
                self.model.new_int_var(0, len(kind.pairs), f"{kind.pairs[0]} to {n}")
                for n in range(len(kind.changes))
            ]
            self.model.add(sum(ways) <= len(kind.pairs))
            self.turned += [(kind, change, way) for change, way in zip(kind.changes, ways, strict=True)]
        for player in record.players:
            self._readings_are_right(player)
        self.steps = {
            step: sum(
                change.steps.count(step) * way for _, change, way in self.turned if step in change.steps
            )
            for step in dict.fromkeys(step for _, change, _ in self.turned for step in change.steps)
        }
        self.total = sum(len(change.steps) * way for _, change, way in self.turned)
        self.model.add(self.total >= at_least)
        self.model.add(self.total <= at_most)
        self.model.minimize(self.total)

    def _readings_are_right(self, player: str) -> None:
        record, reading = self.record, self.counted.get(player, Reading())
        routes = [record.length(r) for r, owner in record.owner.items() if owner == player]
        spaces = sum(change.spaces(player) * way for _, change, way in self.turned if change.spaces(player))
        # The trains that are not in the box lie on the board; nobody lays more than there are.
        self.model.add(spaces <= max(record.trains - sum(routes), 0))
        if reading.trains_left is not None:
            self.model.add(spaces == record.trains - reading.trains_left - sum(routes))
        # The marker shows the points of the routes and goods, and after each hundred begins again.
        if reading.marker is not None:
            points = record.route_points
            gained = sum(change.points(player, points) * way for _, change, way in self.turned)
            shown = sum(points.get(length, 0) for length in routes) + record.goods.get(player, 0)
            most = self.at_most * max(points.values(), default=0) + shown + ROUND
            laps = self.model.new_int_var(-(most // ROUND), most // ROUND, f"laps of {player}")
            self.model.add(gained == reading.marker % ROUND - shown + ROUND * laps)

    def run(self, alternatives: int, clock: Deadline) -> Found:
        """Return the fewest corrections, then other explanations with as many."""
        load()
        from ortools.sat.python import cp_model

        solver = new_solver(clock.left)
        status = solver.solve(self.model)
        if not solved(status):
            over = status == cp_model.INFEASIBLE
            return Found((), self.at_most + 1 if over else self.at_least, over, searched_all=over)
        bound = max(round(solver.best_objective_bound), self.at_least)
        found = [self._explanation(solver)]
        self.model.clear_objective()
        self.model.add(self.total == solver.value(self.total))
        work = 0.0
        while solved(status) and len(found) < alternatives:
            self._something_else(solver)
            solver = new_solver(clock.left)
            solver.parameters.max_deterministic_time = min(
                max(OTHERS - work, 0.0), solver.parameters.max_deterministic_time
            )
            status = solver.solve(self.model)
            work += solver.response_proto.deterministic_time
            if solved(status):
                found.append(self._explanation(solver))
        return Found(tuple(found), bound, status == cp_model.INFEASIBLE)

    def _something_else(self, solver: Any) -> None:
        """Ask for other corrections: with as many in all, one sort at least must occur less often."""
        fewer = []
        for number, (step, times) in enumerate(self.steps.items()):
            now = solver.value(times)
            if now:
                less = self.model.new_bool_var(f"fewer of {number} {step.kind}")
                self.model.add(times <= now - 1).only_enforce_if(less)
                fewer.append(less)
        self.model.add_bool_or(fewer)

    def _explanation(self, solver: Any) -> tuple[tuple[Kind, Change], ...]:
        return tuple((kind, change) for kind, change, way in self.turned for _ in range(solver.value(way)))
