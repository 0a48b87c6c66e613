"""What the pages about phones may read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat on the pages about phones: who holds it, and what this phone may do about it."""

    id: str
    name: str
    colour: str
    says: str
    mine: bool
    free: bool
    can_free: bool


@dataclass(frozen=True, slots=True)
class SharePage:
    """
    What ``share/share.html`` and ``share/join.html`` read.

    ``covered`` says whether the points are, None where nobody may change it any more; ``watchers`` how many phones
    hold no seat.
    """

    code: str
    title: str
    address: str
    qr: str
    seats: tuple[SeatLine, ...]
    keeper: bool
    member: bool
    locked: bool
    watchers: int = 0
    covered: bool | None = None
    link: str = ""
    offered: str = ""
    token: str = ""
