"""Every answer of a page stands with its rule and leads to a ruling; the rules of a table are those of its edition."""

from __future__ import annotations

import html
import re
import time
from typing import Any

import pytest
from flask import Flask

from app.tables.store import Table
from app.words.ruling_links import ruling_links
from solver.formats.load import edition_ids, load_edition
from solver.game.edition import Edition
from tests.app.phones import Phone, open_table

LANGUAGES = ("en", "ru")
RULE = {"en": "<b>Rule.</b>", "ru": "<b>Правило.</b>"}


def text_of(phone: Phone, path: str, language: str = "en", **query: str) -> str:
    """Return a page as a reader of one language gets it."""
    found = phone.get(path, query_string=query, headers={"Accept-Language": language})
    assert found.status_code == 200, path
    return html.unescape(found.text)


def add(phone: Phone, table: Table, event: dict[str, Any]) -> None:
    """Record an event that must pass."""
    found = phone.add(table, event)
    assert found.status_code == 201, found.text


def anchors(text: str) -> list[str]:
    """Return the rulings that a text leads to, in order."""
    return re.findall(r'href="/rulings#([a-z0-9-]+)"', text)


def single(edition: Edition) -> list[str]:
    """Return routes that have no parallel and points, the longest first."""
    routes = [r for r in edition.board.routes.values() if not edition.board.parallels[r.id]]
    ends = {c.id for c in edition.board.cities.values() if c.terminal_of}
    fit = [r for r in routes if not ends & set(r.ends) and r.length in edition.route_points]
    return [r.id for r in sorted(fit, key=lambda r: -r.length)]


def claim(phone: Phone, table: Table, player: str, route: str) -> None:
    """Record a claim that is nobody's turn."""
    add(phone, table, {"type": "route_claimed", "player": player, "route": route, "afterwards": True})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", edition_ids())
def test_every_proof_and_the_verdict_say_their_rule_and_lead_to_rulings(
    app: Flask, keeper: Phone, edition: str, language: str
) -> None:
    table = open_table(app, keeper, 2, edition)
    for player, route in zip(("anna", "ben", "anna"), single(load_edition(edition)), strict=False):
        claim(keeper, table, player, route)
    add(keeper, table, {"type": "tickets_revealed"})
    page = text_of(keeper, f"/t/{table.code}/sheet", language)
    verdict = page.split('class="verdict"')[1].split("</section>")[0]
    assert RULE[language] in verdict
    assert anchors(verdict)
    for key in re.findall(r'data-key="([^"]+)"', page):
        proof = text_of(keeper, f"/t/{table.code}/sheet", language, open=key, part="1")
        assert RULE[language] in proof, key
        row = key.split(":", maxsplit=1)[0]
        assert {link.anchor for link in ruling_links(row, language, load_edition(edition))} & set(
            anchors(proof)
        ), key


SHARED = {
    "usa": ("0 completed tickets and no bonus for the longest trail", ["ti-01", "ti-07"]),
    "europe": (
        "0 completed tickets, 0 stations built and no bonus for the longest trail",
        ["ti-03", "ti-09"],
    ),
    "ussr": ("0 completed tickets and a trail of 0 trains", ["ti-10", "ti-05"]),
    "marklin": ("0 completed tickets and 0 points for goods", ["ti-04"]),
    "america": ("", ["ti-06"]),
}


@pytest.mark.parametrize("edition", SHARED)
def test_a_shared_win_says_what_was_compared(app: Flask, keeper: Phone, edition: str) -> None:
    table = open_table(app, keeper, 3, edition)
    add(keeper, table, {"type": "tickets_revealed"})
    page = text_of(keeper, f"/t/{table.code}/sheet")
    compared, rulings = SHARED[edition]
    assert "Nothing else in the rules separates them." in page
    assert (f"Equal too: {compared}." in page) if compared else ("Equal too" not in page)
    assert anchors(page)[: len(rulings)] == rulings
    proof = text_of(keeper, f"/t/{table.code}/sheet", open="total:anna", part="1")
    assert anchors(proof)[0] == rulings[0]
    assert "the win is shared" in proof


def test_two_may_share_what_a_third_lost(app: Flask, keeper: Phone) -> None:
    """Three equal totals: two of them have more tickets, and only those share the win."""
    edition = load_edition("usa")
    table = open_table(app, keeper, 3, "usa")
    twos = [r for r in single(edition) if edition.board.routes[r].length == 2][:3]
    for player, route in zip(("anna", "ben", "cleo"), twos, strict=True):
        claim(keeper, table, player, route)
    for player, route in zip(("anna", "ben"), twos, strict=False):
        a, b = edition.board.routes[route].ends
        far = next(city for city in edition.board.cities if city not in (a, b))
        assert (
            keeper.keep(
                table, player, {"ends": [a, b], "points": 5}, {"ends": [a, far], "points": 5}
            ).status_code
            == 201
        )
    add(keeper, table, {"type": "tickets_revealed"})
    page = text_of(keeper, f"/t/{table.code}/sheet")
    assert "Anna and Ben share the win" in page
    assert "Completed tickets: Anna 1, Ben 1, Cleo 0." in page
    assert "Nothing else in the rules separates Anna and Ben." in page


@pytest.mark.parametrize("edition", ["usa", "ussr", "usa-1910", "marklin"])
def test_a_bonus_at_zero_leads_to_the_ruling_about_it_first(app: Flask, keeper: Phone, edition: str) -> None:
    table = open_table(app, keeper, 2, edition)
    add(keeper, table, {"type": "tickets_revealed"})
    for bonus in load_edition(edition).bonuses:
        proof = text_of(keeper, f"/t/{table.code}/sheet", open=f"{bonus.kind}:ben", part="1")
        links = ruling_links(f"zero-{bonus.kind}", "en", load_edition(edition))
        assert anchors(proof)[0] == links[0].anchor
        assert "At 0 nobody gets it." in proof


# The rules of a table ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", edition_ids())
def test_the_rules_of_a_table_are_those_of_its_edition(
    app: Flask, keeper: Phone, edition: str, language: str
) -> None:
    rules = load_edition(edition)
    page = text_of(keeper, f"/t/{open_table(app, keeper, 2, edition).code}/about", language)
    lines = re.findall(r"<dt>([^<]+)", page)
    known = {
        "en": ("Double", "The last round", "Equal totals", "Stations", "Passengers", "Controllers"),
        "ru": ("Двойные", "Последний круг", "Равный итог", "Станции", "Пассажиры", "Контролёры"),
    }[language]
    assert lines[0].startswith(known[0])
    assert set(known[1:3]) <= set(lines)
    has = (rules.stations, rules.passengers, rules.controller)
    assert [name in lines for name in known[3:]] == [thing is not None for thing in has]
    assert str(rules.last_round_at) in page.split(known[1])[1].split("</small>")[0]
    if rules.passengers:
        assert f'<dd class="num">{rules.passengers.count}</dd>' in page.split(known[4])[1]
    if rules.stations:
        price = page.split(known[3])[1].split("</small>")[0]
        assert re.findall(r"\d+", price)[:3] == [str(one.cards) for one in rules.stations.price]
        assert ({"en": "route’s colour", "ru": "цвета перегона"}[language] in price) == (edition == "ussr")


@pytest.mark.parametrize(
    ("edition", "players", "says"),
    [
        ("usa", 2, "You are 2: the others are closed."),
        ("usa", 3, "You are 3: the others are closed."),
        ("europe", 4, "You are 4: the others are open to rivals."),
        ("ussr", 2, "You are 2: the others are closed."),
        ("ussr", 3, "You are 3: the others are open to rivals."),
    ],
)
def test_the_double_route_rule_is_said_for_so_many_players(
    app: Flask, keeper: Phone, edition: str, players: int, says: str
) -> None:
    page = text_of(keeper, f"/t/{open_table(app, keeper, players, edition).code}/about")
    assert says in page.split("<dt>")[1]
    assert "With 2 players only" in page if edition == "ussr" else "With 2–3 players only" in page


def test_the_tie_breaks_follow_the_house_rule(app: Flask, keeper: Phone) -> None:
    table = open_table(app, keeper, 2, "america")
    assert "nothing else is compared" in text_of(keeper, f"/t/{table.code}/about")


# What a station costs ----------------------------------------------------------------------------------------------


def test_the_sheet_of_a_city_says_what_this_player_s_next_station_costs(app: Flask, keeper: Phone) -> None:
    table = open_table(app, keeper, 3, "europe")

    def price(player: str) -> str:
        page = text_of(keeper, f"/t/{table.code}", city="wien", **{"for": player})
        return page.split("Station for")[1].split("</small>")[0]

    assert "1 card of any colour · −4 points" in price("anna")
    add(keeper, table, {"type": "station_built", "player": "anna", "city": "paris", "afterwards": True})
    assert "2 cards of one colour" in price("anna")
    assert "1 card of any colour" in price("ben")
    add(keeper, table, {"type": "station_built", "player": "anna", "city": "roma", "afterwards": True})
    assert "3 cards of one colour" in price("anna")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_ussr_station_takes_a_colour_of_its_city(app: Flask, keeper: Phone, language: str) -> None:
    """The colours of the routes out of the city; one grey route among them and any colour will do."""
    table, board = open_table(app, keeper, 3, "ussr"), load_edition("ussr").board
    colours = {c: {r.colour for r in board.routes.values() if c in r.ends} for c in board.cities}
    grey = next(city for city in board.cities if "gray" in colours[city])
    plain = next(city for city in board.cities if "gray" not in colours[city] and len(colours[city]) > 1)
    word = {"en": "1 card of any colour", "ru": "1 карта любого цвета"}[language]
    assert word in text_of(keeper, f"/t/{table.code}", language, city=grey)
    page = text_of(keeper, f"/t/{table.code}", language, city=plain)
    page = re.sub(r"<script.*?</script>", "", page, flags=re.S)  # the scripts have the prices of all cities
    assert word not in page
    assert {"en": "1 card: ", "ru": "1 карта, цвет — "}[language] in page


def test_the_payment_page_says_it_too(app: Flask, keeper: Phone) -> None:
    table = open_table(app, keeper, 2, "ussr")
    add(keeper, table, {"type": "station_built", "player": "anna", "city": "moskva", "afterwards": True})
    page = text_of(keeper, f"/t/{table.code}/pay")
    assert "Anna: 2 cards of one colour" in page
    assert "Ben: 1 card of a route’s colour there" in page
    assert "st-12" in anchors(page)
    alone = text_of(keeper, "/pay", edition="europe")
    assert "Price: 1 card of any colour, then 2 cards of one colour, then 3 cards of one colour." in alone
    assert (
        "station" not in text_of(keeper, "/pay", edition="usa").split("<main")[1].split("</main>")[0].lower()
    )


# Notices and audits ------------------------------------------------------------------------------------------------


def test_the_last_round_leads_to_its_ruling_on_every_page(app: Flask, keeper: Phone) -> None:
    table, left = open_table(app, keeper, 2, "usa"), 45
    edition = load_edition("usa")
    before = text_of(keeper, f"/t/{table.code}")
    assert re.search(r'<a class="rule" href="/rulings#eg-01" hidden>', before)
    for route in single(edition):
        length = edition.board.routes[route].length
        if left > 2 and length <= left:
            add(keeper, table, {"type": "route_claimed", "player": "anna", "route": route})
            left -= length
    assert left <= 2
    for path in ("", "/log", "/finish", "/sheet"):
        page = text_of(keeper, f"/t/{table.code}{path}")
        assert '<a class="rule" href="/rulings#eg-01">Rule</a>' in page, path


def test_a_journey_leads_to_the_ruling_about_tokens(app: Flask, keeper: Phone) -> None:
    table, board = open_table(app, keeper, 2, "marklin"), load_edition("marklin").board
    route = single(load_edition("marklin"))[0]
    start = board.routes[route].ends[0]
    add(keeper, table, {"type": "route_claimed", "player": "anna", "route": route})
    add(keeper, table, {"type": "passenger_placed", "player": "anna", "city": start})
    page = text_of(keeper, f"/t/{table.code}", rider="anna", start=start)
    assert anchors(page.split('id="sheet"')[1]) == ["pa-02"]


@pytest.mark.parametrize("edition", ["usa", "marklin"])
def test_an_audit_says_by_what_it_judges(app: Flask, keeper: Phone, edition: str) -> None:
    table = open_table(app, keeper, 2, edition)
    deadline = time.monotonic() + 60
    while True:
        # The search may still be going on: the page comes back by itself until then.
        page = text_of(keeper, f"/t/{table.code}/audit", **{"trains-anna": "45", "marker-anna": "0"})
        if 'http-equiv="refresh"' not in page or time.monotonic() > deadline:
            break
        time.sleep(0.2)
    assert RULE["en"] in page
    assert anchors(page)[0] == "rc-09"
    assert ("goods move the marker too" in page) == (edition == "marklin")


def test_what_was_played_over_leads_to_the_rule_that_it_broke(app: Flask, keeper: Phone) -> None:
    table, board = open_table(app, keeper, 2, "usa"), load_edition("usa").board
    first = next(route for route in board.routes if board.parallels[route])
    claim(keeper, table, "anna", first)
    second = {
        "type": "route_claimed",
        "player": "anna",
        "route": board.parallels[first][0],
        "afterwards": True,
    }
    assert keeper.add(table, second, overrule=["parallel-own"]).status_code == 201
    add(keeper, table, {"type": "tickets_revealed"})
    notes = text_of(keeper, f"/t/{table.code}/sheet").split('id="notes-h"')[1].split("</section>")[0]
    assert len(re.findall(r"<li>", notes)) == len(re.findall(r"<li>(?:(?!</li>).)*/rulings#", notes))
    assert anchors(notes)[0] == "db-01"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_bonuses_carry_the_names_of_their_cards(app: Flask, keeper: Phone, language: str) -> None:
    """By their names they stand in the rules of the table and in the proof of every number of theirs."""
    for edition in ("ussr", "europe"):
        table = open_table(app, keeper, 2, edition)
        add(keeper, table, {"type": "tickets_revealed"})
        rules = text_of(keeper, f"/t/{table.code}/about", language)
        for bonus in load_edition(edition).bonuses:
            name = bonus.title.get(language, "")
            assert bool(name) == (edition == "ussr")
            proof = text_of(keeper, f"/t/{table.code}/sheet", language, open=f"{bonus.kind}:ben", part="1")
            assert name in rules
            assert name in proof
