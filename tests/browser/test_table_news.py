"""What a phone with a seat shows of the others: whose turn it is, which seat is its own, what was recorded elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import open_table
from tests.browser.phones import begun, claim, claimed, entries, has, saved
from tests.browser.tables import SEND

Contexts = Callable[..., BrowserContext]


def seated(context: BrowserContext, code: str, seat: int = 1) -> Page:
    """Take a seat with another phone."""
    phone = context.new_page()
    phone.goto(f"/j/{code}")
    phone.locator(".seatbtn").nth(seat).click()
    saved(phone)
    return phone


def lit(page: Page) -> str | None:
    """Return whose chip is cream, to the eye and to the ear."""
    chip = page.locator(".chip.turn")
    expect(chip).to_have_attribute("aria-current", "true")
    return chip.get_attribute("data-player")


def test_the_cream_chip_is_whose_turn_it_is_and_a_mark_is_whose_phone(
    page: Page, context_of: Contexts
) -> None:
    code = open_table(page, players=3)
    ben = seated(context_of(), code)
    assert lit(ben) == "p1"
    assert ben.locator(".chip .you:visible").all_text_contents() == ["you"]
    expect(ben.locator('.chip[data-player="p2"] .you')).to_be_visible()
    claim(page, "berlin-wien-1")
    claimed(ben, "berlin-wien-1", "red")
    assert lit(ben) == "p2"
    claim(ben, "munchen-wien-1")
    assert lit(ben) == "p3"
    expect(page.locator('.chip[data-player="p3"]')).to_have_class(has("turn"))
    expect(page.locator(".chip .you:visible")).to_have_count(0)  # two seats are no one person
    ben.reload()
    assert lit(ben) == "p3"
    ben.click('.chip[data-player="p1"]')
    ben.get_by_role("button", name="Record for Anna").click()
    assert lit(ben) == "p3"
    expect(ben.locator('.chip[data-player="p1"]')).to_have_class(has("next"))


def test_a_phone_for_all_seats_has_no_mark_and_lights_for_whom_it_records(page: Page) -> None:
    open_table(page, players=3)
    begun(page)
    expect(page.locator(".chip .you:visible")).to_have_count(0)
    page.click('.chip[data-player="p3"]')
    page.get_by_role("button", name="Record for Cleo").click()
    assert lit(page) == "p3"
    expect(page.locator('.chip[data-player="p1"]')).to_have_class(has("next"))


@pytest.mark.parametrize("stream", [True, False])
def test_what_another_phone_records_is_shown_for_a_while(
    stream: bool, page: Page, context_of: Contexts
) -> None:
    code = open_table(page, players=3)
    context = context_of()
    if not stream:
        context.add_init_script("delete window.EventSource")
    ben = seated(context, code)
    news = ben.locator("#news")
    claim(page, "berlin-wien-1")
    expect(news).to_have_text("Anna: Berlin – Wien, +4")
    expect(news.locator("svg.p-red")).to_be_visible()
    expect(news.get_by_role("button")).to_have_count(0)
    expect(page.locator("#news")).to_be_hidden()  # one's own acts have their own toast
    # Out of turn: Ben's phone writes down Cleo's claim while it is Ben's turn; each later one stands for the last.
    ben.click('.chip[data-player="p3"]')
    ben.get_by_role("button", name="Record for Cleo").click()
    claim(ben, "munchen-wien-1")
    saved(ben)
    expect(page.locator("#news")).to_have_text("Cleo: München – Wien, +4")
    expect(ben.locator("#news")).to_have_text("Anna: Berlin – Wien, +4")
    box, own = news.bounding_box(), ben.locator("#toast").bounding_box()
    assert box is not None
    assert own is not None
    assert box["y"] + box["height"] < own["y"]


def test_what_another_phone_takes_back_is_shown(page: Page, context_of: Contexts) -> None:
    code = open_table(page, players=3)
    ben = seated(context_of(), code)
    claim(page, "berlin-wien-1")
    expect(ben.locator("#news")).to_contain_text("Berlin – Wien")
    page.click("#toast button")
    expect(ben.locator("#news")).to_have_text("Taken back: Anna: Berlin – Wien")


def test_what_came_while_a_phone_was_away_is_one_line(page: Page, context_of: Contexts) -> None:
    code = open_table(page, players=3)
    context = context_of(locale="ru")
    context.add_init_script("delete window.EventSource")  # a stream that is open already outlives set_offline
    ben = seated(context, code)
    context.set_offline(True)
    expect(ben.locator("#net")).to_have_class(has("waiting"), timeout=20_000)
    routes = ["berlin-wien-1", "munchen-wien-1", "munchen-venezia-1", "roma-venezia-1", "brindisi-roma-1"]
    acts = [
        {
            "id": f"entry-{n:04}-{code}",
            "event": {"type": "route_claimed", "player": f"p{n % 3 + 1}", "route": r},
        }
        for n, r in enumerate(routes)
    ]
    assert page.evaluate(SEND, [code, acts]) == []
    assert len(entries(page, code)) >= len(routes)
    context.set_offline(False)
    expect(ben.locator("#news")).to_have_text("5 новых записей", timeout=20_000)
