"""One frozen dataclass a template: all that the template may read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from solver.game.edition import Edition


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """What ``settings.html`` reads."""

    theme: str
    quick: bool
    themes: tuple[str, ...]
    back: str
    version: str


@dataclass(frozen=True, slots=True)
class EditionCard:
    """One edition to choose, with its little map (from ``app.drawing``)."""

    id: str
    title: str
    about: str
    mini: Any
    backdrop: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """One of my tables on the departure board."""

    code: str
    title: str
    colours: tuple[str, ...]
    what: str
    when: str
    over: bool


@dataclass(frozen=True, slots=True)
class HomePage:
    """What ``home.html`` reads."""

    editions: tuple[EditionCard, ...]
    more: tuple[EditionCard, ...]
    tables: tuple[TableLine, ...]
    code: str = ""
    join_fault: str = ""


@dataclass(frozen=True, slots=True)
class SeatField:
    """One row of the form of a new table."""

    number: int
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class SwitchField:
    """One house rule that the edition knows."""

    id: str
    title: str
    about: str
    on: bool


@dataclass(frozen=True, slots=True)
class NewTablePage:
    """What ``new.html`` reads."""

    edition: Edition
    title: str
    about: str
    seats: tuple[SeatField, ...]
    least: int
    most: int
    switches: tuple[SwitchField, ...]
    hide_totals: bool = False
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What ``error.html`` reads: a number for those who ask, a sentence for everybody."""

    status: int
    title: str
    sentence: str
    back: str
    details: tuple[str, ...] = ()


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
class Obstacle:
    """One rule that stands in the way, ready to be read."""

    code: str
    text: str
    helps: str
    rule: str
    overrulable: bool
    link: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry of the log in words."""

    seq: int
    text: str
    player: str
    colour: str
    worth: str
    when: str
    at: str
    retracted: bool
    can_retract: bool
    secret: bool = False
    notes: tuple[str, ...] = ()
    put_back: int = 0
    """The number of the retraction that struck this line out, where this phone may take that back; else 0."""
    reason: str = ""
    """Why it was taken back, where somebody said so."""


@dataclass(frozen=True, slots=True)
class LogPage:
    """What ``log.html`` reads."""

    code: str
    title: str
    lines: tuple[LogLine, ...]


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
    """What ``table.html`` reads."""

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
    What ``share.html`` and ``join.html`` read.

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
