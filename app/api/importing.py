"""
A log from outside becomes a table: read as strictly as anything a stranger sends, then kept as it was told.

What happened elsewhere is not judged again: what broke a rule there stands in the sheet's notes. Where secret entries
were left out of the export, the numbers close up, and retractions point to the new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app import access
from app.recording import ENTRY_ID, Refused, check_readable
from app.services import services
from app.store import StoredEntry, Table
from solver.game.events import Entry, Event, Retracted, TableOpened
from solver.game.fold import fold
from solver.game.objections import objections, standing_objections
from solver.game.schema import Log, event_json, log_from_lines

read_log = log_from_lines
"""What comes in is read as strictly as any log, and nothing more is asked of it."""


def import_table(log: Log) -> Table | Refused:
    """
    Write a log down as a new table of the caller, or say which rules keep the table from being opened.

    Raises
    ------
    InvalidInput
        What would be written could not be read again.
    """
    opened = log.entries[0].event
    assert isinstance(opened, TableOpened)
    state = fold(log.edition, (), log.board)
    if standing_objections(state, opened):
        return Refused(objections(state, opened), state)
    device = access.make_device()
    rows = rows_of(log.entries, {seat.id for seat in opened.seats}, device)
    # What is written must be what can be read: a table that nobody can open again is worse than none.
    check_readable(
        log.edition.id, opened.board, (StoredEntry(1, "", "", None, device, event_json(opened)), *rows)
    )
    return services().store.create_table(
        edition=log.edition.id,
        opened=event_json(opened),
        seats=[seat.id for seat in opened.seats],
        device=device,
        board=opened.board,
        opened_at=log.entries[0].at,
        more=rows,
    )


def rows_of(entries: Sequence[Entry], seats: set[str], device: str) -> list[StoredEntry]:
    """Return the entries behind the first as they are kept, numbered from 2 without holes."""
    numbers = {entry.seq: number for number, entry in enumerate(entries, 1)}
    ids: set[str] = set()
    rows = []
    for entry in entries[1:]:
        entry_id = entry.id
        if not ENTRY_ID.fullmatch(entry_id) or entry_id in ids:
            entry_id = access.new_id()
        ids.add(entry_id)
        event: Event = entry.event
        if isinstance(event, Retracted):
            event = replace(event, target=numbers[event.target])
        seat = entry.seat if entry.seat in seats else None
        rows.append(StoredEntry(numbers[entry.seq], entry_id, entry.at, seat, device, event_json(event)))
    return rows
