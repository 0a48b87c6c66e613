"""
What the final sheet may read: a timetable of points whose every number opens its proof.

Columns are players in the order of their ranks, rows are lines of the sheet. ``sheet_page`` only arranges what
``solver.scoring.settle`` found; it adds nothing up that the library has not added up already.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.pages.recount.page import RecountGroup, RecountRoute
from app.pages.sheet.print_page import Printed
from app.pictures.mini import MiniMap
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
class Addend:
    """One line of a sum."""

    title: str
    points: str
    minus: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What every proof has: the row and player it belongs to, its heading, closing sentences, rule and rulings."""

    kind: str
    row: str
    player: str
    title: str
    colour: str
    words: tuple[str, ...] = ()
    rule: str = ""
    links: tuple[RulingLink, ...] = ()


@dataclass(frozen=True, slots=True)
class TotalProof(Proof):
    """The sum of a column."""

    lines: tuple[Addend, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class RoutesProof(Proof):
    """Routes by length with their points."""

    groups: tuple[RecountGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketProof:
    """One ticket with the path that proves it, or with what it lacks."""

    names: tuple[str, str]
    points: int
    done: bool
    words: tuple[str, ...]
    map: MiniMap


@dataclass(frozen=True, slots=True)
class TicketsProof(Proof):
    """The completed or the failed tickets."""

    tickets: tuple[TicketProof, ...] = ()
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Other:
    """A route that a station could have used instead, and what that would have been worth."""

    route: str
    worth: str


@dataclass(frozen=True, slots=True)
class LoanProof:
    """What one station does."""

    city: str
    words: str
    others: tuple[Other, ...] = ()


@dataclass(frozen=True, slots=True)
class StationsProof(Proof):
    """Unused stations and the routes that the built ones use."""

    map: MiniMap | None = None
    loans: tuple[LoanProof, ...] = ()
    board_url: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of a trail with the trains to it and the running total."""

    name: str
    trains: int
    total: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """What one player has for a bonus."""

    name: str
    colour: str
    value: str
    points: int
    here: bool


@dataclass(frozen=True, slots=True)
class BonusProof(Proof):
    """Everybody's value for a bonus and the routes that count."""

    values: tuple[Value, ...] = ()
    values_head: str = ""
    routes: tuple[RecountRoute, ...] = ()
    routes_head: str = ""


@dataclass(frozen=True, slots=True)
class TrailProof(BonusProof):
    """A longest trail: drawn, why there is no longer one, and walked stop by stop."""

    map: MiniMap | None = None
    value: str = ""
    left_out: str = ""
    odd: bool = False
    why_head: str = ""
    why: tuple[Markup, ...] = ()
    walk_head: str = ""
    stops: tuple[Stop, ...] = ()
    board_url: str = ""


@dataclass(frozen=True, slots=True)
class JourneyProof:
    """One passenger's journey with the tokens it took."""

    head: str
    total: int
    stops: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class GoodsProof(Proof):
    """The goods of a player, journey by journey."""

    journeys: tuple[JourneyProof, ...] = ()


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
