"""What the page *what if* may read: a table as it would be, and the way back from every change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.pages.ask.page import Finding, TogetherView
from app.pages.sheet.page import Column, Note, Row
from app.words.waiting import Waiting


@dataclass(frozen=True, slots=True)
class Step:
    """Something that one tap changes in the sandbox: an address; ``colour`` is that of the player it is for."""

    title: str
    url: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One change, and the address without it."""

    text: str
    colour: str
    undo: str


@dataclass(frozen=True, slots=True)
class Picked:
    """A route or city that was tapped, with what can be done to it."""

    title: str
    sub: str
    steps: tuple[Step, ...]
    close: str


@dataclass(frozen=True, slots=True)
class HandChoice:
    """One player: for whom the table is asked, and whether his tickets are counted; ``tickets_url`` changes that."""

    id: str
    name: str
    colour: str
    here: bool
    url: str
    tickets_url: str
    counted: bool


@dataclass(frozen=True, slots=True)
class Before:
    """A player's total on the table and in the sandbox."""

    total: str
    change: str


@dataclass(frozen=True, slots=True)
class SandboxPage:
    """What ``whatif/whatif.html`` reads."""

    code: str
    colour: str
    board: Any
    picked: Picked | None
    changes: tuple[ChangeLine, ...]
    ignored: int
    full: bool
    moved_on: bool
    newest_url: str
    clear_url: str
    link: str
    secret: bool
    players: tuple[HandChoice, ...]
    player: str
    player_name: str
    left: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    before: tuple[Before, ...]
    covered: bool
    notes: tuple[Note, ...]
    together: TogetherView | None
    findings: tuple[Finding, ...]
    cards: tuple[tuple[str, str], ...]
    carried: tuple[tuple[str, str], ...]
    waiting: Waiting
    journeys: bool
