"""What if: tapped on a phone, seen at once, opened elsewhere, and nowhere in the log."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import open_table, wrongly_drawn
from tests.browser.test_ask import claim, keep
from tests.browser.test_table_claims import tap

ROUTE = "berlin-danzig-1"


def news(page: Page, code: str) -> dict[str, object]:
    """Everything this phone may know of the table."""
    return page.evaluate("c => fetch(`/t/${c}/entries?after=0`).then(r => r.json())", code)


def test_a_sandbox_changes_the_score_at_once_and_leaves_no_trace(
    page: Page, context_of: Callable[..., BrowserContext]
) -> None:
    code = open_table(page, "europe", 3)
    claim(page, code, "p2", "danzig-warszawa-1")
    keep(page, code, "p1", "berlin--moskva")
    before = news(page, code)

    page.goto(f"/t/{code}/whatif?for=p1")
    total = page.locator("tr.total td").nth(0)
    expect(total).to_be_visible(timeout=30_000)
    board = page.locator("[data-board] svg")
    board.evaluate("svg => { svg.dataset.same = 'yes' }")
    tap(page, ROUTE)
    expect(page.locator("#picked h2")).to_have_text("Berlin – Danzig")
    page.locator("#picked .btn", has_text="For Anna").click()
    expect(page.locator(f'[data-r="{ROUTE}"]')).to_have_class(re.compile("claimed p-red"))
    assert not wrongly_drawn(page)
    expect(page.locator("#changes li")).to_have_count(1)
    expect(page.locator("tr.was small").first).to_have_text("+17", timeout=30_000)  # 7 and the longest trail
    expect(board).to_have_attribute("data-same", "yes")

    page.locator("#points .link", has_text="Count Anna’s tickets").click()
    expect(page.locator("#shutter")).to_be_visible()
    expect(page.locator("#hand")).to_have_count(0)
    page.get_by_role("button", name="Open without holding").click()
    expect(page.locator("#hand .tick-card")).to_have_count(1)
    expect(page.locator("#hand .tick-card")).to_have_class(re.compile("is-open"))
    link = page.locator("#share-it input").input_value()
    assert "moskva" not in link

    other = context_of().new_page()
    other.goto(link)
    expect(other.locator(f'[data-r="{ROUTE}"]')).to_have_class(re.compile("claimed p-red"))
    expect(other.locator("#changes li")).to_have_count(1)
    expect(other.locator("#hand .tick-card")).to_have_count(0)

    page.go_back()
    expect(page.locator("#hand .tick-card")).to_have_count(0)
    expect(page.locator("#hand")).to_be_visible()
    page.locator("#changes a.iconbtn").click()
    expect(page.locator(f'[data-r="{ROUTE}"]')).not_to_have_class(re.compile("claimed"))
    assert not wrongly_drawn(page)
    assert news(page, code) == before
    page.goto(f"/t/{code}")
    expect(page.locator(f'[data-r="{ROUTE}"]')).not_to_have_class(re.compile("claimed"))


def test_what_is_tried_out_with_a_hand_stays_behind_its_shutter(page: Page) -> None:
    code = open_table(page, "europe", 3)
    keep(page, code, "p1", "berlin--moskva")
    page.goto(f"/t/{code}/whatif?for=p1&hand=p1")
    page.get_by_role("button", name="Open without holding").click()
    expect(page.locator("#hand .tick-card")).to_have_count(1)
    tap(page, ROUTE)
    page.locator("#picked .btn", has_text="For Anna").click()
    expect(page.locator(f'[data-r="{ROUTE}"]')).to_have_class(re.compile("claimed p-red"))
    expect(page.locator("#hand .tick-card")).to_have_count(1)
    page.get_by_role("link", name="Close the shutter").click()
    expect(page.locator("#list > *")).to_have_count(0)
    page.get_by_role("button", name="Open without holding").click()
    expect(page.locator(f'[data-r="{ROUTE}"]')).to_have_class(re.compile("claimed p-red"))
    expect(page.locator("#changes li")).to_have_count(1)
    tap(page, "danzig-warszawa-1")
    expect(page.locator("#picked h2")).to_have_text("Danzig – Warszawa")
    # Nothing that the browser remembers opens the hand again.
    for _step in (page.go_back, page.reload):
        _step()
        expect(page.locator("#shutter, #hand").first).to_be_visible()
    assert "show=" not in page.url
    expect(page.locator("#shutter")).to_be_visible()
    expect(page.locator(".tick-card")).to_have_count(0)


def test_a_sandbox_works_without_scripts(context_of: Callable[..., BrowserContext]) -> None:
    page = context_of(java_script_enabled=False).new_page()
    code = open_table(page, "europe", 3)
    keep(page, code, "p2", "berlin--moskva")
    page.goto(f"/t/{code}/whatif?for=p2")
    href = page.locator(f'[data-r="{ROUTE}"]').get_attribute("href")
    page.goto(href)
    page.locator("#picked .btn", has_text="For Ben").click()
    expect(page.locator(f'[data-r="{ROUTE}"]')).to_have_class(re.compile("claimed p-blue"))
    page.locator("details.free summary").click()
    page.select_option("[name=ticket]", "p2:berlin--london")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#hand .tick-card")).to_contain_text("London")
    page.get_by_role("link", name="Count Ben’s tickets").click()
    expect(page.locator("#hand")).to_have_count(0)
    page.get_by_role("button", name="Lift the shutter").click()
    expect(page.locator("#hand .tick-card")).to_have_count(2)
    page.goto(page.locator('[data-r="danzig-warszawa-1"]').get_attribute("href"))
    expect(page.locator("#hand .tick-card")).to_have_count(2)
