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


def joined(context_of, code: str, seat: str = "") -> None:
    """Bring another phone to a table, to a seat or as a watcher."""
    other = context_of().new_page()
    other.goto(f"/j/{code}")
    choice = f'form:has([name=seat][value="{seat}"]) button' if seat else "form.form .btn.big"
    with other.expect_navigation():
        other.locator(choice).click()


def openers(page: Page, control: str) -> list[list[float]]:
    """Return the middles of all controls of a kind, each where it lies once it was scrolled into view."""
    found = page.locator(control)
    assert found.count(), control
    places = []
    for number in range(found.count()):
        found.nth(number).scroll_into_view_if_needed()
        box = found.nth(number).bounding_box()
        places.append([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
    return places


ACTS = ("free", "send-away", "offer-keeper")
SCROLLS = ("window.scrollTo(0, 0)", "window.scrollTo(0, 1e6)")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_act_that_costs_others_lies_under_the_control_that_led_there(context_of, language):
    """Freeing a seat, sending phones away, handing over the table, taking everything back: wherever the page is scrolled."""
    page = phone(context_of, SIZES[0], language)
    code = played_table(page, most=12, reveal=False)
    joined(context_of, code, "p2")
    joined(context_of, code)
    page.goto(f"/t/{code}/share")
    with page.expect_navigation():
        page.locator('form:has([value="lock"]) button').click()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for act in ACTS:
            page.goto(f"/t/{code}/share")
            control = f'form:has([name=do][value="{act}"]) button'
            places = openers(page, control)
            with page.expect_navigation():
                page.locator(control).first.click()
            # The table is handed over by a link, with which another phone has to take it.
            assert page.locator("[data-irrevocable]").count() == (act != "offer-keeper")
            for scroll in SCROLLS:
                page.evaluate(scroll)
                assert [page.evaluate(UNDER, place) for place in places] == [""] * len(places), act
        page.goto(f"/t/{code}/history?at=5")
        control = 'a[href*="/history/back"]'
        place = centre(page, control)
        with page.expect_navigation():
            page.locator(control).click()
        expect(page.locator("[data-irrevocable]")).to_have_count(1)
        for scroll in SCROLLS:
            page.evaluate(scroll)
            assert page.evaluate(UNDER, place) == ""


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
