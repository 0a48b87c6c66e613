"""
Which of the tickets just drawn to keep.

For every choice that the rules allow (``Least``: so many cards, and so many of each group), the best that can come of
it together with the tickets already held (``plans``, by one table for all): net points, completed minus failed. A card that is put back costs
nothing, one that is kept and not completed its points; so keeping a ticket that cannot be completed any more is always
worse than putting it back.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from solver.search.loans import TicketEnds
from solver.search.tickets.plan import Plan, plans
from solver.search.tickets.usable import Usable

MOST_DRAWN = 6
"""Cards that are drawn at once, at most; no edition deals more."""


@dataclass(frozen=True, slots=True)
class Least:
    """
    How many of the cards drawn must be kept.

    Attributes
    ----------
    total
        Of all of them.
    groups
        Sets of cards (by index), each with how many of it must be kept.
    """

    total: int = 1
    groups: tuple[tuple[frozenset[int], int], ...] = ()

    def allows(self, cards: Collection[int], drawn: int) -> bool:
        """Whether a choice among so many cards drawn is enough; of fewer cards than are asked for, all are enough."""
        return len(cards) >= min(self.total, drawn) and all(
            len(group.intersection(cards)) >= min(least, len(group)) for group, least in self.groups
        )


ONE = Least()
"""One card, whichever."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One choice among the cards drawn (by index), and the best that can come of it with all tickets then held."""

    cards: tuple[int, ...]
    plan: Plan


def keep(
    usable: Usable,
    held: Sequence[TicketEnds],
    drawn: Sequence[TicketEnds],
    least: Least = ONE,
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
        Limit for all of it, by the clock of the process (``engine``).

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
    choices = [
        cards
        for count in range(len(drawn) + 1)
        for cards in combinations(range(len(drawn)), count)
        if least.allows(cards, len(drawn))
    ]
    first = range(len(held))
    every = [(*first, *(len(held) + card for card in cards)) for cards in choices]
    best = plans(usable, [*held, *drawn], every, station_points, seconds=seconds)
    found = [Kept(cards, plan) for cards, plan in zip(choices, best, strict=True)]
    return tuple(
        sorted(found, key=lambda one: (-one.plan.points, one.plan.trains, len(one.cards), one.cards))
    )
