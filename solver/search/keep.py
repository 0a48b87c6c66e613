"""
Which of the tickets just drawn to keep.

For every choice that the rules allow, the best that can come of it together with the tickets already held (``plan``):
net points, completed minus failed. A card that is put back costs nothing, one that is kept and not completed its
points; so keeping a ticket that cannot be completed any more is always worse than putting it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from solver.search.engine import Deadline
from solver.search.places import TicketEnds
from solver.search.plan import Plan, plan
from solver.search.usable import Usable

MOST_DRAWN = 6
"""Cards that are drawn at once, at most; no edition deals more."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One choice among the cards drawn (by index), and the best that can come of it with all tickets then held."""

    cards: tuple[int, ...]
    plan: Plan


def keep(
    usable: Usable,
    held: Sequence[TicketEnds],
    drawn: Sequence[TicketEnds],
    least: int = 1,
    station_points: int = 0,
    *,
    seconds: float = 5.0,
) -> tuple[Kept, ...]:
    """
    Compare every choice among the tickets just drawn.

    Parameters
    ----------
    usable
        What the player has and can still use.
    held, drawn
        The tickets in hand, and those among which to choose: at most ``MOST_DRAWN``.
    least
        How many must be kept.
    station_points
        What a station is worth that stays unused: so much every new one takes away.
    seconds
        Wall-clock limit for all of it.

    Returns
    -------
    tuple of Kept
        The best first: most net points, then fewest trains, then fewest cards. In each plan the tickets held come
        first, then those kept.
    """
    if len(drawn) > MOST_DRAWN:
        raise ValueError(
            f"{len(drawn)} cards are too many to compare; at most {MOST_DRAWN} are drawn at once"
        )
    clock = Deadline(seconds)
    choices = [
        cards
        for count in range(min(least, len(drawn)), len(drawn) + 1)
        for cards in combinations(range(len(drawn)), count)
    ]
    found = []
    for number, cards in enumerate(choices):
        share = clock.left / (len(choices) - number)
        kept = [*held, *(drawn[card] for card in cards)]
        found.append(Kept(cards, plan(usable, kept, station_points=station_points, seconds=share)))
    return tuple(
        sorted(found, key=lambda one: (-one.plan.points, one.plan.trains, len(one.cards), one.cards))
    )
