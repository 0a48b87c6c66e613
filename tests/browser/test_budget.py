"""
What a table costs on a phone: bytes on the wire, counted between browser and server, and the time of a slow phone.

Bytes are asserted. Times are only said, since a busy machine proves nothing about a phone: see them with ``-s``, and
the figures of an idle machine in docs/benchmarks.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Server
from tests.browser.phones import saved, until
from tests.browser.tables import GAMES, played_table
from tests.browser.wire import Wire

BUDGET = 150_000
SLOWDOWN, LATENCY = 4, 0.3
LARGEST = {
    "europe/five-players",
    "usa/real-1",
    "ussr/four-players",
    "marklin/nine-journeys",
    "america/three-players",
}


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    """The wire between this test's phones and the server."""
    found = Wire(server.port)
    yield found
    found.listener.close()


def fresh(context_of: Callable[..., BrowserContext], wire: Wire, of: Page, **more: object) -> Page:
    """Return another browser that sits where one sits already, with nothing in its caches."""
    return context_of(base_url=wire.url, storage_state=of.context.storage_state(), **more).new_page()


@pytest.mark.parametrize("game", sorted(LARGEST))
def test_the_table_page_is_light(game: str, wire: Wire, context_of: Callable[..., BrowserContext]) -> None:
    keeper = context_of(base_url=wire.url).new_page()
    code = played_table(keeper, game, reveal=False)
    keeper.goto("about:blank")
    page = fresh(context_of, wire, keeper, locale="ru")
    page.wait_for_timeout(300)
    wire.bytes = 0
    page.goto(f"/t/{code}")
    saved(page)
    page.wait_for_timeout(800)
    shown = wire.bytes
    # The service worker comes afterwards: what it fetches for the time without network counts as well.
    until(page, "async (path) => !!(await caches.match(path))", f"/t/{code}")
    page.wait_for_timeout(500)
    print(f"\n{game}: {shown:,} bytes shown, {wire.bytes:,} with all that is kept for later")
    assert shown > 30_000  # the relay did see the page
    assert wire.bytes <= BUDGET
    before = wire.bytes
    page.reload()
    saved(page)
    page.wait_for_timeout(500)
    print(f"{game}: {wire.bytes - before:,} when it is loaded again")
    assert wire.bytes - before < shown / 2  # the files are not fetched twice


def test_every_board_of_the_game_files_is_measured() -> None:
    assert {game.rsplit("/", 1)[0] for game in LARGEST} >= {
        path.name for path in GAMES.iterdir() if path.name != "usa-1910-mega"
    }


def test_times_of_a_slow_phone(wire: Wire, context_of: Callable[..., BrowserContext]) -> None:
    keeper = context_of(base_url=wire.url).new_page()
    code = played_table(keeper, reveal=False)
    keeper.goto("about:blank")
    page = fresh(context_of, wire, keeper)
    page.add_init_script(
        """new MutationObserver(() => {
            if (document.documentElement?.classList.contains("js") && !window.usable)
                requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now(); }));
        }).observe(document, { attributes: true, subtree: true });"""
    )
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.goto(f"/t/{code}")
    until(page, "() => window.usable > 0")
    usable = page.evaluate("window.usable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    wire.delay = LATENCY
    free = page.evaluate(
        "[...document.querySelectorAll('[data-r]:not(.claimed, .closed)')].map(g => g.dataset.r)"
    )
    taps = [_tap(page, route) for route in free[:3]]
    print(f"\nusable after {usable:.0f} ms at {SLOWDOWN}x slowdown; a tap is seen after {max(taps):.0f} ms")
    assert taps


def _tap(page: Page, route: str) -> float:
    """Claim a route; return the milliseconds from the tap on the button to the frame that shows the wagons."""
    page.locator(f'[data-r="{route}"]').focus()
    page.keyboard.press("Enter")
    spent = page.evaluate(
        """(route) => new Promise((done) => {
            const from = performance.now();
            document.querySelector("#sheet .go").click();
            const claimed = document.querySelector(`[data-r="${route}"]`).classList.contains("claimed");
            requestAnimationFrame(() => setTimeout(() => done(claimed ? performance.now() - from : null)));
        })""",
        route,
    )
    assert spent is not None, "the wagons were not there at once"
    page.locator(f'[data-r="{route}"]').evaluate("g => g.blur()")
    return float(spent)
