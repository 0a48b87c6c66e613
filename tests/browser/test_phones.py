"""
Two phones and a television at one table, on https and on plain http in the LAN, in both languages.

One evening: a claim is seen everywhere at once; a phone loses the network, records five acts and finds it again; both
phones are without network and claim the same route: one has it, the other is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Server, open_table
from tests.browser.phones import claim, claimed, entries, errors_of, saved, state, waiting

ORIGINS, LANGUAGES = ("https", "http"), ("en-GB", "ru")
FIVE = ("munchen-wien-1", "danzig-riga-1", "kyiv-warszawa-1", "dieppe-paris-1", "berlin-danzig-1")
ASKED = {"en-GB": "on the table", "ru": "на столе"}


class Evening:
    """The table: the keeper's phone, Ben's phone, a television."""

    def __init__(
        self, origin: str, locale: str, base: str, context_of: Callable[..., BrowserContext]
    ) -> None:
        self.locale = locale

        def phone(**more: object) -> Page:
            return context_of(locale=locale, base_url=base, ignore_https_errors=True, **more).new_page()

        self.keeper, self.ben = phone(), phone()
        self.television = phone(viewport={"width": 1440, "height": 900})
        self.pages = (self.keeper, self.ben, self.television)
        self.errors = [errors_of(page) for page in self.pages]
        self.code = open_table(self.keeper, players=2)
        assert self.keeper.evaluate("isSecureContext") is (origin == "https")
        self.ben.goto(f"/j/{self.code}")
        self.ben.locator(".seatbtn").nth(1).click()
        self.television.goto(f"/t/{self.code}/tv")
        for page in self.pages:
            saved(page)


@pytest.fixture
def evening(
    request: pytest.FixtureRequest,
    server: Server,
    secure_server: Server,
    context_of: Callable[..., BrowserContext],
) -> Evening:
    """A table on one kind of origin, in one language."""
    origin, locale = request.param
    base = secure_server.url if origin == "https" else server.lan
    return Evening(origin, locale, base, context_of)


@pytest.mark.parametrize("evening", list(product(ORIGINS, LANGUAGES)), indirect=True, ids="-".join)
def test_an_evening_in_bad_wifi(evening: Evening) -> None:
    keeper, ben, television, code = evening.keeper, evening.ben, evening.television, evening.code
    claim(keeper, "berlin-warszawa-1")
    for other in (ben, television):
        claimed(other, "berlin-warszawa-1", "red")
        expect(other.locator('.chip[data-player="p1"] [data-points]')).to_have_text("7")

    ben.context.set_offline(True)
    for number, route in enumerate(FIVE, start=1):
        claim(ben, route)
        waiting(ben, number)
    expect(television.locator(f'[data-r="{FIVE[0]}"]')).not_to_have_class("claimed")
    ben.context.set_offline(False)
    saved(ben)
    for route, colour in zip(FIVE, ("blue", "red", "blue", "red", "blue"), strict=True):
        for other in (keeper, television):
            claimed(other, route, colour)
    log = entries(keeper, code)
    recorded = [entry["event"].get("route") for entry in log if entry["event"]["type"] == "route_claimed"]
    assert recorded == ["berlin-warszawa-1", *FIVE]  # each once, in the order in which they were played
    assert [entry["seq"] for entry in log] == list(range(1, len(log) + 1))

    for phone in (keeper, ben):
        phone.context.set_offline(True)
        claim(phone, "berlin-wien-1")  # each for its own seat, whoever is next
        waiting(phone, 1)
    keeper.context.set_offline(False)
    saved(keeper)
    ben.context.set_offline(False)
    expect(ben.locator("#sheet .sides")).to_contain_text("Anna", timeout=20_000)
    expect(ben.locator("#sheet .sides")).to_contain_text("Ben")
    expect(ben.locator("#sheet .sides")).to_contain_text(ASKED[evening.locale])
    claimed(ben, "berlin-wien-1", "red")
    assert state(keeper, code)["owner"]["berlin-wien-1"] == "p1"
    # The question may wait, even over a reload of the page; then Ben takes it over after all.
    ben.locator("#sheet [data-close]").click()
    ben.reload()
    expect(ben.locator("#sheet .sides")).to_contain_text("Anna")
    ben.locator("#sheet > .btn.wide").first.click()
    saved(ben)
    for page in (keeper, television):
        claimed(page, "berlin-wien-1", "blue")
    assert state(keeper, code)["owner"]["berlin-wien-1"] == "p2"
    assert evening.errors == [[], [], []]
