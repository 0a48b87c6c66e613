"""Nothing that cannot be undone lies under the control that led there, and no tap reveals a ticket."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import code_of, reveal
from tests.browser.tables import played_table

SIZES = [(360, 640), (360, 740), (375, 667)]
PHONES = [(size, language) for size in SIZES for language in ("en", "ru")]
UNDER = """([x, y]) => {
    const there = document.elementFromPoint(x, y)?.closest("[data-irrevocable]");
    return there ? there.textContent.trim() : "";
}"""


def centre(page: Page, control: str) -> list[float]:
    """Return the middle of a control on the screen."""
    found = page.locator(control).first
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    assert box, control
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def phone(context_of, size, language, **more) -> Page:
    width, height = size
    return context_of(viewport={"width": width, "height": height}, locale=language, **more).new_page()


@pytest.mark.parametrize(("size", "language"), PHONES)
def test_three_quick_taps_on_finish_reveal_nothing(context_of, size, language):
    page = phone(context_of, size, language)
    code = played_table(page, most=30, reveal=False)
    page.goto(f"/t/{code}")
    page.locator("html.js").wait_for()
    x, y = centre(page, 'nav.foot a[href$="/finish"]')
    for _ in range(3):
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(150)
    page.wait_for_url("**/finish")
    page.wait_for_timeout(1500)
    state = page.evaluate("c => fetch(`/t/${c}/state.json`).then(r => r.json())", code)
    assert state["revealed"] is False
    types = page.evaluate(
        "c => fetch(`/t/${c}/entries?after=0`).then(r => r.json()).then(n => n.entries.map(e => e.event.type))",
        code,
    )
    assert "reveal_asked" not in types


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(("size", "language"), PHONES)
def test_no_irrevocable_control_lies_under_its_opener(context_of, size, language, scripts):
    page = phone(context_of, size, language)
    code = played_table(page, most=30, reveal=False)
    if not scripts:
        cookies = page.context.cookies()
        page = phone(context_of, size, language, java_script_enabled=False)
        page.context.add_cookies(cookies)
    page.goto(f"/t/{code}")
    finish = centre(page, 'nav.foot a[href$="/finish"]')
    page.goto(f"/t/{code}/finish")
    for scroll in ("window.scrollTo(0, 0)", "window.scrollTo(0, 1e6)"):
        if scripts:
            page.evaluate(scroll)
        assert page.evaluate(UNDER, finish) == ""
    hold = centre(page, "[data-hold]")
    page.goto(f"/t/{code}/finish/reveal")
    expect(page.locator("[data-irrevocable]")).to_be_visible()
    assert page.evaluate(UNDER, hold) == ""
    assert page.evaluate(UNDER, finish) == ""


def test_holding_reveals_and_a_tap_does_not(page):
    code = played_table(page, most=30, reveal=False)
    page.goto(f"/t/{code}/finish")
    page.wait_for_timeout(700)
    page.locator("[data-hold]").click()
    page.wait_for_timeout(1300)
    assert code_of(page) == code
    expect(page.locator("[data-hold]")).to_be_visible()
    reveal(page, code)


def test_keys_hold_too(page):
    code = played_table(page, most=30, reveal=False)
    for words in ("Hold once more: everybody sees all tickets", ""):
        page.goto(f"/t/{code}/finish")
        page.wait_for_timeout(700)
        page.locator("[data-hold]").focus()
        page.keyboard.down(" ")
        with page.expect_navigation():
            page.wait_for_timeout(1200)
        page.keyboard.up(" ")
        if words:
            expect(page.locator("[data-hold]")).to_contain_text(words)
    expect(page.get_by_text("Done: all tickets lie open for everybody.")).to_be_visible()


def test_without_scripts_a_page_asks_twice(context_of, page):
    code = played_table(page, most=30, reveal=False)
    plain = context_of(java_script_enabled=False)
    plain.add_cookies(page.context.cookies())
    other = plain.new_page()
    other.goto(f"/t/{code}/finish")
    for _ in range(2):
        other.locator("[data-hold]").click()
        other.wait_for_timeout(700)
        other.locator("[data-irrevocable]").click()
    expect(other.get_by_text("Done: all tickets lie open for everybody.")).to_be_visible()
