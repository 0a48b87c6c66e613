"""The recount: every piece on the board is read out once, and what is read adds up."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from app.pages.recount.page import recount_page
from app.tables import recording
from app.tables.store import Table
from solver.formats.load import load_edition
from tests.app.phones import Phone, as_phone, open_table


@pytest.fixture(params=["europe", "ussr", "marklin", "usa"])
def played(request: pytest.FixtureRequest, app: Flask, keeper: Phone) -> Table:
    """A table on which three players have claimed a few routes of every length."""
    edition = load_edition(request.param)
    table = open_table(app, keeper, 3, request.param)
    free = [r for r in edition.board.routes.values() if r.length in edition.route_points]
    taken: set[frozenset[str]] = set()
    claims = [r for r in free if not (frozenset(r.ends) in taken or taken.add(frozenset(r.ends)))]  # type: ignore[func-returns-value]
    for index, route in enumerate(claims[:21]):
        event = {
            "type": "route_claimed",
            "player": ("anna", "ben", "cleo")[index % 3],
            "route": route.id,
            "afterwards": True,
        }
        found = keeper.add(table, event)
        assert found.status_code == 201, found.text
    return table


def test_everything_is_read_once_and_adds_up(app: Flask, keeper: Phone, played: Table) -> None:
    with as_phone(app, keeper):
        state, _entries = recording.current(played)
        page = recount_page(state, points_shown=True)
    read = [route.id for player in page.players for group in player.groups for route in group.routes]
    assert sorted(read) == sorted(state.owner)
    assert page.free_routes == len(state.board.routes) - len(read)
    for player in page.players:
        assert player.trains_laid + player.trains_left == state.edition.trains
        assert sum(group.length * group.count for group in player.groups) == player.trains_laid
        assert sum(group.points for group in player.groups) == player.points == state.route_points(player.id)
        lengths = [group.length for group in player.groups]
        assert lengths == sorted(set(lengths), reverse=True)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_page_names_every_route(keeper: Phone, played: Table, app: Flask, language: str) -> None:
    text = keeper.get(f"/t/{played.code}/recount", headers={"Accept-Language": language}).text
    with as_phone(app, keeper):
        state, _entries = recording.current(played)
    assert text.count('type="checkbox"') == len(state.owner)
    for route in (state.board.routes[found] for found in state.owner):
        # The order of a name is the same everywhere: that of the first route between the two cities.
        first = next(r for r in state.board.routes.values() if set(r.ends) == set(route.ends))
        names = [state.board.name(end, language) for end in first.ends]
        dash = "\N{NO-BREAK SPACE}– " if language == "ru" else " – "  # no Russian line begins with a dash
        assert dash.join(names) in text


def test_covered_totals_are_not_read_out(app: Flask, keeper: Phone) -> None:
    table = open_table(app, keeper, 2, hide_totals=True)
    text = keeper.get(f"/t/{table.code}/recount").text
    assert "Trains left" in text
    assert not re.search(r"Route points|Marker stands on", text)
