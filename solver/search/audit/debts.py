"""
What everybody still has to gain so that record and table agree, and how few moves of routes could pay it.

    debt[h]    spaces and points that holder h still has to gain; points modulo 100
    need[h]    the fewest moves of single routes that pay a debt of h, whoever they come from

Holders are the players and *the bank*, which holds what is nobody's. What surprises: where the trains of a player were
not counted, his spaces are no debt but room: they may become any number that is not below 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from solver.search.audit.kinds import Step
from solver.search.audit.verify import ROUND, Reading, Record

NEVER = 1_000
"""The need of a debt that no allowed number of moves can pay."""

Debt = tuple[int, int]


class Needs(dict[Debt, int]):
    """By debt the fewest moves that pay it; worked out when asked for the first time."""

    def __init__(self, moves: frozenset[Debt], most: int, exact: bool) -> None:
        super().__init__()
        self.exact = exact
        self.longest = max((abs(spaces) for spaces, _ in moves), default=0)
        self.reached = _reached(moves if exact else frozenset((0, points) for _, points in moves), most)

    def __missing__(self, debt: Debt) -> int:
        spaces, points = debt
        rows = (row.get(spaces if self.exact else 0, 0) for row in self.reached)
        need = next((n for n, row in enumerate(rows) if row >> points & 1), NEVER)
        if not self.exact and spaces < 0:
            # More trains on the board than there are: some have to come back.
            need = max(need, -(spaces // self.longest) if self.longest else NEVER)
        self[debt] = need
        return need


@lru_cache(maxsize=64)
def _reached(moves: frozenset[Debt], most: int) -> tuple[dict[int, int], ...]:
    """Return, by the number of moves, for every sum of spaces the sums of points modulo 100 as bits."""
    rows = [{0: 1}]
    for _ in range(most):
        then = dict(rows[-1])
        for spaces, bits in rows[-1].items():
            for more, points in moves:
                turn = points % ROUND
                turned = (bits << turn | bits >> (ROUND - turn)) & ((1 << ROUND) - 1)
                then[spaces + more] = then.get(spaces + more, 0) | turned
        rows.append(then)
    return tuple(rows)


class Holders:
    """
    The players by number and the bank behind them, with what each has to gain.

    Parameters
    ----------
    record, counted
        As for the audit.
    steps
        All corrections that are possible.
    most
        Debts that need more moves than this count as never paid.
    """

    def __init__(
        self, record: Record, counted: Mapping[str, Reading], steps: Iterable[Step], most: int
    ) -> None:
        self.record = record
        self.bank = len(record.players)
        self.readings = [counted.get(player, Reading()) for player in record.players]
        # What the bank gives and takes is known when everybody was counted.
        self.trains_known = [one.trains_left is not None for one in self.readings]
        self.trains_known.append(all(self.trains_known))
        self.marker_known = [one.marker is not None for one in self.readings]
        self.marker_known.append(all(self.marker_known))
        self.moves = {step: self._move(step) for step in steps}
        self.needs = [self._needs(holder, most) for holder in range(self.bank + 1)]

    def debts(self) -> list[Debt] | None:
        """Return what each holder has to gain; None when more trains were counted than anybody has."""
        debts = []
        for player, reading in zip(self.record.players, self.readings, strict=True):
            lengths = [self.record.length(r) for r, whose in self.record.owner.items() if whose == player]
            room = max(self.record.trains - sum(lengths), 0)
            # Without a reading the debt is room: what may be laid more, which must not fall below 0.
            spaces = room
            if reading.trains_left is not None:
                spaces = self.record.trains - reading.trains_left - sum(lengths)
                if spaces > room:
                    return None
            shown = sum(self.record.route_points.get(length, 0) for length in lengths)
            shown += self.record.goods.get(player, 0)
            debts.append((spaces, 0 if reading.marker is None else (reading.marker - shown) % ROUND))
        spaces, points = (-sum(debt[i] for debt in debts) for i in (0, 1))
        # The bank has room for every route.
        everything = sum(self.record.length(r) for pair in self.record.pairs for r in pair)
        bank = (
            spaces if self.trains_known[self.bank] else everything,
            points % ROUND if self.marker_known[self.bank] else 0,
        )
        return [*debts, bank]

    def gains(self, steps: Sequence[Step]) -> tuple[tuple[int, int, int], ...]:
        """Return whose debts some corrections alter, with the spaces and the counted points that they gain."""
        gained: dict[int, Debt] = {}
        for step in steps:
            to, origin, spaces, points = self.moves[step]
            for holder, sign in ((to, 1), (origin, -1)):
                before = gained.get(holder, (0, 0))
                counted = points if self.marker_known[holder] else 0
                gained[holder] = (before[0] + sign * spaces, before[1] + sign * counted)
        return tuple((holder, *sums) for holder, sums in gained.items() if any(sums))

    def _move(self, step: Step) -> tuple[int, int, int, int]:
        """Return who gains a route and who loses it, its spaces and its points."""
        to = self.bank if step.kind == "extra" else self.record.players.index(step.player)
        origin = self.bank if step.recorded is None else self.record.players.index(step.recorded)
        return to, origin, step.length, self.record.route_points.get(step.length, 0)

    def _needs(self, holder: int, most: int) -> Needs:
        """Return the needs of a holder, from the moves of single routes that are possible for him."""
        moves = set()
        for to, origin, spaces, points in self.moves.values():
            counted = points if self.marker_known[holder] else 0
            if to == holder:
                moves.add((spaces, counted))
            if origin == holder:
                moves.add((-spaces, -counted))
        return Needs(frozenset(moves), most, self.trains_known[holder])
