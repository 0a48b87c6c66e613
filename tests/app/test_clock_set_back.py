"""A clock that is set back takes nobody's seat: what was signed in its future is good, what is too old is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask, session
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner

from app.tables import access
from app.tables.access.viewers import OFFER_SECONDS
from app.tables.store import Table
from app.web.signing import timed
from tests.app.phones import Phone, as_phone

BACK = (3, 24 * 3600)
YEAR = 365 * 24 * 3600


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Set the clock of all signatures: so many seconds from where it stood."""
    real = TimestampSigner.get_timestamp
    ahead = [0]
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: real(self) + ahead[0])

    def put(seconds: int) -> None:
        ahead[0] = seconds

    return put


@pytest.mark.parametrize("seconds", BACK)
def test_a_phone_keeps_its_cookie_and_its_table(
    app: Flask, clock: Callable[[int], None], seconds: int
) -> None:
    with app.test_client() as browser:
        browser.get("/")
        with browser.session_transaction() as made:
            made["device"] = "the phone that opened it"
            made.permanent = True
        clock(-seconds)
        browser.get("/")
        assert session.get("device") == "the phone that opened it"
        clock(YEAR + 60)
        browser.get("/")
        assert "device" not in session


@pytest.mark.parametrize("seconds", BACK)
def test_an_offer_from_the_future_is_good_and_an_old_one_is_not(
    clock: Callable[[int], None], seconds: int
) -> None:
    signed = timed("k" * 32, "offer").dumps({"seat": "ben"})
    clock(-seconds)
    assert timed("k" * 32, "offer").loads(signed, max_age=OFFER_SECONDS) == {"seat": "ben"}
    clock(OFFER_SECONDS + 2)
    with pytest.raises(SignatureExpired):
        timed("k" * 32, "offer").loads(signed, max_age=OFFER_SECONDS)
    clock(-seconds)
    with pytest.raises(BadSignature):
        timed("another key" * 4, "offer").loads(signed, max_age=OFFER_SECONDS)


@pytest.mark.parametrize("seconds", BACK)
def test_a_seat_passes_by_an_offer_made_before_the_clock_was_set_back(
    app: Flask, table: Table, keeper: Phone, clock: Callable[[int], None], seconds: int
) -> None:
    with as_phone(app, keeper):
        token = access.offer_seat(table, "ben")
    clock(-seconds)
    with as_phone(app, Phone(app, "ben's phone")):
        access.take_seat(table, "ben", token)
        assert access.viewer_of(table).holds("ben")
