"""What a player does with a finger or a keyboard, and what the pages then show: for tests that play whole games."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

MINUS = "\N{MINUS SIGN}"


def code_of(page: Page) -> str:
    """Return the code of the table that is open."""
    found = re.search(r"/t/([A-Z0-9]+)", page.url)
    assert found
    return found[1]


def pick_route(page: Page, route: str) -> None:
    """Open the sheet of a route on the board."""
    page.locator(f'[data-r="{route}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(f'#sheet .half[data-half="{route}"]')).to_have_attribute("aria-checked", "true")


def pick_city(page: Page, city: str) -> None:
    """Open the sheet of a city on the board."""
    page.locator(f'[data-c="{city}"]').focus()
    page.keyboard.press("Enter")


def claim(page: Page, route: str, player: str) -> None:
    """Claim a route for whoever is next, who must be this player."""
    pick_route(page, route)
    page.get_by_role("button", name=f"Claim for {player}").first.click()
    expect(page.locator(f'[data-r="{route}"]')).to_have_class(re.compile(r"\bclaimed\b"))


def play_controller(page: Page, words: str) -> None:
    """Play a controller on the route whose sheet is open: seldom done, so behind a link, and the button says by whom."""
    page.locator("#sheet").get_by_role("button", name="Play a controller").click()
    page.locator("#sheet").get_by_role("button", name=words).click()


def settled(page: Page) -> dict[str, Any]:
    """Wait until the server has answered everything, and return the state as it has it."""
    expect(page.locator("#net")).to_have_text("saved")
    return dict(page.evaluate("c => fetch(`/t/${c}/state.json`).then(r => r.json())", code_of(page)))


def reveal(page: Page, code: str) -> None:
    """Lay all tickets open."""
    page.goto(f"/t/{code}/finish")
    done = page.get_by_text("Done: all tickets lie open for everybody.")
    for _ in range(2):  # before the last turn it asks twice
        if not done.is_visible():
            page.wait_for_timeout(650)
            page.locator("[data-hold]").hover()
            page.mouse.down()
            with page.expect_navigation():
                page.wait_for_timeout(1100)
            page.mouse.up()
    expect(page.get_by_text("Done: all tickets lie open for everybody.")).to_be_visible()


def open_window(page: Page, code: str, player: str) -> None:
    """Open a seat's ticket window."""
    page.goto(f"/t/{code}/tickets/{player}?show=1")


def keep_card(page: Page, card: str) -> None:
    """Add a card of the edition's decks in the open window."""
    held = page.locator(".tick-card").count()
    page.locator(f'#cards button[value="{card}"]').click()
    expect(page.locator(".tick-card")).to_have_count(held + 1)


def keep_free(page: Page, one: str, other: str, points: int) -> None:
    """Add a ticket by two cities and points in the open window."""
    held = page.locator(".tick-card").count()
    free = page.locator("details.free")
    if free.get_attribute("open") is None:
        free.locator("summary").click()
    free.get_by_label("From").fill(one)
    free.get_by_label("To").fill(other)
    free.get_by_label("Points").fill(str(points))
    free.get_by_role("button", name="Add").click()
    expect(page.locator(".tick-card")).to_have_count(held + 1)


def sheet_of(page: Page, code: str) -> dict[str, dict[str, int]]:
    """Open the sheet; return its numbers by row and player. A dash is 0."""
    page.goto(f"/t/{code}/sheet")
    expect(page.locator(".cell").first).to_be_visible()
    cells: list[tuple[str, str]] = page.evaluate(
        "() => [...document.querySelectorAll('.cell[data-key]')].map(cell => {"
        "  const copy = cell.cloneNode(true); copy.querySelectorAll('small').forEach(small => small.remove());"
        "  return [cell.dataset.key, copy.textContent.trim()]; })"
    )
    rows: dict[str, dict[str, int]] = {}
    for key, text in cells:
        row, player = key.split(":")
        number = re.sub(r"^\+", "", text).replace(MINUS, "-")
        rows.setdefault(row, {})[player] = int(number) if re.fullmatch(r"-?\d+", number) else 0
    return rows
