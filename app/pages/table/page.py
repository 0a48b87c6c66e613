"""What the table page and its log may read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.words.log_line import LogLine
from app.words.obstacle import Obstacle
from solver.game.edition import Edition


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the strip, the sheets and the scripts show him."""

    id: str
    name: str
    colour: str
    trains: int
    points: int | None
    stations: int
    low: bool
    turn: bool
    passengers: int = 0
    goods: int | None = None


@dataclass(frozen=True, slots=True)
class LogPage:
    """What ``table/log.html`` reads; ``earlier`` is the number before which the next page begins, 0 where it ends here."""

    code: str
    title: str
    lines: tuple[LogLine, ...]
    earlier: int = 0
    newest: bool = True
    """Whether the newest entries are among them."""


@dataclass(frozen=True, slots=True)
class Half:
    """One of the routes between two cities, as a large target."""

    id: str
    colour: str
    title: str
    length: int
    ferry: int
    tunnel: bool
    owner: str
    owner_colour: str
    says: str
    picked: bool
    url: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a sheet: an event that one tap records."""

    title: str
    small: str
    colour: str
    fields: Mapping[str, str] = field(default_factory=dict)
    main: bool = True


@dataclass(frozen=True, slots=True)
class SheetView:
    """The sheet at the bottom as the server draws it: what was picked and what can be done about it."""

    kind: str
    title: str
    sub: str = ""
    halves: tuple[Half, ...] = ()
    buttons: tuple[Button, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    overrule: Button | None = None
    links: tuple[tuple[str, str], ...] = ()
    query: str = ""
    found: tuple[tuple[str, str, str], ...] = ()
    others: tuple[Button, ...] = ()
    others_title: str = ""
    seldom: tuple[Button, ...] = ()
    """What a controller can do here: twice in a game, so it stands behind a link."""
    notes: tuple[str, ...] = ()
    select: tuple[tuple[str, str, tuple[int, ...]], ...] = ()
    """What a form asks besides: the name of the field, its words, and the numbers to choose from."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """What ``table/table.html`` reads."""

    code: str
    title: str
    edition: Edition
    players: tuple[Player, ...]
    active: str
    """For whom this phone records."""
    marked: str
    """Whose chip is lit: who is next, or on a phone with all seats for whom it records."""
    own: tuple[str, ...]
    """The seats of this phone, where other phones have others."""
    board: Any
    notice: str
    notice_next: Button | None
    sheet: SheetView | None
    toast: Mapping[str, Any] | None
    log: tuple[LogLine, ...]
    data: Mapping[str, Any]
    may_record: bool
    keeper: bool
    mode: str
    recording: str
    undo: Mapping[str, Any] | None
    stations: bool
    query: Mapping[str, str]
    quick: bool
