"""
Bad Wi-Fi and none at all: nothing that was recorded is lost or doubled, and on https the table opens by itself.

The server of these tests really goes away and comes back. What a phone keeps for that time holds no ticket.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import Server, open_table
from tests.browser.phones import claim, claimed, entries, errors_of, saved, state, until, waiting

KEPT = r"^/($|t/[A-Z0-9]+(/tv)?$|rulings$|offline|static/|land/|strings/)"
CACHES = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) found[new URL(request.url).pathname] = await (await cache.match(request)).text();
    }
    return found;
}"""
DATABASE = """() => new Promise((done) => {
    const request = indexedDB.open("stationmaster");
    request.onsuccess = async () => {
        const db = request.result, all = (name) => new Promise((ok) => { db.transaction(name).objectStore(name).getAll().onsuccess = (e) => ok(e.target.result); });
        done(JSON.stringify(await Promise.all([...db.objectStoreNames].map(all))));
    };
})"""


@pytest.fixture
def phone(context_of: Callable[..., BrowserContext], secure_server: Server) -> Iterator[Page]:
    """A phone on https; the server runs again afterwards, whatever happened."""
    page = context_of(base_url=secure_server.url, ignore_https_errors=True).new_page()
    errors = errors_of(page)
    yield page
    if secure_server.process is None:
        secure_server.start()
    assert not errors, errors


@pytest.fixture
def lan(context_of: Callable[..., BrowserContext], server: Server) -> Page:
    """A phone on plain http in the LAN."""
    return context_of(base_url=server.lan).new_page()


def learned(page: Page, path: str) -> None:
    """Wait until the service worker keeps a page, and the files it is made of."""
    until(
        page,
        """async (path) => {
            const files = performance.getEntriesByType("resource").map((e) => e.name).filter((n) => /\\/(static|land|strings)\\//.test(n));
            for (const name of [path, ...files]) if (!(await caches.match(name, { ignoreVary: true }))) return false;
            return !!(await navigator.serviceWorker.getRegistration())?.active;
        }""",
        path,
    )


def test_the_table_opens_and_the_board_is_used_without_any_server(phone: Page, secure_server: Server) -> None:
    code = open_table(phone)
    claim(phone, "berlin-wien-1")
    saved(phone)
    learned(phone, f"/t/{code}")
    secure_server.stop()
    phone.goto(f"/t/{code}")
    # The page that was kept is older than the claim; the phone itself knows it.
    claimed(phone, "berlin-wien-1", "red")
    expect(phone.locator(".chip.turn .who")).to_have_text("Ben")
    claim(phone, "munchen-wien-1")
    waiting(phone, 1)
    phone.close()
    again = phone.context.new_page()
    again.goto(f"/t/{code}?route=berlin-warszawa-1")
    claimed(again, "munchen-wien-1", "blue")
    waiting(again, 1)
    expect(again.locator("#sheet h2")).to_have_text("Berlin – Warszawa")
    again.locator("#sheet .go").first.click()
    waiting(again, 2)
    secure_server.start()
    saved(again)
    assert state(again, code)["owner"] == {
        "berlin-wien-1": "p1",
        "munchen-wien-1": "p2",
        "berlin-warszawa-1": "p3",
    }


def test_other_pages_say_that_there_is_no_network(phone: Page, secure_server: Server) -> None:
    code = open_table(phone)
    learned(phone, f"/t/{code}")
    secure_server.stop()
    phone.goto(f"/t/{code}/sheet")
    expect(phone.locator("h1")).to_have_text("No network")
    phone.locator("#kept").get_by_role("link", name=code).click()
    expect(phone.locator("#board")).to_be_visible()


def test_what_a_phone_keeps_holds_no_ticket(phone: Page) -> None:
    code = open_table(phone)
    learned(phone, f"/t/{code}")
    for seat, ticket in (("p1", "athina--edinburgh"), ("p2", "berlin--london")):
        sent = phone.evaluate(
            """([code, player, ticket]) => fetch(`/t/${code}/entries`, {method: "POST", headers: {"Content-Type": "application/json", "X-Stationmaster": "1"},
                body: JSON.stringify({id: `ticket-of-${player}`, event: {type: "tickets_kept", player, tickets: [ticket]}})}).then(r => r.status)""",
            [code, seat, ticket],
        )
        assert sent == 201
    shown = ""
    for path in ("tickets", "tickets/p1", "tickets/p1?open=1", "sheet", "log", "finish", "share", "tv", ""):
        phone.goto(f"/t/{code}/{path}".rstrip("/"))
        shown += phone.content()
    phone.goto(f"/t/{code}/tickets/p2")
    phone.get_by_role("button", name="Open without holding").click()
    expect(phone.locator(".tick-card")).to_have_count(1)
    learned(phone, f"/t/{code}")
    found, database = phone.evaluate(CACHES), phone.evaluate(DATABASE)
    assert not [path for path in found if not re.match(KEPT, path)], list(found)
    assert f"/t/{code}" in found
    assert f"/t/{code}/tv" in found
    for word in ("athina--edinburgh", "berlin--london", "tick-card"):
        assert word not in database
        assert not [path for path, text in found.items() if word in text and not path.startswith("/static/")]


def test_a_phone_that_may_no_longer_see_a_table_forgets_it(phone: Page) -> None:
    code = open_table(phone)
    learned(phone, f"/t/{code}")
    phone.goto("/")
    phone.evaluate("caches.open('pages').then((cache) => cache.put('/t/ZZZZZZ', new Response('old')))")
    phone.goto("/t/ZZZZZZ")
    expect(phone.locator(".oops")).to_be_visible()
    until(phone, "async () => !(await caches.match('/t/ZZZZZZ')) && !!(await caches.match('/'))")


def test_a_new_version_renews_what_is_kept(phone: Page) -> None:
    code = open_table(phone)
    learned(phone, f"/t/{code}")
    phone.evaluate(
        """async () => {
            const old = await caches.open("files-of-before"), pages = await caches.open("pages"), [page] = await pages.keys();
            await old.put("/static/0123456789/js/sheet/walk.js", new Response("old"));
            await old.put("/static/0123456789/js/gone.js", new Response("old"));
            await pages.put(page, new Response("old"));
            const registration = await navigator.serviceWorker.getRegistration();
            await registration.unregister();
        }"""
    )
    phone.goto("/")
    until(phone, "async () => !(await caches.has('files-of-before'))")
    found = phone.evaluate(CACHES)
    assert "data-r=" in found[f"/t/{code}"]
    assert [path for path in found if path.endswith("/js/sheet/walk.js") and "0123456789" not in path]
    assert not [path for path in found if path.endswith("/js/gone.js")]


def test_a_page_that_comes_too_slowly_is_shown_as_it_was(phone: Page, secure_server: Server) -> None:
    code = open_table(phone)
    learned(phone, f"/t/{code}")
    phone.goto("/settings")
    with secure_server.asleep():
        phone.goto(f"/t/{code}", wait_until="commit", timeout=20_000)
        expect(phone.locator("#board")).to_be_visible()


# On plain http ---------------------------------------------------------------------------------------------------


def test_plain_http_has_no_worker_and_keeps_its_page(lan: Page) -> None:
    open_table(lan)
    assert lan.evaluate("isSecureContext || !!navigator.serviceWorker || !!navigator.wakeLock") is False
    lan.context.set_offline(True)
    claim(lan, "berlin-wien-1")
    waiting(lan, 1)
    before = lan.url
    lan.locator('.actions a[href$="/log"]').click()
    expect(lan.locator("#toast")).to_contain_text("There is no network")
    assert lan.url == before
    lan.locator("#net").click()
    expect(lan.locator("#sheet .waits li")).to_have_count(1)
    lan.locator("#sheet [data-close]").click()
    lan.context.set_offline(False)
    saved(lan)
    lan.locator('.actions a[href$="/log"]').click()
    expect(lan.locator(".loglist")).to_contain_text("Berlin")


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 200, "content_type": "text/html", "body": "<h1>Welcome to the hotel</h1>"},
        {"status": 403, "content_type": "text/html", "body": "log in first"},
        {"status": 503, "content_type": "application/problem+json", "body": '{"status": 503}'},
        {"status": 200, "content_type": "application/json", "body": "{}"},
    ],
    ids=["hotel", "login", "busy", "stranger"],
)
def test_only_the_server_s_own_answer_counts(lan: Page, answer: dict[str, object]) -> None:
    code = open_table(lan, players=2)
    lan.route("**/entries", lambda route: route.fulfill(**answer))  # type: ignore[arg-type]
    claim(lan, "berlin-wien-1")
    waiting(lan, 1)
    lan.unroute("**/entries")
    saved(lan)
    assert state(lan, code)["owner"] == {"berlin-wien-1": "p1"}


@pytest.mark.parametrize("news", [True, False], ids=["stream", "silence"])
def test_taking_back_what_may_have_arrived(page: Page, news: bool) -> None:
    code = open_table(page, players=2)
    if not news:
        page.route(re.compile(r"/(stream|state\.json)"), lambda route: route.abort())
        page.reload()

    def lose(route: Route) -> None:
        route.fetch()  # it arrives, only the answer is lost
        route.abort()

    page.route("**/entries", lose)
    claim(page, "berlin-wien-1")
    if not news:
        waiting(page, 1)
    page.locator("#toast button").click()
    expect(page.locator('[data-r="berlin-wien-1"]')).not_to_have_class(re.compile("claimed"))
    page.unroute_all(behavior="wait")
    saved(page)
    assert state(page, code)["owner"] == {}
    kinds = [entry["event"]["type"] for entry in entries(page, code)]
    assert kinds == ["table_opened", "route_claimed", "retracted"]


def test_taking_back_what_never_left_leaves_no_trace(lan: Page) -> None:
    code = open_table(lan, players=2)
    lan.context.set_offline(True)
    claim(lan, "berlin-wien-1")
    claim(lan, "munchen-wien-1")
    waiting(lan, 2)
    lan.locator("#undo button").click()
    waiting(lan, 1)
    lan.context.set_offline(False)
    saved(lan)
    assert [entry["event"].get("route") for entry in entries(lan, code)][1:] == ["berlin-wien-1"]


def test_every_refused_act_is_asked_about(lan: Page, context_of: Callable[..., BrowserContext]) -> None:
    code = open_table(lan, players=2)
    rival = context_of(base_url=lan.url.split("/t/")[0], storage_state=lan.context.storage_state()).new_page()
    rival.goto(f"/t/{code}")
    lan.context.set_offline(True)
    for route in ("berlin-wien-1", "munchen-wien-1", "danzig-riga-1", "dieppe-paris-1"):
        claim(lan, route)  # Anna, Ben, Anna, Ben
    for route in ("munchen-wien-1", "berlin-wien-1", "danzig-riga-1"):
        claim(rival, route)  # Anna, Ben, Anna: the third says the same as the first phone
        saved(rival)
    lan.context.set_offline(False)
    sides = lan.locator("#sheet .sides")
    expect(sides).to_contain_text("Anna", timeout=20_000)
    expect(lan.locator("#sheet h2")).to_have_text("Anna: Berlin – Wien")
    expect(lan.locator("#net")).to_have_text("2 to decide")
    lan.locator("#sheet [data-close]").click()
    lan.locator("#net").click()
    expect(lan.locator("#sheet .waits li")).to_have_count(2)
    lan.locator("#sheet .waits").get_by_role("button", name="Decide").first.click()
    lan.get_by_role("button", name="Leave it").click()
    expect(lan.locator("#sheet h2")).to_have_text("Ben: München – Wien")
    lan.get_by_role("button", name="It was Ben").click()
    saved(lan)
    assert state(lan, code)["owner"] == {
        "berlin-wien-1": "p2",
        "munchen-wien-1": "p2",
        "danzig-riga-1": "p1",
        "dieppe-paris-1": "p2",
    }
    assert json.loads(lan.evaluate(DATABASE))[0] == []  # nothing is left to be asked


def test_acts_leave_from_any_page(lan: Page) -> None:
    code = open_table(lan, players=2)
    lan.route("**/entries", lambda route: route.abort())
    claim(lan, "berlin-wien-1")
    waiting(lan, 1)
    lan.goto("/settings")
    told = lan.locator(".flash.wait")
    expect(told).to_contain_text(f"Table {code}: 1 act waits on this phone")
    lan.unroute("**/entries")
    expect(told).to_be_hidden(timeout=15_000)
    assert state(lan, code)["owner"] == {"berlin-wien-1": "p1"}


def test_the_screen_stays_awake(phone: Page) -> None:
    phone.add_init_script(
        """window.held = [];
        Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => { held.push(kind); return {}; } } });"""
    )
    open_table(phone)
    until(phone, "() => held.length === 1 && held[0] === 'screen'")
    phone.evaluate(
        "document.dispatchEvent(new Event('visibilitychange'))"
    )  # a screen that was off and is on again
    until(phone, "() => held.length === 2")
