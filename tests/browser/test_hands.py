"""The table page without a finger on it: by keyboard alone, on paper, with one player's routes, by ear."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import Server, open_table
from tests.browser.phones import begun, claim, claimed, saved, state, until
from tests.browser.tables import played_table


def tab_to(page: Page, selector: str, most: int = 400) -> None:
    """Press Tab until a thing has the focus, as somebody without a pointer has to."""
    for _ in range(most):
        if page.evaluate("selector => !!document.activeElement?.closest(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def heard(page: Page, words: str) -> None:
    """Wait until a screen reader is told these words."""
    expect(page.locator("#say")).to_contain_text(words)


def test_a_turn_of_everything_by_keyboard_and_by_ear(page: Page) -> None:
    code = open_table(page, players=3)
    begun(page)
    tab_to(page, '.actions [data-mode="claim"]')
    page.keyboard.press("Enter")
    page.keyboard.type("ber war")
    page.keyboard.press("Enter")  # the first route found
    page.keyboard.press("Shift+Tab")  # from the button that claims back to the other half
    page.keyboard.press("Space")
    expect(page.locator('#sheet .half[data-half="berlin-warszawa-2"]')).to_have_attribute(
        "aria-checked", "true"
    )
    tab_to(page, "#sheet .go")
    page.keyboard.press("Enter")
    claimed(page, "berlin-warszawa-2", "red")
    heard(page, "Anna: Berlin – Warszawa (purple), +7")

    tab_to(page, '.actions [data-mode="station"]')
    page.keyboard.press("Enter")
    page.keyboard.type("wien")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    heard(page, "Ben: station in Wien")

    tab_to(page, '.chip[data-player="p3"]')
    page.keyboard.press("Enter")
    tab_to(page, "#sheet .btn.wide + .btn.wide")
    page.keyboard.press("Enter")
    heard(page, "Cleo: turn without a claim")
    tab_to(page, "#toast button")
    page.keyboard.press("Enter")
    heard(page, "Taken back")
    tab_to(page, '.chip[data-player="p1"]')
    page.keyboard.press("Enter")
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()

    tab_to(page, "#undo button")
    page.keyboard.press("Enter")
    heard(page, "Taken back")
    saved(page)
    now = state(page, code)
    assert now["owner"] == {"berlin-warszawa-2": "p1"}
    assert now["stations"] == {}
    tab_to(page, "#net")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet h2")).to_have_text("This phone")
    page.keyboard.press("Escape")
    tab_to(page, "summary")
    page.keyboard.press("Enter")
    expect(page.locator(".menu-list")).to_be_visible()


def test_what_this_phone_did_is_told_once(page: Page) -> None:
    """The answer is there, how things stand is still asked for, and then the stream tells of it as well."""
    page.add_init_script(
        """window.EventSource = class extends EventSource {
            addEventListener(type, run) { super.addEventListener(type, (event) => setTimeout(() => { run(event); window.told ||= JSON.parse(event.data).entries?.length > 0; }, 700)); }
        };"""
    )
    open_table(page, players=2)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/state.json", hold)
    claim(page, "berlin-wien-1")
    until(page, "() => window.told")
    page.wait_for_timeout(200)
    heard(page, "Anna: Berlin – Wien, +4")
    for route in asked:
        route.continue_()
    page.unroute("**/state.json")
    saved(page)


def test_somebody_else_s_claim_is_heard(page: Page, context_of: Callable[..., BrowserContext]) -> None:
    code = open_table(page, players=2)
    other = context_of(storage_state=page.context.storage_state()).new_page()
    other.goto(f"/t/{code}")
    saved(other)
    claim(page, "berlin-wien-1")
    heard(other, "Anna: Berlin – Wien")


def test_a_claim_for_the_wrong_player_is_put_right_with_two_taps(page: Page) -> None:
    code = open_table(page, players=3)
    claim(page, "berlin-wien-1")
    saved(page)
    page.locator('[data-r="berlin-wien-1"]').focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Wrong player").click()
    page.get_by_role("button", name="It was Ben").click()
    claimed(page, "berlin-wien-1", "blue")
    heard(page, "Ben: Berlin – Wien")
    saved(page)
    found = state(page, code)
    assert found["owner"] == {"berlin-wien-1": "p2"}
    assert found["turn"] == "p3", "it was a turn, and it was Ben's"
    assert [player["trains"] for player in found["players"]] == [45, 42, 45]


@pytest.mark.parametrize("by", ["toast", "bar", "waiting"])
def test_undo_gives_a_claim_back_to_whom_it_was_taken_from(by: str, page: Page) -> None:
    code = open_table(page, players=3)
    claim(page, "berlin-wien-1")
    saved(page)
    if by == "waiting":
        page.context.set_offline(True)
    page.locator('[data-r="berlin-wien-1"]').focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Wrong player").click()
    page.get_by_role("button", name="It was Ben").click()
    claimed(page, "berlin-wien-1", "blue")
    if by != "waiting":
        saved(page)
    page.locator("#undo button" if by == "bar" else "#toast button").click()
    page.context.set_offline(False)
    claimed(page, "berlin-wien-1", "red")
    saved(page)
    found = state(page, code)
    assert (found["owner"], found["turn"]) == ({"berlin-wien-1": "p1"}, "p2")


def test_a_correction_that_is_dropped_leaves_the_claim_as_it_was(page: Page) -> None:
    """Anna has the other half, so the rules are in the way; left so, the route is Ben's again and not free."""
    code = open_table(page, players=4)
    claim(page, "berlin-frankfurt-1")
    claim(page, "berlin-frankfurt-2")
    saved(page)
    page.locator('[data-r="berlin-frankfurt-2"]').focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Wrong player").click()
    page.get_by_role("button", name="It was Anna").click()
    page.get_by_role("button", name="Leave it").click()
    claimed(page, "berlin-frankfurt-2", "blue")
    saved(page)
    assert state(page, code)["owner"] == {"berlin-frankfurt-1": "p1", "berlin-frankfurt-2": "p2"}


def test_one_player_s_routes_stand_out(page: Page) -> None:
    code = played_table(page, most=30, reveal=False)
    page.goto(f"/t/{code}")
    owner = state(page, code)["owner"]
    page.locator('.chip[data-player="p2"]').click()
    page.get_by_role("button", name="Show only Ben").click()
    dim = set(page.evaluate("[...document.querySelectorAll('.route.dim')].map(g => g.dataset.r)"))
    every = set(page.evaluate("[...document.querySelectorAll('.route')].map(g => g.dataset.r)"))
    assert every - dim == {route for route, player in owner.items() if player == "p2"}
    assert float(page.locator(".route.dim").first.evaluate("g => getComputedStyle(g).opacity")) <= 0.25
    # What comes while the filter is on is dimmed as well, and going on works.
    route = sorted(dim - set(owner))[0]
    claim(page, route)
    expect(page.locator(f'[data-r="{route}"]')).to_have_class(re.compile("dim"))
    page.locator('.chip[data-player="p2"]').click()
    page.get_by_role("button", name="Show everybody").click()
    expect(page.locator(".route.dim")).to_have_count(0)


@pytest.mark.parametrize("theme", ["system", "chosen"])
def test_on_paper_the_whole_board_in_daylight(
    theme: str, server: Server, context_of: Callable[..., BrowserContext]
) -> None:
    page = context_of(color_scheme="dark" if theme == "system" else "light").new_page()
    if theme == "chosen":
        page.context.add_cookies([{"name": "theme", "value": "dark", "url": server.url}])
    code = played_table(page, most=30, reveal=False)
    page.goto(f"/t/{code}")
    saved(page)
    box = page.locator("#board").get_attribute("viewBox")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    seen = page.evaluate(
        """() => ({
            ink: getComputedStyle(document.body).getPropertyValue("--ink"),
            tools: [...document.querySelectorAll(".actions, .toast, .menu, .float")].filter((e) => e.checkVisibility()).length,
            hidden: [...document.querySelectorAll(".city .plate")].filter((p) => {
                const r = p.getBoundingClientRect(), b = document.getElementById("board").getBoundingClientRect();
                return r.left < b.left || r.right > b.right || r.top < b.top || r.bottom > b.bottom;
            }).length,
            log: document.querySelector(".log").getBoundingClientRect().top >= document.getElementById("board").getBoundingClientRect().bottom,
        })"""
    )
    assert seen == {"ink": "#26221c", "tools": 0, "hidden": 0, "log": True}
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#board")).to_have_attribute("viewBox", str(box))


def test_players_differ_by_more_than_colour(page: Page) -> None:
    code = played_table(page, most=30, reveal=False)
    page.goto(f"/t/{code}")
    saved(page)
    patterns = page.evaluate(
        """() => Object.fromEntries(["red", "blue", "green", "yellow", "black"].map((colour) => {
            const copy = document.querySelector(`.route.claimed.p-${colour} use`), wagon = document.querySelector(copy.getAttribute("href"));
            return [colour, [...wagon.querySelectorAll(".pts")].map((pattern) => pattern.getAttribute("d"))];
        }))"""
    )
    assert [len(drawn) for drawn in patterns.values()] == [1] * 5
    assert len({drawn[0] for drawn in patterns.values()}) == 5
