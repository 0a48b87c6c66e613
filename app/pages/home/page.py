"""What the first page may read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


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
    """What ``home/home.html`` reads."""

    editions: tuple[EditionCard, ...]
    more: tuple[EditionCard, ...]
    tables: tuple[TableLine, ...]
    code: str = ""
    join_fault: str = ""
