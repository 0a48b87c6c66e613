"""What the pages about disputes may read: record against table, and the log step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.words.obstacle import Obstacle
from app.words.ruling_links import RulingLink
from app.words.waiting import Waiting


@dataclass(frozen=True, slots=True)
class Counting:
    """One player's row of the form: what was typed, and what the record says (empty where points are covered)."""

    id: str
    name: str
    colour: str
    trains: str
    marker: str
    record_trains: str
    record_marker: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """One route to look at: the entry by which it was claimed (0: none), and where to look or write it down."""

    name: str
    seq: int
    says: str
    url: str
    retract: bool


@dataclass(frozen=True, slots=True)
class CorrectionLine:
    """One thing that may have gone wrong, with the routes to look at."""

    text: str
    colour: str
    candidates: tuple[Candidate, ...]
    elsewhere: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class DoubtLine:
    """One reading that may be wrong itself."""

    text: str
    colour: str


@dataclass(frozen=True, slots=True)
class AuditPage:
    """
    What ``disputes/audit.html`` reads.

    With ``doubts``, readings that may be wrong, ``besides`` are the corrections that remain when they are put right, and
    ``corrections`` what it would take otherwise. ``others`` are further explanations with as few corrections: of each,
    what differs from the first.
    """

    code: str
    players: tuple[Counting, ...]
    asked: bool
    agrees: bool
    head: str
    doubts: tuple[DoubtLine, ...]
    besides: tuple[CorrectionLine, ...]
    corrections: tuple[CorrectionLine, ...]
    others: tuple[tuple[str, ...], ...]
    complete: bool
    goods: bool
    stations: bool
    waiting: Waiting
    faults: tuple[str, ...]
    here: str
    rule: str
    links: tuple[RulingLink, ...]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry in the list beside the board."""

    seq: int
    text: str
    colour: str
    url: str
    here: bool
    gone: bool


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """What ``disputes/history.html`` reads: the board after one entry, and everything about that entry."""

    code: str
    at: int
    last: int
    board: Any
    text: str
    colour: str
    worth: str
    when: str
    clock: str
    who: str
    notes: tuple[str, ...]
    rules: tuple[tuple[str, tuple[RulingLink, ...]], ...]
    gone: str
    lines: tuple[HistoryLine, ...]
    previous: str
    next: str
    first: str
    newest: str
    can_retract: bool
    obstacles: tuple[Obstacle, ...]
    back: str
    back_to: str = ""
    """Where everything behind this entry is taken back; empty where there is nothing, or this phone may not."""


@dataclass(frozen=True, slots=True)
class TakeBackPage:
    """
    What ``disputes/back.html`` reads: what would be taken back, or lose its effect, before anything is.

    ``blocked`` says what stands in the way; then nothing is offered. ``fields`` and ``action`` make up the form.
    """

    code: str
    title: str
    lead: str
    lines: tuple[HistoryLine, ...]
    fields: Mapping[str, str]
    action: str
    button: str
    reason: str
    back: str
    blocked: str = ""
