"""Passengers and goods: the page that shows them, the colours it names, journeys without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from app.tables.store import Table
from solver.formats.load import load_edition
from tests.app.pages.table.test_table_pages import Words, send
from tests.app.phones import Phone, open_table

CITIES = [city for city in load_edition("marklin").board.cities.values() if not city.terminal_of]
UNKNOWN = [city.id for city in CITIES if city.goods is None]


@pytest.fixture
def table(app: Flask, keeper: Phone) -> Table:
    """A Märklin table with Anna, Ben and Cleo."""
    return open_table(app, keeper, edition="marklin")


def state_of(phone: Phone, table: Table) -> dict[str, Any]:
    """Return the state as the scripts read it."""
    return dict(phone.get(f"/t/{table.code}/state.json").get_json())


def act(phone: Phone, table: Table, **event: Any) -> None:
    """Record an act."""
    answer = phone.add(table, event)
    assert answer.status_code == 201, answer.text


def place(phone: Phone, table: Table, player: str, route: str, city: str) -> None:
    """Claim a route and put a passenger into one of its ends."""
    assert phone.claim(table, player, route).status_code == 201
    act(phone, table, type="passenger_placed", player=player, city=city)


def test_a_board_without_passengers_has_no_such_page(app: Flask, keeper: Phone) -> None:
    europe = open_table(app, keeper)
    assert keeper.get(f"/t/{europe.code}/goods").status_code == 404
    assert "/goods" not in keeper.get(f"/t/{europe.code}").text


def test_one_tap_names_a_city_and_the_last_colour_names_the_rest(keeper: Phone, table: Table) -> None:
    here = f"/t/{table.code}/goods"
    assert here in keeper.get(f"/t/{table.code}").text
    # Black and red lie in all their cities from the beginning, so only these two can be meant.
    forms = [form["fields"] for form in Words(keeper.get(here).text).forms]
    offered = {fields["colour"] for fields in forms if fields.get("city") in UNKNOWN}
    assert offered == {"yellow", "white"}
    for city in UNKNOWN[:12]:
        page = Words(keeper.get(here).text)
        assert not [f for f in page.forms if "colour" in f["fields"] and "city" not in f["fields"]]
        assert send(keeper, page.form(city=city, colour="yellow")).status_code == 303
    forms = Words(keeper.get(here).text).forms
    rest = next(f for f in forms if f["fields"].get("colour") and "city" not in f["fields"])
    assert rest["fields"]["colour"] == "white"
    assert send(keeper, rest).status_code == 303
    state = state_of(keeper, table)
    assert len(state["goodsColours"]) == len(CITIES) == 35
    assert sum(map(len, state["stacks"].values())) == 74
    assert sum(map(sum, state["stacks"].values())) == 180
    assert send(keeper, rest).status_code == 409  # the same page once more: nothing is left to name


def test_a_colour_that_cannot_be_is_refused_with_its_reason(keeper: Phone, table: Table) -> None:
    act(keeper, table, type="goods_colour_set", city="berlin", colour="black")
    fields = {"colour": "black", "city": "bremen", "id": "a-second-black-city"}
    refused = keeper.form(f"/t/{table.code}/goods", **fields)
    assert refused.status_code == 409
    assert '<p class="flash stop"' in refused.text
    assert "bremen" not in state_of(keeper, table)["goodsColours"]
    over = Words(refused.text).form(overrule="goods-colour-full")
    assert send(keeper, over).status_code == 303
    assert state_of(keeper, table)["goodsColours"]["bremen"] == "black"


@pytest.mark.parametrize("city", [city.id for city in CITIES if city.goods])
def test_a_colour_that_is_only_assumed_is_shown_as_such_and_changed_like_any_other(
    city: str, keeper: Phone, table: Table
) -> None:
    before = state_of(keeper, table)
    assert city in before["goodsAssumed"]
    here = f"/t/{table.code}?city={city}"
    assert "as far as we know" in keeper.get(here).text
    wanted = "white" if before["goodsColours"][city] != "white" else "yellow"
    assert wanted in before["goodsOpen"][city]
    assert send(keeper, Words(keeper.get(here).text).form(city=city, colour=wanted)).status_code == 303
    after = state_of(keeper, table)
    assert after["goodsColours"][city] == wanted
    assert city not in after["goodsAssumed"]
    assert "as far as we know" not in keeper.get(here).text
    # What the table itself has said can be changed as well.
    again = Words(keeper.get(f"/t/{table.code}?city={city}").text).form(city=city, colour="yellow")
    assert send(keeper, again).status_code == 303
    assert state_of(keeper, table)["stacks"][city] == [3, 2, 1]


def test_an_assumed_colour_never_stands_in_the_way_of_one_that_the_table_names(
    keeper: Phone, table: Table
) -> None:
    assert len([city for city in CITIES if city.goods == "red"]) == 6
    act(keeper, table, type="goods_colour_set", city="bremen", colour="red")
    place(keeper, table, "anna", "berlin-leipzig-1", "berlin")
    act(keeper, table, type="passenger_moved", player="anna", start="berlin", routes=["berlin-leipzig-1"])
    assert state_of(keeper, table)["players"][0]["goods"] == 4
    # The token followed from the colour that was assumed, so it speaks for nothing.
    act(keeper, table, type="goods_colour_set", city="leipzig", colour="yellow")
    assert state_of(keeper, table)["players"][0]["goods"] == 3


def test_only_the_other_end_of_the_route_is_named_where_somebody_stands(keeper: Phone, table: Table) -> None:
    def helps(player: str, city: str) -> str:
        event = {"type": "passenger_placed", "player": player, "city": city}
        refused = keeper.add(table, event)
        assert refused.status_code == 409
        (one,) = [o for o in refused.get_json()["objections"] if o["code"] == "passenger-city-taken"]
        return str(one["helps"])

    place(keeper, table, "anna", "berlin-leipzig-1", "berlin")
    assert keeper.claim(table, "ben", "berlin-dresden-1").status_code == 201
    assert helps("ben", "berlin") == "It may be put in Dresden."
    act(keeper, table, type="passenger_placed", player="ben", city="dresden")
    place(keeper, table, "cleo", "chemnitz-dresden-1", "chemnitz")
    place(keeper, table, "anna", "chemnitz-leipzig-1", "leipzig")
    assert keeper.claim(table, "ben", "dresden-leipzig-1").status_code == 201
    assert helps("ben", "dresden") == ""  # in both ends somebody stands
    assert helps("ben", "berlin") == ""
    assert helps("anna", "berlin") == ""  # she has not just claimed a route


@pytest.mark.parametrize("rest", ["yellow", "white", ""])
def test_the_rest_is_not_named_while_two_colours_are_left(rest: str, keeper: Phone, table: Table) -> None:
    refused = keeper.form(f"/t/{table.code}/goods", colour=rest, id="all-of-the-others")
    assert refused.status_code == 409
    assert len(state_of(keeper, table)["goodsColours"]) == 7


def test_journeys_are_offered_with_what_they_bring(keeper: Phone, table: Table) -> None:
    place(keeper, table, "anna", "berlin-leipzig-1", "leipzig")
    place(keeper, table, "ben", "erfurt-leipzig-1", "erfurt")
    assert keeper.claim(table, "cleo", "chemnitz-leipzig-1").status_code == 201
    page = keeper.get(f"/t/{table.code}/goods").text
    ways = re.findall(r'<a class="way" href="([^"]+)"><b>([^<]+)</b><span>([^<]+)', page)
    # From Leipzig to Berlin 7; from Erfurt to Leipzig 4, and with a passenger card on to Berlin 4 + 7.
    assert [(title, way) for _url, title, way in ways] == [
        ("Best: 7 points", "Leipzig → Berlin"),
        ("Best: 4 points", "Erfurt → Leipzig"),
        ("With 1 passenger card: 11 points", "Erfurt → Leipzig → Berlin"),
    ]
    sheet = keeper.get(ways[2][0].replace("&amp;", "&")).text
    assert "1 passenger card to play" in sheet
    done = send(keeper, Words(sheet).form(type="passenger_moved"))
    assert done.status_code == 303
    toast = keeper.get(done.headers["Location"]).text
    assert "Ben: journey from Erfurt, +11" in toast
    ben = state_of(keeper, table)["players"][1]
    assert (ben["goods"], ben["points"]) == (11, 4 + 11)
    log = " ".join(Words(keeper.get(f"/t/{table.code}/log").text).words)
    assert "Leipzig 4, Berlin 7" in log
    assert "1 passenger card to play" in log


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "Not counted, goods not entered: Dresden."), ("ru", "Не посчитано, товары не вписаны: Дрезден.")],
)
def test_goods_that_nobody_entered_are_said_not_to_be_counted(
    keeper: Phone, table: Table, language: str, says: str
) -> None:
    place(keeper, table, "anna", "berlin-dresden-1", "berlin")
    assert keeper.claim(table, "ben", "berlin-hannover-1").status_code == 201
    assert keeper.claim(table, "cleo", "chemnitz-leipzig-1").status_code == 201
    assert keeper.claim(table, "anna", "dresden-leipzig-1").status_code == 201
    keeper.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    assert says in keeper.get(f"/t/{table.code}/goods").text
    (offer,) = keeper.get(f"/t/{table.code}/journey.json?player=anna&from=berlin").get_json()
    assert says in offer["way"]


def test_after_a_claim_the_passenger_is_asked_for_without_scripts(keeper: Phone, table: Table) -> None:
    claim = Words(keeper.get(f"/t/{table.code}?route=berlin-leipzig-1").text).form(player="anna")
    asked = Words(keeper.get(send(keeper, claim).headers["Location"]).text)
    cities = [f["fields"]["city"] for f in asked.forms if f["fields"].get("type") == "passenger_placed"]
    assert cities == ["berlin", "leipzig"]
    assert send(keeper, asked.form(city="leipzig")).status_code == 303
    claim = Words(keeper.get(f"/t/{table.code}?route=dresden-leipzig-1").text).form(player="ben")
    asked = Words(keeper.get(send(keeper, claim).headers["Location"]).text)
    cities = [f["fields"]["city"] for f in asked.forms if f["fields"].get("type") == "passenger_placed"]
    assert cities == ["dresden"]  # in Leipzig Anna's passenger stands


def test_the_russian_pages_have_no_english_left(keeper: Phone, table: Table) -> None:
    place(keeper, table, "anna", "berlin-leipzig-1", "leipzig")
    place(keeper, table, "ben", "erfurt-leipzig-1", "erfurt")
    act(
        keeper,
        table,
        type="passenger_moved",
        player="ben",
        start="erfurt",
        routes=["erfurt-leipzig-1", "berlin-leipzig-1"],
    )
    pages = ("/goods", "?rider=anna&start=leipzig", "?city=bremen", "?player=anna", "/log")
    for page in pages:
        answer = keeper.get(f"/t/{table.code}{page}", headers={"Accept-Language": "ru"})
        words = " ".join(Words(answer.text).words).replace(table.code, "")
        left = set(re.findall(r"[A-Za-z]{2,}", words)) - {"Anna", "Ben", "Cleo", "Stationmaster", "English"}
        assert not left, (page, left)


def test_covered_totals_cover_the_goods_too(app: Flask, keeper: Phone) -> None:
    table = open_table(app, keeper, edition="marklin", hide_totals=True)
    place(keeper, table, "anna", "berlin-leipzig-1", "leipzig")
    act(
        keeper,
        table,
        type="passenger_moved",
        player="anna",
        start="leipzig",
        routes=["berlin-leipzig-1"],
    )
    assert "7 for goods" not in keeper.get(f"/t/{table.code}/goods").text
    assert state_of(keeper, table)["players"][0]["goods"] is None
