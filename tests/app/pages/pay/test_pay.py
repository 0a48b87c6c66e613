"""The payment page: it says what the rulings say, works by buttons alone, and reads any query without stumbling."""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from app.tables.store import Table
from solver.formats.load import edition_ids, load_edition
from solver.game.payment import cards_of
from tests.app.phones import Phone

CARD = {"loco": "locomotive", "loco4": "locomotive4"}
DUE = {"en": re.compile(r"(\d+) more cards? (?:is|are) due"), "ru": re.compile(r"Нужно доплатить (\d+) карт")}
PAID = {"en": "These cards pay for the route.", "ru": "Этих карт хватает: перегон оплачен."}
REFUSED = {"en": "These cards do not pay for it.", "ru": "Так этот перегон не оплатить."}
LANGUAGES = ("en", "ru")


def page(client: FlaskClient, query: list[tuple[str, Any]], language: str = "en") -> str:
    """Return the page for a query."""
    found = client.get("/pay", query_string=query, headers={"Accept-Language": language})
    assert found.status_code == 200
    return found.text


def cases(kind: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the cases of one kind from all rulings that are about cards."""
    found = []
    for file in sorted((resources.files("maps") / "rulings").iterdir(), key=lambda f: f.name):
        for ruling in json.loads(file.read_text(encoding="utf-8")).get("rulings", ()):
            many = ruling.get("case", [])
            for case in many if isinstance(many, list) else [many]:
                if case.get("kind") == kind and ("played" in case or "cards" in case.get("claim", {})):
                    found.append((ruling["id"], case))
    return found


def laid(cards: dict[str, int]) -> list[tuple[str, Any]]:
    """Return cards of a ruling as the page's fields."""
    return [(CARD.get(card, card), count) for card, count in cards.items()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ruling", "case"), cases("tunnel"))
def test_tunnels_ask_for_as_much_as_the_rulings_say(client, ruling, case, language):
    cards = laid(case["played"])
    length = sum(count for _card, count in cards)
    query = [("edition", "europe"), ("length", length), ("colour", "gray"), ("tunnel", 1), *cards]
    html = page(client, [*query, *(("reveal", CARD.get(c, c)) for c in case["revealed"])], language)
    due = DUE[language].search(html)
    assert int(due[1]) == case["expect"]["extra"]
    only = {"en": "all locomotives", "ru": "всё локомотивами"}[language]
    assert (only in html) == case["expect"].get("extra_must_be_loco", False)


@pytest.mark.parametrize(("ruling", "case"), cases("legal"))
def test_payments_are_legal_where_the_rulings_say_so(client, ruling, case):
    number = int(case["claim"]["route"].removeprefix("r")) - 1
    _a, _b, length, *rest = case["routes"][number]
    query = [("edition", case["edition"]), ("length", length), ("colour", (rest and rest[0]) or "gray")]
    html = page(client, query + laid(case["claim"]["cards"]))
    assert (PAID["en"] in html) == case["expect"]["legal"]
    assert (REFUSED["en"] in html) == (not case["expect"]["legal"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("length=4&colour=red&red=3&locomotive=1", PAID),
        ("length=2&colour=gray&locomotive=2", PAID),
        ("length=2&colour=gray&red=1&blue=1", {"en": "Cards of several colours", "ru": "Карты разных цветов"}),
        ("length=3&colour=red&blue=3", {"en": "The cards are blue, the route is red", "ru": "Цвет карт — синий"}),
        ("length=3&ferry=2&red=2&locomotive=1", {"en": "at least 2 locomotives", "ru": "не меньше 2 локомотивов"}),
        ("length=3&ferry=2&red=1&locomotive=2", PAID),
        ("length=2&colour=red&red=3", {"en": "3 cards for 2 spaces", "ru": "3 карты на 2 клетки"}),
        ("length=4&colour=red&red=3", {"en": "1 card is still missing.", "ru": "Не хватает 1 карты."}),
        ("length=4&colour=red", {"en": "Tap the cards", "ru": "Нажмите на карты"}),
        ("length=2&tunnel=1&red=2", {"en": "Now reveal three cards", "ru": "Теперь откройте три карты"}),
        ("length=2&tunnel=1&red=2&reveal=blue", {"en": "So far nothing more", "ru": "Пока доплачивать не нужно"}),
        ("length=2&tunnel=1&red=2&reveal=blue&reveal=blue&reveal=green", {"en": "The tunnel is paid", "ru": "тоннель оплачен"}),
        ("length=2&tunnel=1&locomotive=2&reveal=red", {"en": "So far nothing more", "ru": "Пока доплачивать не нужно"}),
        ("edition=ussr&length=2&tunnel=1&red=2&reveal=controller&reveal=red&reveal=blue", {"en": "1 more card is due", "ru": "Нужно доплатить 1 карту"}),
    ],
)  # fmt: skip
def test_says_whether_cards_pay_and_why_not(client, query, says, language):
    assert says[language] in page(client, parse_qsl(query), language)


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_edition_offers_its_cards_and_its_board(client, edition, language):
    html = page(client, [("edition", edition)], language)
    rules = load_edition(edition)
    offered = set(re.findall(r'name="step" value="(\w+)\+"', html))
    assert offered == set(cards_of(rules))
    assert html.count("<option") == len(edition_ids()) + len(rules.board.routes) + 1
    assert ('name="tunnel"' in html) == any(route.tunnel for route in rules.board.routes.values())


def test_buttons_alone_come_to_the_answer(client):
    """Without a script: every tap is a form that is sent and an address to come back to."""
    query: list[tuple[str, str]] = [
        ("edition", "europe"),
        ("length", "2"),
        ("colour", "red"),
        ("tunnel", "1"),
    ]
    for step in (
        "red+",
        "red+",
        "blue+",
        "blue-",
        "reveal+red",
        "reveal+red",
        "reveal-0",
        "reveal+locomotive",
    ):
        answer = client.get("/pay", query_string=[*query, ("step", step)])
        assert answer.status_code == 303
        query = parse_qsl(urlsplit(answer.location).query)
    assert ("step", "reveal+red") not in query
    assert DUE["en"].search(page(client, query))[1] == "2"


def test_a_route_of_the_board_brings_its_length_colour_and_tunnel(client):
    board = load_edition("europe").board
    tunnel = next(route for route in board.routes.values() if route.tunnel and route.colour == "gray")
    html = page(client, [("edition", "europe"), ("route", tunnel.id), ("red", tunnel.length)])
    assert "Now reveal three cards" in html
    assert 'name="length"' not in html


def test_the_page_of_a_table_has_its_edition_and_the_way_back(table: Table, keeper: Phone):
    route = load_edition("europe").board.routes["dieppe-paris-1"]
    html = keeper.get(f"/t/{table.code}/pay?route={route.id}&{route.colour}={route.length}").text
    assert PAID["en"] in html
    assert f'href="/t/{table.code}?route={route.id}"' in html
    assert 'name="edition"' not in html


def test_a_locked_table_shows_strangers_nothing(table: Table, keeper: Phone, phone):
    from app.tables import access
    from tests.app.phones import as_phone

    with as_phone(keeper.app, keeper):
        access.set_locked(table, True)
    assert phone("stranger").get(f"/t/{table.code}/pay").status_code == 403


@pytest.mark.parametrize(
    "query",
    [
        "edition=nowhere", "edition=%00", "length=-1", "length=9999999999", "length=٣", "colour=<script>",
        "route=%3Cscript%3E", "ferry=9&length=1", "red=1e9", "red=-4", "reveal=x", "reveal=red&reveal=red",
        "step=red", "step=-", "step=reveal-x", "step=%2B", "tunnel=1&" + "reveal=red&" * 9, "red=" + "9" * 5000,
    ],
)  # fmt: skip
def test_any_query_is_read(client, query):
    answer = client.get("/pay?" + query, follow_redirects=True)
    assert answer.status_code == 200
    assert "<script>" not in answer.text
