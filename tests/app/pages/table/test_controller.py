"""Claims put right, and the controller of the USSR board, on pages without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from app.tables.store import Table
from tests.app.pages.table.test_table_pages import Words, send
from tests.app.phones import Phone, open_table

LATE = "danzig-warszawa-1"
FAR = {"europe": "wien", "marklin": "leipzig"}


@pytest.fixture
def table(app: Flask, keeper: Phone) -> Table:
    """A table of the USSR edition with Anna and Ben: doubles are closed."""
    return open_table(app, keeper, players=2, edition="ussr")


def classes(phone: Phone, table: Table, route: str) -> str:
    """Return the classes of a route on the board of the table page."""
    found = re.search(rf'class="([^"]*)" id="r-{route}"', phone.get(f"/t/{table.code}").text)
    assert found
    return found[1]


def forms(phone: Phone, table: Table, route: str, **fields: str) -> list[dict[str, Any]]:
    """Return the forms of a route's sheet that have these fields."""
    page = Words(phone.get(f"/t/{table.code}?route={route}").text)
    return [f for f in page.forms if all(f["fields"].get(k) == v for k, v in fields.items())]


def test_a_route_taken_up_opens_the_closed_double_again(keeper: Phone, table: Table) -> None:
    keeper.claim(table, "anna", "tallin-riga-1")
    keeper.claim(table, "ben", "leningrad-moskva-1")
    assert "closed" in classes(keeper, table, "leningrad-moskva-2")
    assert "2 controllers left" in keeper.get(f"/t/{table.code}?route=leningrad-moskva-1").text
    (take_up,) = forms(keeper, table, "leningrad-moskva-1", type="route_dismantled")
    done = send(keeper, take_up)
    assert "Anna took up Leningrad – Moscow" in keeper.get(done.headers["Location"]).text
    for route in ("leningrad-moskva-1", "leningrad-moskva-2"):
        assert not re.search(r"closed|claimed", classes(keeper, table, route))
    players = keeper.get(f"/t/{table.code}/state.json").get_json()["players"]
    assert [(p["trains"], p["points"]) for p in players] == [(43, 2), (45, 0)]
    # Taken back, the route lies on the board as before, and the other one is closed.
    undo = Words(keeper.get(f"/t/{table.code}").text).form(type="retracted")
    send(keeper, undo)
    assert "claimed" in classes(keeper, table, "leningrad-moskva-1")
    assert "closed" in classes(keeper, table, "leningrad-moskva-2")


def test_building_without_cards_is_told_in_the_log(keeper: Phone, table: Table) -> None:
    (build,) = forms(keeper, table, "leningrad-moskva-2", type="route_claimed", controller="1")
    assert send(keeper, build).status_code == 303
    assert "By a controller, without cards." in keeper.get(f"/t/{table.code}/log").text
    assert "1 controller left" in keeper.get(f"/t/{table.code}?route=tallin-riga-1").text


@pytest.mark.parametrize(
    ("edition", "route"), [("ussr", "vologda-vorkuta-1"), ("europe", "berlin-warszawa-1")]
)
def test_where_no_controller_can_be_played_none_is_offered(
    edition: str, route: str, app: Flask, keeper: Phone
) -> None:
    table = open_table(app, keeper, players=2, edition=edition)
    assert not forms(keeper, table, route, controller="1")
    keeper.claim(table, "ben", route)
    assert not forms(keeper, table, route, type="route_dismantled")
    assert not re.search(r"controllers? left", keeper.get(f"/t/{table.code}?route={route}").text)


def test_ones_own_route_is_not_taken_up(keeper: Phone, table: Table) -> None:
    keeper.claim(table, "ben", "tallin-riga-1")
    keeper.claim(table, "anna", "leningrad-moskva-1")
    page = f"/t/{table.code}?route=leningrad-moskva-1&for=anna"
    assert not [
        f for f in Words(keeper.get(page).text).forms if f["fields"].get("type") == "route_dismantled"
    ]


@pytest.mark.parametrize("controller", [False, True])
def test_a_claim_for_the_wrong_player_is_put_right_in_one_step(
    controller: bool, app: Flask, keeper: Phone
) -> None:
    """The last claim stays a turn; an earlier one moves without a turn, and a card played for it moves along."""
    table = open_table(app, keeper, players=3, edition="ussr")
    first = {
        "type": "route_claimed",
        "player": "anna",
        "route": "leningrad-moskva-1",
        "controller": controller,
    }
    keeper.add(table, first)
    for player, was, turn in (("ben", "anna", "cleo"), ("cleo", "ben", "anna")):
        page = Words(keeper.get(f"/t/{table.code}?route=leningrad-moskva-1").text)
        assert send(keeper, page.form(player=player, instead=str(seq_of(keeper, table)))).status_code == 303
        state = keeper.get(f"/t/{table.code}/state.json").get_json()
        assert state["owner"] == {"leningrad-moskva-1": player}
        assert state["turn"] == turn
        assert {p["id"]: p["trains"] for p in state["players"]}[was] == 45
        assert state["controlled"] == (["leningrad-moskva-1"] if controller else [])
    keeper.claim(table, "anna", "tallin-riga-1")
    page = Words(keeper.get(f"/t/{table.code}?route=leningrad-moskva-1").text)
    send(keeper, page.form(player="anna", instead=str(seq_of(keeper, table))))
    state = keeper.get(f"/t/{table.code}/state.json").get_json()
    assert state["owner"] == {"leningrad-moskva-1": "anna", "tallin-riga-1": "anna"}
    assert state["turn"] == "ben", "Anna's last turn is still the one that was played last"


def seq_of(phone: Phone, table: Table) -> int:
    """Return the number of the entry by which the route of these tests is owned."""
    return int(phone.get(f"/t/{table.code}/state.json").get_json()["claimedAt"]["leningrad-moskva-1"])


def test_a_correction_that_cannot_pass_says_why_and_leaves_the_claim(app: Flask, keeper: Phone) -> None:
    """Both entries are written down or neither: left so, the route is Ben's."""
    table = open_table(app, keeper, players=4)
    keeper.claim(table, "anna", "berlin-frankfurt-1")
    keeper.claim(table, "ben", "berlin-frankfurt-2")
    page = Words(keeper.get(f"/t/{table.code}?route=berlin-frankfurt-2").text)
    refused = send(keeper, page.form(player="anna", type="route_claimed"))
    assert refused.status_code == 409
    state = keeper.get(f"/t/{table.code}/state.json").get_json()
    assert (state["owner"]["berlin-frankfurt-2"], state["seq"]) == ("ben", 3)
    again = Words(refused.text).form(player="anna", route="berlin-frankfurt-2")
    assert again["fields"]["instead"] == "3"
    assert send(keeper, again).status_code == 303
    state = keeper.get(f"/t/{table.code}/state.json").get_json()
    assert (state["owner"]["berlin-frankfurt-2"], state["seq"]) == ("anna", 5)


@pytest.mark.parametrize(
    ("edition", "then", "turn"),
    [
        ("europe", [], "cleo"),
        ("europe", [{"type": "route_claimed", "player": "cleo", "route": LATE, "afterwards": True}], "cleo"),
        ("marklin", [{"type": "passenger_placed", "player": "anna", "city": "berlin"}], "cleo"),
        ("europe", [{"type": "turn_taken", "player": "ben"}], "cleo"),
        (
            "europe",
            [{"type": "turn_taken", "player": "ben"}, {"type": "turn_taken", "player": "cleo"}],
            "anna",
        ),
    ],
)
def test_whose_turn_it_is_after_a_claim_was_put_right(
    edition: str, then: list[dict[str, Any]], turn: str, app: Flask, keeper: Phone
) -> None:
    """The claim was Ben's: his turn where it was the last turn, whatever was written down since that is no turn."""
    table, route = open_table(app, keeper, players=3, edition=edition), f"berlin-{FAR[edition]}-1"
    for event in ({"type": "route_claimed", "player": "anna", "route": route}, *then):
        assert keeper.add(table, event).status_code == 201
    (form,) = forms(keeper, table, route, player="ben")
    assert send(keeper, form).status_code == 303
    state = keeper.get(f"/t/{table.code}/state.json").get_json()
    assert (state["owner"][route], state["turn"]) == ("ben", turn)


def test_a_route_added_later_is_no_turn_for_whoever_it_was_either(app: Flask, keeper: Phone) -> None:
    table = open_table(app, keeper, players=3)
    keeper.claim(table, "anna", "berlin-wien-1")
    keeper.add(table, {"type": "route_claimed", "player": "anna", "route": LATE, "afterwards": True})
    (form,) = forms(keeper, table, LATE, player="ben")
    send(keeper, form)
    state = keeper.get(f"/t/{table.code}/state.json").get_json()
    assert (state["owner"][LATE], state["turn"]) == ("ben", "ben")


@pytest.mark.parametrize("instead", ["0", "1", "3", "4", "999999", "text"])
def test_only_a_claim_of_the_same_route_is_taken_back_for_another(
    instead: str, app: Flask, keeper: Phone
) -> None:
    """Entry 3 is a claim of another route, entry 4 tickets."""
    table = open_table(app, keeper, players=3)
    keeper.claim(table, "anna", "berlin-wien-1")
    keeper.claim(table, "ben", LATE)
    keeper.keep(table, "ben", {"ends": ["berlin", "wien"], "points": 5})
    page = f"/t/{table.code}/record"
    fields = {"type": "route_claimed", "player": "cleo", "route": "berlin-wien-1", "instead": instead}
    assert keeper.form(page, id="not-a-claim-of-it", **fields).status_code == 400
    fields["instead"] = "2"
    assert keeper.form(page, id="an-id-that-is-too-long".ljust(61, "-"), **fields).status_code == 400
    assert keeper.get(f"/t/{table.code}/state.json").get_json()["seq"] == 4, "nothing was taken back"


def test_a_station_and_a_search_say_for_whom(keeper: Phone, table: Table) -> None:
    """What is done for somebody else stands behind the button of who is next, for stations as for routes."""
    page = Words(keeper.get(f"/t/{table.code}?city=riga").text)
    stations = [f["fields"]["player"] for f in page.forms if f["fields"].get("type") == "station_built"]
    assert stations == ["anna", "ben"]
    assert "Station for Anna" in keeper.get(f"/t/{table.code}?mode=station").text
    assert "Claim for Anna" in keeper.get(f"/t/{table.code}?mode=claim").text


def test_the_buttons_of_a_controller_say_who_plays_it_and_what_changes(keeper: Phone, table: Table) -> None:
    keeper.claim(table, "anna", "leningrad-moskva-1")
    text = keeper.get(f"/t/{table.code}?route=leningrad-moskva-1").text
    assert "Ben takes this up by controller" in text
    assert "Anna: −4 points, +3 trains" in text
    assert text.index("Take this claim back") < text.index("Ben takes this up by controller")
    text = keeper.get(f"/t/{table.code}?route=tallin-riga-1").text
    assert "Ben builds by controller" in text
    assert "without cards · +2 points · 43 trains left after" in text
