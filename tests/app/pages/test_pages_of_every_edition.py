"""
Every page of every edition answers: at the start, in the last round and after the reveal.

The pages are those of the app's own address map, so that a new page joins by itself. Two editions are unknown to all
code: a bare one (no deck, no bonus, no stations, no tie-break) and Europe under another id.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.routing import BuildError, Rule

from app import Settings
from app.pages.sheet.present import row_keys
from app.tables.store import Table
from solver.formats.load import edition_ids, load_edition
from solver.game.edition import Edition
from solver.game.state import State
from tests.app.conftest import SECRET
from tests.app.phones import Phone, open_table, sit
from tests.app.unknown_editions import BARE, RENAMED, unknown_editions

__all__ = ["unknown_editions"]

PLAYERS = 2
GOES_ON = "stream"
"""The end of addresses whose answers do not end."""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        f"sqlite:///{tmp_path / 'test.db'}", SECRET, testing=True, warm=False, log="off", stream_seconds=0
    )


def values(table: Table, edition: Edition) -> dict[str, str]:
    return {
        "code": table.code,
        "seat": "anna",
        "player": "anna",
        "edition": edition.id,
        "board": edition.board.id,
    }


def addresses(app: Flask, table: Table, edition: Edition) -> Iterator[str]:
    """Yield every page of the address map that only asks for things of a table or an edition, with what it opens."""
    known = values(table, edition)
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if asks_for_known(rule, known):
            try:
                address = adapter.build(rule.endpoint, {name: known[name] for name in rule.arguments})
            except BuildError:
                continue
            yield address
            yield from opened(rule, address, edition)


def asks_for_known(rule: Rule, known: dict[str, str]) -> bool:
    return "GET" in (rule.methods or ()) and rule.arguments <= set(known) and not rule.rule.endswith(GOES_ON)


def opened(rule: Rule, address: str, edition: Edition) -> Iterator[str]:
    route = next(iter(edition.board.routes.values()))
    queries = {
        "table.table": (
            f"?route={route.id}",
            f"?city={route.ends[0]}",
            "?player=anna",
            f"?q={route.ends[0]}",
        ),
        "sheet.sheet": tuple(f"?open={row}:anna&part=1" for row in row_keys(State(edition, edition.board))),
        "pay.table_pay": (f"?route={route.id}&red=1", f"?route={route.id}&locomotive={route.length}"),
        "pay.pay": (f"?edition={edition.id}&length={route.length}&red={route.length}",),
        "tickets.seat": ("?show=1",),
        "rulings.rulings": (f"?edition={edition.id}", f"?edition={edition.id}&q=tie"),
    }
    yield from (address + query for query in queries.get(rule.endpoint, ()))


def claim_all(phone: Phone, table: Table, edition: Edition) -> None:
    """Let Anna claim one route of each pair of cities, the longest first, until the last round is announced."""
    left, joined = edition.trains, set[frozenset[str]]()
    for route in sorted(edition.board.routes.values(), key=lambda route: -route.length):
        if left > edition.last_round_at and route.length <= left and frozenset(route.ends) not in joined:
            assert phone.claim(table, "anna", route.id).status_code == 201
            joined.add(frozenset(route.ends))
            left -= route.length
    assert left <= edition.last_round_at


def answered(app: Flask, phone: Phone, table: Table, edition: Edition) -> set[str]:
    """Ask for every page; return those that were shown."""
    shown = set()
    for address in addresses(app, table, edition):
        answer = phone.get(address, headers={"Accept-Language": "ru"})
        assert answer.status_code < 500, (address, answer.text[:2000])
        if answer.status_code == 200:
            shown.add(address.partition("?")[0])
    return shown


@pytest.mark.parametrize("name", [*edition_ids(), BARE, RENAMED])
def test_every_page_answers_at_the_start_in_the_last_round_and_after_the_reveal(
    app: Flask, keeper: Phone, name: str, request: pytest.FixtureRequest
) -> None:
    if name in (BARE, RENAMED):
        request.getfixturevalue("unknown_editions")
    edition = load_edition(name)
    table = open_table(app, keeper, PLAYERS, name)
    sit(app, table, keeper, "anna")
    shown = [answered(app, keeper, table, edition)]
    claim_all(keeper, table, edition)
    shown.append(answered(app, keeper, table, edition))
    assert f"/t/{table.code}/finish" in shown[1]
    assert keeper.add(table, {"type": "tickets_revealed"}).status_code == 201
    shown.append(answered(app, keeper, table, edition))
    assert f"/t/{table.code}/sheet" in shown[2]
    assert all(len(pages) > 30 for pages in shown)


def test_the_same_rules_under_another_name_read_the_same(
    app: Flask, keeper: Phone, unknown_editions: tuple[str, ...]
) -> None:
    """The rulings, the rules and the proofs of a copy are those of its original."""
    assert replace(load_edition(RENAMED), id="europe") == load_edition("europe")
    pages = []
    for name in ("europe", RENAMED):
        table = open_table(app, keeper, PLAYERS, name)
        claim_all(keeper, table, load_edition(name))
        texts = [keeper.get(f"/t/{table.code}/{page}").text for page in ("about", "finish")]
        pages.append([text.replace(table.code, "CODE").split("<main")[1] for text in texts])
    assert pages[0][0] == pages[1][0]


def test_a_bare_edition_is_sound(unknown_editions: tuple[str, ...]) -> None:
    from solver.formats.load import check_edition

    assert {fault.code for fault in check_edition(BARE).faults} <= {"no-source"}
