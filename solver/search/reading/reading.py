"""
The likeliest assignment of a board read from a photo, how sure each holder is, and what is worth asking.

Without the limit of pieces every double is a problem of its own, and its few assignments are simply listed. What they
give together is the best as long as nobody lies with more pieces than he has, and a bound in any case; CP-SAT is
called only where the pieces bind. What was counted never changes the answer: it is solved once more with the counts
as a wish, and each thing that they would change becomes a question.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from solver.game.errors import NoAnswer
from solver.search.engine import Deadline
from solver.search.outcome import Outcome
from solver.search.reading.model import NOTHING, PIECE_OFF, solve
from solver.search.reading.verify import Holders, Sight, check_holders, laid, lawful
from solver.words.say import Text

LOSSES = (500, 2500)
"""Hundredths of a nat that an assignment may lose at first; what is found within is the best of all."""
SURE = 300
"""Hundredths of a nat; a holder that is so much likelier than any other (20 to 1) is not asked about."""
MOST_SOLVED = 2
"""So many margins are worked out by CP-SAT, the doubtful ones first; the others keep a lower bound and are asked about."""


@dataclass(frozen=True, slots=True)
class Question:
    """A thing to look at: how much likelier its holder is than any other, and whom the counts would name, or None."""

    thing: str
    margin: int
    counts_say: int | None
    worth: float


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A player who lies with other pieces than were counted."""

    player: int
    read: int
    counted: int


@dataclass(frozen=True)
class Reading:
    """The holders as an outcome, by thing a margin (never more than the true one), questions and mismatches."""

    outcome: Outcome[Holders]
    margins: Mapping[str, int]
    questions: tuple[Question, ...]
    mismatches: tuple[Mismatch, ...]


def read_sight(
    sight: Sight, counted: Sequence[int | None] = (), *, seconds: float = 2.0, most_solved: int = MOST_SOLVED
) -> Reading:
    """
    Return the likeliest lawful holders of all things, and what people should look at, the most worth first.

    Parameters
    ----------
    sight
        What is seen, and the rules.
    counted
        By player the pieces that must lie on the board by what is left beside it; None: not counted.
    seconds
        Limit, by the clock of the process.
    most_solved
        Margins that CP-SAT may work out where the pieces bind.

    Raises
    ------
    NoAnswer
        When time ran out before any assignment was found.
    """
    clock = Deadline(seconds)
    parts = [_part(sight, double) for double in sight.doubles]
    relaxed = {thing: holder for part in parts for thing, holder in part[0][1].items()}
    best = sum(part[0][0] for part in parts)
    holders: dict[str, int] | None = relaxed
    bound: int | None = best
    why = Text("read-each-likeliest")
    loss = {
        one: lost
        for double, part in zip(sight.doubles, parts, strict=True)
        for one, lost in _losses(double, part)
    }
    if _too_many(sight, relaxed):
        why = Text("read-pieces-bind")
        for most_loss in (*LOSSES, -NOTHING):
            holders, bound = solve(sight, loss, most_loss, clock)
            if bound != NOTHING:
                break
    if holders is None or bound is None:
        raise NoAnswer
    value = check_holders(sight, holders)
    bound = max(min(bound, best), value)
    outcome: Outcome[Holders] = Outcome(value, bound, dict(holders), (why,), clock.spent)
    margins = _margins(sight, outcome, parts, loss, clock, most_solved=most_solved)
    wished = _wished(sight, outcome, loss, clock, best=best, counted=counted)
    return Reading(
        outcome, margins, _questions(sight, holders, margins, wished), _mismatches(sight, holders, counted)
    )


_Part = list[tuple[int, dict[str, int]]]


def _part(sight: Sight, double: Sequence[str]) -> _Part:
    """Return the lawful assignments of one double with their weights, the likeliest first."""
    ways = (dict(zip(double, chosen, strict=True)) for chosen in product(*(sight.choices(t) for t in double)))
    found = [
        (sum(sight.weights[thing][holder] for thing, holder in way.items()), way)
        for way in ways
        if lawful(sight, way, double)
    ]
    return sorted(found, key=lambda one: -one[0])


def _too_many(sight: Sight, holders: Holders) -> bool:
    return any(
        pieces > sight.allowed(player)
        for player, pieces in zip(sight.players, laid(sight, holders), strict=True)
    )


def _losses(double: Sequence[str], part: _Part) -> Iterator[tuple[tuple[str, int], int]]:
    """Yield for each thing and holder what the double loses at least by it."""
    for thing in double:
        lost: dict[int, int] = {}
        for weight, way in part:
            lost.setdefault(way[thing], part[0][0] - weight)
        yield from (((thing, holder), least) for holder, least in lost.items())


def _margins(
    sight: Sight,
    outcome: Outcome[Holders],
    parts: Sequence[_Part],
    loss: Mapping[tuple[str, int], int],
    clock: Deadline,
    *,
    most_solved: int,
) -> dict[str, int]:
    """Return how much weight is lost at least when another one holds a thing; not for things settled by the answers."""
    relaxed = sum(part[0][0] for part in parts)
    margins: dict[str, int] = {}
    open_: list[str] = []
    for part in parts:
        for thing in part[0][1]:
            others = (one for one in part if one[1][thing] != outcome.certificate[thing])
            weight, way = next(others, (0, None))
            if way is None:
                continue
            # Nothing is better than this, and it is reached where it gives nobody more pieces than he has.
            margins[thing] = max(outcome.value - (relaxed - part[0][0] + weight), 0)
            if outcome.value < relaxed or _too_many(sight, {**outcome.certificate, **way}):
                open_.append(thing)
    doubtful = sorted((thing for thing in open_ if margins[thing] < SURE), key=lambda thing: margins[thing])
    for thing in doubtful[:most_solved]:
        most_loss = relaxed - outcome.value + SURE
        _, bound = solve(sight, loss, most_loss, clock, without={thing: outcome.certificate[thing]})
        if bound == NOTHING:
            margins[thing] = SURE
        elif bound is not None:
            margins[thing] = max(margins[thing], outcome.value - bound)
    return margins


def _wished(
    sight: Sight,
    outcome: Outcome[Holders],
    loss: Mapping[tuple[str, int], int],
    clock: Deadline,
    *,
    best: int,
    counted: Sequence[int | None],
) -> Holders:
    """Return the holders if the counts were right, or those read where counts and reading agree."""
    off = sum(abs(one.read - one.counted) for one in _mismatches(sight, outcome.certificate, counted))
    if not off:
        return outcome.certificate
    # What was read costs so much itself: whatever loses more is no better.
    most_loss = best - outcome.value + PIECE_OFF * off
    return solve(sight, loss, most_loss, clock, counted=counted)[0] or outcome.certificate


def _mismatches(sight: Sight, holders: Holders, counted: Sequence[int | None]) -> tuple[Mismatch, ...]:
    def found() -> Iterator[Mismatch]:
        for player, read, seen in zip(sight.players, laid(sight, holders), counted, strict=True):
            if seen is not None and seen != read:
                yield Mismatch(player, read, seen)

    return tuple(found()) if counted else ()


def _questions(
    sight: Sight, holders: Holders, margins: Mapping[str, int], wished: Holders
) -> tuple[Question, ...]:
    """Return what to ask: the doubtful and what the counts would change, by chance of a slip times its pieces."""
    found = []
    for thing, margin in margins.items():
        named = wished[thing] if wished[thing] != holders[thing] else None
        if margin >= SURE and named is None:
            continue
        chance = 1 / (1 + math.exp(min(margin, 5000) / 100))
        found.append(
            Question(
                thing, margin, named, sight.size[thing] * (chance if named is None else max(chance, 0.5))
            )
        )
    return tuple(sorted(found, key=lambda one: (-one.worth, one.margin, one.thing)))
