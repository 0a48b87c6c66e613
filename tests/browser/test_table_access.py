"""Every page for everybody: axe finds nothing serious, targets are large enough, the page is light and quick."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import open_table

TARGET = 44
SMALL = """least => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')]
    .filter(e => !e.closest('svg') && e.checkVisibility() && e.getClientRects().length && !e.classList.contains('skip'))
    .map(e => { const label = e.closest('label'), r = (label ?? e).getBoundingClientRect(); return [e.outerHTML.slice(0, 90), r.width, r.height]; })
    .filter(([, w, h]) => Math.min(w, h) < least - .5 && w > 1)"""
PLACES = {
    "home": "/",
    "new": "/new/europe",
    "settings": "/settings",
    "table": "/t/{code}",
    "route": "/t/{code}?route=berlin-warszawa-1",
    "city": "/t/{code}?city=wien",
    "player": "/t/{code}?player=p1",
    "search": "/t/{code}?mode=claim",
    "log": "/t/{code}/log",
    "share": "/t/{code}/share",
    "tv": "/t/{code}/tv",
    "nowhere": "/nowhere",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_and_targets(scheme: str, context_of: Callable[..., BrowserContext]) -> None:
    page = context_of(color_scheme=scheme, bypass_csp=True).new_page()
    code = open_table(page)
    page.evaluate(
        """code => fetch(`/t/${code}/entries`, {method: 'POST', headers: {'Content-Type': 'application/json', 'X-Stationmaster': '1'},
            body: JSON.stringify({id: 'a-first-claim', event: {type: 'route_claimed', player: 'p1', route: 'berlin-wien-1'}})})""",
        code,
    )
    for name, path in PLACES.items():
        page.goto(path.format(code=code))
        page.wait_for_timeout(350)
        found = Axe().run(page).response["violations"]
        serious = [v for v in found if v["impact"] in ("serious", "critical")]
        said = [(v["id"], [n["html"][:120] for n in v["nodes"]][:3]) for v in serious]
        assert not serious, (name, said)
        small = page.evaluate(SMALL, TARGET)
        assert not small, (name, small)


def test_the_table_page_is_light(context_of: Callable[..., BrowserContext]) -> None:
    page = context_of().new_page()
    code = open_table(page)
    fresh = context_of(storage_state=page.context.storage_state()).new_page()
    session = fresh.context.new_cdp_session(fresh)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    fresh.goto(f"/t/{code}")
    expect(fresh.locator("html")).to_have_class("js")
    fresh.wait_for_timeout(500)
    assert sum(sizes) <= 150_000, sizes


def test_a_tap_is_seen_at_once_on_a_slow_network(page: Page) -> None:
    code = open_table(page)
    page.goto(f"/t/{code}?route=berlin-wien-1")
    # The script has taken the question over from the server's page once it has cleaned the address.
    page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))
    expect(page.locator("#sheet .go").first).to_be_visible()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    slow = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", slow)
    seen = page.evaluate(
        """() => { document.querySelector('#sheet .go').click();
            return document.querySelector('[data-r="berlin-wien-1"]').classList.contains('claimed'); }"""
    )
    assert seen  # before any answer could have come
    expect(page.locator("#net")).to_have_text("saved")


def test_large_text_keeps_everything_reachable(context_of: Callable[..., BrowserContext]) -> None:
    page = context_of(locale="ru").new_page()
    code = open_table(page)
    page.goto(f"/t/{code}?route=berlin-warszawa-1")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#sheet .go").first.scroll_into_view_if_needed()
    page.locator("#sheet .go").first.click()
    expect(page.locator('[data-r="berlin-warszawa-1"]')).to_be_attached()
