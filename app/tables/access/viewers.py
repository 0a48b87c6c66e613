"""Phones, and who they are at a table. See ``app.tables.access``."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import current_app, request, session
from flask_babel import gettext
from itsdangerous import BadSignature, URLSafeTimedSerializer
from limits import RateLimitItemPerMinute
from werkzeug.exceptions import Forbidden, NotFound, TooManyRequests

from app.server import metrics
from app.tables.services import services
from app.tables.store import Holds, SeatHold, Table
from app.web.addresses import caller
from app.web.signing import timed

OFFER_SECONDS = 15 * 60
"""How long the link of an offered seat is good."""
LOCKOUT_MINUTES = 10
MOST_GUESSES = 15
"""So many times the wrong codes that an address may try: after that, typed codes let no new phone in from there."""


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
    table = _by_code(code, offer)
    snapshot = services().snapshots.of(table.id, table.revision)
    viewer = viewer_from(snapshot.table, snapshot.holds, device_id())
    if not may_watch(snapshot.table, viewer) and not _invited(snapshot.table, snapshot.holds, offer):
        raise Denied(gettext("The keeper of this table lets no more phones in."))
    return snapshot.table, viewer


def may_watch(table: Table, viewer: Viewer) -> bool:
    """Whether a phone may see the table at all: joining is open, or it has joined."""
    return viewer.member or not table.locked


def _by_code(code: str, offer: str) -> Table:
    """
    Return the table with a code. Codes can be guessed, so an address has only so many wrong tries.

    All phones behind one router share the address of whoever guesses. So those that have joined play on, whoever brings
    an invitation or an offer comes in, and a right code is let in long after wrong ones hear to wait; not for ever,
    since whoever may try without end finds a table. ``docs/operations.md`` has the arithmetic.
    """
    limits, address, wrong = services().limits, caller(), services().settings.wrong_codes
    guesses = RateLimitItemPerMinute(wrong * MOST_GUESSES, LOCKOUT_MINUTES)
    table = services().store.find(code)
    if table is not None:
        if _is_known(table, offer) or limits.test(guesses, "guesses", address):
            return table
    elif limits.hit(guesses, "guesses", address):
        metrics.WRONG_CODES.inc()
        if limits.hit(RateLimitItemPerMinute(wrong, LOCKOUT_MINUTES), "codes", address):
            raise NotFound(gettext("There is no table with the code %(code)s.", code=code[:12]))
    raise TooManyRequests(
        gettext("Too many wrong codes from here. Try again in ten minutes."),
        retry_after=LOCKOUT_MINUTES * 60,
    )


def _is_known(table: Table, offer: str) -> bool:
    """Whether a phone that asks for a table cannot have guessed its code: it has joined, or brings what the table gave."""
    holds = services().snapshots.of(table.id, table.revision).holds
    if device_id() in holds.members or session.get("invited") == table.code:
        return True
    if hmac.compare_digest(request.args.get("k", "").encode(), invitation(table).encode()):
        session["invited"] = table.code  # its next pages are asked for without the mark
        return True
    return _invited(table, holds, offer)


def invitation(table: Table) -> str:
    """Return the mark ``k`` of the link that is read off a phone of the table: no code that was guessed has it."""
    key = str(current_app.secret_key or "").encode()
    return hmac.new(key, f"invitation/{table.code}".encode(), hashlib.sha256).hexdigest()[:20]


def signer(table: Table, what: str) -> URLSafeTimedSerializer:
    """Return what signs the offers of a table: ``what`` is ``seat`` or ``keeper``."""
    return timed(current_app.secret_key or "", f"offer/{what}/{table.code}")


def offer_in(table: Table, what: str, token: str) -> dict[str, object] | None:
    """Return what a token offers at this table, or None when it is none, or too old."""
    try:
        return dict(signer(table, what).loads(token, max_age=OFFER_SECONDS)) if token else None
    except BadSignature:
        return None


def seat_offer(seat: str, hold: SeatHold) -> dict[str, object]:
    """Return what an offer of a seat says. It is good for one time: whoever takes the seat changes what it would say."""
    return {"seat": seat, "device": hold.device, "sees_from": hold.sees_from, "passed": hold.passed}


def keeper_offer(table: Table) -> dict[str, object]:
    """Return what an offer of the keeper's role says; it too is good for one time."""
    return {"device": table.keeper, "passed": table.passed}


def _invited(table: Table, holds: Holds, token: str) -> bool:
    """Whether a token is an offer that nobody has taken yet."""
    if offer_in(table, "keeper", token) == keeper_offer(table):
        return True
    offered = offer_in(table, "seat", token)
    return offered is not None and offered in [seat_offer(seat, held) for seat, held in holds.seats.items()]


def new_id() -> str:
    """Return an id for an entry, for forms that a page fills without a script."""
    return secrets.token_urlsafe(16)
