"""What a person sees at a glance: names whole, both ends of a hop in view, the last line at the foot of a page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import open_table
from tests.browser.tables import SEND, played_table, recorded
from tests.browser.test_whole_words import BROKEN

NAMES = ("Нина Петровна", "Александр", "Мама", "Екатерина Орлова")
HOP = """() => {
    const frame = document.querySelector(".walk-board").getBoundingClientRect();
    return [...document.querySelectorAll(".city:is(.end, .left) .dot")].map((dot) => {
        const box = dot.getBoundingClientRect();
        return box.left > frame.left && box.right < frame.right && box.top > frame.top && box.bottom < frame.bottom;
    });
}"""


@pytest.fixture
def russian(context_of: Callable[..., BrowserContext]) -> Page:
    """A phone that speaks Russian."""
    return context_of(locale="ru").new_page()


def _named_table(page: Page) -> str:
    """Play a recorded game of four with long names; return its address."""
    page.goto("/new/ussr")
    for number, name in enumerate(NAMES):
        page.locator(".seat-row .field").nth(number).fill(name)
    page.locator("main form button").last.click()
    page.wait_for_url("**/t/*")
    code = page.url.rsplit("/", 1)[1]
    entries = [
        {"id": f"entry-{n:04}-{code}", "event": entry["event"], "overrule": []}
        for n, entry in enumerate(recorded("ussr/four-players"))
    ]
    assert not page.evaluate(SEND, [code, entries])
    return f"/t/{code}"


def test_long_names_are_whole(russian: Page) -> None:
    table = _named_table(russian)
    for path, box in (("/finish", ".window .name"), ("/sheet", ".tt thead .who")):
        russian.goto(table + path)
        assert russian.locator(box).all_text_contents()
        russian.locator(box).evaluate_all("(names) => names.forEach((n) => { n.style.hyphens = 'manual'; })")
        assert russian.evaluate(BROKEN) == [], path
        outside = russian.locator(box).evaluate_all(
            "(names) => names.filter((n) => n.scrollWidth > n.clientWidth + 1).map((n) => n.textContent)"
        )
        assert outside == [], path


def test_the_walk_shows_where_a_hop_begins_and_ends(russian: Page) -> None:
    code = played_table(russian, "ussr/four-players")
    russian.goto(f"/t/{code}/sheet/board?show=trail:p2&step=0")
    hops = russian.locator(".walk > li:not(.hd)").count() - 1
    assert hops > 5
    assert russian.locator(".walk .hd span").all_text_contents()[2:] == ["вагоны", "всего"]
    for _ in range(hops):
        with russian.expect_response("**part=1"):
            russian.locator("[rel=next]").click()
        russian.wait_for_timeout(400)
        assert russian.evaluate(HOP) == [True, True], russian.locator(".stepper p").inner_text()


@pytest.mark.parametrize("path", ["/settings", "/new/europe", "/"])
def test_the_last_line_of_a_page_is_at_its_foot(russian: Page, path: str) -> None:
    russian.goto(path)
    foot, high = russian.evaluate(
        "[document.querySelector('.foot-line').getBoundingClientRect().bottom + scrollY,"
        " document.documentElement.scrollHeight]"
    )
    assert abs(foot - high) <= 1
    assert foot >= russian.evaluate("innerHeight") - 1


SHUTTER = """() => ({
    foot: document.getElementById("shutter").getBoundingClientRect().bottom,
    cover: document.getElementById("cover").getBoundingClientRect().top,
})"""


@pytest.mark.parametrize("edition", ["europe", "ussr"])
def test_the_window_of_tickets_shows_all_while_it_is_held_and_can_always_be_closed(
    russian: Page, edition: str
) -> None:
    code = open_table(russian, edition, 2)
    russian.goto(f"/t/{code}/tickets/p1")
    russian.locator("#hold").dispatch_event("pointerdown", {"pointerId": 1})
    russian.wait_for_timeout(700)
    assert russian.evaluate(SHUTTER)["foot"] <= 10
    russian.locator("#keep button").dispatch_event("click")
    russian.locator("#cards li").first.wait_for()
    typed = russian.locator("#ticket-q").get_attribute("placeholder") or ""
    assert typed.startswith("например: ")
    russian.fill("#ticket-q", typed.removeprefix("например: "))
    assert russian.locator("#cards li[data-w]:visible").count() >= 1
    russian.fill("#ticket-q", "")
    cut = russian.evaluate(
        """() => { const list = document.getElementById("cards").getBoundingClientRect();
        return [...document.querySelectorAll("#cards li")].some((row) => {
            const box = row.getBoundingClientRect();
            return box.top + 10 < list.bottom && box.bottom - 10 > list.bottom; }); }"""
    )
    assert cut, "the list looks as if it ended there"
    russian.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    russian.wait_for_timeout(200)
    assert 0 <= russian.evaluate(SHUTTER)["cover"] < 100


def test_what_a_search_suggests_is_on_the_board(russian: Page) -> None:
    for edition in ("ussr", "marklin", "usa"):
        open_table(russian, edition, 2)
        russian.keyboard.press("/")
        field = russian.locator("#sheet .find .field")
        typed = (field.get_attribute("placeholder") or "").removeprefix("например: ")
        field.fill(typed)
        assert russian.locator("#sheet .found li").count() >= 1, typed
