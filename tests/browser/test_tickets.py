"""The shutter of the ticket window: held open with the thumb, down when let go, and nothing secret behind it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import open_table


@pytest.fixture
def window(page: Page) -> Page:
    """Anna's window on the phone that holds all seats, with one ticket in it, closed."""
    code = open_table(page)
    page.goto(f"/t/{code}/tickets")
    page.get_by_role("link", name="Anna").click()
    page.get_by_role("button", name="Open without holding").click()
    page.fill("#ticket-q", "ber lon")
    page.locator('#cards button[value="berlin--london"]').click()
    expect(page.locator(".tick-card")).to_have_count(1)
    page.get_by_role("link", name="Close the shutter").click()
    expect(page.locator("#shutter")).to_be_visible()
    expect(page.locator(".tick-card")).to_have_count(0)
    return page


def test_the_thumb_holds_the_shutter_up(window: Page) -> None:
    hold = window.locator("#hold")
    box = hold.bounding_box()
    assert box is not None
    window.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    window.mouse.down()
    expect(window.locator(".tick-card")).to_be_visible()
    window.mouse.up()
    expect(window.locator(".tick-card")).to_have_count(0)
    expect(window.locator("#window")).to_have_attribute("inert", "")


def test_the_shutter_falls_when_nobody_touches_the_phone(window: Page) -> None:
    window.clock.install()
    window.reload()
    window.get_by_role("button", name="Open without holding").click()
    expect(window.locator(".tick-card")).to_be_visible()
    window.clock.run_for(19_000)
    expect(window.locator("#shutter")).to_be_hidden()
    window.clock.run_for(2_000)
    expect(window.locator("#shutter")).to_be_visible()
    window.clock.run_for(1_000)
    expect(window.locator(".tick-card")).to_have_count(0)


def test_the_shutter_falls_when_the_app_goes_to_the_back(window: Page) -> None:
    window.get_by_role("button", name="Open without holding").click()
    expect(window.locator(".tick-card")).to_be_visible()
    window.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { value: true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    expect(window.locator("#shutter")).to_be_visible()


def test_a_ticket_is_typed_in_either_alphabet_and_taken_back(window: Page) -> None:
    window.get_by_role("button", name="Open without holding").click()
    window.fill("#ticket-q", "афин эдин")
    expect(window.locator("#cards li:visible")).to_have_count(1)
    window.locator("#cards li:visible button").click()
    expect(window.locator(".tick-card")).to_have_count(2)
    window.locator(".tick-card .away summary").first.click()
    window.get_by_role("button", name="Take this ticket back").first.click()
    expect(window.locator(".tick-card")).to_have_count(1)


def test_the_window_works_without_scripts(context_of: Callable[..., BrowserContext]) -> None:
    page = context_of(java_script_enabled=False, locale="ru").new_page()
    code = open_table(page, players=2)
    page.goto(f"/t/{code}/tickets/p1")
    expect(page.locator(".tick-card")).to_have_count(0)
    page.get_by_role("button", name="Поднять шторку").click()
    page.locator('#cards button[value="berlin--london"]').click()
    expect(page.locator(".tick-card")).to_have_count(1)
    page.get_by_role("link", name="Опустить шторку").click()
    expect(page.locator(".tick-card")).to_have_count(0)


def taken(page: Page) -> list[str]:
    """Return the cards that were written down."""
    address = page.url.split("/tickets")[0] + "/log.jsonl"
    lines = page.request.get(address).text().splitlines()[2:]
    return [ticket for line in lines for ticket in json.loads(line)["event"].get("tickets", ())]


CARDS = "[...document.querySelectorAll('#cards button[name=ticket]:not([disabled])')]"


def test_cards_that_are_tapped_quickly_are_all_added(window: Page) -> None:
    window.get_by_role("button", name="Open without holding").click()
    expect(window.locator(".tick-card")).to_have_count(1)

    def slowly(route: Route) -> None:
        time.sleep(0.3)
        route.continue_()

    window.route(re.compile(r"/tickets/[^/?]+$"), slowly)
    cards = window.evaluate(f"() => {CARDS}.slice(0, 3).map(b => b.value)")
    window.evaluate(f"() => {CARDS}.slice(0, 3).forEach((b, i) => setTimeout(() => b.click(), 100 * i))")
    expect(window.locator(".tick-card")).to_have_count(4)
    assert taken(window) == ["berlin--london", *cards]


def test_a_card_whose_answer_was_lost_is_not_taken_for_the_next_one(window: Page) -> None:
    window.get_by_role("button", name="Open without holding").click()
    expect(window.locator(".tick-card")).to_have_count(1)
    lost: list[str] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort()

    window.route(re.compile(r"/tickets/[^/?]+$"), lose)
    first, second = window.evaluate(f"() => {CARDS}.slice(0, 2).map(b => b.value)")
    for card in (first, second):
        window.locator(f'#cards button[value="{card}"]').click()
        expect(window.locator("#cards button:disabled" if card == second else ".said")).not_to_have_count(0)
    expect(window.locator(".tick-card")).to_have_count(3)
    assert taken(window) == ["berlin--london", first, second]


def test_an_engine_that_ignores_the_button_of_a_form_adds_a_card(window: Page) -> None:
    """Before iOS 16.4 and Chrome 112 ``new FormData(form, button)`` took no notice of the button."""
    window.add_init_script(
        "const Whole = FormData; window.FormData = class extends Whole { constructor(form) { super(form); } };"
    )
    window.reload()
    assert (
        window.evaluate(
            """() => {
            const form = document.createElement("form"), button = document.createElement("button");
            Object.assign(button, { name: "a", value: "b" });
            form.append(button);
            return [...new FormData(form, button)].length;
        }"""
        )
        == 0
    )
    window.get_by_role("button", name="Open without holding").click()
    expect(window.locator(".tick-card")).to_have_count(1)
    card = window.locator("#cards button[name=ticket]:not([disabled])").first
    value = card.get_attribute("value")
    card.click()
    expect(window.locator(".tick-card")).to_have_count(2)
    assert taken(window) == ["berlin--london", value]
