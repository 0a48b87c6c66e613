"""
A log from outside, made ready to be kept: read as strictly as anything a stranger sends; nothing here needs the web.

What happened elsewhere is not judged again: what broke a rule there stands in the sheet's notes. Where secret entries
were left out of the export, the numbers close up, and retractions point to the new ones.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.checking.parse import MAX_LOG_BYTES, decoded
from solver.formats.front import Log, event_from_json, event_json, log_from_lines
from solver.game.events import Entry, Event, Retracted, TableOpened
from solver.game.fold import fold
from solver.game.objection import Objection
from solver.game.objections import objections, standing_objections
from solver.game.state import State

ENTRY_ID = re.compile(r"[A-Za-z0-9_-]{8,60}")
"""What the id of an entry looks like; its client makes it."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry behind the first, as it is going to be kept."""

    seq: int
    id: str
    at: str
    seat: str | None
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Imported:
    """
    A log that can be written down as a table.

    ``objections`` are the rules that keep the table from being opened, ``state`` what they were judged against; the
    rest is empty then.
    """

    edition: str
    opened: Mapping[str, Any]
    opened_at: str
    seats: tuple[str, ...]
    board: Mapping[str, Any] | None
    rows: tuple[Row, ...]
    objections: tuple[Objection, ...]
    state: State


def prepare_log(raw: bytes, where: str = "body") -> Imported:
    """
    Return a log that was exported, ready to be written down.

    Raises
    ------
    InvalidInput
        With every fault; or what would be written could not be read again.
    """
    return prepared(log_from_lines(decoded(raw, where=where, limit=MAX_LOG_BYTES).splitlines()))


def prepared(log: Log) -> Imported:
    """Return a log that was read, ready to be written down; raises as ``prepare_log`` does."""
    first = log.entries[0]
    opened = first.event
    assert isinstance(opened, TableOpened)
    state = fold(log.edition, (), log.board)
    found = objections(state, opened) if standing_objections(state, opened) else ()
    told = event_json(opened)
    seats = tuple(seat.id for seat in opened.seats)
    rows = () if found else tuple(rows_of(log.entries, set(seats)))
    # What is written must be what can be read: a table that nobody can open again is worse than none.
    again = [(1, told), *((row.seq, row.event) for row in rows)]
    events = [
        Entry(
            seq,
            "",
            None,
            "",
            event_from_json(event, edition=log.edition, board=log.board, where=f"entry {seq}"),
        )
        for seq, event in again
    ]
    fold(log.edition, events, log.board)
    return Imported(log.edition.id, told, first.at, seats, opened.board, rows, found, state)


def rows_of(entries: Sequence[Entry], seats: set[str]) -> list[Row]:
    """Return the entries behind the first as they are kept, numbered from 2 without holes."""
    numbers = {entry.seq: number for number, entry in enumerate(entries, 1)}
    ids: set[str] = set()
    rows = []
    for entry in entries[1:]:
        entry_id = entry.id
        if not ENTRY_ID.fullmatch(entry_id) or entry_id in ids:
            entry_id = secrets.token_urlsafe(16)
        ids.add(entry_id)
        event: Event = entry.event
        if isinstance(event, Retracted):
            event = replace(event, target=numbers[event.target])
        seat = entry.seat if entry.seat in seats else None
        rows.append(Row(numbers[entry.seq], entry_id, entry.at, seat, event_json(event)))
    return rows
