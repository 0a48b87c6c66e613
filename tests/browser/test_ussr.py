"""A game on the board of the USSR: the controller breaks a ticket that was done, and a closed double opens again."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import open_table
from tests.browser.playing import (
    claim,
    keep_card,
    open_window,
    pick_city,
    pick_route,
    play_controller,
    reveal,
    settled,
    sheet_of,
)

ONE, OTHER = "leningrad-moskva-1", "leningrad-moskva-2"
CLOSED = re.compile(r"\bclosed\b")

# Worked out by hand from the board and the rules of the edition (1, 2, 4, 7 points for 1 to 4 spaces).
#   Anna  Moscow–Gorky 2 (2), Gorky–Kazan 1 (1), Leningrad–Moscow 3 (4), Lvov–Kishinyov 2 (2): 9
#         Gorky–Leningrad 5 is done, Arkhangelsk–Rostov 9 is not; 1 station built, 2 × 4 left
#         trail Kazan–Gorky–Moscow–Leningrad 1 + 2 + 3 = 6; no ferry; 1 tunnel, built with a controller
#   Ben   Leningrad–Tallinn 3 (4), Murmansk–Arkhangelsk 3 (4), Arkhangelsk–Vologda 2 (2), Murmansk–Leningrad 4 (7),
#         Minsk–Kiev 2 (2): 19; what Anna took up counts no more
#         Moscow–Tallinn 6 was done and is not; 3 × 4 stations left
#         trail Tallinn–Leningrad–Murmansk–Arkhangelsk–Vologda 3 + 4 + 3 + 2 = 12; 1 ferry; no tunnel
EXPECTED = {
    "routes": {"p1": 9, "p2": 19},
    "completed": {"p1": 5, "p2": 0},
    "failed": {"p1": -9, "p2": -6},
    "stations": {"p1": 8, "p2": 12},
    "longest_trail": {"p1": 0, "p2": 10},
    "most_tickets": {"p1": 15, "p2": 0},
    "most_ferries": {"p1": 0, "p2": 7},
    "most_tunnels": {"p1": 7, "p2": 0},
    "total": {"p1": 9 + 5 - 9 + 8 + 15 + 7, "p2": 19 - 6 + 12 + 10 + 7},
}


def test_a_game_with_both_controllers_ends_in_the_expected_sheet(page: Page) -> None:
    code = open_table(page, "ussr", players=2)
    claim(page, "moskva-gorky-1", "Anna")
    claim(page, "leningrad-tallin-1", "Ben")
    claim(page, "gorky-kazan-1", "Anna")
    claim(page, ONE, "Ben")
    expect(page.locator(f'[data-r="{OTHER}"]')).to_have_class(CLOSED)
    settled(page)
    open_window(page, code, "p2")
    keep_card(page, "moskva--tallin")
    expect(page.locator(".tick-card.is-done")).to_have_count(1)

    page.goto(f"/t/{code}")
    pick_route(page, ONE)
    expect(page.locator("#sheet")).to_contain_text("2 controllers left")
    play_controller(page, "Anna takes this up by controller Ben: −4 points, +3 trains")
    for route in (ONE, OTHER):
        expect(page.locator(f'[data-r="{route}"]')).not_to_have_class(re.compile(r"\b(closed|claimed)\b"))
    state = settled(page)
    assert state["owner"] == {"moskva-gorky-1": "p1", "leningrad-tallin-1": "p2", "gorky-kazan-1": "p1"}
    assert [(p["trains"], p["points"]) for p in state["players"]] == [(42, 3), (42, 4)]
    open_window(page, code, "p2")
    expect(page.locator(".tick-card")).to_have_count(1)
    expect(page.locator(".tick-card.is-done")).to_have_count(0)

    page.goto(f"/t/{code}")
    claim(page, "murmansk-arkhangelsk-1", "Ben")
    claim(page, OTHER, "Anna")
    expect(page.locator(f'[data-r="{ONE}"]')).to_have_class(CLOSED)
    claim(page, "arkhangelsk-vologda-1", "Ben")
    pick_route(page, "lvov-kishinyov-1")
    expect(page.locator("#sheet")).to_contain_text("1 controller left")
    play_controller(page, "Anna builds by controller")
    claim(page, "murmansk-leningrad-1", "Ben")
    pick_city(page, "riga")
    page.get_by_role("button", name="Station for Anna").click()
    claim(page, "minsk-kiev-1", "Ben")
    settled(page)

    reveal(page, code)
    open_window(page, code, "p1")
    keep_card(page, "gorky--leningrad")
    keep_card(page, "arkhangelsk--rostov")
    assert sheet_of(page, code) == EXPECTED
    expect(page.locator("main")).to_contain_text("Ben wins")
    expect(page.locator("main")).to_contain_text("Our own board")
    page.goto(f"/t/{code}/log")
    expect(page.locator(".loglist")).to_contain_text("By a controller, without cards.")
    expect(page.locator(".loglist")).to_contain_text("Anna took up Leningrad – Moscow")


def test_a_longer_route_is_not_offered_to_the_controller(page: Page) -> None:
    open_table(page, "ussr", players=2)
    claim(page, "vologda-vorkuta-1", "Anna")  # 5 spaces
    settled(page)
    pick_route(page, "vologda-vorkuta-1")
    expect(page.get_by_role("button", name="Take this claim back")).to_be_visible()
    expect(page.get_by_role("button", name="Play a controller")).to_have_count(0)
    pick_route(page, "vologda-sverdlovsk-1")  # 5 spaces
    expect(page.get_by_role("button", name="Play a controller")).to_have_count(0)
