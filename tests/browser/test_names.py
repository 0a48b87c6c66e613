"""The longest names that the form takes: no page becomes wider than the phone, and no name is more than text."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

LONG = ("W" * 40, "Ъ" * 40, "👩‍🚂" * 13, "<script>document.title='no'</script>", "محمد علي بن عبد الله")
PAGES = (
    *("", "?player=p1", "?for=p2&recording=1", "?route=berlin-wien-1", "/log", "/share", "/finish", "/sheet"),
    *("/tickets", "/tickets/p1?show=1", "/ask", "/ask/p1?show=1", "/history", "/audit", "/whatif"),
    *("/recount", "/takehome", "/tv"),
)
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_no_page_is_wider_than_a_phone_for_a_name_without_a_space(page: Page) -> None:
    page.goto("/new/europe")
    for number, name in enumerate(LONG, start=1):
        page.fill(f"[name=name-{number}]", name)
    page.click("form[data-new] .btn.main")
    page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))
    table = page.url
    page.goto(f"{table}?route=berlin-wien-1")
    page.locator("#sheet .go").first.click()
    expect(page.locator("#net")).to_have_text("saved")
    wide = {}
    for path in PAGES:
        page.goto(table + path)
        wide[path] = page.evaluate(WIDE)
        assert page.title() != "no"
    assert {path: more for path, more in wide.items() if more > 0} == {}


def test_a_name_written_from_the_right_shows_its_beginning(page: Page) -> None:
    page.goto("/new/europe")
    for number, name in enumerate((LONG[4], "Anna"), start=1):
        page.fill(f"[name=name-{number}]", name)
    page.click("form[data-new] .btn.main")
    page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))
    chips = page.locator(".chip .who")
    assert [chip.evaluate("e => getComputedStyle(e).direction") for chip in chips.all()] == ["rtl", "ltr"]
