"""What lies where on the table page: nothing under what is tapped, nothing outside what holds it, room for the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect

from tests.browser.conftest import open_table
from tests.browser.phones import begun, claim, entries, state
from tests.browser.tables import SEND, played_table

LYING = [(740, 360), (844, 390), (915, 412)]


def box(part: Locator) -> FloatRect:
    """Return where a part of the page is."""
    found = part.bounding_box()
    assert found is not None
    return found


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes share no point."""
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


@pytest.mark.parametrize("size", [(360, 740), (320, 640), (768, 1024), (1280, 800), *LYING])
def test_the_toast_lies_over_no_button(
    size: tuple[int, int], context_of: Callable[..., BrowserContext]
) -> None:
    page = context_of(viewport={"width": size[0], "height": size[1]}, locale="ru").new_page()
    open_table(page, players=2)
    claim(page, "berlin-wien-1")
    page.wait_for_timeout(400)  # it has come to rest
    toast = box(page.locator("#toast"))
    for button in page.locator(".float .iconbtn:visible, .actions a, .actions button").all():
        assert apart(toast, box(button)), button.get_attribute("id")


def test_with_a_sheet_the_toast_lies_over_no_button_either(page: Page) -> None:
    open_table(page, players=2)
    claim(page, "berlin-wien-1")
    page.click('.actions [data-mode="station"]')
    expect(page.locator("#sheet")).to_be_visible()
    page.wait_for_timeout(400)
    for button in page.locator(".float .iconbtn:visible, #sheet button:visible, #sheet input").all():
        assert apart(box(page.locator("#toast")), box(button))


@pytest.mark.parametrize("width", [320, 360])
def test_long_names_stay_inside_the_toast(width: int, context_of: Callable[..., BrowserContext]) -> None:
    page = context_of(viewport={"width": width, "height": 740}, locale="ru").new_page()
    page.goto("/new/europe")
    page.fill("[name=name-1]", "Константин Константинович")
    page.fill("[name=name-2]", "Вера")
    page.click("form[data-new] .btn.main")
    claim(page, "bucuresti-constantinople-1")
    page.wait_for_timeout(400)
    toast, words = box(page.locator("#toast")), box(page.locator("#toast span"))
    inner = page.evaluate(
        "() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('#toast span'));"
        " const { top, bottom } = range.getBoundingClientRect(); return [top, bottom]; }"
    )
    assert words["height"] > 48  # three lines at least, or nothing is tested here
    assert inner[0] >= toast["y"] + 6
    assert inner[1] <= toast["y"] + toast["height"] - 6  # the line of the time left runs below
    assert apart(toast, box(page.locator("#fit"))), (toast, box(page.locator("#fit")))


@pytest.mark.parametrize("path", ["table", "/settings"])
def test_a_tap_beside_the_menu_closes_it_and_does_nothing_else(path: str, page: Page) -> None:
    code = open_table(page, players=2)
    if path != "table":
        page.goto(path)
    else:
        begun(page)
    menu = page.locator(".menu")
    for x, y in ((40, 400), (180, 700), (120, 22)):
        page.click(".menu summary")
        expect(page.locator(".menu-list")).to_be_visible()
        page.touchscreen.tap(x, y)
        expect(menu).not_to_have_attribute("open", "")
        if path == "table":
            expect(page.locator("#sheet")).to_be_hidden()
            assert page.url.endswith(f"/t/{code}")
    page.click(".menu summary")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(page.locator(".menu summary")).to_be_focused()
    page.click(".menu summary")
    page.locator(".menu-list a").last.click()  # what is in it can be tapped all the same
    page.wait_for_load_state()


def test_escape_closes_the_menu_before_the_sheet(page: Page) -> None:
    open_table(page, players=2)
    page.click('.actions [data-mode="claim"]')
    page.click(".menu summary")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()


@pytest.mark.parametrize("size", LYING)
@pytest.mark.parametrize("edition", ["europe", "usa"])
def test_a_phone_that_lies_gives_its_height_to_the_board(
    size: tuple[int, int], edition: str, context_of: Callable[..., BrowserContext]
) -> None:
    width, height = size
    page = context_of(viewport={"width": width, "height": height}, locale="ru").new_page()
    code = open_table(page, edition, players=5)
    begun(page)
    whole = box(page.locator(".map"))
    assert whole["height"] >= 0.6 * height
    assert whole["width"] >= 0.5 * width
    for part in page.locator(".actions a, .actions button, .chip, .bar .iconbtn").all():
        found = box(part)
        assert found["x"] >= 0
        assert found["x"] + found["width"] <= width
        assert found["y"] + found["height"] <= height
        assert apart(found, whole)
    # A sheet lies beside the board as well, and the board stays as it was.
    page.goto(f"/t/{code}?player=p1")
    begun(page)
    expect(page.locator("#sheet")).to_be_visible()
    assert apart(box(page.locator("#sheet")), box(page.locator(".map")))
    assert box(page.locator(".map")) == whole


@pytest.mark.parametrize("size", [*LYING, (1024, 768), (1280, 800)])
def test_beside_the_board_a_long_notice_takes_whole_lines(
    size: tuple[int, int], context_of: Callable[..., BrowserContext]
) -> None:
    page = context_of(viewport={"width": size[0], "height": size[1]}, locale="ru").new_page()
    code = played_table(page, reveal=False)
    page.goto(f"/t/{code}")
    begun(page)
    words, notice = box(page.locator("#notice > span")), box(page.locator("#notice"))
    assert words["width"] > 0.75 * notice["width"]
    assert notice["height"] < 0.4 * size[1]
    assert notice["y"] + notice["height"] <= size[1]


@pytest.mark.parametrize("width", [360, 740, 1280])
@pytest.mark.parametrize("players", [2, 5])
def test_the_pattern_of_a_chip_is_as_large_as_its_strip(
    width: int, players: int, context_of: Callable[..., BrowserContext]
) -> None:
    """Red is one long bar, blue are dots: cut to its middle, red would be a cream band."""
    page = context_of(viewport={"width": width, "height": 740}).new_page()
    open_table(page, "europe", players=players)
    for strip in page.locator(".chip .strip").all():
        drawn = strip.evaluate("svg => svg.querySelector('use').getBoundingClientRect().height")
        assert drawn <= box(strip)["height"] + 0.5


def test_after_the_end_the_way_on_is_a_button_and_no_act_is_lit(page: Page) -> None:
    code = played_table(page, reveal=False)
    page.goto(f"/t/{code}")
    begun(page)
    expect(page.locator(".actions [aria-current]")).to_have_count(0)
    page.locator("#notice").get_by_role("link", name="Finish").click()
    page.wait_for_url(f"**/t/{code}/finish")


def test_the_end_is_shown_while_the_page_is_open(page: Page) -> None:
    code = played_table(page, reveal=False)
    page.goto(f"/t/{code}")
    begun(page)
    finish, claims = page.locator("#notice [data-finish]"), page.locator('.actions [data-mode="claim"]')
    expect(finish).to_be_visible()
    last = state(page, code)["lastTurn"]
    back = {"id": f"back-{code}", "event": {"type": "retracted", "target": last}}
    assert page.evaluate(SEND, [code, [back]]) == []
    expect(finish).to_be_hidden()
    expect(claims).to_have_attribute("aria-current", "true")
    again = {"id": f"again-{code}", "event": {"type": "retracted", "target": entries(page, code)[-1]["seq"]}}
    assert page.evaluate(SEND, [code, [again]]) == []
    expect(finish).to_be_visible()
    expect(claims).not_to_have_attribute("aria-current", "true")
