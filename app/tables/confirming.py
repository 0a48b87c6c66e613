"""
Acts that cannot be undone: each has a page of its own that asks once more, and is done only by what that page signed.

    confirmation(table, "free:ben") -> Confirmation(token, entry_id)    for the form of the page that asks
    confirmed(table, "free:ben", token) -> str                          the id of the entry, or raises TooSoon, TooOld

A token is good for one phone, one table and one act. It is refused during the first 0.6 s, so that the second tap of a
double tap does nothing, whatever lies under it. The control that is held on the page before (``static/js/shared/hold.js``)
asks for the same page while it is being held, and sends its form.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer

from app.tables.access import device_id, new_id
from app.tables.store import Table

DEAF_SECONDS = 0.6
GOOD_SECONDS = 15 * 60


class TooSoon(Exception):
    """The answer came quicker than anybody reads: it was the tap of the page before."""


class TooOld(Exception):
    """There is no valid token, or the page that made it has stood open for too long."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What the form of a confirmation page carries."""

    token: str


def _signer(table: Table) -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or "", salt=f"confirm/{table.code}")


def confirmation(table: Table, act: str) -> Confirmation:
    """Return what a confirmation page of an act carries."""
    facts = {"act": act, "device": device_id(), "entry": new_id(), "at": round(time.time(), 3)}
    return Confirmation(str(_signer(table).dumps(facts)))


def confirmed(table: Table, act: str, token: str) -> str:
    """
    Return the id of the entry that a confirmed act is written under; sent twice, it is there once.

    Raises
    ------
    TooSoon, TooOld
        The form was sent within the first 0.6 s; it is not of this act, phone and table, or older than 15 min.
    """
    try:
        facts = _signer(table).loads(token)
    except BadSignature:
        raise TooOld from None
    if facts["act"] != act or facts["device"] != device_id():
        raise TooOld
    age = time.time() - facts["at"]
    # A clock that was set back makes the token one of the future: it is as good as any.
    if 0 <= age < DEAF_SECONDS:
        raise TooSoon
    if age > GOOD_SECONDS:
        raise TooOld
    return str(facts["entry"])
