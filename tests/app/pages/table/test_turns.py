"""What the pages say of turns: few trains left, the last round, corrections, and turns out of order."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask

from app.tables.store import Table
from solver.formats.load import load_edition
from tests.app.pages.table.test_table_pages import Words, send
from tests.app.phones import Phone, open_table

RU = {"Accept-Language": "ru"}


def lay(phone: Phone, table: Table, player: str, spaces: int, edition: str = "usa") -> list[str]:
    """Write down routes of a player, as no turns, that are just so many spaces; return free ones of three spaces."""
    board = load_edition(edition).board
    single = [r for r in board.routes.values() if not board.parallels[r.id]]
    sums: dict[int, list[str]] = {0: []}
    for route in (r for r in single if r.length != 3):
        for done, used in sorted(sums.items(), reverse=True):
            sums.setdefault(done + route.length, [*used, route.id])
    for route_id in sums[spaces]:
        event = {"type": "route_claimed", "player": player, "route": route_id, "afterwards": True}
        assert phone.add(table, event).status_code == 201
    return [r.id for r in single if r.length == 3]


def state(phone: Phone, table: Table) -> dict:
    """Return the state as the scripts read it."""
    return dict(phone.get(f"/t/{table.code}/state.json").get_json())


def line(phone: Phone, table: Table, seq: int, **more: object) -> str:
    """Return what the log says of an entry, without marks."""
    text = phone.get(f"/t/{table.code}/log", **more).text
    found = re.search(rf'id="e{seq}".*?<span class="what">(.*?)</span>', text, re.S)
    assert found
    return html.unescape(re.sub(r"<[^>]+>", " ", found[1]))


@pytest.fixture
def table(app: Flask, keeper: Phone) -> Table:
    """A table on the board of the USA with Anna, Ben and Cleo."""
    return open_table(app, keeper, players=3, edition="usa")


def test_routes_in_a_row_are_no_last_round_but_few_trains_are_said(keeper: Phone, table: Table) -> None:
    lay(keeper, table, "anna", 43)
    now = state(keeper, table)
    assert now["lastRound"] is None
    said = "Anna: 2 trains left. The last round begins with the next turn recorded for Anna."
    assert now["notice"] == said
    assert said in keeper.get(f"/t/{table.code}").text
    assert "Anna: 2 вагона в запасе. Последний круг" in keeper.get(f"/t/{table.code}", headers=RU).text
    assert said not in keeper.get(f"/t/{table.code}/log").text, "other pages have only the last round"
    keeper.add(table, {"type": "turn_taken", "player": "anna"})
    now = state(keeper, table)
    assert now["lastRound"] == {"trigger": "anna", "left": ["ben", "cleo", "anna"]}
    assert now["notice"].startswith("Last round, announced by Anna with 2 trains left.")


def test_a_claim_given_to_its_player_by_the_sheet_announces_the_last_round(
    keeper: Phone, table: Table
) -> None:
    free = lay(keeper, table, "anna", 40)
    seq = keeper.claim(table, "ben", free[0]).get_json()["seq"]
    keeper.claim(table, "cleo", free[1])
    page = Words(keeper.get(f"/t/{table.code}?route={free[0]}").text)
    assert send(keeper, page.form(instead=str(seq), player="anna", afterwards="1")).status_code == 303
    now = state(keeper, table)
    assert now["lastRound"] == {"trigger": "anna", "left": ["ben", "anna"]}
    assert now["turn"] == "ben"
    assert f"Put right: it counts in the place of entry {seq}." in line(keeper, table, seq + 3)
    assert f"считается на месте записи {seq}." in line(keeper, table, seq + 3, headers=RU)


def test_the_reason_of_the_last_round_stays_true_and_a_route_taken_up_is_told_in_full(
    app: Flask, keeper: Phone
) -> None:
    table = open_table(app, keeper, players=2, edition="ussr")
    free = lay(keeper, table, "anna", 40, "ussr")
    keeper.claim(table, "anna", free[0])
    done = keeper.add(table, {"type": "route_dismantled", "player": "ben", "route": free[0]})
    seq = done.get_json()["seq"]
    assert state(keeper, table)["players"][0]["trains"] == 5
    assert state(keeper, table)["notice"].startswith("Last round, announced by Anna with 2 trains left.")
    told = line(keeper, table, seq)
    assert "Ben took up " in told
    assert "; Anna: −4" in told
    assert "Anna: 3 trains back in the box." in told
    assert "Anna: снова в запасе 3 вагона." in line(keeper, table, seq, headers=RU)
    assert "; Anna: −4" in state(keeper, table)["log"][0]["text"]
    assert "; Anna: −4" in state(keeper, table)["undo"]["text"]
    assert "; Anna: −4" in html.unescape(keeper.get(f"/t/{table.code}?done={seq}").text)


def test_a_turn_out_of_order_is_remarked_on_in_the_log(keeper: Phone, table: Table) -> None:
    free = lay(keeper, table, "anna", 42)
    keeper.claim(table, "anna", free[0])
    seq = keeper.add(table, {"type": "turn_taken", "player": "anna"}).get_json()["seq"]
    assert "No turn is recorded before it for: Ben, Cleo." in line(keeper, table, seq)
    assert "Перед этим не записан ход: Ben, Cleo." in line(keeper, table, seq, headers=RU)
    event = {"type": "turn_taken", "player": "anna"}
    assert keeper.add(table, event).status_code == 409
    played_over = ["turn-not-left", "too-few-trains"]
    more = {"type": "route_claimed", "player": "anna", "route": free[1]}
    seq = keeper.add(table, more, overrule=played_over).get_json()["seq"]
    assert "An extra turn: in the last round everybody has one." in line(keeper, table, seq)


def test_a_passenger_without_its_claim_is_struck_from_the_newest_lines_too(app: Flask, keeper: Phone) -> None:
    table = open_table(app, keeper, players=3, edition="marklin")
    seq = keeper.claim(table, "anna", "bremerhaven-hamburg-1").get_json()["seq"]
    keeper.add(table, {"type": "passenger_placed", "player": "anna", "city": "hamburg"})
    keeper.add(table, {"type": "retracted", "target": seq})
    now = state(keeper, table)
    assert now["standing"].get("anna", []) == []
    assert now["players"][0]["passengers"] == 3
    assert now["log"][0]["text"] == "Anna: passenger in Hamburg (without effect)"
    assert "Without effect: what it rests on was taken back." in line(keeper, table, seq + 1)
    keeper.claim(table, "ben", "bremerhaven-hamburg-1")
    put = keeper.add(table, {"type": "passenger_placed", "player": "ben", "city": "hamburg"})
    assert put.status_code == 201, "the city is free again"
