"""
Strangers and tables that want all of it, beside others who want a little: real processes, and no stopwatch.

What is looked at is who was answered and what was searched for, not how long it took: on a busy machine all of it only
takes longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from app.searching import answers
from app.searching.pool import SEARCHES, Pool
from app.tables.store import Table
from tests.app.phones import Phone, open_table, sit
from tests.app.searching.hard import LOANS

OVER = [
    "no-stations-left",
    "too-few-trains",
    "parallel-own",
    "parallel-closed",
    "turn-not-left",
    "route-taken",
]


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    found = Pool(3, (0.3, 0.6))
    yield found
    found.close()


@pytest.fixture
def started(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every question that was handed to a process."""
    found, plainly = [], pool._search

    def search(slot: Any, task: Any, lane: str, cost: float) -> Any:
        found.append(task.question)
        return plainly(slot, task, lane, cost)

    monkeypatch.setattr(pool, "_search", search)
    return found


@pytest.fixture
def app(app: Flask, pool: Pool) -> Flask:
    app.extensions[SEARCHES] = pool
    return app


@pytest.fixture
def hard(app: Flask, keeper: Phone) -> Table:
    """An own table that no search settles in the time of these stages."""
    table = open_table(app, keeper, 2)
    for player, found in zip(("anna", "ben"), LOANS["players"], strict=True):
        for route in found["routes"]:
            event = {"type": "route_claimed", "player": player, "route": route, "afterwards": True}
            assert keeper.add(table, event, overrule=OVER).status_code == 201
    for city in LOANS["players"][0]["stations"]:
        event = {"type": "station_built", "player": "anna", "city": city}
        assert keeper.add(table, event, overrule=OVER).status_code == 201, city
    assert keeper.add(table, {"type": "tickets_revealed"}).status_code == 201
    assert keeper.keep(table, "anna", *LOANS["players"][0]["tickets"]).status_code == 201
    return table


def test_renames_make_no_new_search_and_others_have_their_sheets(app, keeper, phone, hard, started):
    """(b): sixteen names for one player of a hard table, and its sheet each time; somebody else's final sheet is there."""
    other = phone("other")
    easy = open_table(app, other, 2)
    other.claim(easy, "anna", "dieppe-paris-1")
    other.add(easy, {"type": "tickets_revealed"})
    for number in range(16):
        event = {"type": "seat_changed", "player": "anna", "name": f"Anna {number}", "colour": "red"}
        assert keeper.add(hard, event).status_code == 201
        page = keeper.get(f"/t/{hard.code}/sheet").text
        assert f"Anna {number}" in page
        assert 'class="tt' in other.get(f"/t/{easy.code}/sheet").text
    assert len({question.key for question in started}) == 1
    assert len(started) <= 2, "once for each stage"


def test_more_stations_than_can_be_told_apart_do_not_spend_the_server(keeper, hard):
    """What each ticket still takes is worked out in the request, for each set of stations: for sixteen million none."""
    assert keeper.get(f"/t/{hard.code}/whatif?for=anna").status_code == 503
    assert keeper.get(f"/t/{hard.code}/sheet").status_code == 200


def test_four_connections_with_hard_questions_leave_others_their_answers(app, started):
    """(d)."""
    client = app.test_client

    def hard(number: int) -> int:
        address = {"REMOTE_ADDR": f"2001:db8::{number:x}"}  # one household
        return client().post("/api/v1/score?seconds=1", json=LOANS, environ_base=address).status_code

    def easy(number: int) -> Any:
        address = {"REMOTE_ADDR": f"192.0.2.{number}"}
        return client().post("/api/v1/trail", json={"routes": [["A", "B", number]]}, environ_base=address)

    with ThreadPoolExecutor(8) as threads:
        attack = [threads.submit(hard, number) for number in range(1, 5)]
        others = [threads.submit(easy, number) for number in range(1, 13)]
        assert [other.result().get_json()["value"] for other in others] == list(range(1, 13))
        assert {one.result() for one in attack} <= {200, 503}


def test_a_flood_of_what_if_delays_nobody_else(app, keeper, phone, hard, started, monkeypatch):
    """(e): each what-if is another table to settle; another table's phone asks for its best choice meanwhile."""
    monkeypatch.setattr(answers, "patience", lambda *_: 0.0)
    table = open_table(app, keeper)
    ben = phone("ben")
    sit(app, table, ben, "ben")
    assert ben.keep(table, "ben", "berlin--london", "paris--wien").status_code == 201
    free = LOANS["players"][0]["routes"]
    for route in free[:15]:
        assert keeper.get(f"/t/{hard.code}/whatif?for=ben&free={route}").status_code == 200
    monkeypatch.setattr(answers, "patience", lambda *_: 60.0)
    assert "tickets can be completed together" in ben.get(f"/t/{table.code}/ask/ben?show=1").text
    sheets = [question for question in started if question.search == "sheet"]
    assert 0 < len({question.key for question in sheets}) < 15, "of the flood only what was asked for last"
