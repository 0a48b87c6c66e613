"""A player asks which tickets are achievable, before and after a rival's claim cuts him off; what to keep; new boards."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import open_table


def record(page: Page, code: str, event: dict[str, object]) -> None:
    """Write an act down as the page's own scripts do."""
    status = page.evaluate(
        """async ([code, event]) => (await fetch(`/t/${code}/entries`, {
            method: "POST",
            headers: { "Content-Type": "application/json", "X-Stationmaster": "1" },
            body: JSON.stringify({ id: `test-${Math.random().toString(36).slice(2)}-x`, event, overrule: ["turn-not-left"] }),
        })).status""",
        [code, event],
    )
    assert status == 201, event


def claim(page: Page, code: str, player: str, route: str) -> None:
    """Write a claim down."""
    record(page, code, {"type": "route_claimed", "player": player, "route": route})


def keep(page: Page, code: str, player: str, *tickets: str) -> None:
    """Write tickets down."""
    record(page, code, {"type": "tickets_kept", "player": player, "tickets": list(tickets)})


def test_a_ticket_is_open_until_a_rivals_claim_cuts_it_off(page: Page) -> None:
    code = open_table(page, "usa", 2)
    keep(page, code, "p1", "montreal--vancouver", "denver--el-paso")
    claim(page, code, "p2", "calgary-vancouver-1")

    page.goto(f"/t/{code}")
    page.locator("summary[aria-label='Menu']").first.click()
    page.get_by_role("link", name="Ask the table").click()
    page.locator(".window", has_text="Anna").click()
    expect(page.locator("#shutter")).to_be_visible()
    expect(page.locator(".tick-card")).to_have_count(0)
    page.get_by_role("button", name="Open without holding").click()
    expect(page.locator("#together h2")).to_have_text(
        "All tickets can be completed together.", timeout=30_000
    )
    card = page.locator(".tick-card", has_text="Vancouver")
    expect(card).to_have_class(re.compile("is-open"))
    expect(card.locator(".mini .todo")).to_have_count(1)

    # With two players Ben's claim closes the other track as well.
    page.goto(f"/t/{code}?route=seattle-vancouver-1&for=p2")
    page.locator("#sheet .go").first.click()
    expect(page.locator("#net")).to_have_text("saved")

    page.goto(f"/t/{code}/ask/p1")
    page.get_by_role("button", name="Open without holding").click()
    card = page.locator(".tick-card", has_text="Vancouver")
    expect(card).to_have_class(re.compile("is-cut"))
    expect(card.locator(".mini .cordon")).to_have_count(1)
    expect(card).to_contain_text("Ben has: Calgary – Vancouver, Seattle – Vancouver")
    expect(page.locator("#together")).to_contain_text("Give up:", timeout=30_000)

    card.locator(".state a").click()
    expect(page.locator(".walk-board .cordon")).to_have_count(1)
    expect(page.locator('.walk-board [data-r="calgary-vancouver-1"]')).to_have_class(re.compile("cut"))

    page.goto(f"/t/{code}/ask?player=p1")
    gone = page.locator(".asked.is-cut .deckrows li")
    names = gone.locator(".name").all_inner_texts()
    assert sorted(names) == ["Montréal – Vancouver", "Santa Fe – Vancouver"]
    page.goto(f"/t/{code}/ask?player=p2")
    expect(page.locator(".asked.is-cut")).to_have_count(0)


def test_cards_are_compared_on_the_page_and_not_written_down(page: Page) -> None:
    code = open_table(page, "usa", 2)
    page.goto(f"/t/{code}/ask/p1?show=1")
    page.fill("#draw-q", "bos mia")
    row = page.locator("#draw-cards li:visible")
    expect(row).to_have_count(1)
    row.locator("input").check()
    page.fill("#draw-q", "den el")
    page.locator("#draw-cards li:visible", has_text="Denver – El Paso").locator("input").check()
    page.locator("[name=cards][value=drawn]").check()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".choices li")).to_have_count(3, timeout=30_000)
    best = page.locator(".choices .best")
    expect(best).to_contain_text("Boston – Miami, Denver – El Paso")
    expect(best.locator("> b")).to_have_text("+16")
    expect(page.locator("#draw-cards input:checked")).to_have_count(2)
    news = page.evaluate("c => fetch(`/t/${c}/entries?after=0`).then(r => r.json())", code)
    assert news["seq"] == 1


def test_everything_is_asked_without_scripts_too(context_of: Callable[..., BrowserContext]) -> None:
    page = context_of(java_script_enabled=False, locale="ru").new_page()
    code = open_table(page, "europe", 3)
    page.goto(f"/t/{code}/ask/p1")
    page.get_by_role("button", name="Поднять шторку").click()
    for card in page.locator("#draw-cards li").all()[:3]:
        card.locator("input").check()
    page.get_by_role("button", name="Сравнить").click()
    page.wait_for_timeout(2500)
    if page.locator("[data-running]").count():  # without scripts the page is asked for again by hand
        page.reload()
    expect(page.locator(".choices .best")).to_contain_text("Оставить:")
    page.goto(f"/t/{code}/ask?ticket=berlin--london#here")
    expect(page.locator("#here .tick-card")).to_contain_text("Займите")
