"""What single editions add at the table: the controller of the USSR board, passengers and goods of Märklin."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import open_table
from tests.browser.playing import play_controller


def find(page: Page, typed: str, nth: int = 0) -> None:
    """Pick a route by typing its cities."""
    page.click('.actions [data-mode="claim"]')
    page.keyboard.type(typed)
    page.locator("#sheet .found button").nth(nth).click()


def settled(page: Page) -> dict[str, Any]:
    """Wait until nothing waits, and return the state as the server has it."""
    expect(page.locator("#net")).to_have_text("saved")
    page.wait_for_timeout(150)
    code = page.url.split("?")[0].rsplit("/", 1)[-1]
    return dict(page.evaluate("c => fetch(`/t/${c}/state.json`).then(r => r.json())", code))


def test_the_controller_takes_up_a_rivals_route_and_builds_without_cards(page: Page) -> None:
    open_table(page, "ussr", players=3)
    find(page, "leningr riga")
    page.locator("#sheet .go").first.click()
    assert settled(page)["owner"] == {"leningrad-riga-1": "p1"}
    find(page, "leningr riga")
    first = page.locator("#sheet").get_by_role(
        "button", name=re.compile("Take this claim back|Play a controller")
    )
    expect(first).to_have_text(
        [re.compile("Take this claim back"), "Play a controller"]
    )  # mistakes are more frequent
    play_controller(page, "Ben takes this up by controller Anna: −4 points, +3 trains")
    state = settled(page)
    assert state["owner"] == {}
    assert state["players"][0]["trains"] == 45
    find(page, "leningr talli")
    play_controller(page, "Cleo builds by controller")
    assert settled(page)["owner"] == {"leningrad-tallin-1": "p3"}
    find(page, "riga viln")
    play_controller(page, "Anna builds by controller")
    expect(page.locator("#sheet .objections")).to_contain_text("controller")  # both cards are played


def test_a_passenger_is_placed_and_travels(page: Page) -> None:
    open_table(page, "marklin", players=2)
    find(page, "berlin leipz")
    page.locator("#sheet .go").first.click()
    page.locator("#sheet").get_by_role("button", name="Berlin").click()
    assert settled(page)["standing"] == {"p1": ["berlin"]}
    expect(page.locator('[data-c="berlin"] .passenger')).to_be_attached()
    page.click('.chip[data-player="p1"]')
    page.get_by_role("button", name="Record for Anna").click()
    find(page, "berlin magde")
    page.locator("#sheet .go").first.click()
    page.get_by_role("button", name="No passenger").click()
    settled(page)
    page.locator('[data-c="berlin"]').focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="start the journey here").click()
    expect(page.locator("#sheet")).to_contain_text("Best: 4 points")
    page.get_by_role("button", name="Best:").click()
    expect(page.locator("#sheet")).to_contain_text("Berlin → Leipzig")
    page.get_by_role("button", name="The journey is over").click()
    state = settled(page)
    assert state["players"][0]["goods"] == 4
    assert state["standing"] == {"p1": []}
    assert state["stacks"]["leipzig"] == [3, 2]


def test_a_journey_through_a_city_of_unknown_goods(page: Page) -> None:
    open_table(page, "marklin", players=2)
    find(page, "berlin magde")
    page.locator("#sheet .go").first.click()
    page.locator("#sheet").get_by_role("button", name="Berlin").click()
    settled(page)
    page.locator('[data-c="berlin"]').focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="start the journey here").click()
    page.locator('[data-r="berlin-magdeburg-1"]').focus()
    page.keyboard.press("Enter")
    page.get_by_label("Token taken in Magdeburg").select_option("3")
    page.get_by_role("button", name="The journey is over").click()
    assert settled(page)["players"][0]["goods"] == 3


def test_goods_colours_are_set_by_tapping_a_city(page: Page) -> None:
    open_table(page, "marklin", players=2)
    page.locator('[data-c="magdeburg"]').focus()
    page.keyboard.press("Enter")
    page.locator("#sheet .choice").get_by_role("button", name="yellow").click()
    assert settled(page)["stacks"]["magdeburg"] == [3, 2, 1]


@pytest.mark.parametrize("locale", ["en-GB", "ru"])
def test_the_colours_of_goods_lie_inside_their_rows(
    locale: str, context_of: Callable[..., BrowserContext]
) -> None:
    page = context_of(locale=locale, viewport={"width": 360, "height": 640}).new_page()
    page.goto(f"/t/{open_table(page, 'marklin', players=2)}/goods")
    outside = page.evaluate(
        """() => [...document.querySelectorAll(".unknown li")].filter((row) => {
            const edge = row.getBoundingClientRect().right + 0.5;
            return [...row.querySelectorAll("*")].some((one) => one.getBoundingClientRect().right > edge);
        }).map((row) => row.textContent)"""
    )
    assert not outside
    expect(page.locator(".unknown.wraps li")).to_have_count(7)


def test_an_assumed_colour_of_goods_is_changed_on_the_board(page: Page) -> None:
    open_table(page, "marklin", players=2)
    page.locator('[data-c="leipzig"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet")).to_contain_text("Goods left: 4, 3, 2 · as far as we know")
    page.locator("#sheet").get_by_role("button", name="Another colour of goods").click()
    page.locator("#sheet .rivals").get_by_role("button", name="yellow").click()
    assert settled(page)["stacks"]["leipzig"] == [3, 2, 1]


def test_a_journey_without_scripts(context_of: Callable[..., BrowserContext]) -> None:
    page = context_of(java_script_enabled=False).new_page()
    code = open_table(page, "marklin", players=2)
    page.goto(f"/t/{code}?route=berlin-leipzig-1")
    page.locator("#sheet .go").first.click()
    page.goto(f"/t/{code}?city=berlin")
    page.get_by_role("button", name="Passenger for Anna").click()
    page.goto(f"/t/{code}?city=berlin")
    page.get_by_role("link", name="start the journey here").click()
    page.locator(".found").get_by_role("link", name="Berlin – Leipzig").click()
    page.get_by_role("button", name="The journey is over").click()
    expect(page.locator("#toast")).to_contain_text("journey from Berlin")
