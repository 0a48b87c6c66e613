"""
A log from outside becomes a table: read as strictly as anything a stranger sends, then kept as it was told.

What happened elsewhere is not judged again: what broke a rule there stands in the sheet's notes. Where secret entries
were left out of the export, the numbers close up, and retractions point to the new ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from app import access
from app.recording import ENTRY_ID, Refused, check_readable
from app.services import services
from app.store import StoredEntry, Table
from solver.game.errors import Fault
from solver.game.events import Entry, Event, Retracted, TableOpened
from solver.game.fold import fold
from solver.game.objections import objections
from solver.game.schema import Log, event_json, log_from_lines
from solver.game.strict import fault, refuse
from solver.words import Text

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z")


def read_log(lines: Sequence[str]) -> Log:
    """
    Return the log of JSON Lines, fit to become a table.

    Raises
    ------
    InvalidInput
        With every fault: what cannot be read, times that are none, retractions that no table would have taken, a
        table that is opened twice.
    """
    log = log_from_lines(lines)
    faults: list[Fault] = []
    for number, entry in enumerate(log.entries):
        where = f"entry {entry.seq}"
        if entry.seq and not _is_time(entry.at):
            text = Text("found-text", {"value": entry.at})
            faults.append(fault(f"{where}.at", "wrong-value", found=text, must=Text("must-time")))
        if isinstance(entry.event, TableOpened) != (number == 0):
            faults.append(fault(f"{where}.event", "opened-once"))
    faults += _retractions(log.entries)
    refuse(faults)
    return log


def _retractions(entries: Sequence[Entry]) -> Iterator[Fault]:
    """Yield a fault for every retraction that would have been refused when it came, as ``objections`` refuses it."""
    before: dict[int, Event] = {}
    gone: set[int] = set()
    for entry in entries:
        event = entry.event
        if isinstance(event, Retracted):
            code = ""
            if event.target not in before:
                code = "no-such-entry"
            elif event.target == entries[0].seq:
                code = "opening-stays"
            elif event.target in gone:
                code = "already-retracted"
            if code:
                yield fault(f"entry {entry.seq}.event.target", code, target=event.target)
            else:
                _take_back(event.target, before, gone)
        before[entry.seq] = event


def _take_back(target: int, before: Mapping[int, Event], gone: set[int]) -> None:
    """Note what one more retraction takes back; of a retraction, what holds again by it, and so on."""
    holds = False
    while True:
        (gone.discard if holds else gone.add)(target)
        event = before[target]
        if not isinstance(event, Retracted):
            return
        target, holds = event.target, not holds


def _is_time(text: str) -> bool:
    try:
        return _TIME.fullmatch(text) is not None and datetime.fromisoformat(text) is not None
    except ValueError:
        return False


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
    found = objections(state, opened)
    if found:
        return Refused(found, state)
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
