"""What the printed sheet may read besides the sheet itself: what one wants to know from a paper on the wall."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrintedTicket:
    """One ticket of a player."""

    name: str
    points: str
    done: bool


@dataclass(frozen=True, slots=True)
class PrintedPlayer:
    """One player's proofs in words: tickets, the longest trail city by city, what each station does."""

    name: str
    colour: str
    colour_name: str
    rank: str
    total: int
    tickets: tuple[PrintedTicket, ...]
    trail: str
    stations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """The head of the paper, and its players by rank; nobody before the tickets lie open."""

    title: str
    day: str
    players: tuple[PrintedPlayer, ...] = ()
