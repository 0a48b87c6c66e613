"""
What the pages that ask the table may read: tickets that are still achievable, all of a hand together, what is possible.

Only facts that the viewer may see come in: ``app.tables.access`` has decided before anything here is filled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.pages.tickets.page import Card, SeatChoice, Shutter
from app.pictures.mini import MiniMap
from app.words.waiting import Waiting


@dataclass(frozen=True, slots=True)
class AskPlayer:
    """A player from whose place the deck can be looked at."""

    id: str
    name: str
    colour: str
    url: str
    here: bool


@dataclass(frozen=True, slots=True)
class AskRow:
    """
    One ticket in a list: ``status`` is ``done``, ``open`` or ``cut``; ``url`` opens it, or closes it again.

    ``mark`` says whether it is a long or a short one.
    """

    key: str
    names: tuple[str, str]
    points: int
    status: str
    note: str
    url: str
    open: bool
    mark: str


@dataclass(frozen=True, slots=True)
class AskGroup:
    """All tickets with which it stands alike."""

    status: str
    title: str
    rows: tuple[AskRow, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """What can become of one ticket: in words, drawn, and with every way to complete it."""

    names: tuple[str, str]
    points: int
    status: str
    words: tuple[str, ...]
    ways: tuple[str, ...]
    map: MiniMap
    board_url: str
    mark: str


@dataclass(frozen=True, slots=True)
class CostLine:
    """One ticket beside the others: what it takes alone, and what it costs together with the best choice."""

    names: tuple[str, str]
    points: int
    status: str
    alone: str
    extra: str


@dataclass(frozen=True, slots=True)
class TogetherView:
    """All tickets of a hand together: whether they can be completed, the best choice, what each costs."""

    head: str
    words: tuple[str, ...]
    lines: tuple[CostLine, ...]
    map: MiniMap | None
    board_url: str
    waiting: Waiting


@dataclass(frozen=True, slots=True)
class KeepLine:
    """One choice among the cards drawn."""

    names: tuple[str, ...]
    points: str
    words: str
    best: bool


@dataclass(frozen=True, slots=True)
class KeepView:
    """
    Which of the cards dealt or drawn to keep; ``chosen`` are those that were asked about.

    ``dealt`` says whether they are the cards of the start; ``rules`` how many to keep of a later draw, and of those.
    """

    chosen: tuple[str, ...]
    dealt: bool
    rules: tuple[str, str]
    message: str = ""
    lines: tuple[KeepLine, ...] = ()
    waiting: Waiting | None = None


@dataclass(frozen=True, slots=True)
class MostLine:
    """What one player can still reach; empty words while nothing is known."""

    name: str
    colour: str
    now: str
    most: str


@dataclass(frozen=True, slots=True)
class MostView:
    """
    The most that is still possible; ``verdicts`` are proved.

    ``lead`` says what the numbers count; ``link``, an address with its words, leads on when the game is over.
    """

    lead: str
    lines: tuple[MostLine, ...]
    verdicts: tuple[str, ...]
    words: tuple[str, ...]
    waiting: Waiting
    link: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class DeckPage:
    """What ``ask/deck.html`` reads: the whole deck from one player's place, from what lies open."""

    code: str
    players: tuple[AskPlayer, ...]
    player: str
    colour: str
    left: str
    groups: tuple[AskGroup, ...]
    finding: Finding | None
    query: str
    windows: tuple[SeatChoice, ...]
    candidates: bool
    most: MostView | None
    may_switch: bool
    most_on: bool


@dataclass(frozen=True, slots=True)
class HandPage:
    """What ``ask/hand.html`` reads: the tickets of one seat, for its own eyes."""

    code: str
    seat: str
    name: str
    colour: str
    open: bool
    revealed: bool
    rows: tuple[AskRow, ...] = ()
    findings: tuple[Finding, ...] = ()
    together: TogetherView | None = None
    keep: KeepView | None = None
    cards: tuple[Card, ...] = ()
    most: MostView | None = None

    @property
    def running(self) -> bool:
        """Whether something on the page is still being searched."""
        waits = [view.waiting for view in (self.together, self.keep, self.most) if view is not None]
        return any(wait.running for wait in waits if wait is not None)


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """
    What ``ask/board.html`` reads: a plan, or the reason why there is none, on the whole board.

    A ticket of a hand is drawn behind a ``shutter``.
    """

    title: str
    colour: str
    back: str
    board: Any
    words: tuple[str, ...]
    shutter: Shutter | None = None
