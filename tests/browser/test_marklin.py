"""A Märklin game with nine journeys: goods named by a tap, offered and tapped ways, a passenger card, a token asked."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import open_table
from tests.browser.playing import (
    claim,
    keep_card,
    keep_free,
    open_window,
    pick_city,
    reveal,
    settled,
    sheet_of,
)

# Worked out by hand. Stacks from the top: Berlin 7 6 5 4, red cities 4 3 2, yellow 3 2 1, white 2. Named here: Hannover and
# Mannheim yellow, Magdeburg white; Bremen and Ulm are never named, there the token taken is said.
#   routes (1, 2, 4, 7 points for 1 to 4 spaces)
#     Anna  Berlin–Leipzig 4 (7), Leipzig–Magdeburg 2 (2), Dresden–Leipzig 3 (4), Chemnitz–Leipzig 2 (2): 15
#     Ben   Hamburg–Hannover 4 (7), Hannover–Magdeburg 4 (7), Bremen–Hannover 3 (4), Bremen–Hamburg 3 (4): 22
#     Cleo  Mannheim–Stuttgart 2, Frankfurt–Mannheim 2, Stuttgart–Ulm 2 (2 each): 6
#   journeys in this order
#     Anna  Leipzig: Berlin 7                                    Cleo  Mannheim: Frankfurt 4
#     Anna  Magdeburg: Leipzig 4, Berlin 6
#     Ben   Hannover: Hamburg 4, Bremen 3, Hannover (start, nothing), Magdeburg 2
#     Cleo  Frankfurt: Mannheim 3, Stuttgart 4, Ulm 2
#     Anna  Dresden: Leipzig 3, Magdeburg (empty), Hannover 3 over Ben's route
#     Ben   Bremen: Hamburg 3                                    Cleo  Ulm: Stuttgart 3, Mannheim 2, Frankfurt 3
#     Ben   Hamburg: Hannover 2
#   goods: Anna 7 + 10 + 6 = 23, Ben 9 + 3 + 2 = 14, Cleo 4 + 9 + 8 = 21
#   tickets: Anna Berlin–Dresden 8 done; Ben Hamburg–Magdeburg 6 done, Frankfurt–Hamburg 11 not; Cleo München–Stuttgart 5 not
#   most tickets: Anna and Ben, one each, 10 for both
EXPECTED = {
    "routes": {"p1": 15, "p2": 22, "p3": 6},
    "completed": {"p1": 8, "p2": 6, "p3": 0},
    "failed": {"p1": 0, "p2": -11, "p3": -5},
    "goods": {"p1": 23, "p2": 14, "p3": 21},
    "most_tickets": {"p1": 10, "p2": 10, "p3": 0},
    "total": {"p1": 56, "p2": 41, "p3": 22},
}


def claim_and_place(page: Page, route: str, player: str, city: str) -> None:
    """Claim a route and put a passenger into one of its ends."""
    claim(page, route, player)
    expect(page.locator("#sheet h2")).to_have_text(f"A passenger for {player}?")
    page.locator("#sheet").get_by_role("button", name=city).click()


def set_out(page: Page, city: str, player: str) -> None:
    """Begin the journey of the passenger who stands in a city."""
    pick_city(page, city)
    page.get_by_role("button", name=f"{player}: start the journey here").click()
    expect(page.locator("#sheet h2")).to_have_text(f"Journey of {player}")


def travel(page: Page, city: str, player: str, *routes: str, **tokens: int) -> None:
    """Tap a whole journey; ``tokens`` are those taken in cities of unknown goods, by their printed names."""
    set_out(page, city, player)
    for route in routes:
        page.locator(f'[data-r="{route}"]').focus()
        page.keyboard.press("Enter")
        expect(page.locator(f'[data-r="{route}"]')).to_have_class(re.compile(r"\blit\b"))
    for name, value in tokens.items():
        page.get_by_label(f"Token taken in {name}").select_option(str(value))
    page.get_by_role("button", name="The journey is over").click()


def goods_in_hand(page: Page) -> list[int]:
    """Return the goods that the server has for the players."""
    return [player["goods"] for player in settled(page)["players"]]


def name_goods(page: Page, code: str) -> None:
    """Say the colour of three cities' goods: one by a tap on the board, two on the page of the goods."""
    pick_city(page, "hannover")
    page.locator("#sheet .choice").get_by_role("button", name="yellow").click()
    settled(page)
    page.goto(f"/t/{code}/goods")
    for city, colour in (("Magdeburg", "white"), ("Mannheim", "yellow")):
        row = page.locator(".unknown li", has=page.get_by_text(city, exact=True))
        row.get_by_role("button", name=colour).click()
        expect(page.locator(".stacks")).to_contain_text(city)
    page.goto(f"/t/{code}")


def test_nine_journeys_end_in_the_expected_sheet(page: Page) -> None:
    code = open_table(page, "marklin", players=3)
    name_goods(page, code)
    claim_and_place(page, "berlin-leipzig-1", "Anna", "Leipzig")
    claim_and_place(page, "hamburg-hannover-1", "Ben", "Hannover")
    claim_and_place(page, "mannheim-stuttgart-1", "Cleo", "Mannheim")
    claim_and_place(page, "leipzig-magdeburg-1", "Anna", "Magdeburg")
    claim(page, "hannover-magdeburg-1", "Ben")  # in both ends somebody stands already: nothing is asked
    expect(page.locator("#sheet")).to_be_hidden()
    claim_and_place(page, "frankfurt-mannheim-1", "Cleo", "Frankfurt")
    claim_and_place(page, "dresden-leipzig-1", "Anna", "Dresden")
    claim_and_place(page, "bremen-hannover-1", "Ben", "Bremen")
    claim_and_place(page, "stuttgart-ulm-1", "Cleo", "Ulm")
    settled(page)

    page.goto(f"/t/{code}/goods")
    expect(page.locator(".rider")).to_have_count(8)
    leipzig = page.locator(".rider", has=page.get_by_role("heading", name="Leipzig"))
    expect(leipzig.locator(".way")).to_contain_text(["Best: 7 points", "With 2 passenger cards: 9 points"])
    page.goto(f"/t/{code}")
    set_out(page, "leipzig", "Anna")
    page.get_by_role("button", name="Best: 7 points").click()
    page.get_by_role("button", name="The journey is over").click()
    expect(page.locator("#toast")).to_contain_text("Anna: journey from Leipzig, +7")
    claim_and_place(page, "bremen-hamburg-1", "Ben", "Hamburg")
    travel(page, "mannheim", "Cleo", "frankfurt-mannheim-1")
    assert goods_in_hand(page) == [7, 0, 4]

    travel(page, "magdeburg", "Anna", "leipzig-magdeburg-1", "berlin-leipzig-1")
    around = ("hamburg-hannover-1", "bremen-hamburg-1", "bremen-hannover-1", "hannover-magdeburg-1")
    travel(page, "hannover", "Ben", *around, Bremen=3)
    travel(
        page, "frankfurt", "Cleo", "frankfurt-mannheim-1", "mannheim-stuttgart-1", "stuttgart-ulm-1", Ulm=2
    )
    assert goods_in_hand(page) == [17, 9, 13]

    set_out(page, "dresden", "Anna")
    for route in ("dresden-leipzig-1", "leipzig-magdeburg-1", "hannover-magdeburg-1"):
        page.locator(f'[data-r="{route}"]').focus()
        page.keyboard.press("Enter")
    expect(page.locator("#sheet")).to_contain_text("1 passenger card to play")
    page.get_by_role("button", name="The journey is over").click()
    travel(page, "bremen", "Ben", "bremen-hamburg-1")
    travel(page, "ulm", "Cleo", "stuttgart-ulm-1", "mannheim-stuttgart-1", "frankfurt-mannheim-1")
    claim(page, "chemnitz-leipzig-1", "Anna")  # all her passengers have travelled: nothing is asked
    expect(page.locator("#sheet")).to_be_hidden()
    travel(page, "hamburg", "Ben", "hamburg-hannover-1")
    assert goods_in_hand(page) == [23, 14, 21]
    state = settled(page)
    assert [player["points"] for player in state["players"]] == [15 + 23, 22 + 14, 6 + 21]
    assert {city: state["stacks"][city] for city in ("berlin", "leipzig", "magdeburg", "hannover")} == {
        "berlin": [5, 4],
        "leipzig": [2],
        "magdeburg": [],
        "hannover": [1],
    }

    reveal(page, code)
    open_window(page, code, "p1")
    keep_free(page, "Berlin", "Dresden", 8)
    open_window(page, code, "p2")
    keep_free(page, "Hamburg", "Magdeburg", 6)
    keep_card(page, "frankfurt--hamburg")
    open_window(page, code, "p3")
    keep_card(page, "munchen--stuttgart")
    assert sheet_of(page, code) == EXPECTED
    expect(page.locator("main")).to_contain_text("Anna wins")
