"""Rules that the scripts of the table page tell are the server's own words, handed over with the board."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from flask import Flask

from app.pages.table.data import board_data
from app.words.station_price import next_price
from solver.formats.load import edition_ids, load_edition
from solver.game.events import StationBuilt
from solver.words.say import Text, say
from tests.app.phones import Phone, open_table
from tests.solver.tables import table as laid

WITH_STATIONS = [name for name in edition_ids() if load_edition(name).stations]


def said(board: dict[str, Any], number: int, city: str) -> str:
    """Return what the scripts say of the price of a station, as ``stationPrice`` in ``model.js`` does."""
    price = board["stations"]["price"][number]
    return str(price["in"].get(city, price["says"]))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("edition", WITH_STATIONS)
def test_the_price_of_a_station_is_the_same_with_and_without_scripts(
    edition: str, language: str, app: Flask
) -> None:
    cities = list(load_edition(edition).board.cities)
    with app.test_request_context(headers={"Accept-Language": language}):
        for built in range(3):
            state = laid(edition, "anna ben", *(StationBuilt("anna", city) for city in cities[:built]))
            board = board_data(state)
            for city in cities:
                assert said(board, built, city) == next_price(state, "anna", city), city


def test_a_grey_route_lets_a_station_be_paid_in_any_colour(app: Flask, keeper: Phone) -> None:
    table = open_table(app, keeper, edition="ussr")
    board = load_edition("ussr").board
    routes = {city: {r.colour for r in board.routes.values() if city in r.ends} for city in board.cities}
    grey = next(city for city, colours in routes.items() if "gray" in colours and len(colours) > 1)
    coloured = next(city for city, colours in routes.items() if "gray" not in colours)
    page = keeper.get(f"/t/{table.code}").text
    found = re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', page, re.S)
    assert found
    data = json.loads(html.unescape(found[1]))["board"]
    assert said(data, 0, grey) == "1 card of any colour"
    assert said(data, 0, coloured).startswith("1 card: ")
    assert all(colour in said(data, 0, coloured) for colour in routes[coloured])
    for city in (grey, coloured):
        page = re.sub(r"<script.*?</script>", "", keeper.get(f"/t/{table.code}?city={city}").text, flags=re.S)
        assert said(data, 0, city) in page


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("edition", edition_ids())
def test_rules_stand_in_the_data_in_the_words_of_the_objections(
    edition: str, language: str, app: Flask
) -> None:
    rules = load_edition(edition)
    with app.test_request_context(headers={"Accept-Language": language}):
        told = board_data(laid(edition, "anna ben"))["rules"]
    limit = {"limit": rules.parallel_routes_closed_up_to}
    assert told["closed"] == say(Text("rule-parallel-closed", limit), language)
    assert set(told) == ({"closed", "rides", "once"} if rules.passengers else {"closed"})
