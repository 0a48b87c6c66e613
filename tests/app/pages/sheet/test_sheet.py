"""The final sheet: the library's numbers, each with its proof, and nothing that the viewer may not know."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from app.pages.sheet.view import harmless
from app.searching.pool import SEARCHES
from app.searching.questions import Progress
from app.tables import recording
from app.tables.store import Table
from solver.formats.load import load_edition
from solver.formats.log import log_from_lines
from solver.formats.sheet import sheet_json
from solver.game.edition import Edition
from solver.scoring.settle import search_sheet, settle
from solver.scoring.sheet import Sheet
from tests.app.phones import Phone, as_phone, open_table, sit

ANNA = (
    "edinburgh london",
    "amsterdam london",
    "amsterdam essen",
    "berlin essen",
    "berlin wien",
    "budapest wien",
)
BEN = ("paris frankfurt", "frankfurt munchen", "munchen wien", "zagrab wien")


def route(edition: Edition, ends: str, nth: int = 0) -> str:
    """Return the id of the route between two cities."""
    wanted = set(ends.split())
    return [found.id for found in edition.board.routes.values() if set(found.ends) == wanted][nth]


@pytest.fixture
def played(keeper: Phone, table: Table) -> Table:
    """A small Europe game: two networks, a station with a loan, a ticket that it completes, one that fails."""
    edition = load_edition("europe")
    for player, routes in (("anna", ANNA), ("ben", BEN)):
        for ends in routes:
            add(
                keeper,
                table,
                {
                    "type": "route_claimed",
                    "player": player,
                    "route": route(edition, ends),
                    "afterwards": True,
                },
            )
    add(keeper, table, {"type": "station_built", "player": "anna", "city": "munchen", "afterwards": True})
    assert (
        keeper.keep(table, "anna", "berlin--london", {"ends": ["london", "munchen"], "points": 9}).status_code
        == 201
    )
    assert keeper.keep(table, "ben", "berlin--london").status_code == 201
    return table


def add(phone: Phone, table: Table, event: dict[str, Any]) -> None:
    """Record an event that must pass."""
    found = phone.add(table, event)
    assert found.status_code == 201, found.text


def reveal(keeper: Phone, table: Table) -> None:
    """Lay the tickets open."""
    add(keeper, table, {"type": "tickets_revealed"})


def sheet_of(app: Flask, keeper: Phone, table: Table) -> Sheet:
    """Return the library's sheet."""
    with as_phone(app, keeper):
        return settle(recording.current(table)[0])


def numbers(text: str, row: str) -> dict[str, str]:
    """Return what a row of the page shows for each player."""
    found = re.findall(rf'data-key="{row}:(\w+)"[^>]*>(.*?)</a>', text, re.DOTALL)
    return {player: re.sub(r"<small>.*?</small>|<[^>]+>|\s", "", inner) for player, inner in found}


def shown(n: int) -> str:
    """Return a number as the page writes it."""
    return f"−{-n}" if n < 0 else str(n)


def test_the_page_shows_the_library_s_numbers(app: Flask, keeper: Phone, played: Table) -> None:
    reveal(keeper, played)
    sheet, text = sheet_of(app, keeper, played), keeper.get(f"/t/{played.code}/sheet").text
    assert numbers(text, "total") == {c.player: shown(c.total) for c in sheet.players}
    assert numbers(text, "routes")["anna"] == shown(sheet.of("anna").points.routes)
    assert numbers(text, "stations")["anna"] == "8"
    assert numbers(text, "failed")["ben"] == "−7"
    assert numbers(text, "longest_trail")["anna"] == "10"


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("edition", ["europe", "ussr", "marklin", "usa-1910-mega", "america"])
def test_every_number_opens_its_proof(app: Flask, keeper: Phone, edition: str, language: str) -> None:
    table = open_table(app, keeper, 2, edition)
    claim_some(keeper, table, load_edition(edition))
    reveal(keeper, table)
    headers = {"Accept-Language": language}
    text = keeper.get(f"/t/{table.code}/sheet", headers=headers).text
    keys = re.findall(r'data-key="([^"]+)"', text)
    assert len(keys) >= 2 * 5
    for key in keys:
        found = keeper.get(f"/t/{table.code}/sheet", query_string={"open": key, "part": "1"}, headers=headers)
        assert found.status_code == 200, key
        assert found.text.lstrip().startswith('<tr class="open"')
        whole = keeper.get(f"/t/{table.code}/sheet", query_string={"open": key}, headers=headers).text
        assert whole.count('aria-expanded="true"') == 1
    assert "style=" not in text


def claim_some(keeper: Phone, table: Table, edition: Edition) -> None:
    """Let two players claim a few routes each, so that every row has something to show."""
    free = [
        r
        for r in edition.board.routes.values()
        if not edition.board.parallels[r.id] and r.length in edition.route_points
    ]
    for index, found in enumerate(free[:12]):
        add(
            keeper,
            table,
            {
                "type": "route_claimed",
                "player": ("anna", "ben")[index % 2],
                "route": found.id,
                "afterwards": True,
            },
        )
    for player, found in zip(("anna", "ben"), free, strict=False):
        assert keeper.keep(table, player, {"ends": list(found.ends), "points": 5}).status_code == 201


def test_the_loan_of_a_station_is_named_with_what_it_helps(keeper: Phone, played: Table) -> None:
    reveal(keeper, played)
    stations = keeper.get(f"/t/{played.code}/sheet?open=stations:anna").text
    assert "Uses München – Wien (Ben)." in re.sub(r"\s+", " ", stations)
    assert "London – München" in stations
    tickets = keeper.get(f"/t/{played.code}/sheet?open=completed:anna").text
    assert "The station in München lends" in tickets


def test_the_trail_is_walked_to_its_value(keeper: Phone, played: Table, app: Flask) -> None:
    reveal(keeper, played)
    value = sheet_of(app, keeper, played).of("anna").evidence.trail.value
    text = keeper.get(f"/t/{played.code}/sheet?open=longest_trail:anna").text
    walked = re.findall(r'<span class="sum num">(\d+)</span></li>', text)
    assert int(walked[-1]) == value
    assert "Why no longer one exists." in text


def test_the_walk_on_the_board_lights_one_more_route_a_step(keeper: Phone, played: Table) -> None:
    address = f"/t/{played.code}/sheet/board"
    for step in range(3):
        text = keeper.get(address, query_string={"show": "trail:anna", "step": step}).text
        assert len(re.findall(r'class="route [^"]*\blit\b', text)) == step
    whole = keeper.get(address, query_string={"show": "trail:anna"}).text
    assert len(re.findall(r'class="route [^"]*\blit\b', whole)) == len(ANNA)
    reveal(keeper, played)
    loans = keeper.get(address, query_string={"show": "loans:anna"}).text
    assert len(re.findall(r'class="route [^"]*\bloan\b', loans)) == 1


@pytest.mark.parametrize(
    "query", ["show=trail:nobody", "show=other:anna", "show=", "", "show=trail:anna&step=99999"]
)
def test_a_board_that_proves_nothing_is_not_found(keeper: Phone, played: Table, query: str) -> None:
    status = keeper.get(f"/t/{played.code}/sheet/board?{query}").status_code
    assert status == (200 if "step" in query else 404)


@pytest.mark.parametrize("key", ["total:nobody", "nothing:anna", "", ":", "total", "most_tickets:anna"])
def test_an_unknown_proof_leaves_the_sheet_closed(keeper: Phone, played: Table, key: str) -> None:
    reveal(keeper, played)
    found = keeper.get(f"/t/{played.code}/sheet", query_string={"open": key})
    assert found.status_code == 200
    assert 'aria-expanded="true"' not in found.text
    assert keeper.get(f"/t/{played.code}/sheet", query_string={"open": key, "part": 1}).status_code == 404


def test_before_the_reveal_only_one_s_own_tickets_count(
    app: Flask, phone: Callable[[str | None], Phone], keeper: Phone
) -> None:
    ben, table = phone("ben"), open_table(app, keeper, 2)
    sit(app, table, ben, "ben")
    edition = load_edition("europe")
    add(keeper, table, {"type": "route_claimed", "player": "anna", "route": route(edition, "berlin essen")})
    assert keeper.keep(table, "anna", {"ends": ["berlin", "essen"], "points": 37}).status_code == 201
    mine, other = (p.get(f"/t/{table.code}/sheet").text for p in (keeper, ben))
    assert numbers(mine, "total")["anna"] == shown(2 + 37 + 12 + 10)
    assert numbers(other, "total")["anna"] == shown(2 + 12 + 10)
    assert "anna" not in numbers(other, "completed")
    assert "Score so far" in other
    for key in ("completed:anna", "failed:anna"):
        assert ben.get(f"/t/{table.code}/sheet", query_string={"open": key, "part": 1}).status_code == 404
    assert "37" not in ben.get(f"/t/{table.code}/sheet.csv").text
    assert ben.get(f"/t/{table.code}/sheet/board?show=loans:anna").status_code == 404


def test_a_phone_that_holds_several_seats_counts_no_hand_before_the_reveal(
    keeper: Phone, table: Table
) -> None:
    edition = load_edition("europe")
    add(keeper, table, {"type": "route_claimed", "player": "anna", "route": route(edition, "berlin essen")})
    assert keeper.keep(table, "anna", {"ends": ["berlin", "essen"], "points": 37}).status_code == 201
    text = keeper.get(f"/t/{table.code}/sheet").text
    assert numbers(text, "total")["anna"] == shown(2 + 12 + 10)
    assert "37" not in keeper.get(f"/t/{table.code}/sheet.csv").text
    for key in ("completed:anna", "failed:anna"):
        assert keeper.get(f"/t/{table.code}/sheet", query_string={"open": key, "part": 1}).status_code == 404
    reveal(keeper, table)
    text = keeper.get(f"/t/{table.code}/sheet").text
    assert numbers(text, "total")["anna"] == shown(2 + 37 + 12 + 10)
    assert re.search(r"No tickets entered: Ben\b", text)


def test_covered_totals_stay_covered_until_the_reveal(app: Flask, keeper: Phone) -> None:
    table = open_table(app, keeper, 2, hide_totals=True)
    text = keeper.get(f"/t/{table.code}/sheet").text
    assert "Totals are covered" in text
    assert "<table" not in text
    assert "sheet.csv" not in text
    assert "sheet.csv" not in keeper.get(f"/t/{table.code}/takehome").text
    for path in ("sheet.csv", "sheet/board?show=trail:anna"):
        refused = keeper.get(f"/t/{table.code}/{path}")
        assert refused.status_code == 403
        assert "This table shows no points before the tickets are revealed." in refused.text
    reveal(keeper, table)
    assert 'class="tt' in keeper.get(f"/t/{table.code}/sheet").text


def test_a_long_search_does_not_hold_the_page(
    app: Flask, keeper: Phone, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The searches go on behind the page, and the page says its place."""
    pool, told = app.extensions[SEARCHES], Progress(place=3)
    reveal(keeper, played)
    with monkeypatch.context() as slow:
        slow.setattr(pool, "answer_at_once", lambda *_: None)
        slow.setattr(pool, "ask", lambda *_: told)
        waiting = keeper.get(f"/t/{played.code}/sheet").text
        assert "Still counting" in waiting
        assert "You are number 3." in waiting
        assert 'http-equiv="refresh"' in waiting
        assert "sheet.csv" not in waiting
        early = keeper.get(f"/t/{played.code}/sheet.csv")
        assert (early.status_code, early.headers["Retry-After"]) == (503, "2")
        russian = keeper.get(f"/t/{played.code}/sheet", headers={"Accept-Language": "ru"}).text
        assert "Ваше место в очереди: 3." in russian
    assert 'class="tt' in keeper.get(f"/t/{played.code}/sheet").text


@pytest.mark.parametrize(
    ("told", "status", "again", "words"),
    [
        (Progress(later=40), 429, "40", "Counting goes on in 40 seconds."),
        (Progress(busy=True), 503, "2", "Many questions are asked just now."),
    ],
)
def test_a_sheet_that_was_not_taken_says_when_to_come_again(
    app: Flask,
    keeper: Phone,
    played: Table,
    monkeypatch: pytest.MonkeyPatch,
    *,
    told: Progress,
    status: int,
    again: str,
    words: str,
) -> None:
    pool = app.extensions[SEARCHES]
    reveal(keeper, played)
    monkeypatch.setattr(pool, "answer_at_once", lambda *_: None)
    monkeypatch.setattr(pool, "ask", lambda *_: told)
    for path in ("sheet", "sheet.csv"):
        answer = keeper.get(f"/t/{played.code}/{path}")
        assert (answer.status_code, answer.headers["Retry-After"]) == (status, again)
    page = keeper.get(f"/t/{played.code}/sheet").text
    assert words in page
    assert 'http-equiv="refresh"' in page


def test_a_sheet_with_a_gap_is_shown_and_a_better_one_awaited(
    app: Flask, keeper: Phone, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = app.extensions[SEARCHES]
    reveal(keeper, played)
    with as_phone(app, keeper):
        found = search_sheet(recording.current(played)[0])
    monkeypatch.setattr(pool, "answer_at_once", lambda *_: None)
    monkeypatch.setattr(pool, "ask", lambda *_: Progress(found))
    page = keeper.get(f"/t/{played.code}/sheet").text
    assert 'class="tt' in page
    assert "Still counting. This page comes back by itself." in page
    assert 'http-equiv="refresh"' in page
    assert keeper.get(f"/t/{played.code}/sheet.csv").status_code == 503, (
        "a file is made once, and of the last answer"
    )


def test_the_spreadsheet_holds_the_same_numbers(app: Flask, keeper: Phone, played: Table) -> None:
    reveal(keeper, played)
    text = keeper.get(f"/t/{played.code}/sheet.csv").text
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    sheet = sheet_of(app, keeper, played)
    names = rows[0][1:]
    totals = next(row for row in rows if row[0] == "Total")[1:]
    assert dict(zip(names, map(int, totals), strict=True)) == {c.name: c.total for c in sheet.players}


@pytest.mark.parametrize("name", ["=1+1", "+SUM(A1)", "-2", "@cmd", "  =1", "\t=1", "|calc"])
def test_no_name_becomes_a_formula(name: str) -> None:
    assert harmless(name) == "'" + name


@pytest.mark.parametrize("name", ["Anna", "", "Анна", "1=1"])
def test_plain_names_stay_as_they_are(name: str) -> None:
    assert harmless(name) == name


def test_an_exported_log_scores_to_the_same_sheet(app: Flask, keeper: Phone, played: Table) -> None:
    reveal(keeper, played)
    lines = keeper.get(f"/t/{played.code}/log.jsonl").text.splitlines()
    state = log_from_lines(lines).state()
    again, first = settle(state), sheet_of(app, keeper, played)
    assert sheet_json(again, state) == sheet_json(first, state)


def test_an_export_leaves_the_tickets_of_others_out(
    app: Flask, phone: Callable[[str | None], Phone], keeper: Phone, table: Table
) -> None:
    ben = phone("ben")
    sit(app, table, ben, "ben")
    assert ben.keep(table, "ben", "berlin--london").status_code == 201
    assert "berlin--london" in ben.get(f"/t/{table.code}/log.jsonl").text
    assert "berlin--london" not in keeper.get(f"/t/{table.code}/log.jsonl").text


@pytest.mark.parametrize(("language", "head"), [("en", "share the win"), ("ru", "Победу делят")])
def test_a_shared_win_is_said(app: Flask, keeper: Phone, language: str, head: str) -> None:
    table = open_table(app, keeper, 2)
    reveal(keeper, table)
    text = keeper.get(f"/t/{table.code}/sheet", headers={"Accept-Language": language}).text
    assert head in text


@pytest.mark.parametrize(
    ("language", "head", "line"),
    [
        ("en", "Anna wins, on tickets", "Anna completed <b>1 ticket</b>, Ben 0, so Anna comes first."),
        ("ru", "Побеждает Anna — по маршрутам", "Выполнено: Anna <b>1 маршрут</b>, Ben 0. Впереди Anna."),
    ],
)
def test_the_tie_break_that_decided_is_said(
    app: Flask, keeper: Phone, language: str, head: str, line: str
) -> None:
    table = open_table(app, keeper, 2)
    edition = load_edition("europe")
    # Equal routes and trails; Anna's two tickets cancel each other out.
    pair = [r for r in edition.board.routes.values() if r.length == 2 and not edition.board.parallels[r.id]][
        :2
    ]
    for player, found in zip(("anna", "ben"), pair, strict=True):
        add(keeper, table, {"type": "route_claimed", "player": player, "route": found.id, "afterwards": True})
    far = next(c for c in edition.board.cities if c not in pair[0].ends)
    mine = {"ends": list(pair[0].ends), "points": 5}
    assert keeper.keep(table, "anna", mine, {"ends": [pair[0].ends[0], far], "points": 5}).status_code == 201
    reveal(keeper, table)
    text = keeper.get(f"/t/{table.code}/sheet", headers={"Accept-Language": language}).text
    assert f"<h2>{head}</h2>" in text
    assert line in text


def test_the_end_of_a_game_begins_with_its_routes(app: Flask, keeper: Phone, phone: Any) -> None:
    """Who counts a game at its end from the cardboard finds the way to the fast entry: one tap a player, one a route."""
    table = open_table(app, keeper)
    page = keeper.get(f"/t/{table.code}/finish").text
    first = page.split("<h2>")[1]
    assert "Mark the routes" in first
    ways = re.findall(r'class="window" href="([^"]+)"', first)
    assert len(ways) == 3
    marking = keeper.get(html.unescape(ways[1])).text
    assert "is-recording" in marking
    assert '"active": "ben"' in marking
    assert "Mark the routes" not in phone(None).get(f"/t/{table.code}/finish").text
