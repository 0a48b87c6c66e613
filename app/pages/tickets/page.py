"""
What the ticket pages may read: the tickets a seat holds, how far each is, and the cards that can be added.

Only facts that the viewer may see come in: ``app.tables.access`` has decided before anything here is filled.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

MOST_POINTS = 40
"""The highest value that the free entry offers; no printed ticket reaches it."""


@dataclass(frozen=True, slots=True)
class HeldTicket:
    """
    One ticket of the seat with what is known about it: ``status`` is ``done``, ``open`` or ``cut``.

    ``mark`` says whether it is a long or a short one, ``also`` that the same card stands elsewhere too.
    """

    seq: int
    card: str
    ends: tuple[str, str]
    names: tuple[str, str]
    points: int
    status: str
    words: str
    note: str
    plan: tuple[str, ...] = ()
    loans: tuple[str, ...] = ()
    stations: int = 0
    walls: tuple[str, ...] = ()
    also: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the edition's decks that can be added with one tap."""

    id: str
    names: tuple[str, str]
    points: int
    deck: str
    words: str
    held: bool = False
    also: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """One player whose tickets this phone may open."""

    id: str
    name: str
    colour: str
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Shutter:
    """
    What ``tickets/_shutter.html`` reads: whose hand is behind it, and whether it is up.

    ``here`` with what is ``carried`` in it is the page when it is closed; ``part`` is where the page's script gets what
    is behind it, ``back`` leads away.
    """

    name: str
    colour: str
    open: bool
    revealed: bool
    here: str
    part: str
    back: str
    carried: tuple[tuple[str, str], ...] = ()

    @property
    def closed(self) -> str:
        """The address that shows the shutter."""
        return f"{self.here}?{urlencode(self.carried, safe=':~')}" if self.carried else self.here


@dataclass(frozen=True, slots=True)
class TicketsPage:
    """All that ``tickets/seat.html`` reads."""

    seat: str
    name: str
    colour: str
    open: bool
    revealed: bool
    lead: str
    tickets: tuple[HeldTicket, ...]
    cards: tuple[Card, ...]
    places: tuple[tuple[str, str], ...]
    query: str
    others: tuple[SeatChoice, ...]
    candidates: bool
    deal: tuple[str, ...] = ()
    lacking: str = ""
