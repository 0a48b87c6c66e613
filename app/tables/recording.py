"""
Recording: one act in, one entry or all objections out; and what lies on the table now.

    open_table(edition, seats, *, house_rules, options, board) -> Table
    record(table, viewer, event, *, entry_id) -> Recorded(entry, fresh) | Refused(objections, state)
    current(table) -> (state, entries)              everything, for code that knows what it may show
    seen(table, viewer) -> (state, entries)         what a phone may know; entries may be Hidden
    event_of(table, data) -> Event                  JSON to an event; raises InvalidEvent with all faults

``record`` raises ``access.Denied`` when this phone may not do that, and ``EntryIdTaken`` when the id was used by another
phone or for another act. It judges by what the phone that asks may know, so an objection cannot betray a secret ticket.

States are folded once and kept in memory per table and revision. That is speed alone: every process may forget all of
it at any moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from flask_babel import gettext
from werkzeug.exceptions import BadRequest

from app.tables import access, uploaded_log
from app.tables.services import services
from app.tables.snapshots import entry_of
from app.tables.store import Log, Table
from solver.checking.faults import fault, refuse
from solver.formats.event import MAX_ENTRIES, event_from_json, event_json
from solver.formats.game_file import load_rules
from solver.game.edition import PLAYER_COLOURS, Board, Edition
from solver.game.errors import Fault
from solver.game.events import (
    Entry,
    Event,
    ResultShown,
    Retracted,
    RevealAsked,
    Seat,
    TableOpened,
    TicketsRevealed,
)
from solver.game.fold import fold
from solver.game.objection import Objection
from solver.game.objections import objections
from solver.game.state import State

ENTRY_ID = uploaded_log.ENTRY_ID
"""What the id of an entry looks like; its client makes it."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """The act is in the log; ``fresh`` is False when the same id had been recorded before."""

    entry: Entry
    fresh: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """The act breaks rules that nobody has overruled; ``state`` is what it was judged against."""

    objections: tuple[Objection, ...]
    state: State


RESERVED = 100
"""The last entries of a log are kept for what ends a game: taking back, and the reveal of the tickets."""


class EntryIdTaken(Exception):
    """The id of the entry was used by another phone, or for another act."""


def rules_of(table: Table) -> tuple[Edition, Board]:
    """Return the edition that a table plays and the board that lies on it; neither ever changes."""
    state = services().snapshots.of(table.id, table.revision).state
    return state.edition, state.board


def open_table(
    edition: str,
    seats: Sequence[Seat],
    *,
    house_rules: Mapping[str, bool] | None = None,
    options: Mapping[str, bool] | None = None,
    board: Mapping[str, Any] | None = None,
    overruled: Sequence[str] = (),
) -> Table | Refused:
    """
    Open a table for the phone that asks; it becomes the keeper and holds all seats.

    Parameters
    ----------
    edition, board
        Id of an edition; a home-made board (as in ``docs/formats.md``) that replaces the edition's.
    seats
        The players in turn order.
    house_rules
        Switches of the edition that this table plays otherwise.
    options
        ``hide_totals``: points stay covered until the tickets are revealed.
    overruled
        Codes of the objections that the table plays over.

    Raises
    ------
    InvalidInput
        There is no such edition, its box has no trains of a seat's colour, or something about the seats or the board
        cannot be read.
    """
    rules, laid = load_rules(edition, board)
    refuse(list(_colour_faults(rules, seats)))
    event: Event = TableOpened(edition, tuple(seats), dict(house_rules or {}), board, tuple(overruled))
    # Through JSON and back: what is written must be what can be read.
    event = event_from_json(event_json(event), edition=rules, board=laid, where="event")
    state = fold(rules, (), laid)
    found = objections(state, event)
    if any(not (o.overrulable and o.code in overruled) for o in found):
        return Refused(found, state)
    event = _played_over(event, found)
    return services().store.create_table(
        edition=edition,
        opened=event_json(event),
        seats=[seat.id for seat in seats],
        device=access.make_device(),
        options=options,
        board=board,
    )


def _colour_faults(rules: Edition, seats: Sequence[Seat]) -> Iterator[Fault]:
    """Yield a fault for every seat of a new table whose colour the box does not have; older tables keep theirs."""
    for index, seat in enumerate(seats):
        if seat.colour in PLAYER_COLOURS and seat.colour not in rules.colours:
            path = f"seats[{index}].colour"
            yield fault(path, "colour-of-edition", name=seat.colour, known=rules.colours)


def event_of(table: Table, data: object, where: str = "event") -> Event:
    """Return the event that JSON describes; raise InvalidEvent with everything that is wrong with it."""
    edition, board = rules_of(table)
    return event_from_json(data, edition=edition, board=board, where=where)


def current(table: Table) -> tuple[State, tuple[Entry, ...]]:
    """Return everything that lies on a table, secrets included, and its whole log."""
    snapshot = services().snapshots.of(table.id)
    return snapshot.state, snapshot.entries


def seen(table: Table, viewer: access.Viewer) -> tuple[State, list[Entry | access.Hidden]]:
    """Return what a phone may know of a table, and the log as it may read it."""
    state, entries = current(table)
    return access.visible_state(viewer, state, entries), access.visible_entries(viewer, state, entries)


class _TakenBack(Exception):
    """A transaction is rolled back, since its second entry was refused."""

    def __init__(self, refused: Refused) -> None:
        self.refused = refused


def record(
    table: Table,
    viewer: access.Viewer,
    event: Event,
    *,
    entry_id: str,
    seat: str | None = None,
    instead: Retracted | None = None,
) -> Recorded | Refused:
    """
    Write an act down, unless rules forbid it that its ``overruled`` does not name.

    Parameters
    ----------
    viewer
        The phone that records; its seats are read again, inside the transaction.
    entry_id
        Made by the client. The same act sent again under it finds the entry that is already there, unchanged.
    seat
        From which of its seats the phone records; left out, the acting player's seat where the phone holds it.
    instead
        What is taken back for it. Both are written down, or neither.

    Raises
    ------
    Denied, EntryIdTaken, BadRequest
        This phone may not do that; the id belongs to somebody else's entry; the id is none.
    """
    if not ENTRY_ID.fullmatch(entry_id):
        raise BadRequest(gettext("The id is 8 to 60 letters, digits, - or _."))
    try:
        with services().writing(table.id) as log:
            if instead is not None:
                done = _written(log, viewer, instead, f"{entry_id[:50]}-instead", seat)
                if isinstance(done, Refused):
                    return done
            done = _written(log, viewer, event, entry_id, seat)
            if instead is not None and isinstance(done, Refused):
                raise _TakenBack(done)
            return done
    except _TakenBack as both:
        return both.refused


def _written(
    log: Log, viewer: access.Viewer, event: Event, entry_id: str, seat: str | None
) -> Recorded | Refused:
    """Write an entry in a transaction, unless it is there already or refused."""
    first = log.find(entry_id)
    snapshot = services().snapshots.within(log)
    state, entries = snapshot.state, snapshot.entries
    viewer = access.viewer_from(log.table, snapshot.holds, viewer.device)
    if first is not None:
        entry = entry_of(first, state.edition, state.board)
        if first.device != viewer.device or _act(entry.event) != _act(event):
            raise EntryIdTaken
        return Recorded(entry, fresh=False)
    access.may_record(viewer, event, state, entries)
    ends_game = isinstance(event, Retracted | RevealAsked | TicketsRevealed | ResultShown)
    room = MAX_ENTRIES if ends_game else MAX_ENTRIES - RESERVED
    if log.seq >= room:
        raise access.Denied(gettext("The log of this table is full."))
    known = access.visible_state(viewer, state, entries)
    held = access.held_by_others(log.table, snapshot.holds)
    event = access.as_recorded(event, known, held, datetime.now(UTC))
    found = objections(known, event, entries, held)
    if any(not (o.overrulable and o.code in event.overruled) for o in found):
        return Refused(found, known)
    event = _played_over(event, found)
    row = log.append(
        event_json(event), entry_id=entry_id, seat=_seat(viewer, event, seat), device=viewer.device or ""
    )
    return Recorded(entry_of(row, state.edition, state.board), fresh=True)


def _act(event: Event) -> Event:
    """Return an event without what the server writes: the rules it is played over, and who did not answer in time."""
    return TicketsRevealed() if isinstance(event, TicketsRevealed) else replace(event, overruled=())


def _played_over(event: Event, found: Sequence[Objection]) -> Event:
    """Return an event that names the rules it breaks, and no other."""
    return replace(event, overruled=tuple(o.code for o in found))


def _seat(viewer: access.Viewer, event: Event, seat: str | None) -> str | None:
    if seat is not None and viewer.holds(seat):
        return seat
    player = getattr(event, "player", None)
    if player is not None and viewer.holds(player):
        return str(player)
    return viewer.seats[0] if viewer.seats else None
