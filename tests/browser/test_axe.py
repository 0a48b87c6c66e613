"""
Every page of the app, light and dark, in both languages: axe finds nothing serious, and a finger hits what it means.

The pages are the app's own rules, so a new page joins by itself; each is looked at on a table in the middle of a game
and on one whose tickets lie open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import BrowserContext, Page
from werkzeug.routing import Rule

from app import Settings, create_app
from tests.browser.tables import played_table
from tests.browser.test_table_access import SMALL, TARGET

VALUES = {"seat": "p1", "player": "p1", "edition": "europe", "token": "none"}
OF_A_LANGUAGE = {"offline.offline", "settings.choose_language", "settings.strings"}
NO_PAGES = {"stream", "static", "choose_language", "favicon"}
MORE = {
    "sheet.sheet": ("open=total:p1", "open=routes:p2", "open=completed:p1", "open=longest_trail:p1", "open=stations:p1", "show=trail:p1&step=2"),
    "table.table": ("route=berlin-warszawa-1", "city=wien", "player=p1", "mode=claim", "mode=station", "q=ber", "recording=1&for=p2", "only=p1"),
    "tickets.seat": ("open=1",),
    "home.join": ("code=AAAAAA",),
}  # fmt: skip
"""What else a page may show, by its address' query."""


def _rules(folder: Path) -> list[Rule]:
    app: Flask = create_app(
        Settings(f"sqlite:///{folder / 'rules.db'}", "a secret", testing=True, warm=False)
    )
    return [
        rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and not rule.rule.startswith("/api/v1")
        and rule.endpoint.rsplit(".", 1)[-1] not in NO_PAGES
    ]


def _addresses(rules: list[Rule], code: str) -> Iterator[str]:
    for rule in rules:
        values = {**VALUES, "code": "en" if rule.endpoint in OF_A_LANGUAGE else code}
        if not rule.arguments <= set(values):
            continue
        path = rule.rule
        for name in rule.arguments:
            path = path.replace(f"<{name}>", values[name])
        yield path
        for query in MORE.get(rule.endpoint, ()):
            yield f"{path}?{query}"


def _faults(page: Page, address: str) -> list[object]:
    kind = page.evaluate(
        "path => fetch(path, {headers: {Accept: 'text/html'}}).then(answer => answer.headers.get('Content-Type') || '')", address
    )  # fmt: skip
    if not kind.startswith("text/html"):
        return []
    page.goto(address)
    page.wait_for_timeout(250)
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    said = [(v["id"], [node["html"][:160] for node in v["nodes"]][:3]) for v in serious]
    # Behind each card of the payment page stands its number; the card itself is what a finger taps.
    small = [found for found in page.evaluate(SMALL, TARGET) if 'class="count ' not in found[0]]
    wide = page.evaluate(
        "document.documentElement.scrollWidth > innerWidth && [document.documentElement.scrollWidth, innerWidth]"
    )
    return [fault for fault in (said, small[:3], wide) if fault]


# Contrast depends on the light alone, room for the words on the language alone: two runs see all four.
@pytest.mark.parametrize(("scheme", "locale"), [("light", "en-GB"), ("dark", "ru")])
def test_every_page(
    scheme: str, locale: str, context_of: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    page = context_of(color_scheme=scheme, locale=locale, bypass_csp=True, service_workers="block").new_page()
    rules = _rules(tmp_path)
    assert len(rules) > 20
    faults: dict[str, list[object]] = {}
    seen: set[str] = set()
    for most, reveal in ((40, False), (1000, True)):
        code = played_table(page, most=most, reveal=reveal)
        for address in _addresses(rules, code):
            if address in seen:
                continue
            seen.add(address)
            if found := _faults(page, address):
                faults[address.replace(code, "CODE")] = found
    assert not faults, "\n".join(f"{address}: {found}" for address, found in faults.items())


def test_the_boards_of_passengers_and_controllers(context_of: Callable[..., BrowserContext]) -> None:
    page = context_of(color_scheme="dark", locale="ru", bypass_csp=True, service_workers="block").new_page()
    faults = {}
    for game, query in (("marklin/two-players", "city=berlin"), ("ussr/two-players", "route=moskva-tula-1")):
        code = played_table(page, game, most=30, reveal=False)
        for address in (f"/t/{code}", f"/t/{code}?{query}", f"/t/{code}/goods", f"/t/{code}/log"):
            if page.evaluate("path => fetch(path).then(answer => answer.ok)", address) and (
                found := _faults(page, address)
            ):
                faults[f"{game} {address}"] = found
    assert not faults, faults
