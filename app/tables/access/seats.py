"""How seats and the keeper's role pass from phone to phone. See ``app.tables.access``."""

from __future__ import annotations

from dataclasses import replace

from flask_babel import gettext
from werkzeug.exceptions import NotFound

from app.tables.access.viewers import (
    Denied,
    Viewer,
    device_id,
    keeper_offer,
    make_device,
    new_id,
    offer_in,
    seat_offer,
    signer,
    viewer_of,
    visit,
)
from app.tables.services import services
from app.tables.store import Holds, Log, SeatHold, Table
from solver.game.events import TicketsKept
from solver.game.state import State


def join(code: str) -> tuple[Table, Viewer]:
    """Bring the phone that asks to a table as a watcher; it may then take a seat."""
    table, _viewer = visit(code)
    device = make_device()
    with services().writing(table.id) as log:
        log.join(device)
    return log.table, viewer_of(table)


def take_seat(table: Table, seat: str, token: str = "") -> None:
    """
    Give a seat to the phone that asks: a free one, or one that its phone has offered by a token.

    Raises
    ------
    NotFound, Denied
        There is no such seat; another phone holds it, or it holds tickets already, and there is no valid offer.
    """
    offered = offer_in(table, "seat", token)
    device = make_device()
    with services().writing(table.id) as log:
        held = _held(log, seat)
        if held.device == device:
            return
        if offered == seat_offer(seat, held):
            taken = replace(held, device=device)
        else:
            _need_free(log, seat, held)
            # Nobody has handed over what was entered for this seat before, not even what was taken back since.
            taken = SeatHold(device, log.seq + 1)
        log.join(device)
        log.give_seat(seat, taken)


def may_take(table: Table, viewer: Viewer, state: State, seat: str, holds: Holds) -> bool:
    """Whether a page shows a seat as free: the keeper's phone holds it for a phone to come, and the game goes on."""
    held = holds.seats.get(seat)
    return held is not None and held.device == table.keeper and not viewer.keeper and not state.revealed


def _need_free(log: Log, seat: str, held: SeatHold) -> None:
    if log.table.locked and device_id() not in log.holds.members:
        raise Denied(gettext("The keeper of this table lets no more phones in."))
    if held.device != log.table.keeper:
        raise Denied(
            gettext("Another phone holds this seat. It can offer the seat by a link, or the keeper frees it.")
        )
    if _revealed(log):
        raise Denied(
            gettext("The tickets lie open, so no seat is free any more. The host can offer one by a link.")
        )
    if _secret_in_force(log, seat):
        raise Denied(
            gettext(
                "Tickets were entered for this seat already. The phone that holds it can offer it by a link."
            )
        )


def offer_seat(table: Table, seat: str) -> str:
    """Return a token with which another phone takes a seat of this phone, tickets and all, within a quarter of an hour."""
    device = device_id()
    held = services().store.holds(table.id).seats.get(seat)
    if held is None or held.device != device:
        raise Denied(gettext("Only the phone that holds a seat can offer it."))
    return signer(table, "seat").dumps(seat_offer(seat, held))


def free_seat(table: Table, seat: str) -> None:
    """
    Take a seat back to the keeper's phone. Only the keeper may.

    The tickets that its phone entered stay secret: they are taken back, and can be entered anew.
    """
    with services().writing(table.id) as log:
        if device_id() is None or log.table.keeper != device_id():
            raise Denied(gettext("Only the keeper of the table may do that."))
        held = _held(log, seat)
        if held.device == log.table.keeper:
            return
        for seq in _secret_in_force(log, seat):
            event = {"type": "retracted", "target": seq}
            log.append(event, entry_id=new_id(), seat=None, device=log.table.keeper)
        log.give_seat(seat, SeatHold(log.table.keeper, log.seq + 1))


def offer_keeper(table: Table) -> str:
    """Return a token with which another phone becomes the keeper within a quarter of an hour."""
    need_keeper(table)
    return signer(table, "keeper").dumps(keeper_offer(services().store.table(table.id)))


def take_keeper(table: Table, token: str) -> None:
    """Make the phone that asks the keeper; it needs an offer of the present one. Seats stay where they are."""
    offered = offer_in(table, "keeper", token)
    device = make_device()
    with services().writing(table.id) as log:
        if offered != keeper_offer(log.table):
            raise Denied(gettext("This link is no longer good. The keeper can make a new one."))
        log.join(device)
        log.change(keeper=device, passed=log.table.passed + 1)


def set_locked(table: Table, locked: bool) -> None:
    """Let no more phones in, or let them in again. Only the keeper may."""
    need_keeper(table)
    with services().writing(table.id) as log:
        log.change(locked=locked)


def send_away(table: Table) -> None:
    """Send away the phones that only watch; where joining is locked they cannot come back. Only the keeper may."""
    need_keeper(table)
    with services().writing(table.id) as log:
        for device in watchers(log.table, log.holds):
            log.leave(device)


def watchers(table: Table, holds: Holds) -> frozenset[str]:
    """Return the phones at a table that hold no seat and are not its keeper's."""
    return holds.members - {table.keeper} - {hold.device for hold in holds.seats.values()}


def set_options(table: Table, **options: bool) -> None:
    """Change options of the table, such as ``hide_totals``. Only the keeper may."""
    need_keeper(table)
    with services().writing(table.id) as log:
        log.change(options={**log.table.options, **options})


def need_keeper(table: Table) -> Viewer:
    """Return who asks; raise Denied unless it is the keeper."""
    viewer = viewer_of(table)
    if not viewer.keeper:
        raise Denied(gettext("Only the keeper of the table may do that."))
    return viewer


def _held(log: Log, seat: str) -> SeatHold:
    held = log.holds.seats.get(seat)
    if held is None:
        raise NotFound(gettext("There is no such seat at this table."))
    return held


def _revealed(log: Log) -> bool:
    return services().snapshots.within(log).state.revealed


def _secret_in_force(log: Log, seat: str) -> list[int]:
    """Return the numbers of a seat's ticket entries that are secret now and not taken back."""
    snapshot = services().snapshots.within(log)
    if snapshot.state.revealed:
        return []
    return [
        entry.seq
        for entry in snapshot.entries
        if isinstance(entry.event, TicketsKept)
        and entry.event.player == seat
        and entry.seq not in snapshot.state.retracted
    ]
