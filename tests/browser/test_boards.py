"""Home-made boards on a phone: upload, faults, preview, a table on it, a claim by a tap."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

SMALL: dict[str, Any] = {
    "id": "small",
    "title": {"en": "Small & Co"},
    "cities": [
        {"id": "north end", "name": {"en": "North <End>"}, "x": 0.2, "y": 0.2},
        {"id": "Юг#1", "name": {"en": "South", "ru": "Юг"}, "x": 0.7, "y": 0.5},
        {"id": "w", "name": {"en": "West"}, "x": 0.2, "y": 0.8},
    ],
    "routes": [
        {"id": 'n "s", 1', "ends": ["north end", "Юг#1"], "length": 4, "colour": "red"},
        {"id": "w&n", "ends": ["w", "north end"], "length": 3, "tunnel": True},
        {"id": "w/s?", "ends": ["w", "Юг#1"], "length": 2, "ferry": 1},
    ],
}


def file_of(folder: Path, data: object, name: str = "board.json") -> Path:
    """Write a file: bytes as they are, anything else as JSON."""
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return path


def upload(page: Page, path: Path) -> None:
    """Choose a file and send it."""
    page.goto("/boards")
    page.set_input_files("[name=file]", path)
    page.locator(".upload .btn.main").click()


def open_on(page: Page, path: Path) -> None:
    """Upload a board and open a table for two on it."""
    upload(page, path)
    page.fill("[name=name-1]", "Anna")
    page.fill("[name=name-2]", "Ben")
    page.locator("form[data-new] .btn.main").click()
    page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))


def tap(page: Page, route: str) -> None:
    """Tap the middle of a route where it is on the screen now."""
    page.wait_for_timeout(100)
    x, y = page.evaluate(
        """id => {
            const path = document.querySelector(`[data-r="${CSS.escape(id)}"] .hit`), at = path.getPointAtLength(path.getTotalLength() / 2);
            const p = new DOMPoint(at.x, at.y).matrixTransform(path.getScreenCTM());
            return [p.x, p.y];
        }""",
        route,
    )
    page.touchscreen.tap(x, y)


def test_a_board_is_uploaded_and_played_on(page: Page, tmp_path: Path) -> None:
    open_on(page, file_of(tmp_path, SMALL))
    expect(page.locator("h1")).to_have_text("Small & Co")
    for number, route in enumerate(SMALL["routes"], start=1):
        expect(page.locator("#sheet")).to_be_hidden()
        if number == 1:
            tap(page, route["id"])
        else:
            page.evaluate(
                """id => document.querySelector(`[data-r="${CSS.escape(id)}"]`).focus()""", route["id"]
            )
            page.keyboard.press("Enter")
        page.locator("#sheet .go").first.click()
        expect(page.locator(".route.claimed")).to_have_count(number)
        expect(page.locator("#net")).to_have_text("saved")
    page.reload()
    expect(page.locator(".route.claimed")).to_have_count(3)
    expect(page.locator("#log")).to_contain_text("North <End>")
    with page.expect_download() as fetched:
        page.evaluate("code => { location.href = `/t/${code}/board.json`; }", page.url.rsplit("/", 1)[-1])
    kept = json.loads(fetched.value.path().read_text(encoding="utf-8"))
    assert [route["id"] for route in kept["routes"]] == [route["id"] for route in SMALL["routes"]]


def test_tickets_are_entered_by_two_cities(page: Page, tmp_path: Path) -> None:
    open_on(page, file_of(tmp_path, SMALL))
    page.goto(page.url + "/tickets/p1?show=1")
    expect(page.locator(".cards li")).to_have_count(0)
    free = page.locator("details.free")
    if free.get_attribute("open") is None:
        free.locator("summary").click()
    page.fill("[name=a]", "nor")
    page.fill("[name=b]", "Юг")
    page.fill("[name=points]", "9")
    free.locator(".btn").click()
    expect(page.locator(".tick-card")).to_contain_text("North <End>")


@pytest.mark.parametrize("scripts", [True, False])
def test_every_fault_is_listed_with_its_place(
    context_of: Callable[..., BrowserContext], tmp_path: Path, scripts: bool
) -> None:
    page = context_of(java_script_enabled=scripts).new_page()
    broken = {
        **SMALL,
        "routes": [{"id": "r", "ends": ["w"], "length": "4"}, {"id": "r", "ends": ["w", "<b>"], "length": 1}],
    }
    upload(page, file_of(tmp_path, broken))
    places = page.locator(".wrong li code").all_inner_texts()
    assert sorted(places) == ["routes[0].ends", "routes[0].length", "routes[1].ends[1]", "routes[1].id"]
    expect(page.locator("[name=file]")).to_be_visible()


def test_a_file_that_is_too_large_is_told_before_it_is_sent(page: Page, tmp_path: Path) -> None:
    upload(page, file_of(tmp_path, b" " * 2_000_000))
    expect(page.locator(".upload .bad")).to_have_text("This file is too large.")


@pytest.mark.parametrize("size", [2_000_000, 12_000_000])
def test_a_file_that_is_too_large_gets_a_page_without_scripts(
    context_of: Callable[..., BrowserContext], tmp_path: Path, size: int
) -> None:
    page = context_of(java_script_enabled=False).new_page()
    upload(page, file_of(tmp_path, b" " * size))
    expect(page.locator(".oops")).to_contain_text("too large")


def test_other_rules_are_taken_for_the_same_board(page: Page, tmp_path: Path) -> None:
    long = {**SMALL, "routes": [{**SMALL["routes"][0], "length": 7}]}
    upload(page, file_of(tmp_path, long))
    expect(page.locator(".wrong")).to_contain_text("routes[0].length")
    expect(page.locator("[name=name-1]")).to_have_count(0)
    page.select_option(".again select", "marklin")
    expect(page.locator("[name=name-1]")).to_be_visible()
    expect(page.locator("h1")).to_have_text("Small & Co")


@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "light"), ("ru-RU", "dark")])
def test_nothing_scrolls_sideways_and_targets_are_large(
    context_of: Callable[..., BrowserContext], locale: str, scheme: str
) -> None:
    page = context_of(locale=locale, color_scheme=scheme).new_page()
    example = resources.files("maps") / "examples" / "home-made.json"
    for step in ("/boards", "preview"):
        if step == "preview":
            page.set_input_files("[name=file]", str(example))
            page.locator(".upload .btn.main").click()
            expect(page.locator(".preview")).to_be_visible()
        else:
            page.goto(step)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        small = page.evaluate(
            """() => [...document.querySelectorAll("main .btn, main select, main summary, main .paint, main input.field")].filter(e => e.checkVisibility())
                .map(e => [e.className || e.tagName, e.getBoundingClientRect().height]).filter(([, high]) => high < 44)"""
        )
        assert small == []
