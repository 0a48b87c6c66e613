"""
An evening on two phones of one engine, from the start page to the final sheet.

``SHORT`` are the steps that every change walks; ``LONG`` are those and what is seldom broken. Each step is a function
of an ``Evening``; what its phones' consoles said meanwhile is asked after it, and an error there fails the step.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.browser.conftest import Server
from tests.engines.phone import ENTER, Phone
from tests.engines.remote import BrowserError

NAMES = ("Anna", "Ben", "Cleo")
FIRST = "p1"

OVERFLOW = """
if (document.scrollingElement.scrollWidth <= innerWidth + 0.5) return "";
const wide = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
return wide.filter((one) => !one.closest("svg")).slice(0, 4).map((one) => `${one.tagName}.${one.className}`).join(" ");
"""
"""What is wider than the screen."""

CLAIMED = "return !!document.querySelector(`[data-r='${arguments[0]}'].claimed`);"
SAVED = "const net = document.getElementById('net'); return !!net && net.textContent === net.dataset.saved;"
WAITING = "return document.getElementById('net').classList.contains('waiting');"
HIDDEN = "return document.getElementById('sheet').hidden;"
STATION = "return document.querySelectorAll('[data-c=wien].has-station').length === arguments[0];"
BOARD = "return JSON.parse(document.getElementById('data').textContent).board.routes;"


@dataclass
class Evening:
    """
    The phones of an evening and what they share.

    Attributes
    ----------
    host, guest
        The phone that opened the table, and the one that joined it.
    code
        The table's.
    claimed
        Routes that were claimed so far.
    """

    server: Server
    host: Phone
    guest: Phone
    code: str = ""
    claimed: list[str] = field(default_factory=list)

    def state(self) -> dict[str, Any]:
        """Return what lies on the table as the server says it."""
        return dict(self.host.fetch(f"/t/{self.code}/state.json"))

    def open(self, path: str, phone: Phone | None = None) -> None:
        """Open a page of the server."""
        (phone or self.host).go(self.server.url + path)

    def open_table(self, phone: Phone | None = None) -> None:
        """Open the table's page and wait until its scripts have begun."""
        phone = phone or self.host
        self.open(f"/t/{self.code}", phone)
        begun(phone)

    def board(self, path: str) -> str:
        """Return a path below the table's address."""
        return f"/t/{self.code}{path}"


Step = Callable[[Evening], None]


def begun(phone: Phone) -> None:
    """Wait until the scripts of a table have begun and drawn."""
    phone.until(
        "return document.documentElement.classList.contains('js') && !!document.querySelector('#map svg');"
    )


def fits(phone: Phone) -> None:
    """Nothing on the page may be wider than the screen."""
    wide = phone.run(OVERFLOW)
    assert not wide, f"wider than the screen: {wide}"


def search(phone: Phone, mode: str, words: str) -> None:
    """Open a search by its button in the bar, type, and take the first that is found."""
    phone.tap(f".actions [data-mode={mode}]")
    phone.until("return document.activeElement?.matches('#sheet input');")
    phone.type(words)
    phone.until("return document.querySelectorAll('#sheet .found button').length;")
    phone.press(ENTER)
    phone.until("return !!document.querySelector('#sheet .go');")


# Steps --------------------------------------------------------------------------------------------------------------


def home(evening: Evening) -> None:
    """The start page."""
    evening.open("/")
    fits(evening.host)
    evening.host.until("return !!document.querySelector('.edition');")


def watched(evening: Evening) -> None:
    """What a console complains of is heard: an error that is thrown, and what the content policy forbids."""
    phone = evening.host
    if not phone.hears:
        return
    phone.run(
        "setTimeout(() => { throw new Error('thrown on purpose'); });"
        "const inline = document.createElement('script'); inline.textContent = 'window.ran = true;';"
        "document.head.append(inline);"
    )
    heard, end = "", time.monotonic() + 10
    while not ("thrown on purpose" in heard and "Content" in heard) and time.monotonic() < end:
        heard += "\n".join(phone.console())
        time.sleep(0.2)
    assert "thrown on purpose" in heard, f"an error is not heard: {heard}"
    assert re.search("Content.Security.Policy", heard), f"the content policy is not heard: {heard}"
    assert not phone.run("return window.ran;"), "a script without a nonce ran"


def new_table(evening: Evening) -> None:
    """A new table of three players with names."""
    phone = evening.host
    evening.open("/new/europe")
    fits(phone)
    for number, name in enumerate(NAMES, start=1):
        phone.fill(f"[name=name-{number}]", name)
    phone.tap("form[data-new] .btn.main")
    phone.until("return /^\\/t\\/[A-Z0-9]+$/.test(location.pathname);")
    evening.code = phone.url.rsplit("/", 1)[1]
    begun(phone)
    fits(phone)


def claim_by_tap(evening: Evening) -> None:
    """A tap on a route of the board, a tap on the button."""
    phone = evening.host
    routes: dict[str, list[Any]] = phone.run(BOARD)
    ends = [frozenset(route[:2]) for route in routes.values()]
    single = [name for name, route in routes.items() if ends.count(frozenset(route[:2])) == 1]
    route = next(name for name in single if phone.sees_route(name))
    phone.tap_route(route)
    phone.until("return !!document.querySelector(`#sheet .half[data-half='${arguments[0]}']`);", route)
    phone.tap_until("#sheet .go", "", CLAIMED, route)
    phone.until(SAVED)
    assert evening.state()["owner"] == {route: FIRST}
    evening.claimed.append(route)


def claim_by_search(evening: Evening) -> None:
    """Two cities typed: one of a double route."""
    search(evening.host, "claim", "ber war")
    assert evening.host.run("return document.querySelectorAll('#sheet .half').length;") == 2
    evening.host.tap_until("#sheet .go", "", HIDDEN)
    evening.host.until(SAVED)
    owned = evening.state()["owner"]
    found = [route for route in owned if route.startswith("berlin-warszawa")]
    assert found, owned
    evening.claimed += found


def station(evening: Evening) -> None:
    """A station, with what it costs and gives."""
    search(evening.host, "station", "wien")
    assert "1 card of any colour" in evening.host.run(
        "return document.querySelector('#sheet .go').textContent;"
    )
    evening.host.tap_until("#sheet .go", "", STATION, 1)
    evening.host.until(SAVED)
    assert evening.state()["stations"] == {"wien": ["p3"]}


def undo(evening: Evening) -> None:
    """The station taken back, put back, and taken back by the button in the bar."""
    for css, text, stands in (
        ("#toast button", "Undo", 0),
        ("#toast button", "Put back", 1),
        ("#undo button", "", 0),
    ):
        evening.host.tap_until(css, text, STATION, stands)
        evening.host.until(SAVED)
        assert len(evening.state()["stations"]) == stands


def tickets(evening: Evening) -> None:
    """A card and a ticket by its two cities, behind the shutter, which covers them again."""
    phone = evening.host
    evening.open(evening.board("/tickets"))
    phone.tap("main a", NAMES[0])
    phone.tap("#keep button")
    phone.until("return document.getElementById('shutter').hidden && !!document.querySelector('#ticket-q');")
    phone.fill("#ticket-q", "ber lon")
    phone.until("return document.querySelectorAll('#cards li:not([hidden])').length === 1;")
    phone.tap("#cards li:not([hidden]) button")
    phone.until("return document.querySelectorAll('.tick-card').length === 1;")
    phone.tap("details.free summary")
    for css, words in (("[name=a]", "Paris"), ("[name=b]", "Wien"), ("[name=points]", "8")):
        phone.fill(f"details.free {css}", words)
    phone.tap("details.free button", "Add")
    phone.until("return document.querySelectorAll('.tick-card').length === 2;")
    phone.tap("#cover")
    phone.until("return !document.getElementById('shutter').hidden;")
    evening.open_table()


def second_phone(evening: Evening) -> None:
    """Another phone joins by the code and takes a seat; each sees at once what the other records."""
    guest = evening.guest
    evening.open("/", guest)
    guest.fill("#code", evening.code)
    guest.tap("form.join button")
    guest.tap(".seatbtn", NAMES[2])
    guest.until("return /^\\/t\\/[A-Z0-9]+$/.test(location.pathname);")
    begun(guest)
    guest.until(CLAIMED, evening.claimed[0])
    for phone, other, words, route in (
        (evening.host, guest, "par die", "dieppe-paris-1"),
        (guest, evening.host, "mad lis", "lisboa-madrid-1"),
    ):
        search(phone, "claim", words)
        phone.tap_until("#sheet .go", "", CLAIMED, route)
        other.until(CLAIMED, route, seconds=15)
        evening.claimed.append(route)


def without_network(evening: Evening) -> None:
    """What is recorded while the server is away waits on the phone, and comes through for both."""
    phone = evening.host
    phone.until(SAVED)
    evening.server.stop()
    try:
        search(phone, "claim", "lon edi")
        phone.tap_until("#sheet .go", "", HIDDEN)
        phone.until(WAITING, seconds=60)
    finally:
        evening.server.start()
    phone.until(SAVED, seconds=60)
    found = [route for route in evening.state()["owner"] if route.startswith("edinburgh-london")]
    assert found
    evening.guest.until(CLAIMED, found[0], seconds=60)
    evening.claimed += found


def finish(evening: Evening) -> None:
    """The host asks for the reveal before the last turn, the guest agrees, the tickets and the result are shown."""
    phone, guest = evening.host, evening.guest
    evening.open(evening.board("/finish"))
    hold(phone)  # the other phone is asked
    evening.open(evening.board("/finish"), guest)
    guest.tap("button[name=answer][value=yes]")
    guest.until("return document.body.textContent.includes('yes');")
    # The host's page comes again by itself once the guest has answered.
    phone.until(
        "return !!document.querySelector('a[data-hold]') && document.body.textContent.includes('yes');"
    )
    assert not evening.state()["revealed"]
    hold(phone)
    phone.until("return document.body.textContent.includes('all tickets lie open');")
    assert evening.state()["revealed"]
    phone.tap("button", "Show the result")
    phone.until("return document.body.textContent.includes('shown on all phones');")


def hold(phone: Phone) -> None:
    """Hold the control of what cannot be undone until it has been done; right after it opened it is deaf."""
    phone.until("return !!document.querySelector('a[data-hold][role=button]');")
    time.sleep(0.8)
    before = phone.run("return performance.timeOrigin;")
    x, y = phone.place("a[data-hold]")
    with contextlib.suppress(BrowserError):  # the page goes away under the finger
        phone.touch(x, y, hold=2500)
    phone.until(
        "return performance.timeOrigin !== arguments[0] && document.readyState === 'complete';", before
    )


def sheet(evening: Evening) -> None:
    """The final sheet: who wins, and every number opens its proof."""
    phone = evening.host
    evening.open(evening.board("/sheet"))
    phone.until("return !!document.querySelector('a.cell');", seconds=60)
    fits(phone)
    assert re.search(r"\bwins\b|\bwin\b", phone.run("return document.querySelector('main').textContent;"))
    phone.tap("a.cell")
    phone.until("return !!document.getElementById('proof');")
    fits(phone)


# Only in the long walk ----------------------------------------------------------------------------------------------


def pan(evening: Evening) -> None:
    """The board is moved by a finger, and nothing is picked by that."""
    phone = evening.host
    box = "const box = document.querySelector('.map').getBoundingClientRect();"
    x, y = phone.run(f"{box} return [box.left + box.width / 2, box.top + box.height / 2];")
    look = "return document.querySelector('#map svg').getAttribute('viewBox');"
    before = phone.run(look)
    phone.drag((x, y), (x - 80, y - 60))
    phone.until(f"return {look.removeprefix('return ').rstrip(';')} !== arguments[0];", before)
    assert phone.run("return document.getElementById('sheet').hidden;"), "a drag opened a sheet"


def other_half(evening: Evening) -> None:
    """On the sheet of a double route the other half is chosen and claimed."""
    phone = evening.host
    search(phone, "claim", "par bru")
    now = "return document.querySelector('#sheet .half[aria-checked=true]').dataset.half;"
    first = phone.run(now)
    phone.tap(f"#sheet .half:not([data-half='{first}'])")
    phone.until(f"{now.rstrip(';')} !== arguments[0];", first)
    chosen = phone.run(now)
    phone.tap_until("#sheet .go", "", CLAIMED, chosen)
    phone.until(SAVED)
    evening.claimed.append(chosen)


def kept_page(evening: Evening) -> None:
    """The table opens again without any server, with what waits on the phone, once its service worker has learned it."""
    phone = evening.host
    evening.open_table()
    learned = "caches.match(arguments[0], { ignoreVary: true }).then((found) => arguments[1](!!found));"
    end = time.monotonic() + 60
    while not phone.wait(learned, evening.board("")):
        assert time.monotonic() < end, "the service worker does not keep the page"
        time.sleep(0.5)
    phone.reload()
    begun(phone)
    evening.server.stop()
    try:
        search(phone, "claim", "rom pal")
        phone.tap_until("#sheet .go", "", HIDDEN)
        phone.until(WAITING, seconds=60)
        evening.open_table()
        phone.until(WAITING, seconds=60)
    finally:
        evening.server.start()
    phone.until(SAVED, seconds=60)
    assert any(route.startswith("palermo-roma") for route in evening.state()["owner"])


def pages(evening: Evening) -> None:
    """Every page that a table leads to opens without an error and is no wider than the screen."""
    paths = ("", "/log", "/share", "/tv", "/pay", "/ask", "/whatif", "/about", "/sheet", "/takehome")
    for path in (*map(evening.board, paths), "/settings", "/rulings", "/results", "/boards", "/import"):
        evening.open(path)
        evening.host.until("return document.readyState === 'complete';")
        if path != evening.board("/tv"):
            fits(evening.host)


def paying(evening: Evening) -> None:
    """Cards are counted up on the page of payments."""
    phone = evening.host
    evening.open(evening.board("/pay"))
    count = "return document.querySelector('#pay .count').value;"
    before = phone.run(count)
    phone.tap("#pay button[name=step][value$='+']")
    phone.until(f"{count.rstrip(';')} !== arguments[0];", before)


def dark_and_russian(evening: Evening) -> None:
    """The pages in the dark and in Russian."""
    phone = evening.host
    evening.open("/settings")
    phone.tap("label", "Lamp light")
    phone.tap("main form button")
    loaded = "document.readyState === 'complete';"
    phone.until(f"return document.documentElement.dataset.theme === 'dark' && {loaded}")
    evening.open("/")
    phone.tap(".foot-line a[hreflang=ru]")
    phone.until(f"return document.documentElement.lang === 'ru' && {loaded}")
    for path in ("", "/sheet", "/log"):
        evening.open(evening.board(path))
        fits(phone)
    evening.open_table()
    phone.tap(".chip")
    phone.until("return !document.getElementById('sheet').hidden;")
    fits(phone)


SHORT: tuple[Step, ...] = (
    home,
    watched,
    new_table,
    claim_by_tap,
    claim_by_search,
    station,
    undo,
    tickets,
    second_phone,
    without_network,
    finish,
    sheet,
)
LONG: tuple[Step, ...] = (
    *SHORT[:7],
    pan,
    other_half,
    *SHORT[7:10],
    kept_page,
    pages,
    paying,
    *SHORT[10:],
    dark_and_russian,
)

AWAY = re.compile(
    r"ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_FAILED|ERR_CONNECTION_RESET"
    r"|Could not connect|Connection (refused|terminated)|Socket I/O|Load failed|Failed to load resource"
    r"|NetworkError|Failed to fetch|can.t establish a connection|interrupted while the page was loading"
)
"""What an engine says of a server that is away; only the steps that take it away may make it say so."""

SERVER_AWAY: tuple[Step, ...] = (without_network, kept_page)


def errors_of(evening: Evening, step: Step) -> list[str]:
    """Return what the consoles of both phones complained of during a step."""
    found = [*evening.host.console(), *evening.guest.console()]
    return [line for line in found if step not in SERVER_AWAY or not AWAY.search(line)]
