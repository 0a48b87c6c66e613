"""
How many tickets an edition asks to keep: of the deal at the start, and of a later draw.

What must be kept is the edition's ``keep`` and ``draw``; ``solver.search.tickets.keep`` gets it as numbers and groups of cards.
A hand can be held against the deal alone, because later draws only add to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from solver.game.edition import Edition, Ticket
from solver.search.tickets.keep import Least

TOTAL = "total"
"""The key in an edition's ``keep`` that counts cards of every deck."""


def least_to_keep(edition: Edition, cards: Sequence[Ticket], *, dealt: bool) -> Least:
    """
    Return how many of some cards an edition asks to keep.

    Parameters
    ----------
    edition
        The rules.
    cards
        The cards among which to choose.
    dealt
        Whether they were dealt at the start; else they were drawn later.

    References
    ----------
    Rules: USSR 2 (a long one and a short one), 13; Märklin 4, 5; USA 2; «Америка» 3, 4; Europe 5; others 6, 7.
    """
    if not dealt:
        return Least(edition.draw.get("keep", 1))
    groups = tuple(
        (frozenset(index for index, card in enumerate(cards) if card.deck == deck), least)
        for deck, least in edition.keep.items()
        if deck != TOTAL
    )
    return Least(edition.keep.get(TOTAL, sum(least for _group, least in groups)), groups)


@dataclass(frozen=True, slots=True)
class Lacking:
    """How many cards a hand lacks of what is kept at the start: of any deck, and of single decks."""

    total: int = 0
    decks: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.total or self.decks)


def lacking(edition: Edition, hand: Sequence[Ticket]) -> Lacking:
    """Return what a hand lacks of what is kept at the start; a ticket of no known deck may be of any."""
    groups = {deck: least for deck, least in edition.keep.items() if deck != TOTAL}
    total = edition.keep.get(TOTAL, sum(groups.values()))
    few = {deck: least - sum(ticket.deck == deck for ticket in hand) for deck, least in groups.items()}
    known = all(ticket.deck is not None for ticket in hand)
    return Lacking(
        max(total - len(hand), 0), {deck: less for deck, less in few.items() if less > 0 and known}
    )
