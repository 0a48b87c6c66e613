"""No word is broken in two by a narrow phone: long Russian words stand beside numbers, marks and buttons."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.tables import played_table

PAGES = {
    "europe/five-players": ("/recount", "/log", "/sheet", "/sheet?open=routes:p1", "/sheet?open=failed:p1"),
    "ussr/four-players": ("/recount", "/log", "/audit", "/sheet?open=most_ferries:p1"),
}
BROKEN = """() => {
    const found = [], walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const style = getComputedStyle(node.parentElement);
        if (style.hyphens === "auto" || !node.parentElement.checkVisibility({visibilityProperty: true})) continue;
        if (node.parentElement.closest(".sr, svg")) continue;
        for (const word of node.data.matchAll(/\\p{L}{2,}/gu)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size > 1) found.push(word[0]);
        }
    }
    return found;
}"""


@pytest.mark.parametrize("game", PAGES)
def test_no_russian_word_is_broken_on_a_phone(context_of: Callable[..., BrowserContext], game: str) -> None:
    page = context_of(locale="ru").new_page()
    table = f"/t/{played_table(page, game)}"
    broken = {}
    for path in PAGES[game]:
        if page.goto(table + path).status == 200:  # type: ignore[union-attr]
            broken[path] = page.evaluate(BROKEN)
    assert {path: words for path, words in broken.items() if words} == {}
