"""Numbers below zero, as people read them: one minus sign in tables and sentences, and the right plural."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from app.tables.store import Table
from app.web.i18n import ngettext, true_minus
from solver.cli.tables import score_table
from solver.formats.load import load_edition
from solver.words.say import Text, say
from tests.app.pages.table.test_table_pages import Words
from tests.app.phones import Phone, open_table

HYPHEN = re.compile(r"(?<![\w./:-])-\d")
PAGES = (
    "",
    "?player=anna",
    "?route=cadiz-lisboa-1",
    "/log",
    "/tv",
    "/recount",
    "/finish",
    "/sheet?open=total:ben",
    "/sheet?open=failed:ben",
    "/sheet?open=routes:anna",
    "/takehome",
    "/audit?trains-anna=0&trains-ben=45",
)


@pytest.fixture
def table(app: Flask, keeper: Phone) -> Table:
    """A counted table where Anna laid more trains than there are and Ben failed his ticket."""
    table = open_table(app, keeper, players=2)
    board, laid = load_edition("europe").board, 0
    for route in sorted(board.routes.values(), key=lambda r: -r.length):
        if laid <= 45 and not board.parallels[route.id] and route.id != "cadiz-lisboa-1":
            event = {"type": "route_claimed", "player": "anna", "route": route.id, "afterwards": True}
            assert keeper.add(table, event, overrule=["too-few-trains"]).status_code == 201
            laid += route.length
    assert laid > 45
    keeper.keep(table, "ben", "brest--petrograd")
    keeper.keep(table, "ben", "cadiz--stockholm")
    keeper.add(table, {"type": "tickets_revealed"})
    return table


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_number_below_zero_has_a_true_minus_sign(keeper: Phone, table: Table, language: str) -> None:
    found = []
    for page in (f"/t/{table.code}{path}" for path in PAGES):
        answer = keeper.get(page, headers={"Accept-Language": language})
        assert answer.status_code == 200, page
        found += [(page, words) for words in Words(answer.text).words if HYPHEN.search(words)]
    assert not found
    assert "−29" in keeper.get(f"/t/{table.code}/sheet?open=total:ben").text


def test_minus_two_are_counted_as_two_are(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "ru"}):
        said = [ngettext("%(num)d point", "%(num)d points", n) for n in (-1, -2, -29, 29)]
        assert said == ["−1 очко", "−2 очка", "−29 очков", "29 очков"]
        one = app.jinja_env.from_string("{{ ngettext('%(num)d train', '%(num)d trains', n) }}")
        assert [one.render(n=n) for n in (-1, -3)] == ["−1 вагон", "−3 вагона"]
    with app.test_request_context():
        assert ngettext("%(num)d point", "%(num)d points", -1) == "−1 point"


def test_only_the_numbers_get_the_sign_and_markup_stays_markup(app: Flask) -> None:
    assert true_minus("Rostov-2: -2 of -20", (-2, 7, "x-2")) == "Rostov-2: −2 of -20"
    bold = app.jinja_env.from_string("{{ ngettext('%(num)d <b>', '%(num)d <b>', -1) }}")
    with app.test_request_context():
        assert bold.render() == "−1 <b>"


def test_the_library_writes_it_too() -> None:
    facts = {"player": "Anna", "route": "r", "length": 2, "left": -3}
    assert "−3" in say(Text("objection-too-few-trains", facts), "en")
    line = {"routes": 0, "tickets": -8, "stations": 0, "goods": 0, "bonuses": 0}
    player = {
        "name": "A",
        "total": -8,
        "rank": 1,
        "points": line,
        "completed": 0,
        "tickets": [],
        "trains_left": -1,
    }
    trail = {"value": 0, "bound": 0}
    sheet = {"players": [{**player, "longest_trail": trail}], "winners": ["A"], "tie_break": "", "notes": []}
    table = score_table(sheet, "en")
    assert "−8" in table
    assert "-" not in table
