"""
Taking back more than one entry: what has to go so that the table is as it was after an entry, and what would go idle.

    back_to(entries, gone, at) -> (12, 11, 9)               what has to be taken back, the newest first
    resting(entries, target, edition, board) -> (9, 14)     what loses its effect when an entry is taken back
    take_back_to(table, viewer, at, ...) -> Recorded | Refused
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from flask_babel import gettext
from werkzeug.exceptions import BadRequest

from app.tables import access
from app.tables.access import Hidden
from app.tables.recording import ENTRY_ID, EntryIdTaken, Recorded, Refused
from app.tables.services import services
from app.tables.snapshots import entry_of
from app.tables.store import Log, Table
from solver.formats.event import MAX_ENTRIES, event_json
from solver.game.edition import Board, Edition
from solver.game.events import Entry, Retracted
from solver.game.fold import fold
from solver.game.objections import objections
from solver.game.revealing import is_question
from solver.game.state import State


class Outdated(Exception):
    """The log has grown since the list of what would be taken back was made."""


def back_to(entries: Sequence[Entry], gone: Collection[int], at: int) -> tuple[int, ...]:
    """
    Return the numbers of the entries that have to be taken back so that the log means what it meant after ``at``.

    That is everything behind it that is in force; of the retractions among it only those of older entries, since the
    others struck out what goes anyway. A question about the reveal, and its answers, lapse by themselves. ``gone`` are the
    numbers of all entries that are taken back already.
    """
    return tuple(
        entry.seq
        for entry in reversed(entries)
        if entry.seq > at
        and entry.seq not in gone
        and not is_question(entry.event)
        and not (isinstance(entry.event, Retracted) and entry.event.target > at)
    )


def resting(entries: Sequence[Entry], target: int, edition: Edition, board: Board) -> tuple[int, ...]:
    """Return the numbers of the entries in force that would lose their effect if one were taken back."""
    last = entries[-1]
    strike = Entry(last.seq + 1, last.at, None, "", Retracted(target))
    before, then = (fold(edition, log, board) for log in (entries, (*entries, strike)))
    return tuple(sorted(set(then.idle) - set(before.idle)))


def secret_behind(entries: Sequence[Entry | Hidden], at: int) -> int:
    """Return the number of the first secret entry of somebody else behind ``at``: it cannot be judged; 0: there is none."""
    return next((entry.seq for entry in entries if isinstance(entry, Hidden) and entry.seq > at), 0)


def take_back_to(
    table: Table, viewer: access.Viewer, at: int, *, last: int, reason: str, entry_id: str
) -> Recorded | Refused:
    """
    Take back everything behind entry ``at``: all of it or nothing.

    Parameters
    ----------
    last
        The newest entry when whoever asks was told what goes.
    entry_id
        Made by the page. Sent again nothing happens twice.

    Raises
    ------
    Outdated
        The log has grown since then.
    Denied, EntryIdTaken, BadRequest
        This phone may not take back every one of the entries; the id belongs to somebody else's entry; the id is none,
        or there is nothing behind ``at``.
    """
    if not ENTRY_ID.fullmatch(entry_id):
        raise BadRequest(gettext("The id is 8 to 60 letters, digits, - or _."))
    with services().writing(table.id) as log:
        first = log.find(_id(entry_id, 0))
        snapshot = services().snapshots.within(log)
        state, entries = snapshot.state, snapshot.entries
        viewer = access.viewer_from(log.table, snapshot.holds, viewer.device)
        if first is not None:
            if first.device != viewer.device:
                raise EntryIdTaken
            return Recorded(entry_of(first, state.edition, state.board), fresh=False)
        if state.seq != last:
            raise Outdated
        hidden = secret_behind(access.visible_entries(viewer, state, entries), at)
        if hidden:
            raise access.Denied(gettext("Entry %(seq)s is secret.", seq=hidden))
        events = [Retracted(target, reason) for target in back_to(entries, state.retracted, at)]
        known, roots = access.visible_state(viewer, state, entries), access.roots_of(entries)
        for event in events:
            access.may_record(viewer, event, state, entries, roots)
            found = objections(known, event)
            if found:
                return Refused(found, known)
        return _append(log, viewer, events, entry_id, state)


def _append(
    log: Log, viewer: access.Viewer, events: Sequence[Retracted], entry_id: str, state: State
) -> Recorded:
    if not events:
        raise BadRequest
    if log.seq + len(events) > MAX_ENTRIES:
        raise access.Denied(gettext("The log of this table is full."))
    seat = viewer.seats[0] if viewer.seats else None
    rows = [
        log.append(event_json(event), entry_id=_id(entry_id, n), seat=seat, device=viewer.device or "")
        for n, event in enumerate(events)
    ]
    return Recorded(entry_of(rows[-1], state.edition, state.board), fresh=True)


def _id(entry_id: str, n: int) -> str:
    return f"{entry_id[:50]}-back-{n}"
