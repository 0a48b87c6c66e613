"""
The fewest corrections that make the record agree with the table.

In words: the trains left in a player's box and his marker on the score track are counted on the real table. Where
they differ from the record, somebody's claim was forgotten (*missing*), something was recorded that does not lie on
the board (*extra*), or a route was recorded for the wrong player (*owner*). Find the fewest such corrections after
which every reading is right and the routes could have been claimed by the rules.

    turned[k, s]   so many pairs of cities of kind k really look like s
    laps[p]        full rounds by which the marker of player p has run ahead of the record

Pairs of cities are taken together in kinds: whatever has tracks of the same lengths and the same owners in the record
is one kind, for no reading can tell them apart. So the search counts how many pairs of a kind change, and to what.
Which of them it was, only a look at the board can say: every correction names routes to look at.

What surprises: a correction has to leave a position that the rules allow, unless no such corrections exist; then
parallel tracks are let go (``lawful`` is False). More than three corrections between the same two cities are not
looked for; no printed board has more than three tracks anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.game.errors import CertificateError
from solver.search.audit_kinds import Change, Kind, Step, kinds_of
from solver.search.engine import Deadline, load, new_solver, solved
from solver.search.verify_audit import ROUND, Correction, Reading, Record, check_explanation, differences

OTHERS = 0.05
"""CP-SAT's measure of work that is spent on further explanations of the same size: some 100 ms at most."""


@dataclass(frozen=True, slots=True)
class Audit:
    """
    What an audit found.

    Attributes
    ----------
    explanations
        Different explanations with the same, smallest number of corrections found; a single empty one when record
        and readings agree; none when nothing within the limit explains them.
    bound
        Fewer corrections than this cannot explain the readings.
    lawful
        Whether the explanations obey the rules of parallel tracks.
    complete
        Whether there are no other explanations with as many corrections.
    searched_all
        Whether the search came to its end, or ran out of time.
    seconds
        How long it took.
    """

    explanations: tuple[tuple[Correction, ...], ...]
    bound: int
    lawful: bool = True
    complete: bool = True
    searched_all: bool = True
    seconds: float = 0.0

    @property
    def consistent(self) -> bool:
        """Whether record and readings agree as they are."""
        return self.explanations == ((),)

    @property
    def count(self) -> int | None:
        """The number of corrections of every explanation; None when there is none."""
        return len(self.explanations[0]) if self.explanations else None

    @property
    def proven(self) -> bool:
        """Whether fewer corrections are ruled out; without an explanation, whether there is none in the limit."""
        return self.searched_all if self.count is None else self.count == self.bound


def audit(
    record: Record,
    counted: Mapping[str, Reading],
    *,
    at_most: int = 6,
    alternatives: int = 5,
    seconds: float = 2.0,
) -> Audit:
    """
    Find the fewest corrections that make the record agree with what was counted on the table.

    Parameters
    ----------
    record
        The board, who owns what in the record, and the numbers of the rules that count here.
    counted
        By player what was read off the table. A player may be left out, and either reading may be missing.
    at_most
        More corrections than this are not looked for.
    alternatives
        How many different explanations of the same size are returned at most.
    seconds
        Wall-clock limit for the whole call.

    References
    ----------
    Rules: trains at the start, points of a route by its length, no player both tracks of a double route, the second
    track closed with few players.
    """
    clock = Deadline(seconds)
    if not differences(record, counted, record.owner):
        return Audit(((),), 0, seconds=clock.spent)
    found = Audit((), 1)
    for lawful in (True, False):
        found = _Search(record, counted, lawful, at_most).run(alternatives, clock)
        if found.explanations or not found.searched_all:
            break
    for explanation in found.explanations:
        check_explanation(record, counted, explanation, lawful=found.lawful)
    return found


class _Search:
    """One search: with the rules of parallel tracks or without."""

    def __init__(self, record: Record, counted: Mapping[str, Reading], lawful: bool, at_most: int) -> None:
        load()
        from ortools.sat.python import cp_model

        self.record, self.counted, self.lawful, self.at_most = record, counted, lawful, at_most
        self.model: Any = cp_model.CpModel()
        self.kinds = kinds_of(record, lawful=lawful, at_most=at_most)
        self.turned: list[tuple[Kind, Change, Any]] = []

        # A pair of cities looks like one thing, so no kind changes more pairs than it has.
        for kind in self.kinds:
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
        self.model.add(self.total >= 1)
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

    def run(self, alternatives: int, clock: Deadline) -> Audit:
        """Return the fewest corrections, then other explanations with as many."""
        load()
        from ortools.sat.python import cp_model

        solver = new_solver(clock.left)
        status = solver.solve(self.model)
        if not solved(status):
            over = status == cp_model.INFEASIBLE
            return Audit((), 1, self.lawful, searched_all=over, seconds=clock.spent)
        bound = max(round(solver.best_objective_bound), 1)
        found = [self._explanation(solver)]
        self.model.clear_objective()
        self.model.add(self.total == len(found[0]))
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
        # What changes only for players who were counted is the likelier story.
        found.sort(key=lambda corrections: sum(c.player not in self.counted for c in corrections))
        complete = status == cp_model.INFEASIBLE
        return Audit(tuple(found), bound, self.lawful, complete, True, clock.spent)

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

    def _explanation(self, solver: Any) -> tuple[Correction, ...]:
        """Choose pairs of cities for the changes: of each kind the first ones of the board that still are free."""
        chosen: list[tuple[Step, int]] = []
        taken: Counter[tuple[int, ...]] = Counter()
        for kind, change, way in self.turned:
            for _ in range(solver.value(way)):
                pair = kind.pairs[taken[kind.pairs]]
                taken[kind.pairs] += 1
                chosen += [(step, pair) for step in change.steps]
        return name_routes(self.record, chosen, [(k, c) for k, c, _ in self.turned])


def name_routes(
    record: Record, chosen: Sequence[tuple[Step, int]], changes: Sequence[tuple[Kind, Change]]
) -> tuple[Correction, ...]:
    """Return the corrections with the routes to look at: those between the chosen cities, and all that fit as well."""
    alone: dict[Step, list[int]] = {}
    for kind, change in changes:
        if len(change.steps) == 1:
            alone.setdefault(change.steps[0], []).extend(kind.pairs)
    touched = {pair for _, pair in chosen}
    found = []
    for step, pair in sorted(chosen, key=lambda one: (one[0].order(record.players), one[1])):
        candidates = _routes(record, step, pair)
        if not candidates:
            raise CertificateError(f"no route fits the correction {step}")
        # Where two corrections meet between the same cities, another pair cannot simply stand in for one of them.
        lonely = sum(other == pair for _, other in chosen) == 1
        others = [p for p in sorted(alone.get(step, ())) if p not in touched] if lonely else []
        elsewhere = tuple(r for p in others for r in _routes(record, step, p))
        ends = record.ends(candidates[0])
        found.append(
            Correction(step.kind, (*ends, step.length), step.player, step.recorded, candidates, elsewhere)
        )
    return tuple(found)


def _routes(record: Record, step: Step, pair: int) -> tuple[str, ...]:
    """Return the routes between two cities to which a correction can be meant: free ones, or those of its player."""
    owner = step.recorded
    return tuple(
        r for r in record.pairs[pair] if record.length(r) == step.length and record.owner.get(r) == owner
    )
