"""What ``results/results.html`` reads: the games that were counted at this phone's tables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Placed:
    """A player of a counted game; ``total`` in points."""

    name: str
    colour: str
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A counted game, the winner first; no players while it is still being counted. ``early``: its totals may still change."""

    code: str
    when: str
    players: tuple[Placed, ...]
    early: bool = False


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """All counted games on one board, the latest first, and what they say together (sentences)."""

    title: str
    says: tuple[str, ...]
    games: tuple[PlayedGame, ...]


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """The boards, the one that was played last first."""

    boards: tuple[PlayedBoard, ...]
