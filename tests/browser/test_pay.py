"""The payment page on a phone: tapping cards and what a tunnel turns up, from a table's route, and without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import open_table

TUNNEL = "/pay?edition=europe&length=2&colour=red&tunnel=1"


def more(page: Page, card: str, times: int = 1) -> None:
    """Tap the plus of a card, as fast as a thumb can or faster."""
    for _ in range(times):
        page.locator(f'[value="{card}+"]').click()


def test_cards_are_tapped_until_they_pay(page: Page) -> None:
    page.goto("/pay?edition=europe&length=4&colour=gray&ferry=1")
    answer = page.locator("#answer")
    expect(answer).to_contain_text("Tap the cards")
    more(page, "blue", 3)
    expect(answer).to_contain_text("at least 1 locomotive")
    more(page, "locomotive")
    expect(answer).to_have_class("answer is-go")
    expect(page.locator("[name=blue]")).to_have_value("3")
    more(page, "green")
    expect(answer).to_contain_text("Cards of several colours: blue and green.")
    page.locator('[value="green-"]').click()
    expect(answer).to_have_class("answer is-go")
    page.reload()
    expect(answer).to_have_class("answer is-go")


def test_a_tunnel_counts_the_cards_that_are_turned_up(page: Page) -> None:
    page.goto(TUNNEL)
    more(page, "red", 2)
    expect(page.locator("#answer")).to_contain_text("Now reveal three cards")
    for card in ("red", "blue", "locomotive"):
        page.locator(f'.palette [value="reveal+{card}"]').click()
    expect(page.locator("#answer")).to_contain_text("2 more cards are due.")
    expect(page.locator(".place.match")).to_have_count(2)
    expect(page.locator(".palette button").first).to_be_disabled()
    page.locator('[value="reveal-0"]').click()
    expect(page.locator("#answer")).to_contain_text("1 more card is due.")


def test_the_focus_stays_where_it_was(page: Page) -> None:
    page.goto(TUNNEL)
    button = page.locator('[value="red+"]')
    button.focus()
    for count in ("1", "2"):
        page.keyboard.press("Enter")
        expect(page.locator("[name=red]")).to_have_value(count)
        expect(page.locator("#answer")).to_contain_text("1 card is still" if count == "1" else "Now reveal")
        expect(button).to_be_focused()


def test_another_route_is_described_or_picked_from_the_board(page: Page) -> None:
    page.goto("/pay")
    page.locator(".chipset label", has_text="6").click()
    expect(page.locator(".line .slot")).to_have_count(6)
    page.select_option("[name=edition]", "ussr")
    expect(page.locator('.palette [value="reveal+controller"]')).to_have_count(0)
    page.locator("[name=tunnel]").check()
    expect(page.locator('.palette [value="reveal+controller"]')).to_have_count(1)
    page.select_option("[name=route]", index=1)
    expect(page.locator("[name=length]")).to_have_count(0)
    assert page.locator("#what").inner_text() != "The route"


def test_from_the_route_on_the_table_and_back(page: Page) -> None:
    code = open_table(page)
    page.goto(f"/t/{code}?route=dieppe-paris-1")
    page.locator("#sheet a", has_text="Pay with cards").click()
    expect(page.locator("#what")).to_have_text("Dieppe – Paris")
    expect(page.locator(".editions, [name=edition]")).to_have_count(0)
    more(page, "locomotive")
    expect(page.locator("#answer")).to_have_class("answer is-go")
    page.locator(".livery .bar > a").click()
    expect(page.locator("#sheet h2")).to_have_text("Dieppe – Paris")


@pytest.mark.parametrize("address", ["/pay", TUNNEL + "&red=2&reveal=red"])
def test_every_target_is_large_enough_and_nothing_scrolls_sideways(page: Page, address: str) -> None:
    page.goto(address)
    small = page.evaluate(
        """() => [...document.querySelectorAll(".pay button:not(.sr), .pay select, .chipset label, .pay summary, .pay .check, .livery .iconbtn")]
            .filter(e => e.checkVisibility()).map(e => [e.className, e.getBoundingClientRect()])
            .filter(([, r]) => r.height < 44 || r.width < 44).map(([name]) => name)"""
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_without_the_network_the_page_says_so(page: Page) -> None:
    page.goto(TUNNEL)
    page.context.set_offline(True)
    more(page, "red")
    expect(page.locator("#answer")).to_contain_text("the network is away")
    expect(page.locator("[name=red]")).to_have_value("1")
    page.context.set_offline(False)
    more(page, "red")
    expect(page.locator("#answer")).to_contain_text("Now reveal three cards")


def test_the_same_without_scripts(context_of: Callable[..., BrowserContext]) -> None:
    page = context_of(java_script_enabled=False, locale="ru-RU").new_page()
    page.goto("/pay")
    page.select_option("[name=edition]", "ussr")
    page.locator("[name=tunnel]").check()
    page.locator(".fold .btn.main").click()
    for card in ("red", "red", "red"):
        more(page, card)
    expect(page.locator("#answer")).to_contain_text("Теперь откройте три карты")
    for card in ("red", "controller", "green"):
        page.locator(f'.palette [value="reveal+{card}"]').click()
    expect(page.locator("#answer")).to_contain_text("Нужно доплатить 1 карту.")
