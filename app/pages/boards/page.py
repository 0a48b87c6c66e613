"""What the pages about home-made boards may read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.pages.home.new_page import NewTablePage, SwitchField
from app.pictures.boards import BoardPicture
from app.words.rule_lines import RuleLine
from app.words.ruling_links import RulingLink


@dataclass(frozen=True, slots=True)
class FaultLine:
    """One thing that is wrong with a file: its place (empty: the whole file), and what it must be."""

    place: str
    says: str
    code: str


@dataclass(frozen=True, slots=True)
class Limits:
    """What a board file may hold at most; the numbers are those of the schema."""

    kilobytes: int
    cities: int
    routes: int
    length: int
    letters: int


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """An edition whose rules a board may be played by; ``lengths`` names those that have points in it."""

    id: str
    title: str
    lengths: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class BoardsPage:
    """All that ``boards/boards.html`` reads; ``file`` is the name of the file with the faults."""

    limits: Limits
    rules: tuple[RulesChoice, ...]
    boards: tuple[tuple[str, str], ...]
    file: str = ""
    faults: tuple[FaultLine, ...] = ()


@dataclass(frozen=True, slots=True)
class PreviewPage:
    """
    All that ``boards/preview.html`` reads; ``board`` is the board or game as JSON, to be sent along with the form.

    ``rules`` may be chosen where the file brings none; else ``own_rules`` says what they are.
    """

    title: str
    about: tuple[str, ...]
    picture: BoardPicture
    warnings: tuple[FaultLine, ...]
    rules: tuple[RulesChoice, ...]
    own_rules: str
    edition: str
    misfits: tuple[FaultLine, ...]
    opening: NewTablePage
    board: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """All that ``boards/about.html`` reads: by which rules a table plays, and on which board."""

    code: str
    edition: str
    about: str
    numbers: tuple[RuleLine, ...]
    tickets: tuple[str, ...]
    ticket_links: tuple[RulingLink, ...]
    notes: tuple[str, ...]
    switches: tuple[SwitchField, ...]
    switch_links: Mapping[str, tuple[RulingLink, ...]]
    board: str
    home_made: bool
