"""«Америка»: equal totals share the win, unless the table plays the tie-breaks of the USA edition."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NAMES
from tests.browser.playing import claim, code_of, keep_card, open_window, reveal, settled, sheet_of

# Worked out by hand (1, 2, 7 points for 1, 2, 4 spaces; 10 for the longest trail, to everybody who has it).
#   Anna  Atlanta–Raleigh 2 (2), Raleigh–Washington 2 (2): 4; Atlanta–Washington 4 is done; trail 4
#   Ben   Chicago–Omaha 4 (7), Portland–Seattle 1 (1): 8; no tickets; trail 4
#   Cleo  Seattle–Vancouver 1 (1)
EXPECTED = {
    "routes": {"p1": 4, "p2": 8, "p3": 1},
    "completed": {"p1": 4, "p2": 0, "p3": 0},
    "failed": {"p1": 0, "p2": 0, "p3": 0},
    "longest_trail": {"p1": 10, "p2": 10, "p3": 0},
    "total": {"p1": 18, "p2": 18, "p3": 1},
}


@pytest.mark.parametrize(
    ("switch", "verdict"), [(False, "Anna and Ben share the win"), (True, "Anna wins, on tickets")]
)
def test_equal_totals(switch: bool, verdict: str, page: Page) -> None:
    page.goto("/new/america")
    expect(page.locator(".told")).to_contain_text("6 long and 54 short tickets")
    for number, name in enumerate(NAMES[:3], start=1):
        page.fill(f"[name=name-{number}]", name)
    if switch:
        page.get_by_text("House rules").click()
        page.get_by_label("Tie-breaks as in the USA edition").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    code = code_of(page)
    claim(page, "atlanta-raleigh-1", "Anna")
    claim(page, "chicago-omaha-1", "Ben")
    claim(page, "seattle-vancouver-1", "Cleo")
    claim(page, "raleigh-washington-1", "Anna")
    claim(page, "portland-seattle-1", "Ben")
    settled(page)
    open_window(page, code, "p1")
    expect(page.locator("#add")).to_contain_text(
        "At the start: 1 long ticket, 3 short tickets. Keep at least 2 of them. "
        "Later: 3 short tickets; keep at least 1."
    )
    expect(page.locator("#add")).to_contain_text("these are candidates")
    keep_card(page, "atlanta--washington")
    reveal(page, code)
    assert sheet_of(page, code) == EXPECTED
    expect(page.locator("main")).to_contain_text(verdict)
    house_rules = page.get_by_role("heading", name="House rules at this table")
    expect(house_rules).to_have_count(1 if switch else 0)
