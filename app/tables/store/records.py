"""What the store hands out: tables, entries as they are kept, who holds what; and the codes of tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

ALPHABET = "ABCDEFGHJKMNPQRSTWXYZ23456789"
"""Letters of a table code: none that is taken for another one (0 O, 1 I L, U V)."""
CODE_LENGTH = 6
CHANNEL = "stationmaster"
"""PostgreSQL channel on which a change of a table is told; the payload is ``id revision``."""

# Russian keyboards: letters that look the same on the keeper's phone.
_LOOKS_LIKE = str.maketrans("АВЕКМНРСТУХ", "ABEKMHPCTYX")


def normal_code(text: str) -> str:
    """Return a table code as it is kept, however it was typed (case, spaces, hyphens, Cyrillic look-alikes)."""
    return "".join(text.upper().translate(_LOOKS_LIKE).replace("-", " ").split())


def now() -> str:
    """Return the time of an entry: UTC, whole milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class Table:
    """
    One game being played; ``revision`` grows with every change of anything that belongs to it.

    ``passed`` counts how often the keeper's role went to another phone.
    """

    id: int
    code: str
    edition: str
    created_at: str
    keeper: str
    locked: bool
    options: Mapping[str, Any]
    board: Mapping[str, Any] | None
    revision: int
    passed: int = 0


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry as it is kept: ``seat`` and ``device`` say from where it came, ``event`` is its JSON."""

    seq: int
    id: str
    at: str
    seat: str | None
    device: str
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeatHold:
    """Which phone holds a seat, from which entry on it may read the seat's tickets, and how often the seat passed."""

    device: str
    sees_from: int = 0
    passed: int = 0


@dataclass(frozen=True, slots=True)
class Holds:
    """Who is at a table: the phones that joined it, and the phone that holds each seat."""

    members: frozenset[str]
    seats: Mapping[str, SeatHold]
