"""Every edition with every house rule, from the form of a new table to the sheet; and the laws of a table on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from app.tables.store import Table, normal_code
from solver.formats.event import event_json
from solver.formats.load import edition_ids, load_edition
from solver.game.edition import Edition
from solver.game.events import Event, TableOpened, TicketsKept, TicketsRevealed
from solver.game.state import State
from solver.scoring.settle import settle
from tests.app.pages.table.test_table_pages import Words, send
from tests.app.phones import NAMES, Phone
from tests.solver.random_games import NAMES as PLAYERS
from tests.solver.random_games import play

TABLES = [
    (edition, dict(load_edition(edition).switches) | changed)
    for edition in edition_ids()
    for changed in [{}, *({name: not on} for name, on in load_edition(edition).switches.items())]
]
"""Every edition as it is, and with each of its switches turned round."""


def seat(player: str) -> str:
    """Return the id that the form gives the seat of a player of the random games."""
    return f"p{PLAYERS.index(player) + 1}"


def game(edition: str, house_rules: dict[str, bool], turns: int) -> Iterator[tuple[Event, State]]:
    """A random legal game of three with the seats' ids that the form gives."""
    for entry, state in play(edition, 3, players=3, house_rules=house_rules, turns=turns):
        event = entry.event
        if hasattr(event, "player"):
            event = replace(event, player=seat(event.player))
        yield event, state


def open_by_form(phone: Phone, edition: str, house_rules: dict[str, bool]) -> str:
    """Open a table of three through the form; return its code."""
    fields = {f"name-{number}": NAMES[number - 1] for number in (1, 2, 3)}
    colours = load_edition(edition).colours
    fields |= {f"colour-{number}": colours[number - 1] for number in (1, 2, 3)}
    fields |= {f"rule-{name}": "1" for name, on in house_rules.items() if on}
    opened = phone.form(f"/new/{edition}", **fields)
    assert opened.status_code == 303, opened.text
    return normal_code(opened.headers["Location"].rsplit("/", 1)[-1])


def record(phone: Phone, code: str, event: Event, number: int) -> None:
    """Send an act as the page's scripts do."""
    body = {"id": f"entry-{number:06}", "event": event_json(event)}
    answer = phone.client.post(f"/t/{code}/entries", json=body)
    assert answer.status_code == 201, answer.text


def totals(page: str) -> dict[str, int]:
    """Return the totals that a sheet shows, by seat."""
    cells = re.findall(r'data-key="total:(\w+)"[^>]*>([^<]+)', page)
    return {player: int(number.strip().replace("\N{MINUS SIGN}", "-")) for player, number in cells}


@pytest.mark.parametrize(("edition", "house_rules"), TABLES)
def test_from_the_form_to_the_sheet(edition: str, house_rules: dict[str, bool], keeper: Phone) -> None:
    code = open_by_form(keeper, edition, house_rules)
    for number, (event, state) in enumerate(game(edition, house_rules, turns=24)):
        if not isinstance(event, TableOpened):
            record(keeper, code, event, number)
        last = state
    expected = {seat(column.player): column.total for column in settle(last).players}
    for language in ("en", "ru"):
        page = keeper.get(f"/t/{code}/sheet", headers={"Accept-Language": language}).text
        assert totals(page) == expected
    turned = [name for name, on in house_rules.items() if on != load_edition(edition).switches[name]]
    english = {"Accept-Language": "en"}
    sheet = keeper.get(f"/t/{code}/sheet", headers=english).text
    log = keeper.get(f"/t/{code}/log", headers=english).text
    assert ("House rules at this table" in sheet) == bool(turned)
    assert ("No house rules." in log) == (not turned)
    for name in turned:
        words = re.search(rf'name="rule-{name}".*?<span>([^<]+)<', keeper.get(f"/new/{edition}").text)
        assert words
        assert f"{words[1]}: {'on' if house_rules[name] else 'off'}" in sheet
        assert f"{words[1]}: {'on' if house_rules[name] else 'off'}" in log


@pytest.mark.parametrize("name", ["ussr", "marklin", "america"])
def test_the_laws_hold_after_every_recorded_act(name: str, keeper: Phone) -> None:
    edition = load_edition(name)
    code = open_by_form(keeper, name, dict(edition.switches))
    for number, (event, _state) in enumerate(game(name, {}, turns=400)):
        if isinstance(event, TableOpened | TicketsKept):
            continue
        record(keeper, code, event, number)
        if not isinstance(event, TicketsRevealed):
            state = keeper.get(f"/t/{code}/state.json").get_json()
            check_laws(edition, state)
    if edition.passengers:
        assert len(state["goodsColours"]) == 35


def check_laws(edition: Edition, state: dict[str, Any]) -> None:
    """Trains, tokens, stations and points of a table as the page's scripts read them."""
    tokens_taken = 0
    for player in state["players"]:
        lengths = [
            edition.board.routes[route].length
            for route, owner in state["owner"].items()
            if owner == player["id"]
        ]
        assert sum(lengths) + player["trains"] == edition.trains
        goods = player["goods"] or 0
        assert player["points"] == sum(edition.route_points[length] for length in lengths) + goods
        tokens_taken += goods
    assert all(len(owners) == 1 for owners in state["stations"].values())
    if edition.passengers:
        everything = sum(
            sum(tokens) * edition.passengers.cities_of[colour]
            for colour, tokens in edition.passengers.tokens.items()
        )
        left = sum(sum(stack) for stack in state["stacks"].values())
        # Only when the goods of all 35 cities are known, all 74 tokens can be counted.
        assert len(state["goodsColours"]) < 35 or left + tokens_taken == everything == 180
        standing = [city for cities in state["standing"].values() for city in cities]
        assert len(standing) == len(set(standing))


def lay_nearly_all_trains(phone: Phone, table: Table, player: str) -> None:
    """Let a player claim one of each pair of cities, the longest first, until two trains or fewer are left."""
    edition, joined = load_edition(table.edition), set[frozenset[str]]()
    left = edition.trains
    for route in sorted(edition.board.routes.values(), key=lambda route: -route.length):
        if left > edition.last_round_at and route.length <= left and frozenset(route.ends) not in joined:
            assert phone.claim(table, player, route.id).status_code == 201
            joined.add(frozenset(route.ends))
            left -= route.length


TOLD = ("", "/log", "/share", "/tickets", "/tickets/anna?show=1", "/sheet", "/finish", "/recount", "/tv")


def test_every_page_of_a_table_tells_the_last_round(keeper: Phone, table: Table) -> None:
    assert not any("Last round" in keeper.get(f"/t/{table.code}{page}").text for page in TOLD)
    lay_nearly_all_trains(keeper, table, "anna")
    for page in TOLD:
        shown = keeper.get(f"/t/{table.code}{page}").text
        assert "Still to play: Ben, Cleo, Anna." in shown, page


def test_a_tap_on_any_page_ticks_a_turn_and_comes_back_to_it(keeper: Phone, table: Table) -> None:
    lay_nearly_all_trains(keeper, table, "anna")
    for page, left in (("/recount", "Cleo, Anna"), ("/sheet?open=total%3Aanna", "Anna")):
        here = f"/t/{table.code}{page}"
        form = Words(keeper.get(here).text).form(type="turn_taken")
        done = send(keeper, form)
        assert (done.status_code, done.headers["Location"]) == (303, here)
        assert f"Still to play: {left}." in keeper.get(here).text
    form = Words(keeper.get(here).text).form(type="turn_taken")
    elsewhere = {**form, "fields": {**form["fields"], "back": "//elsewhere.example/"}}
    assert send(keeper, elsewhere).headers["Location"] == f"/t/{table.code}"
    assert "The game is over." in keeper.get(f"/t/{table.code}/log").text


def test_a_phone_that_watches_is_told_but_ticks_nothing(
    keeper: Phone, phone: Callable[[str], Phone], table: Table
) -> None:
    lay_nearly_all_trains(keeper, table, "anna")
    words = Words(phone("watcher").get(f"/t/{table.code}/recount").text)
    assert any("Still to play: Ben, Cleo, Anna." in text for text in words.words)
    assert not [form for form in words.forms if "/record" in form["action"]]


def test_the_first_page_offers_every_set_of_rules_of_its_own(keeper: Phone) -> None:
    first = keeper.get("/").text.split("<details")[0:2]
    offered = re.findall(r'href="/new/([\w-]+)"', "".join(first))
    assert offered[:5] == ["europe", "usa", "america", "ussr", "marklin"]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_editions_without_pieces_of_their_own_say_what_they_reward(keeper: Phone, language: str) -> None:
    keeper.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    page = keeper.get("/").text
    said = {
        name: re.search(rf'href="/new/{name}".*?<p>(.*?)</p>', page, re.DOTALL)[1]  # type: ignore[index]
        for name in edition_ids()
        if load_edition(name).board.id == "usa"
    }
    assert len(said) > 4
    assert len(set(said.values())) == len(said), said


@pytest.mark.parametrize(
    ("language", "edition", "says"),
    [
        ("en", "europe", "At the start: 1 long ticket, 3 regular tickets. Keep at least 2 of them."),
        ("ru", "europe", "В начале сдаётся: 1 длинный маршрут, 3 обычных маршрута."),
        (
            "en",
            "ussr",
            "At the start: 2 long tickets, 2 short tickets. Keep at least: 1 long ticket, 1 short ticket.",
        ),
        ("ru", "ussr", "Оставить нужно хотя бы: 1 длинный маршрут, 1 короткий маршрут."),
    ],
)
def test_tickets_dealt_are_counted_in_words(keeper: Phone, language: str, edition: str, says: str) -> None:
    code = open_by_form(keeper, edition, {})
    keeper.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    keeper.form(f"/t/{code}/join", seat="p1")
    assert says in keeper.get(f"/t/{code}/tickets/p1?show=1").text


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_two_editions_of_the_first_page_read_the_same(keeper: Phone, language: str) -> None:
    keeper.client.set_cookie("language", language)
    home = keeper.get("/").text
    lines = re.findall(r'<div class="txt"><h3>[^<]+</h3><p>([^<]+)</p>', home)
    assert len(lines) == len(edition_ids())
    assert len(set(lines)) == len(lines), [line for line in lines if lines.count(line) > 1]
