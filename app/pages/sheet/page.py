"""
What the final sheet may read: a timetable of points whose every number opens its proof.

Columns are players in the order of their ranks, rows are lines of the sheet. ``sheet_page`` only arranges what
``solver.scoring.settle`` found; it adds nothing up that the library has not added up already.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.pages.sheet.print_page import Printed
from app.pages.sheet.proof_page import Proof, Stop
from app.words.ruling_links import RulingLink
from app.words.verdict import Verdict
from app.words.waiting import Waiting


@dataclass(frozen=True, slots=True)
class Column:
    """One player at the head of the table."""

    player: str
    name: str
    colour: str
    rank: str
    first: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One number: ``kind`` is ``neg``, ``nil`` or nothing; ``url`` opens its proof and is empty where there is none."""

    key: str
    main: str
    label: str
    url: str = ""
    kind: str = ""
    small: str = ""
    first: bool = False
    open: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet."""

    key: str
    head: str
    sub: str
    cells: tuple[Cell, ...]
    total: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A remark of the library with the rulings that explain it."""

    text: str
    links: tuple[RulingLink, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetPage:
    """
    All that ``sheet/sheet.html`` reads.

    ``waiting`` while there is no sheet yet, ``better`` while one with a smaller gap may still come.
    """

    code: str
    title: str
    verdict: Verdict
    columns: tuple[Column, ...] = ()
    rows: tuple[Row, ...] = ()
    proof: Proof | None = None
    notes: tuple[Note, ...] = ()
    house_rules: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    waiting: bool = False
    so_far: bool = False
    printed: Printed | None = None
    better: Waiting | None = None


@dataclass(frozen=True, slots=True)
class WalkPage:
    """
    The board of a proof. ``step`` is the stop reached, None when the whole trail is shown at once.

    ``routes`` and ``cities`` give ids their classes of the board's style sheet; ``order`` is the trail's routes in
    walking order, for the page's script.
    """

    title: str
    colour: str
    back: str
    board: Any
    line: str
    step: int | None
    previous: str
    next: str
    stops: tuple[Stop, ...]
    words: tuple[str, ...] = ()


Urls = Callable[[str], str]
"""From the key of a cell (``longest_trail:anna``) to the address that opens its proof."""
