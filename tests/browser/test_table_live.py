"""Two phones and a television at one table: what one records, the others show without being touched."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import open_table


def claim(page: Page, typed: str) -> None:
    """Claim by typing two cities."""
    page.click('.actions [data-mode="claim"]')
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    page.locator("#sheet .go").first.click()


@pytest.mark.parametrize("locale", ["en-GB", "ru"])
def test_two_phones_and_a_television(locale: str, context_of: Callable[..., BrowserContext]) -> None:
    keeper = context_of(locale=locale).new_page()
    code = open_table(keeper, players=2)
    ben = context_of(locale=locale).new_page()
    ben.goto(f"/j/{code}")
    ben.locator(".seatbtn").nth(1).click()
    television = context_of(locale=locale, viewport={"width": 1440, "height": 900}).new_page()
    television.goto(f"/t/{code}/tv")
    expect(television.locator("#sheet")).to_have_count(0)

    claim(keeper, "ber war" if locale != "ru" else "бер вар")
    for other in (ben, television):
        expect(other.locator('[data-r="berlin-warszawa-1"]')).to_have_class(re.compile("claimed .*p-red"))
        expect(other.locator('.chip[data-player="p1"] [data-points]')).to_have_text("7")
    expect(ben.locator(".chip.turn")).to_have_attribute("data-player", "p2")

    claim(ben, "wien mun" if locale != "ru" else "вена мюн")
    for other in (keeper, television):
        expect(other.locator('[data-r="munchen-wien-1"]')).to_have_class(re.compile("claimed .*p-blue"))
    ben.click("#undo button")
    for other in (keeper, television):
        expect(other.locator('[data-r="munchen-wien-1"]')).to_have_class("route r-orange")


def test_two_phones_without_network_claim_one_route(context_of: Callable[..., BrowserContext]) -> None:
    keeper = context_of().new_page()
    code = open_table(keeper, players=2)
    ben = context_of().new_page()
    ben.goto(f"/j/{code}")
    ben.locator(".seatbtn").nth(1).click()
    expect(ben.locator("#net")).to_have_text("saved")
    for phone in (keeper, ben):
        phone.context.set_offline(True)
        claim(phone, "berlin wien")
        expect(phone.locator("#net")).to_have_text("1 waiting")
    keeper.context.set_offline(False)
    expect(keeper.locator("#net")).to_have_text("saved", timeout=15_000)
    ben.context.set_offline(False)
    expect(ben.locator("#sheet .objections")).to_contain_text("Anna", timeout=15_000)
    expect(ben.locator('[data-r="berlin-wien-1"]')).to_have_class(re.compile("claimed .*p-red"))
    ben.get_by_role("button", name="Leave it").click()
    expect(ben.locator("#net")).to_have_text("saved")


@pytest.mark.parametrize("held", [False, True], ids=["reset each time", "held without an answer"])
def test_a_phone_whose_stream_never_begins_asks(
    held: bool, context_of: Callable[..., BrowserContext]
) -> None:
    """A router or a company's proxy does that to streams while everything else goes through."""
    keeper = context_of().new_page()
    code = open_table(keeper, players=2)
    ben = context_of().new_page()
    ben.route("**/stream?*", lambda route: None if held else route.abort())
    ben.goto(f"/j/{code}")
    ben.locator(".seatbtn").nth(1).click()
    claim(keeper, "ber war")
    expect(ben.locator('[data-r="berlin-warszawa-1"]')).to_have_class(
        re.compile("claimed .*p-red"), timeout=25_000
    )
    expect(ben.locator("#net")).to_have_text("saved", timeout=15_000)
