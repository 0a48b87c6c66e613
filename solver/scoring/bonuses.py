"""
Bonuses and tie-breaks by kind: a closed registry of small functions.

An edition names kinds; a kind says what of a player's end of the game is compared. Everybody who has the best value
gets a bonus in full, in every edition; whether the best value 0 counts is the switch ``bonus_at_zero``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from solver.game.edition import Bonus


@dataclass(frozen=True, slots=True)
class Tally:
    """
    What the end of the game is compared by, for one player.

    ``longest`` in spaces; ``ferries`` and ``tunnels`` count routes; ``goods`` in points; ``stations`` are those built.
    """

    longest: int = 0
    completed: int = 0
    ferries: int = 0
    tunnels: int = 0
    stations: int = 0
    goods: int = 0
    holds_longest: bool = False


BONUS_KINDS: Mapping[str, Callable[[Tally], int]] = {
    "longest_trail": lambda tally: tally.longest,
    "most_tickets": lambda tally: tally.completed,
    "most_ferries": lambda tally: tally.ferries,
    "most_tunnels": lambda tally: tally.tunnels,
}
"""What each kind of bonus compares; the highest value wins."""

TIE_BREAK_KINDS: Mapping[str, Callable[[Tally], int]] = {
    "completed_tickets": lambda tally: tally.completed,
    "fewest_stations": lambda tally: -tally.stations,
    "holds_longest_trail": lambda tally: int(tally.holds_longest),
    "longest_trail": lambda tally: tally.longest,
    "goods": lambda tally: tally.goods,
}
"""What each tie-break compares between equal totals; the highest value wins."""


@dataclass(frozen=True, slots=True)
class Award:
    """One bonus of the end: its kind, its points for everybody who gets it, the best value, and who gets it."""

    kind: str
    points: int
    value: int
    players: tuple[str, ...]


def awards(bonuses: Iterable[Bonus], tallies: Mapping[str, Tally], *, at_zero: bool) -> tuple[Award, ...]:
    """
    Return who gets which bonus.

    Parameters
    ----------
    bonuses
        The edition's bonuses.
    tallies
        Every player's end of the game.
    at_zero
        The switch ``bonus_at_zero``: whether a best value of 0 wins the bonus (for everybody then).
    """
    found = []
    for bonus in bonuses:
        value_of = BONUS_KINDS[bonus.kind]
        values = {player: value_of(tally) for player, tally in tallies.items()}
        best = max(values.values(), default=0)
        holders = tuple(p for p, value in values.items() if value == best and (best > 0 or at_zero))
        found.append(Award(bonus.kind, bonus.points, best, holders))
    return tuple(found)
