"""Claims on a phone: by tapping, by typing, with undo, with rules in the way, without scripts, without network."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import open_table
from tests.browser.phones import begun

BOTH = "berlin-warszawa-1"


def tap(page: Page, route: str) -> None:
    """Tap the middle of a route where it is on the screen now."""
    begun(page)
    x, y = page.evaluate(
        """id => {
            const path = document.querySelector(`[data-r="${id}"] .hit`), at = path.getPointAtLength(path.getTotalLength() / 2);
            const p = new DOMPoint(at.x, at.y).matrixTransform(path.getScreenCTM());
            return [p.x, p.y];
        }""",
        route,
    )
    page.touchscreen.tap(x, y)


def owner(page: Page, route: str) -> str | None:
    """Who has a route, as the server says."""
    state = page.evaluate("c => fetch(`/t/${c}/state.json`).then(r => r.json())", page.url.rsplit("/", 1)[-1])
    return state["owner"].get(route)


def test_two_taps_claim_a_half_of_a_double_route(page: Page) -> None:
    open_table(page)
    tap(page, BOTH)
    sheet = page.locator("#sheet")
    expect(sheet.locator("h2")).to_have_text("Berlin – Warszawa")
    expect(sheet.locator(".half")).to_have_count(2)
    for half in sheet.locator(".half").all():
        box = half.bounding_box()
        assert box is not None
        assert box["height"] >= 64
    sheet.locator(".go").first.click()
    expect(page.locator(f'[data-r="{BOTH}"]')).to_have_class(_has("claimed"))
    expect(page.locator('.chip[data-player="p1"] [data-trains]')).to_have_text("41")
    expect(page.locator('.chip[data-player="p1"] [data-points]')).to_have_text("7")
    expect(page.locator(".chip.turn .who")).to_have_text("Ben")
    expect(page.locator("#toast")).to_contain_text("Anna: Berlin – Warszawa (yellow), +7")
    expect(page.locator("#net")).to_have_text("saved")
    assert owner(page, BOTH) == "p1"


def test_a_finger_that_is_quicker_than_the_words_keeps_its_sheet(
    context_of: Callable[..., BrowserContext],
) -> None:
    page = context_of(locale="ru", service_workers="block").new_page()
    code = open_table(page)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/strings/ru.json*", hold)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/t/{code}")
    page.locator("html.js").wait_for()
    page.locator('[data-r="berlin-wien-1"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet .go").first).to_be_visible()
    waiting[0].continue_()
    while not any("/stream" in url for url in asked):  # the last thing that a page does when it begins
        page.wait_for_timeout(50)
    expect(page.locator("#sheet .go").first).to_be_visible()


def test_undo_in_the_toast_and_in_the_bar(page: Page) -> None:
    open_table(page)
    for button in ("#toast button", "#undo button"):
        tap(page, BOTH)
        page.locator("#sheet .go").first.click()
        expect(page.locator("#net")).to_have_text("saved")
        page.click(button)
        expect(page.locator(f'[data-r="{BOTH}"]')).not_to_have_class(_has("claimed"))
        expect(page.locator(".chip.turn .who")).to_have_text("Anna")
        expect(page.locator("#net")).to_have_text("saved")
        assert owner(page, BOTH) is None


def test_what_was_taken_back_by_mistake_is_put_back(page: Page) -> None:
    open_table(page)
    tap(page, BOTH)
    page.locator("#sheet .go").first.click()
    expect(page.locator("#net")).to_have_text("saved")
    page.click("#undo button")
    expect(page.locator("#toast")).to_contain_text("Taken back: Anna: Berlin – Warszawa")
    expect(page.locator("#net")).to_have_text("saved")
    page.click("#toast button")
    expect(page.locator(f'[data-r="{BOTH}"]')).to_have_class(_has("claimed"))
    expect(page.locator("#net")).to_have_text("saved")
    assert owner(page, BOTH) == "p1"
    expect(page.locator(".chip.turn .who")).to_have_text("Ben")
    page.click("#undo button")
    expect(page.locator("#net")).to_have_text("saved")
    page.goto(page.url.split("?")[0] + "/log")
    page.get_by_role("button", name="Put back entry 2").click()
    expect(page.locator(".gone", has_text="Berlin – Warszawa")).to_have_count(0)


def test_a_whole_board_on_a_phone_tells_a_short_route_from_its_cities(page: Page) -> None:
    open_table(page)
    page.click("#fit")
    page.wait_for_timeout(300)
    tap(page, "dieppe-paris-1")
    expect(page.locator("#sheet h2")).to_have_text("Dieppe – Paris")


def test_the_next_table_knows_the_names_and_colours_of_the_last(page: Page) -> None:
    open_table(page)
    page.goto("/new/usa")
    assert "Ben" in page.locator("#known-names option").evaluate_all("all => all.map(o => o.value)")
    page.fill("[name=name-1]", "Ben")
    page.locator("[name=name-1]").blur()
    expect(page.locator("[name=colour-1]:checked")).to_have_value("blue")
    expect(page.locator("[name=colour-2]:checked")).to_have_value("red")


def test_the_sheet_of_a_city_says_what_the_next_station_costs(page: Page) -> None:
    open_table(page, players=2)
    one, two = "1 card of any colour", "2 cards of one colour"
    for city, price in (("wien", one), ("paris", one), ("roma", two)):
        page.click('.actions [data-mode="station"]')
        page.keyboard.type(city)
        page.keyboard.press("Enter")
        expect(page.locator("#sheet .go small").first).to_contain_text(f"{price} · −4 points")
        page.locator("#sheet .go").first.click()
        expect(page.locator(f'[data-c="{city}"]')).to_have_class(_has("has-station"))


def test_after_a_station_a_tap_means_a_route_again(page: Page) -> None:
    open_table(page)
    page.click('.actions [data-mode="station"]')
    page.keyboard.type("wien")
    page.keyboard.press("Enter")
    page.locator("#sheet .go").first.click()
    expect(page.locator('.actions [data-mode="claim"]')).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("typed", ["ber war", "бер вар", "warschau berl", "BERLIN - WARS"])
def test_typing_two_cities_finds_the_route(page: Page, typed: str) -> None:
    open_table(page)
    page.click('.actions [data-mode="claim"]')
    page.keyboard.type(typed)
    if typed == "warschau berl":
        expect(page.locator("#sheet .found")).to_contain_text("Nothing fits")
        return
    expect(page.locator("#sheet .found button")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator("#sheet h2")).to_have_text("Berlin – Warszawa")
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-r="{BOTH}"]')).to_have_class(_has("claimed"))


@pytest.mark.parametrize("typed", ["Wien", "Vienna", "Вена"])
def test_a_station_by_typing_a_city(page: Page, typed: str) -> None:
    open_table(page)
    page.click('.actions [data-mode="station"]')
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    expect(page.locator("#sheet h2")).to_have_text("Wien")
    page.locator("#sheet .go").first.click()
    expect(page.locator('[data-c="wien"]')).to_have_class(_has("has-station"))
    expect(page.locator("#net")).to_have_text("saved")


def test_rules_in_the_way_are_named_and_may_be_played_over(page: Page) -> None:
    open_table(page, players=3)
    tap(page, BOTH)
    page.locator("#sheet .go").first.click()
    expect(page.locator("#net")).to_have_text("saved")
    page.click('.actions [data-mode="claim"]')
    page.keyboard.type("ber war")
    page.locator("#sheet .found button").nth(1).click()
    page.locator("#sheet .go").first.click()
    said = page.locator("#sheet .objections")
    expect(said).to_contain_text("Rule:")
    assert owner(page, "berlin-warszawa-2") is None
    page.get_by_role("button", name="We play it so").click()
    expect(page.locator('[data-r="berlin-warszawa-2"]')).to_have_class(_has("claimed"))
    expect(page.locator("#net")).to_have_text("saved")
    assert owner(page, "berlin-warszawa-2") == "p2"


def test_recording_mode_claims_with_every_tap(page: Page) -> None:
    open_table(page)
    page.click('.chip[data-player="p3"]')
    page.get_by_role("button", name="routes in a row").click()
    expect(page.locator("#recording")).to_contain_text("Cleo")
    for route in ("berlin-wien-1", "munchen-wien-1", "munchen-venezia-1"):
        tap(page, route)
        expect(page.locator(f'[data-r="{route}"]')).to_have_class(_has("p-green"))
    page.click("#recording [data-done]")
    expect(page.locator("#net")).to_have_text("saved")
    expect(page.locator(".chip.turn .who")).to_have_text("Anna")  # afterwards: nobody's turn was used up
    assert owner(page, "munchen-venezia-1") == "p3"


@pytest.mark.parametrize("where", ["whole board", "names can be read", "near"])
def test_recording_mode_takes_a_half_only_where_a_finger_can_mean_it(where: str, page: Page) -> None:
    """LOOK, section 3: no claim without the sheet, or a direct hit at one pixel a unit or more."""
    open_table(page)
    begun(page)
    page.click('.chip[data-player="p3"]')
    page.get_by_role("button", name="routes in a row").click()
    if where == "whole board":
        page.click("#fit")
    elif where == "near":
        page.evaluate(
            """id => {
                const path = document.querySelector(`[data-r="${id}"] .hit`), at = path.getPointAtLength(path.getTotalLength() / 2);
                const p = new DOMPoint(at.x, at.y).matrixTransform(path.getScreenCTM()), map = document.querySelector(".map");
                map.dispatchEvent(new WheelEvent("wheel", { deltaY: -400, clientX: p.x, clientY: p.y, bubbles: true, cancelable: true }));
            }""",
            BOTH,
        )
    page.wait_for_timeout(200)
    tap(page, BOTH)
    if where == "near":
        expect(page.locator(f'[data-r="{BOTH}"]')).to_have_class(_has("claimed"))
        expect(page.locator("#toast")).to_contain_text("Cleo: Berlin – Warszawa (yellow), +7")
    else:
        expect(page.locator("#sheet .half")).to_have_count(2)
        expect(page.locator("[data-r].claimed")).to_have_count(0)


def test_a_single_route_of_a_whole_board_is_asked_about(page: Page) -> None:
    open_table(page)
    begun(page)
    page.click('.chip[data-player="p3"]')
    page.get_by_role("button", name="routes in a row").click()
    page.click("#fit")
    page.wait_for_timeout(200)
    tap(page, "munchen-wien-1")
    expect(page.locator("#sheet")).to_be_visible()
    expect(page.locator("[data-r].claimed")).to_have_count(0)


def test_a_station_says_for_whom_and_can_be_somebody_else_s(page: Page) -> None:
    open_table(page, players=3)
    begun(page)
    page.click('.actions [data-mode="station"]')
    expect(page.locator("#sheet")).to_contain_text("Station for Anna")
    page.keyboard.type("wien")
    page.keyboard.press("Enter")
    sheet = page.locator("#sheet")
    expect(sheet.get_by_role("button", name="Station for")).to_have_count(1)
    sheet.get_by_role("button", name="For someone else").click()
    sheet.get_by_role("button", name="Station for Cleo").click()
    expect(page.locator("#toast")).to_contain_text("Cleo: station in Wien")
    page.click('.actions [data-mode="claim"]')
    expect(page.locator("#sheet")).to_contain_text("Claim for")


def test_quick_mode_claims_with_one_tap(page: Page) -> None:
    page.goto("/settings")
    page.check("[name=quick]")
    page.click(".form .btn.main")
    open_table(page)
    tap(page, "berlin-wien-1")
    expect(page.locator('[data-r="berlin-wien-1"]')).to_have_class(_has("claimed"))
    expect(page.locator("#toast button")).to_be_visible()


def test_keyboard_alone(page: Page) -> None:
    open_table(page)
    page.locator('[data-r="berlin-wien-1"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet h2")).to_have_text("Berlin – Wien")
    page.keyboard.press("Enter")
    expect(page.locator('[data-r="berlin-wien-1"]')).to_have_class(_has("claimed"))
    before = page.locator("#board").get_attribute("viewBox")
    page.keyboard.press("+")
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(80)
    assert page.locator("#board").get_attribute("viewBox") != before
    expect(page.locator("#say")).to_be_attached()


def test_a_claim_appears_on_the_other_phone(page: Page, context_of: Callable[..., BrowserContext]) -> None:
    code = open_table(page)
    other = context_of().new_page()
    other.goto(f"/t/{code}")
    tap(page, "berlin-wien-1")
    page.locator("#sheet .go").first.click()
    expect(other.locator('[data-r="berlin-wien-1"]')).to_have_class(_has("claimed"))
    expect(other.locator('.chip[data-player="p1"] [data-trains]')).to_have_text("42")


def test_without_network_acts_wait_and_arrive_once(page: Page) -> None:
    open_table(page)
    page.context.set_offline(True)
    routes = ("berlin-wien-1", "munchen-wien-1", "munchen-venezia-1", "danzig-riga-1", "kyiv-warszawa-1")
    for route in routes:
        page.click('.actions [data-mode="claim"]')
        page.keyboard.type(" ".join(part[:4] for part in route.split("-")[:2]))
        page.keyboard.press("Enter")
        page.locator("#sheet .go").first.click()
        expect(page.locator(f'[data-r="{route}"]')).to_have_class(_has("claimed"))
    expect(page.locator("#net")).to_have_text("5 waiting")
    page.context.set_offline(False)
    expect(page.locator("#net")).to_have_text("saved", timeout=15_000)
    state = page.evaluate("c => fetch(`/t/${c}/state.json`).then(r => r.json())", page.url.rsplit("/", 1)[-1])
    assert [state["owner"].get(route) for route in routes] == ["p1", "p2", "p3", "p4", "p5"]
    assert state["seq"] == 6


def test_acts_that_wait_outlive_the_page(page: Page) -> None:
    code = open_table(page)
    page.route("**/entries", lambda route: route.abort())
    tap(page, "berlin-wien-1")
    page.locator("#sheet .go").first.click()
    expect(page.locator("#net")).to_have_text("1 waiting")
    page.reload()
    expect(page.locator('[data-r="berlin-wien-1"]')).to_have_class(_has("claimed"))
    page.unroute("**/entries")
    expect(page.locator("#net")).to_have_text("saved", timeout=15_000)
    assert page.url.endswith(code)
    assert owner(page, "berlin-wien-1") == "p1"


def test_a_clash_shows_both_sides(page: Page, context_of: Callable[..., BrowserContext]) -> None:
    code = open_table(page)
    rival = context_of(storage_state=page.context.storage_state()).new_page()
    rival.goto(f"/t/{code}")
    page.context.set_offline(True)
    tap(page, "berlin-wien-1")
    page.locator("#sheet .go").first.click()
    expect(page.locator("#net")).to_have_text("1 waiting")
    rival.click('.chip[data-player="p2"]')
    rival.get_by_role("button", name="Record for Ben").click()
    tap(rival, "berlin-wien-1")
    rival.locator("#sheet .go").first.click()
    expect(rival.locator("#net")).to_have_text("saved")
    page.context.set_offline(False)
    expect(page.locator("#sheet .objections")).to_contain_text("Ben", timeout=15_000)
    assert owner(page, "berlin-wien-1") == "p2"
    page.get_by_role("button", name="It was Anna").click()
    expect(page.locator('[data-r="berlin-wien-1"]')).to_have_class(_has("p-red"))
    expect(page.locator("#net")).to_have_text("saved")
    assert owner(page, "berlin-wien-1") == "p1"


def test_two_phones_put_the_same_claim_right(page: Page, context_of: Callable[..., BrowserContext]) -> None:
    """That it was taken back twice is no question; for whom it counts is one."""
    code = open_table(page, players=3)
    tap(page, "berlin-wien-1")
    page.locator("#sheet .go").first.click()
    expect(page.locator("#net")).to_have_text("saved")
    rival = context_of(storage_state=page.context.storage_state()).new_page()
    rival.goto(f"/t/{code}")
    page.context.set_offline(True)
    for phone, player in ((page, "Ben"), (rival, "Cleo")):
        tap(phone, "berlin-wien-1")
        phone.get_by_role("button", name="Wrong player").click()
        phone.get_by_role("button", name=f"It was {player}").click()
    expect(page.locator("#net")).to_have_text("2 waiting")
    expect(rival.locator("#net")).to_have_text("saved")
    page.context.set_offline(False)
    expect(page.locator("#sheet .objections")).to_contain_text("Cleo", timeout=15_000)
    expect(page.locator("#net")).to_have_text(re.compile("^1 "))
    assert owner(page, "berlin-wien-1") == "p3"
    page.get_by_role("button", name="It was Ben").click()
    expect(page.locator("#net")).to_have_text("saved")
    assert owner(page, "berlin-wien-1") == "p2"


def test_without_scripts(context_of: Callable[..., BrowserContext]) -> None:
    page = context_of(java_script_enabled=False, locale="ru").new_page()
    open_table(page, players=3)
    page.goto(f"{page.url}?mode=claim&q=бер+вар")
    page.locator(".found a").first.click()
    page.locator(".halves a").nth(1).click()
    page.locator("#sheet .go").first.click()
    expect(page.locator('[data-r="berlin-warszawa-2"]')).to_have_class(_has("claimed"))
    expect(page.locator("#toast")).to_contain_text("Берлин – Варшава")
    page.goto(page.url.split("?")[0] + f"?route={BOTH}")
    expect(page.locator("#sheet .objections")).to_contain_text("Правило")
    page.get_by_role("button", name="Мы играем так").click()
    expect(page.locator(f'[data-r="{BOTH}"]')).to_have_class(_has("claimed"))
    page.click("#undo button")
    expect(page.locator(f'[data-r="{BOTH}"]')).not_to_have_class(_has("claimed"))


def _has(name: str) -> re.Pattern[str]:
    """Match a class attribute that holds a name."""
    return re.compile(rf"(^|\s){re.escape(name)}(\s|$)")
