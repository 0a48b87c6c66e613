"""A phone in the hand: the keyboard, the notch, the fields that must not make a page jump."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PROJECT, open_table
from tests.browser.phones import begun, claim

KEYBOARD = """(() => {
    const view = new EventTarget();
    Object.defineProperties(view, {
        scale: { value: 1 }, offsetTop: { value: 0 }, width: { get: () => innerWidth }, height: { get: () => window.seen ?? innerHeight },
    });
    Object.defineProperty(window, "visualViewport", { value: view });
})()"""
SMALL = """() => [...document.querySelectorAll("input, select, textarea")]
    .filter((field) => !["hidden", "checkbox", "radio", "file", "submit", "button"].includes(field.type))
    .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `${field.name || field.id}: ${getComputedStyle(field).fontSize}`)"""
OUTSIDE = """([left, right]) => [...document.querySelectorAll("a, button, input, select, h1, h2, p, li, label")]
    .filter((it) => it.getClientRects().length && !it.closest("svg, .skip, .sr, .chips, .tt-wrap, .map, [inert]"))
    .filter((it) => { const box = it.getBoundingClientRect(); return box.width > 1 && (box.left < left - 1 || box.right > innerWidth - right + 1); })
    .map((it) => `${it.tagName}.${it.className} ${it.textContent.trim().slice(0, 30)}`).slice(0, 5)"""
PATHS = (
    "/", "/new/europe", "/settings", "/pay?edition=europe", "/boards", "/rulings", "/results", "/import", "/t/{code}",
    "/t/{code}?mode=claim", "/t/{code}/log", "/t/{code}/finish", "/t/{code}/sheet", "/t/{code}/share", "/t/{code}/audit",
    "/t/{code}/tickets/p1?show=1", "/t/{code}/whatif", "/t/{code}/recount", "/t/{code}/pay", "/t/{code}/takehome", "/offline/en",
)  # fmt: skip


@pytest.mark.parametrize("size", [(360, 740, 330), (375, 667, 290), (740, 360, 150)])
@pytest.mark.parametrize(("mode", "typed"), [("claim", "ber"), ("station", "be")])
def test_a_keyboard_leaves_the_field_and_what_it_finds_in_sight(
    mode: str, typed: str, size: tuple[int, int, int], context_of: Callable[..., BrowserContext]
) -> None:
    width, height, seen = size
    page = context_of(viewport={"width": width, "height": height}).new_page()
    page.add_init_script(KEYBOARD)
    open_table(page)
    begun(page)
    page.click(f'.actions [data-mode="{mode}"]')
    page.evaluate(
        "(seen) => { window.seen = seen; visualViewport.dispatchEvent(new Event('resize')); }", seen
    )
    page.keyboard.type(typed)
    field, first = page.locator("#sheet .field"), page.locator("#sheet .found li").first
    first.scroll_into_view_if_needed()
    for part in (field, first) if seen > 200 else (field,):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0, (mode, size, box)
        assert box["y"] + box["height"] <= seen, (mode, size, box)
    box = page.locator("#sheet").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= seen


def test_the_undo_lies_above_the_bar(context_of: Callable[..., BrowserContext]) -> None:
    page = context_of().new_page()
    page.context.new_cdp_session(page).send(
        "Emulation.setSafeAreaInsetsOverride", {"insets": {"top": 47, "bottom": 34}}
    )
    open_table(page)
    claim(page, "berlin-wien-1")
    page.wait_for_timeout(600)
    toast, bar = page.locator("#toast").bounding_box(), page.locator(".actions").bounding_box()
    assert toast is not None
    assert bar is not None
    assert bar["height"] > 90  # the inset is really there
    assert toast["y"] + toast["height"] <= bar["y"]


def visit(page: Page, path: str) -> None:
    """Open a page that must be there: an error page has neither fields nor folds."""
    answer = page.goto(path)
    assert answer is not None
    assert answer.ok, (path, answer.status)


@pytest.fixture
def pages(context_of: Callable[..., BrowserContext]) -> tuple[Page, list[str]]:
    """A phone with a table, and the pages to look at."""
    page = context_of().new_page()
    code = open_table(page)
    return page, [path.format(code=code) for path in PATHS]


def test_no_field_is_so_small_that_a_phone_enlarges_the_page(pages: tuple[Page, list[str]]) -> None:
    page, paths = pages
    found = {}
    for path in paths:
        visit(page, path)
        if small := page.evaluate(SMALL):
            found[path] = small
    assert not found


def test_nothing_hides_behind_the_notch(pages: tuple[Page, list[str]]) -> None:
    page, paths = pages
    page.set_viewport_size({"width": 740, "height": 360})
    page.context.new_cdp_session(page).send(
        "Emulation.setSafeAreaInsetsOverride", {"insets": {"left": 47, "right": 47, "bottom": 21}}
    )
    found = {}
    for path in paths:
        visit(page, path)
        if outside := page.evaluate(OUTSIDE, [47, 47]):
            found[path] = outside
    assert not found


def test_every_summary_has_one_marker(pages: tuple[Page, list[str]]) -> None:
    page, paths = pages
    shell = Path(PROJECT, "app/static/css/shell.css").read_text("utf-8")
    for rule in (
        "\nsummary {\n  list-style: none;\n}\n",
        "\nsummary::-webkit-details-marker {\n  display: none;\n}\n",
    ):
        assert rule in shell
    for path in paths:
        visit(page, path)
        styles = page.evaluate(
            "[...document.querySelectorAll('summary')].map((s) => getComputedStyle(s).listStyleType)"
        )
        assert set(styles) <= {"none"}, path
    expect(page.locator("main")).to_be_visible()


def test_hyphens_are_asked_for_in_webkit_s_words_as_well() -> None:
    for path in Path(PROJECT, "app/static/css").glob("*.css"):
        text = path.read_text("utf-8")
        assert text.count("-webkit-hyphens:") * 2 == text.count("hyphens:"), path.name
