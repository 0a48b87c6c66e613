"""What a phone says of its own memory and of its network is true: nothing is called saved that is not, no deaf phone looks well."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from app.web.config import Settings
from tests.browser.conftest import PROJECT, Server, open_table
from tests.browser.phones import claim, claimed, saved, until, waiting
from tests.browser.test_offline import DATABASE
from tests.browser.wire import Wire

NET = Path(PROJECT, "app/static/js/shared/net.js").read_text("utf-8")
MILLISECONDS = {name: int(value) for name, value in re.findall(r"export const (\w+) = (\d+);", NET)}
KEEP_OPEN = {
    "en-GB": "Keep this page open: this phone cannot save.",
    "ru": "Не закрывайте эту страницу: сохранить на этом телефоне не получается.",
}
HOLD = """window.held = [];
const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...all) {
    const asked = open.apply(this, all);
    asked.addEventListener("success", () => held.push(asked.result));
    return asked;
};"""
BROKEN = {
    "never opens": "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };",
    "never works": "IDBDatabase.prototype.transaction = () => { throw new DOMException('no', 'InvalidStateError'); };",
    "no room": "IDBObjectStore.prototype.put = () => { throw new DOMException('no', 'QuotaExceededError'); };",
    "never answers": "IDBFactory.prototype.open = () => ({});",
}


def stored(page: Page) -> list[str]:
    """Return the routes of the acts that are in the phone's database."""
    return [act["event"]["route"] for act in json.loads(page.evaluate(DATABASE))[0]]


def test_a_database_that_was_closed_behind_the_page_is_opened_again(
    context_of: Callable[..., BrowserContext],
) -> None:
    page = context_of().new_page()
    page.add_init_script(HOLD)
    open_table(page)
    until(page, "() => held.length > 0")
    page.context.set_offline(True)
    page.evaluate("held.forEach((database) => database.close())")
    claim(page, "berlin-wien-1")
    waiting(page, 1)
    until(page, "() => held.length > 1")
    expect(page.locator("#toast")).to_contain_text("Saved on this phone.")
    assert stored(page) == ["berlin-wien-1"]
    expect(page.locator("#unsaved")).to_have_count(0)


@pytest.mark.parametrize("locale", list(KEEP_OPEN))
@pytest.mark.parametrize("how", list(BROKEN))
def test_a_phone_that_cannot_save_says_so(
    how: str, locale: str, context_of: Callable[..., BrowserContext]
) -> None:
    page = context_of(locale=locale).new_page()
    page.add_init_script(BROKEN[how])
    open_table(page)
    page.context.set_offline(True)
    claim(page, "berlin-wien-1")
    expect(page.locator("#unsaved")).to_have_text(KEEP_OPEN[locale], timeout=15_000)
    expect(page.locator("#toast small")).to_have_count(0)  # never "saved" meanwhile
    page.locator("#net").click()
    expect(page.locator("#sheet .sub").first).to_have_text(KEEP_OPEN[locale])
    page.context.set_offline(False)
    saved(page)
    expect(page.locator("#unsaved")).to_have_count(0)


def test_lasting_room_is_asked_for_at_the_first_act_and_not_before(
    context_of: Callable[..., BrowserContext],
) -> None:
    page = context_of().new_page()
    page.add_init_script(
        "window.asked = 0; StorageManager.prototype.persist = async () => { asked += 1; return false; };"
    )
    open_table(page)
    saved(page)
    assert page.evaluate("asked") == 0
    claim(page, "berlin-wien-1")
    claim(page, "munchen-wien-1")
    assert page.evaluate("asked") == 1


# A network that dies without a word -------------------------------------------------------------------------------


def test_the_shipped_times_keep_within_45_seconds() -> None:
    beat = Settings("sqlite://", "x").heartbeat_seconds * 1000
    assert beat + 5000 <= MILLISECONDS["SILENT"]  # one beat that comes late is no silence
    assert MILLISECONDS["SILENT"] + MILLISECONDS["PATIENCE"] <= 45_000


@pytest.fixture
def silenced(server: Server) -> Iterator[Wire]:
    """A wire that can fall silent."""
    found = Wire(server.port)
    yield found
    found.listener.close()


def hurried(route: Route) -> None:
    """The same times, twelve times as fast."""
    text = re.sub(r"(export const \w+ = )(\d+);", lambda m: f"{m[1]}{max(2000, int(m[2]) // 12)};", NET)
    route.fulfill(body=text, content_type="text/javascript")


def listening(context_of: Callable[..., BrowserContext], wire: Wire, code: str, hurry: bool = False) -> Page:
    """Return a second phone at the table, behind the wire, whose stream is open."""
    page = context_of(base_url=wire.url, service_workers="block").new_page()
    if hurry:
        page.route("**/net.js", hurried)
    page.goto(f"/j/{code}")
    with page.expect_response("**/stream?*"):
        page.locator(".seatbtn").nth(1).click()
    saved(page)
    return page


def test_a_silent_network_is_noticed_and_left(
    silenced: Wire, context_of: Callable[..., BrowserContext]
) -> None:
    keeper = context_of().new_page()
    code = open_table(keeper, players=2)
    ben = listening(context_of, silenced, code, hurry=True)
    silenced.silent = True
    claim(keeper, "berlin-wien-1")
    expect(ben.locator("#net")).to_have_text("no network", timeout=8_000)
    silenced.silent = False
    claimed(ben, "berlin-wien-1", "red", seconds=10)
    expect(ben.locator("#net")).to_have_text("saved", timeout=10_000)


def test_a_stream_alone_that_dies_costs_nobody_the_news(
    silenced: Wire, context_of: Callable[..., BrowserContext]
) -> None:
    """The old connections are dead, new ones work: a phone that came from the Wi-Fi of the next room."""
    keeper = context_of().new_page()
    code = open_table(keeper, players=2)
    ben = listening(context_of, silenced, code, hurry=True)
    silenced.silent = True
    claim(keeper, "berlin-wien-1")
    saved(keeper)
    ben.wait_for_timeout(500)
    silenced.silent = False
    claimed(ben, "berlin-wien-1", "red", seconds=10)


@pytest.mark.parametrize("sign", ["visibilitychange", "pageshow", "online"])
def test_a_page_that_is_looked_at_again_begins_anew(
    sign: str, silenced: Wire, context_of: Callable[..., BrowserContext]
) -> None:
    keeper = context_of().new_page()
    code = open_table(keeper, players=2)
    ben = listening(context_of, silenced, code)
    ben.wait_for_timeout(1200)
    silenced.silent = True
    claim(keeper, "berlin-wien-1")
    saved(keeper)
    ben.wait_for_timeout(500)
    silenced.silent = False
    expect(ben.locator('[data-r="berlin-wien-1"]')).not_to_have_class(re.compile("claimed"))
    event = (
        "new PageTransitionEvent('pageshow', { persisted: true })"
        if sign == "pageshow"
        else f"new Event('{sign}')"
    )
    ben.evaluate(f"{'document' if sign == 'visibilitychange' else 'window'}.dispatchEvent({event})")
    claimed(ben, "berlin-wien-1", "red", seconds=6)


def test_every_request_of_the_scripts_has_an_end() -> None:
    for path in Path(PROJECT, "app/static/js").rglob("*.js"):
        if path.name in ("net.js", "sw.js"):
            continue
        assert not re.search(r"\bfetch\(", path.read_text("utf-8")), f"{path.name}: use request() of net.js"


def test_every_request_of_the_service_worker_has_an_end() -> None:
    lines = Path(PROJECT, "app/static/js/sw.js").read_text("utf-8").splitlines()
    code = " ".join(" ".join(line.split("//")[0].split("/**")[0] for line in lines).split())
    asks = re.findall(r"[\w =]*\b(?:fetch\(|cache\.add).*?;(?: return answer; \}\);)?", code)
    assert [ask.strip() for ask in asks] == [
        "return fetch(what, { signal: stop.signal });",
        "const asked = fetch(event.request).then((answer) => { event.waitUntil(remember(url, answer.clone())); return answer; });",
    ]
    assert "Promise.race([asked, wait(PATIENCE)])" in code
