"""
Who may see and do what: the only place that decides it.

    visit(code, offer) -> (Table, Viewer)          open a table's page: 404 unknown, 403 closed to strangers, 429 too many tries
    viewer_of(table) -> Viewer              who this phone is at a table
    may_record(viewer, event, state, entries) -> None, or raises Denied
    visible_entries(viewer, state, entries) -> the log as this phone may read it: entries, and Hidden(seq)
    visible_state(viewer, state, entries) -> the state without what this phone may not know
    visible_tickets(viewer, state, player) -> tickets, or None while they are secret
    may_see_totals(viewer, state, table) -> bool
    join(code, offer), take_seat(table, seat, token), offer_seat(table, seat), free_seat(table, seat),
    offer_keeper(table), take_keeper(table, token), set_locked(table, locked), set_options(table, **options)

A phone is a random id in a signed cookie. Whoever opens a table is its *keeper* and holds all its seats: one phone for
everybody. Another phone may take a seat that the keeper's phone holds as long as no tickets were entered for it. After
that a seat passes only by an offer of the phone that holds it (a link with a token), because its tickets pass with it.
The keeper can free a seat whose phone is lost; then the tickets stay behind, secret, taken back, to be entered anew.

Tickets of a seat are seen by the phone that holds it alone until they are revealed. For everybody else such an entry,
and whatever takes it back, is only a number: no seat, no phone, no time.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from flask import current_app, request, session
from flask_babel import gettext
from itsdangerous import BadSignature, URLSafeTimedSerializer
from limits import RateLimitItemPerMinute
from werkzeug.exceptions import Forbidden, NotFound, TooManyRequests

from app import metrics
from app.services import services
from app.store import Holds, Log, SeatHold, Table
from solver.game.edition import Ticket
from solver.game.events import Entry, Event, Retracted, SeatChanged, TableOpened, TicketsKept, TicketsRevealed
from solver.game.state import State

OFFER_SECONDS = 15 * 60
"""How long the link of an offered seat is good."""
LOCKOUT_MINUTES = 10


class Denied(Forbidden):
    """This phone may not do that; ``description`` says why in the language of the page."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """An entry that this phone may not read: all it learns is that number ``seq`` exists."""

    seq: int


@dataclass(frozen=True, slots=True)
class Viewer:
    """
    A phone at a table.

    ``seats`` are the seats it holds, in no particular order; ``sees_from`` says for each of them from which entry on
    it may read the seat's tickets; ``member`` whether it has joined at all.
    """

    device: str | None
    keeper: bool = False
    seats: tuple[str, ...] = ()
    member: bool = False
    sees_from: Mapping[str, int] = field(default_factory=dict)

    @property
    def role(self) -> str:
        """``keeper``, ``player`` or ``watcher``."""
        return "keeper" if self.keeper else "player" if self.seats else "watcher"

    @property
    def plays(self) -> bool:
        """Whether this phone may record what lies open on the table."""
        return self.keeper or bool(self.seats)

    def holds(self, seat: str) -> bool:
        """Whether this phone holds a seat."""
        return seat in self.seats


# Phones ------------------------------------------------------------------------------------------------------------


def device_id() -> str | None:
    """Return the id of the phone that asks; None when it was never here."""
    return session.get("device")


def make_device() -> str:
    """Return the id of the phone that asks, made now if it has none; it stays for a year after the last visit."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(16)
    session.permanent = True
    return str(session["device"])


def viewer_from(table: Table, holds: Holds, device: str | None) -> Viewer:
    """Return who a phone is at a table, from facts already read."""
    if device is None:
        return Viewer(None)
    held = {seat: hold.sees_from for seat, hold in sorted(holds.seats.items()) if hold.device == device}
    return Viewer(device, table.keeper == device, tuple(held), device in holds.members, held)


def viewer_of(table: Table) -> Viewer:
    """Return who the phone that asks is at a table, as things stand now."""
    snapshot = services().snapshots.of(table.id)
    return viewer_from(snapshot.table, snapshot.holds, device_id())


def visit(code: str, offer: str = "") -> tuple[Table, Viewer]:
    """
    Return the table behind a code and who asks; the token of an offer opens a closed table too.

    Raises
    ------
    NotFound, Denied, TooManyRequests
        No table has this code; the keeper let no more phones in; this address tried too many wrong codes.
    """
    table = _by_code(code)
    snapshot = services().snapshots.of(table.id)
    viewer = viewer_from(snapshot.table, snapshot.holds, device_id())
    invited = any(_offer(table, what, offer) for what in ("seat", "keeper"))
    if not may_watch(snapshot.table, viewer) and not invited:
        raise Denied(gettext("The keeper of this table lets no more phones in."))
    return snapshot.table, viewer


def may_watch(table: Table, viewer: Viewer) -> bool:
    """Whether a phone may see the table at all: joining is open, or it has joined."""
    return viewer.member or not table.locked


def _by_code(code: str) -> Table:
    """Return the table with a code. Codes can be guessed, so an address has only so many wrong tries."""
    limits, address = services().limits, request.remote_addr or ""
    allowed = RateLimitItemPerMinute(services().settings.wrong_codes, LOCKOUT_MINUTES)
    if not limits.test(allowed, "codes", address):
        raise TooManyRequests(
            gettext("Too many wrong codes from here. Try again in ten minutes."),
            retry_after=LOCKOUT_MINUTES * 60,
        )
    table = services().store.find(code)
    if table is None:
        limits.hit(allowed, "codes", address)
        metrics.WRONG_CODES.inc()
        raise NotFound(gettext("There is no table with the code %(code)s.", code=code[:12]))
    return table


# Seats and the keeper ----------------------------------------------------------------------------------------------


def join(code: str, offer: str = "") -> tuple[Table, Viewer]:
    """Bring the phone that asks to a table as a watcher; it may then take a seat. See ``visit`` for ``offer``."""
    table, _viewer = visit(code, offer)
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
    offered = _offer(table, "seat", token)
    device = make_device()
    with services().writing(table.id) as log:
        held = _held(log, seat)
        if held.device == device:
            return
        if offered != {"seat": seat, "device": held.device, "sees_from": held.sees_from}:
            _need_free(log, seat, held)
        log.join(device)
        log.give_seat(seat, replace(held, device=device))


def _need_free(log: Log, seat: str, held: SeatHold) -> None:
    if log.table.locked and device_id() not in log.holds.members:
        raise Denied(gettext("The keeper of this table lets no more phones in."))
    if held.device != log.table.keeper:
        raise Denied(
            gettext("Another phone holds this seat. It can offer the seat by a link, or the keeper frees it.")
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
    return _signer(table, "seat").dumps({"seat": seat, "device": device, "sees_from": held.sees_from})


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
    viewer = need_keeper(table)
    return _signer(table, "keeper").dumps({"device": viewer.device})


def take_keeper(table: Table, token: str) -> None:
    """Make the phone that asks the keeper; it needs an offer of the present one. Seats stay where they are."""
    offered = _offer(table, "keeper", token)
    device = make_device()
    with services().writing(table.id) as log:
        if offered != {"device": log.table.keeper}:
            raise Denied(gettext("This link is no longer good. The keeper can make a new one."))
        log.join(device)
        log.change(keeper=device)


def set_locked(table: Table, locked: bool) -> None:
    """Let no more phones in, or let them in again. Only the keeper may."""
    need_keeper(table)
    with services().writing(table.id) as log:
        log.change(locked=locked)


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


def new_id() -> str:
    """Return an id for an entry, for forms that a page fills without a script."""
    return secrets.token_urlsafe(16)


def _held(log: Log, seat: str) -> SeatHold:
    held = log.holds.seats.get(seat)
    if held is None:
        raise NotFound(gettext("There is no such seat at this table."))
    return held


def _secret_in_force(log: Log, seat: str) -> list[int]:
    """Return the numbers of a seat's ticket entries that are secret now and not taken back."""
    from app.recording import snapshot_in

    snapshot = snapshot_in(log)
    if snapshot.state.revealed:
        return []
    return [
        entry.seq
        for entry in snapshot.entries
        if isinstance(entry.event, TicketsKept)
        and entry.event.player == seat
        and entry.seq not in snapshot.state.retracted
    ]


def _signer(table: Table, what: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.secret_key or "", salt=f"offer/{what}/{table.code}")


def _offer(table: Table, what: str, token: str) -> dict[str, object] | None:
    try:
        return dict(_signer(table, what).loads(token, max_age=OFFER_SECONDS)) if token else None
    except BadSignature:
        return None


# What may be done --------------------------------------------------------------------------------------------------


def may_record(viewer: Viewer, event: Event, state: State, entries: Sequence[Entry]) -> None:
    """
    Raise Denied unless a phone may record an event.

    Seats and the keeper record what lies open, for anybody. Secret tickets are entered by their own seat; names and
    colours by their seat or the keeper; the reveal is the keeper's. A retraction needs what its target needed.
    """
    if not viewer.plays:
        raise Denied(gettext("This phone only watches. Take a seat to record something."))
    if isinstance(event, Retracted):
        target = _root(event.target, entries)
        if target is None:
            return
        if _secret(target, state) and not _reads(viewer, target):
            raise Denied(gettext("Entry %(seq)s is secret.", seq=event.target))
        _may(viewer, target.event, state)
        return
    _may(viewer, event, state)


def _may(viewer: Viewer, event: Event, state: State) -> None:
    match event:
        case TicketsKept() if not state.revealed and not viewer.holds(event.player):
            raise Denied(gettext("Only the phone that holds a seat may enter its tickets."))
        case SeatChanged() if not viewer.keeper and not viewer.holds(event.player):
            raise Denied(gettext("Only the keeper or the seat itself may change its name and colour."))
        case TicketsRevealed() if not viewer.keeper:
            raise Denied(gettext("Only the keeper of the table may do that."))
        case TableOpened() if state.seats:
            # The opening cannot be repeated or taken back; objections say so, and name the rule.
            return
        case _:
            return


# What may be seen --------------------------------------------------------------------------------------------------


def _root(seq: int, entries: Sequence[Entry]) -> Entry | None:
    """Return the entry with a number; for a retraction the entry that it, and whatever it takes back, is about."""
    by_seq = {entry.seq: entry for entry in entries}
    entry = by_seq.get(seq)
    seen: set[int] = set()
    while entry is not None and isinstance(entry.event, Retracted) and entry.seq not in seen:
        seen.add(entry.seq)
        entry = by_seq.get(entry.event.target)
    return entry


def _secret(root: Entry, state: State) -> bool:
    return isinstance(root.event, TicketsKept) and not state.revealed


def _reads(viewer: Viewer, root: Entry) -> bool:
    """Whether a phone may read a secret ticket entry: it holds the seat, and did when (or since) it was entered."""
    assert isinstance(root.event, TicketsKept)
    player = root.event.player
    return viewer.holds(player) and root.seq >= viewer.sees_from.get(player, 0)


def visible_entries(viewer: Viewer, state: State, entries: Sequence[Entry]) -> list[Entry | Hidden]:
    """Return the log as a phone may read it, secret entries of others as bare numbers."""
    if state.revealed:
        return list(entries)
    roots: dict[int, Entry] = {}
    seen: list[Entry | Hidden] = []
    for entry in entries:
        event = entry.event
        roots[entry.seq] = root = roots.get(event.target, entry) if isinstance(event, Retracted) else entry
        hidden = isinstance(root.event, TicketsKept) and not _reads(viewer, root)
        seen.append(Hidden(entry.seq) if hidden else entry)
    return seen


def visible_state(viewer: Viewer, state: State, entries: Sequence[Entry]) -> State:
    """Return the state as a phone may know it: without the tickets of other seats, and what betrays them."""
    if state.revealed:
        return state
    hidden = {entry.seq for entry in visible_entries(viewer, state, entries) if isinstance(entry, Hidden)}
    # Where a phone holds a seat but not its older tickets (the seat was freed), those were taken back.
    return replace(
        state,
        tickets={player: held for player, held in state.tickets.items() if viewer.holds(player)},
        overruled=[found for found in state.overruled if found[0] not in hidden],
        idle=[seq for seq in state.idle if seq not in hidden],
    )


def visible_tickets(viewer: Viewer, state: State, player: str) -> tuple[Ticket, ...] | None:
    """Return a player's tickets; None while they are a secret to this phone."""
    if state.revealed or viewer.holds(player):
        return tuple(state.tickets.get(player, ()))
    return None


def may_see_totals(viewer: Viewer, state: State, table: Table) -> bool:  # noqa: ARG001
    """Whether points are shown: a table may keep them covered until the end."""
    return state.revealed or not table.options.get("hide_totals", False)


def view_key(viewer: Viewer, state: State) -> str:
    """
    Return a word that changes whenever what a phone may see of *older* entries changes.

    It is made of what the phone knows anyway: its seats, and whether the tickets lie open.
    """
    if state.revealed:
        return f"{viewer.role}.open"
    return ".".join((viewer.role, *(f"{seat}~{viewer.sees_from[seat]}" for seat in viewer.seats)))
