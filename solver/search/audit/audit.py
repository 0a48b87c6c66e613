"""
The fewest corrections that make the record agree with the table.

In words: the trains left in a player's box and his marker on the score track are counted on the real table. Where
they differ from the record, somebody's claim was forgotten (*missing*), something was recorded that does not lie on
the board (*extra*), or a route was recorded for the wrong player (*owner*). Find the fewest such corrections after
which every reading is right and the routes could have been claimed by the rules.

Pairs of cities are taken together in kinds: whatever has tracks of the same lengths and the same owners in the record
is one kind, for no reading can tell them apart. So the search counts how many pairs of a kind change, and to what.
Which of them it was, only a look at the board can say: every correction names routes to look at.

Two searches answer over the same kinds: counting (``audit_search``), which settles one player after another and needs
a few milliseconds, and where that takes too many tries, CP-SAT (``audit_model``).

What surprises: a correction has to leave a position that the rules allow, unless no such corrections exist; then
parallel tracks are let go (``lawful`` is False). Where a player's one reading is right and the other is not, the
reading itself is doubted first, if that asks for no more than the corrections do. More than three corrections between the same two cities are not
looked for; no printed board has more than three tracks anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from solver.game.errors import CertificateError
from solver.search.audit.kinds import Change, Found, Kind, Step, kinds_of
from solver.search.audit.model import Model
from solver.search.audit.search import Counting
from solver.search.audit.verify import (
    Correction,
    Doubt,
    Reading,
    Record,
    check_explanation,
    differences,
    doubts,
    put_right,
)
from solver.search.engine import Deadline

TRIES = 60_000
"""Changes tried before the counting gives way to CP-SAT: some 100 ms."""


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
    doubts
        Readings that are likelier wrong than the record; empty where corrections of the record are the shorter story.
    besides
        With ``doubts``: the corrections that are needed all the same when those readings are put right.
    """

    explanations: tuple[tuple[Correction, ...], ...]
    bound: int
    lawful: bool = True
    complete: bool = True
    searched_all: bool = True
    seconds: float = 0.0
    doubts: tuple[Doubt, ...] = ()
    besides: tuple[Correction, ...] = ()

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
    thorough: bool = True,
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
        Limit for the whole call, by the clock of the process (``engine``).
    thorough
        Otherwise corrections of the record are not looked for beyond one more than readings in doubt ask for: whoever
        only wants the likeliest story has it at once.

    References
    ----------
    Rules: trains at the start, points of a route by its length, no player both tracks of a double route, the second
    track closed with few players.
    """
    clock = Deadline(seconds)
    doubtful, besides = _doubted(record, counted, clock, at_most=at_most)
    most = at_most if thorough or besides is None else min(at_most, len(doubtful) + len(besides) + 1)
    found = _explained(record, counted, clock, at_most=most, alternatives=alternatives)
    if besides is not None and (found.count is None or len(doubtful) + len(besides) <= found.count):
        found = replace(found, doubts=doubtful, besides=besides)
    return replace(found, seconds=clock.spent)


def _doubted(
    record: Record, counted: Mapping[str, Reading], clock: Deadline, *, at_most: int
) -> tuple[tuple[Doubt, ...], tuple[Correction, ...] | None]:
    """Return the readings in doubt, and the fewest corrections when these are put right, as far as any explain it."""
    doubtful = doubts(record, counted)
    if not doubtful:
        return (), None
    right = put_right(counted, doubtful)
    besides = _explained(record, right, clock, at_most=at_most, alternatives=1)
    return doubtful, besides.explanations[0] if besides.explanations else None


def _explained(
    record: Record, counted: Mapping[str, Reading], clock: Deadline, *, at_most: int, alternatives: int
) -> Audit:
    """Return the fewest corrections of the record, and check that they explain what they should."""
    if not differences(record, counted, record.owner):
        return Audit(((),), 0)
    found = Audit((), 1)
    for lawful in (True, False):
        if not clock.left:
            return Audit((), 1, lawful, searched_all=False)
        kinds = kinds_of(record, lawful=lawful, at_most=at_most)
        over_kinds = _searched(
            record, counted, kinds, at_most=at_most, alternatives=alternatives, clock=clock
        )
        found = _answer(record, counted, kinds, over_kinds, lawful=lawful)
        if found.explanations or not found.searched_all:
            break
    for explanation in found.explanations:
        check_explanation(record, counted, explanation, lawful=found.lawful)
    return found


def _searched(
    record: Record,
    counted: Mapping[str, Reading],
    kinds: Sequence[Kind],
    *,
    at_most: int,
    alternatives: int,
    clock: Deadline,
) -> Found:
    """Search by counting, and where that is given up, by CP-SAT from the number of corrections that was reached."""
    found = Counting(record, counted, kinds, at_most).run(alternatives, clock, TRIES)
    if not found.searched_all and clock.left:
        model = Model(record, counted, kinds, at_least=found.bound, at_most=at_most)
        found = model.run(alternatives, clock)
    return found


def _answer(
    record: Record,
    counted: Mapping[str, Reading],
    kinds: Sequence[Kind],
    found: Found,
    *,
    lawful: bool,
) -> Audit:
    explanations = [_named(record, kinds, one) for one in found.explanations]
    # What changes only for players who were counted is the likelier story.
    explanations.sort(key=lambda corrections: sum(c.player not in counted for c in corrections))
    return Audit(tuple(explanations), found.bound, lawful, found.complete, found.searched_all)


def _named(
    record: Record, kinds: Sequence[Kind], changes: Sequence[tuple[Kind, Change]]
) -> tuple[Correction, ...]:
    """Choose pairs of cities for the changes: of each kind the first ones of the board that still are free."""
    chosen: list[tuple[Step, int]] = []
    taken: Counter[tuple[int, ...]] = Counter()
    for kind, change in changes:
        pair = kind.pairs[taken[kind.pairs]]
        taken[kind.pairs] += 1
        chosen += [(step, pair) for step in change.steps]
    return name_routes(record, chosen, [(kind, change) for kind in kinds for change in kind.changes])


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
