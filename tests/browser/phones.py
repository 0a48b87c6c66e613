"""Hands on phones: what the browser tests do at a table, and what they ask the server afterwards."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect


def claim(page: Page, route: str) -> None:
    """Claim a route for whoever is next: by the keyboard, so that it is found wherever the board was moved to."""
    begun(page)
    page.locator(f'[data-r="{route}"]').focus()
    page.keyboard.press("Enter")
    page.locator("#sheet .go").first.click()
    expect(page.locator(f'[data-r="{route}"]')).to_have_class(has("claimed"))


def claimed(page: Page, route: str, colour: str, seconds: float = 10) -> None:
    """Wait until a page shows a route in a player's colour."""
    expect(page.locator(f'[data-r="{route}"]')).to_have_class(has(f"p-{colour}"), timeout=seconds * 1000)


def state(page: Page, code: str) -> dict[str, Any]:
    """Return what lies on the table as the server says it."""
    return dict(_json(page, f"/t/{code}/state.json"))


def entries(page: Page, code: str) -> list[dict[str, Any]]:
    """Return the log as the server has it."""
    return list(_json(page, f"/t/{code}/entries?after=0")["entries"])


def _json(page: Page, path: str) -> Any:
    return page.evaluate("(path) => fetch(path).then((answer) => answer.json())", path)


def until(page: Page, script: str, value: object = None, seconds: float = 30) -> None:
    """Wait until a script (a function, that may be async) says yes."""
    for _ in range(int(seconds * 10)):
        if page.evaluate(script, value):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never true: {script}")


def begun(page: Page) -> None:
    """Wait until the scripts of a table have begun and drawn: before, its links and forms do their work."""
    page.locator("html.js").wait_for()
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def saved(page: Page, seconds: float = 20) -> None:
    """Wait until nothing waits on a phone any more."""
    begun(page)
    until(
        page,
        "() => (net => net.textContent === net.dataset.saved)(document.getElementById('net'))",
        seconds=seconds,
    )


def waiting(page: Page, count: int) -> None:
    """Wait until the head of the page says that so many acts wait."""
    expect(page.locator("#net")).to_have_class(has("waiting"))
    expect(page.locator("#net")).to_have_text(re.compile(rf"^{count}\s"))


def errors_of(page: Page) -> list[str]:
    """Collect what goes wrong in the scripts of a page from now on."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def has(name: str) -> re.Pattern[str]:
    """Match a class attribute that holds a name."""
    return re.compile(rf"(^|\s){re.escape(name)}(\s|$)")
