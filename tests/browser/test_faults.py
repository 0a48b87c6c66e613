"""A fault that no script foresaw is told in one plain sentence, once, with a way on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import open_table
from tests.browser.phones import begun

SENTENCES = {
    "en-GB": ("Something went wrong on this page. What is recorded is safe.", "Reload"),
    "ru": ("На этой странице что-то сломалось. Всё записанное сохранено.", "Обновить"),
}
FAULTS = {
    "thrown": "setTimeout(() => { null.length; })",
    "rejected": "void Promise.reject(new TypeError('undefined is not a function'))",
}
NO_FAULTS = {
    "given up": "void Promise.reject(new DOMException('', 'AbortError'))",
    "layout": "dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit exceeded' }))",
    "foreign": "dispatchEvent(new ErrorEvent('error', { message: 'x', filename: 'moz-extension://a/b.js' }))",
    "picture": "document.body.append(Object.assign(new Image(), { src: '/static/none.png' }))",
}


@pytest.mark.parametrize("how", FAULTS)
@pytest.mark.parametrize("locale", SENTENCES)
def test_a_fault_is_told_in_plain_words_once(
    locale: str, how: str, context_of: Callable[..., BrowserContext]
) -> None:
    page = context_of(locale=locale).new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    open_table(page)
    begun(page)
    words, again = SENTENCES[locale]
    for _ in range(2):
        page.evaluate(f"() => {{ {FAULTS[how]}; }}")
    expect(page.locator("#fault span")).to_have_text(words)
    page.wait_for_timeout(200)
    expect(page.locator("#fault")).to_have_count(1)
    assert len(said) == 2  # the console still says what it was
    with page.expect_navigation():
        page.get_by_role("button", name=again).click()
    begun(page)
    expect(page.locator("#fault")).to_have_count(0)


@pytest.mark.parametrize("script", ["table/table.js", "shared/outbox.js"])
def test_a_script_that_does_not_come_is_told(script: str, context_of: Callable[..., BrowserContext]) -> None:
    page = context_of(service_workers="block").new_page()
    code = open_table(page)
    console: list[str] = []
    page.on("console", lambda message: console.append(message.text))
    page.route(f"**/js/{script}", lambda route: route.fulfill(status=404, body=""))
    page.goto(f"/t/{code}")
    expect(page.locator("#fault span")).to_have_text(SENTENCES["en-GB"][0])
    assert any(line.startswith("not loaded: ") and line.endswith(".js") for line in console)


@pytest.mark.parametrize("how", NO_FAULTS)
def test_what_is_no_fault_says_nothing(how: str, context_of: Callable[..., BrowserContext]) -> None:
    page = context_of().new_page()
    page.goto("/settings")
    page.evaluate(f"() => {{ {NO_FAULTS[how]}; }}")
    page.wait_for_timeout(300)
    expect(page.locator("#fault")).to_have_count(0)


def test_a_page_that_must_stay_open_is_not_to_be_loaded_again(page: Page) -> None:
    page.goto("/settings")
    page.evaluate(
        "() => { document.body.append(Object.assign(document.createElement('p'), { id: 'unsaved' })); }"
    )
    page.evaluate("() => { dispatchEvent(new ErrorEvent('error', { message: 'x' })); }")
    expect(page.locator("#fault span")).to_have_text("Something went wrong on this page.")
    expect(page.get_by_role("button", name="Reload")).to_have_count(0)
    page.locator("#fault").get_by_role("button", name="Close").click()
    expect(page.locator("#fault")).to_have_count(0)
