"""Pages of one address come one after the other, those of others do not wait, and whoever waits for a search stands aside."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask, g

from app.searching import turns
from app.searching.turns import Turns
from tests.app.phones import Phone, open_table


def test_one_name_has_one_turn_and_others_do_not_wait():
    found = Turns()
    assert found.take("a", 0)
    assert found.take("b", 0)
    assert not found.take("a", 0.01)
    found.give("a")
    assert found.take("a", 0)


def test_so_many_may_wait_and_no_more():
    found = Turns()
    assert found.take("a", 0)

    def wait() -> bool:
        came = found.take("a", 60, 3)
        found.give("a")
        return came

    with ThreadPoolExecutor(3) as threads:
        waiting = [threads.submit(wait) for _ in range(3)]
        until(lambda: found._waiting["a"] == 3)
        assert not found.take("a", 60, 3), "at once, without waiting"
        found.give("a")
        assert all(one.result(timeout=60) for one in waiting)
    assert not found._waiting


def until(holds) -> None:
    end = time.monotonic() + 60
    while not holds() and time.monotonic() < end:
        time.sleep(0.005)
    assert holds()


def test_never_two_at_once_and_all_come():
    found, inside, most = Turns(), [], []

    def go(_number):
        assert found.take("a", None)
        inside.append(1)
        most.append(len(inside))
        inside.pop()
        found.give("a")

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(go, range(200)))
    assert max(most) == 1
    assert len(most) == 200


def test_whoever_waits_for_a_search_stands_aside(app: Flask):
    with app.test_request_context():
        assert turns.begin_turn("here")
        with turns.stand_aside():
            assert turns._turns.take("here", 0), "another page of the address goes on"
            turns._turns.give("here")
        assert g.turn == "here"
        assert not turns._turns.take("here", 0.01)
        turns.end_turn()
        turns.end_turn()
    assert turns._turns.take("here", 0)
    turns._turns.give("here")


def test_a_page_waits_for_another_of_its_address_and_gives_up_when_too_many_do(
    app: Flask, keeper: Phone, monkeypatch: pytest.MonkeyPatch
):
    table = open_table(app, keeper)
    payer = ("address", "192.0.2.7")
    assert turns._turns.take(payer, 0)
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    base = {"REMOTE_ADDR": "192.0.2.7"}
    refused = keeper.client.get(f"/t/{table.code}/ask", environ_base=base)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "5")
    assert keeper.client.get(f"/t/{table.code}/ask").status_code == 200, "another address"
    turns._turns.give(payer)
    assert keeper.client.get(f"/t/{table.code}/ask", environ_base=base).status_code == 200


@pytest.mark.parametrize("page", ["ask", "nowhere", "sheet?open=nothing", "tickets/nobody"])
def test_every_page_ends_its_turn_whatever_becomes_of_it(app: Flask, keeper: Phone, page: str):
    table = open_table(app, keeper)
    keeper.get(f"/t/{table.code}/{page}")
    assert not turns._turns._taken


def test_a_page_that_breaks_ends_its_turn(app: Flask, keeper: Phone, monkeypatch: pytest.MonkeyPatch):
    table = open_table(app, keeper)
    monkeypatch.setattr("app.pages.tickets.view.render_template", lambda *_a, **_k: 1 / 0)
    app.testing = False
    assert keeper.get(f"/t/{table.code}/tickets").status_code == 500
    assert not turns._turns._taken
