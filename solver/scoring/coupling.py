"""
Which loans are scored when the choices of several players hang on each other.

Each player's loans give that player the best final total, bonuses included. The bonus for the most completed tickets
couples them: whether a further ticket is worth giving up points depends on how many the others complete. So a choice
for everybody is looked for from which nobody gains by changing alone. If all such choices give the same totals, that
is the outcome; otherwise everybody keeps the best ticket points, and the sheet says so.

Source: ``maps/rulings/stations.json`` and ``maps/rulings/bonuses.json``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from solver.search.engine import check
from solver.search.stations.stations import Front, Loans, best_by_points

Totals = Callable[[Mapping[str, Loans]], Mapping[str, int]]
"""Everybody's final total for a choice of loans each."""

Choices = Mapping[str, Loans]


@dataclass(frozen=True, slots=True)
class Coupled:
    """The choice that is scored; ``outcomes`` is empty when it is settled, else the outcomes that stand against it."""

    chosen: Choices
    outcomes: tuple[Choices, ...] = ()
    settled: bool = True


def choose(fronts: Mapping[str, Front], totals: Totals) -> Coupled:
    """
    Return the loans that are scored for everybody.

    Parameters
    ----------
    fronts
        For every player the choices that may be the best.
    totals
        Everybody's final total, bonuses included, for one choice each.
    """
    if all(len(front.choices) == 1 for front in fronts.values()):
        return Coupled({player: front.choices[0] for player, front in fronts.items()})
    stable = [profile for profile in _profiles(fronts) if _nobody_gains(profile, fronts, totals)]
    outcomes: dict[tuple[int, ...], list[Choices]] = {}
    for profile in stable:
        outcomes.setdefault(tuple(totals(profile)[player] for player in fronts), []).append(profile)
    if len(outcomes) == 1:
        return Coupled(max(stable, key=lambda profile: [_rank(profile[p]) for p in fronts]))
    cautious = {player: best_by_points(front) for player, front in fronts.items()}
    return Coupled(cautious, tuple(profiles[0] for profiles in outcomes.values()), settled=False)


def _profiles(fronts: Mapping[str, Front]) -> Sequence[Choices]:
    rows = product(*(front.choices for front in fronts.values()))
    return [dict(zip(fronts, row, strict=True)) for row in rows]


def _nobody_gains(profile: Choices, fronts: Mapping[str, Front], totals: Totals) -> bool:
    """Whether no player gets a better total by changing alone, nor more completed tickets at the same total."""
    check()
    now = totals(profile)
    for player, front in fronts.items():
        have = (now[player], *_rank(profile[player]))
        for other in front.choices:
            if other is not profile[player]:
                then = totals({**profile, player: other})[player]
                if (then, *_rank(other)) > have:
                    return False
    return True


def _rank(loans: Loans) -> tuple[int, int]:
    """Between equal totals: more completed tickets, then fewer loans."""
    return len(loans.completed), -len(loans.borrowed)
