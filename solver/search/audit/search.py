"""
The fewest corrections by counting: who still has what to gain, and which moves of routes settle it.

In words: every correction moves one route of some length from one holder to another; holders are the players and one
more, *the bank*, which holds what is nobody's. So each correction touches two holders. The debt of a holder is what
the table shows more than the record, and a set of corrections is right when all debts are paid.

    debt[h]    spaces and points that holder h still has to gain
    need[h]    the fewest moves of single routes that pay the debt of h (both in ``audit_debts``)
    left       corrections that may still be made

Since a correction is two touches, ``need[h] <= left`` for every holder and ``sum of need <= 2 * left``; what breaks
either is not looked into. Holders are settled one after another: all changes that touch the first one are chosen, in
the order of a list, then none touches him any more. So no set of changes is met twice. The number of corrections
grows from the fewest that the needs allow.

What surprises: a part of an explanation never settles all debts, for then it would be an explanation of fewer
corrections, which were looked for before. That holds for changes of pairs of cities, not for their single
corrections: one alone may break the rule of parallel tracks that both together keep. So changes are what is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from solver.search.audit.debts import Debt, Holders
from solver.search.audit.kinds import Change, Found, Kind, Step
from solver.search.audit.verify import ROUND, Reading, Record
from solver.search.engine import Deadline

Realised = tuple[tuple[Kind, Change], ...]


class _GivenUp(Exception):
    """So many changes were tried, or so much time went by, that the counting ends without an answer."""


@dataclass(frozen=True, slots=True)
class _Sort:
    """Changes with the same corrections, and the kinds of pairs where they are possible (the homes)."""

    change: Change
    gains: tuple[tuple[int, int, int], ...]
    touches: int
    homes: tuple[int, ...]
    room: int
    weight: int


@dataclass(frozen=True, slots=True)
class _Point:
    """A point of the search: what is owed, how many touches that needs in all, corrections left, changes chosen."""

    debts: list[Debt]
    total: int
    left: int
    chosen: tuple[_Sort, ...]


class Counting:
    """
    The search for the fewest changes that pay all debts.

    Parameters
    ----------
    record, counted
        As for the audit.
    kinds
        What pairs of cities may really look like.
    most
        More corrections than this are not looked for.
    """

    def __init__(
        self, record: Record, counted: Mapping[str, Reading], kinds: Sequence[Kind], most: int
    ) -> None:
        self.record, self.counted, self.kinds, self.most = record, counted, kinds, most
        steps = {step for kind in kinds for change in kind.changes for step in change.steps}
        self.holders = Holders(record, counted, steps, most)
        self.needs = self.holders.needs
        self.sorts = self._sorts()
        self.lists: dict[tuple[int, int], list[_Sort]] = {}
        self.usable: list[_Sort] = []
        self.tries = 0

    def run(self, alternatives: int, clock: Deadline, tries: int) -> Found:
        """Return up to so many explanations with the fewest corrections; ``tries`` changes are tried at most."""
        self.clock, self.tries = clock, tries
        start = self.holders.debts()
        if start is None:
            return Found((), self.most + 1, True)
        needs = [need[debt] for need, debt in zip(self.needs, start, strict=True)]
        for size in range(max(1, *needs, -(-sum(needs) // 2)), self.most + 1):
            found: dict[frozenset[tuple[Step, int]], Realised] = {}
            over = True
            try:
                for realised in self._explanations(start, sum(needs), size):
                    steps = Counter(step for _, change in realised for step in change.steps)
                    found.setdefault(frozenset(steps.items()), realised)
                    if len(found) > alternatives:
                        break
            except _GivenUp:
                over = False
            if found or not over:
                first = tuple(found.values())[:alternatives]
                return Found(
                    first, size, over and len(found) <= alternatives, searched_all=over or bool(found)
                )
        return Found((), self.most + 1, True)

    def _sorts(self) -> list[_Sort]:
        """Return the changes of all kinds, those with the same corrections together."""
        players = self.record.players
        homes: dict[tuple[Step, ...], list[int]] = {}
        for place, kind in enumerate(self.kinds):
            for change in kind.changes:
                steps = change.steps
                if len(steps) > 1:
                    steps = tuple(sorted(steps, key=lambda step: step.order(players)))
                homes.setdefault(steps, []).append(place)
        sorts = []
        for steps, places in homes.items():
            gains = self.holders.gains(steps)
            touches = sum(1 << holder for holder, _, _ in gains)
            room = sum(len(self.kinds[place].pairs) for place in places)
            sorts.append(_Sort(Change(steps), gains, touches, tuple(places), room, len(steps)))
        # Those of players who were counted come first, so that the likelier stories are met first.
        sorts.sort(key=lambda sort: sum(step.player not in self.counted for step in sort.change.steps))
        return sorts

    def _explanations(self, start: Sequence[Debt], total: int, size: int) -> Iterator[Realised]:
        """Yield explanations of so many corrections; the same corrections may come again from other changes."""
        offered = Counter[Step]()
        for sort in self.sorts:
            if sort.weight == 1:
                offered[sort.change.steps[0]] += sort.room
        # Where each correction of a change has a pair of its own to spare, nothing is gained by taking them together.
        self.usable = [
            sort
            for sort in self.sorts
            if sort.touches and (sort.weight == 1 or any(offered[s] < size for s in sort.change.steps))
        ]
        self.lists.clear()
        for chosen in self._settle(0, _Point(list(start), total, size, ())):
            realised = self._realised(chosen)
            if realised is not None:
                yield realised

    def _settle(self, closed: int, at: _Point) -> Iterator[tuple[_Sort, ...]]:
        """Choose the holder who needs most, and yield all ways to settle him and the others."""
        if not at.total:
            if not at.left:
                yield at.chosen
            return
        open_ = [holder for holder in range(len(self.needs)) if not closed >> holder & 1]
        holder = max(open_, key=lambda h: self.needs[h][at.debts[h]])
        yield from self._touch(holder, closed, 0, at)

    def _touch(self, holder: int, closed: int, first: int, at: _Point) -> Iterator[tuple[_Sort, ...]]:
        """Choose further changes that touch a holder, or leave him as he is when his debt is paid."""
        if not self.needs[holder][at.debts[holder]]:
            yield from self._settle(closed | 1 << holder, at)
        if not at.left or not at.total:
            return
        changes = self._list(holder, closed)
        for place in range(first, len(changes)):
            self.tries -= 1
            if self.tries < 0 or (not self.tries % 1024 and not self.clock.left):
                raise _GivenUp
            then = self._after(at, changes[place])
            if then is not None:
                yield from self._touch(holder, closed, place, then)

    def _after(self, at: _Point, sort: _Sort) -> _Point | None:
        """Return where a change leads; None when what is needed then cannot be done with what is left."""
        left, total = at.left - sort.weight, at.total
        debts = at.debts.copy()
        for holder, spaces, points in sort.gains:
            needs, before = self.needs[holder], debts[holder]
            now = debts[holder] = (before[0] - spaces, (before[1] - points) % ROUND)
            need = needs[now]
            if need > left:
                return None
            total += need - needs[before]
        if total > 2 * left or at.chosen.count(sort) == sort.room:
            return None
        return _Point(debts, total, left, (*at.chosen, sort))

    def _list(self, holder: int, closed: int) -> list[_Sort]:
        """Return the changes that touch a holder and nobody who is settled."""
        key = holder, closed
        if key not in self.lists:
            self.lists[key] = [
                sort for sort in self.usable if sort.touches >> holder & 1 and not sort.touches & closed
            ]
        return self.lists[key]

    def _realised(self, chosen: tuple[_Sort, ...]) -> Realised | None:
        """Return kinds of pairs for the changes, no kind more often than it has pairs; None when there are none."""
        free = Counter({place: len(kind.pairs) for place, kind in enumerate(self.kinds)})
        waiting = sorted(chosen, key=lambda sort: sort.room)

        def place_from(number: int) -> Iterator[Realised]:
            if number == len(waiting):
                yield ()
                return
            for place in waiting[number].homes:
                if free[place]:
                    free[place] -= 1
                    for others in place_from(number + 1):
                        yield ((self.kinds[place], waiting[number].change), *others)
                    free[place] += 1

        return next(place_from(0), None)
