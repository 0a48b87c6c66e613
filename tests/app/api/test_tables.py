"""Tables by the API: the same log, roles and secrets as on the phones."""

from __future__ import annotations

import json

import pytest

from app.api import examples
from app.tables.access.viewers import MOST_GUESSES
from app.web.config import EXTENSION
from tests.app.api.conftest import Caller
from tests.solver.tables import golden_games

NDJSON = "application/x-ndjson"
KEPT = {"type": "tickets_kept", "player": "anna", "tickets": ["brest--petrograd"]}


@pytest.fixture
def code(caller):
    """The code of a table of the caller."""
    answer = caller.post("/tables", examples.BODIES["tables"])
    assert answer.status_code == 201, answer.text
    assert answer.headers["Location"] == f"/api/v1/tables/{answer.get_json()['code']}"
    return answer.get_json()["code"]


@pytest.fixture
def stranger(service):
    """Another caller, who is at no table."""
    return Caller(service.test_client())


def claim(number, route="dieppe-paris-1", player="anna"):
    return {"id": f"entry-{number:04}", "event": {"type": "route_claimed", "player": player, "route": route}}


def test_a_table_is_opened_written_and_read(caller, code):
    added = caller.post(f"/tables/{code}/entries", examples.BODIES["entries"])
    assert (added.status_code, added.get_json()["seq"]) == (201, 2)
    assert caller.post(f"/tables/{code}/entries", examples.BODIES["entries"]).status_code == 200
    found = caller.get(f"/tables/{code}").get_json()
    assert (found["role"], found["seq"], found["turn"]) == ("keeper", 2, "ben")
    assert [seat["mine"] for seat in found["seats"]] == [True, True]
    assert found["position"]["players"][0]["routes"] == ["dieppe-paris-1"]
    assert caller.post("/score", found["position"]).status_code == 200
    news = caller.get(f"/tables/{code}/entries?after=1")
    assert [entry["seq"] for entry in news.get_json()["entries"]] == [2]
    again = caller.get(f"/tables/{code}/entries?after=1", headers={"If-None-Match": news.headers["ETag"]})
    assert again.status_code == 304


def test_the_phones_page_and_the_api_are_one_table(caller, code):
    assert caller.client.get(f"/t/{code}").status_code == 200
    caller.post(f"/tables/{code}/entries", claim(1))
    by_page = caller.client.get(f"/t/{code}/entries?after=0").get_json()
    assert by_page == caller.get(f"/tables/{code}/entries").get_json()
    assert by_page["seq"] == 2


def test_rules_that_stand_in_the_way_are_told_with_what_would_help(caller, code):
    caller.post(f"/tables/{code}/entries", claim(1))
    again = caller.post(f"/tables/{code}/entries", claim(2, player="ben"))
    assert (again.status_code, again.get_json()["code"]) == (409, "objections")
    (taken,) = [one for one in again.get_json()["objections"] if one["code"] == "route-taken"]
    assert not taken["overrulable"]
    station = {"type": "station_built", "city": "wien"}
    for number, player, codes in ((3, "anna", []), (4, "ben", ["station-city-taken"])):
        act = {"id": f"station-{number}", "event": {**station, "player": player}}
        answer = caller.post(f"/tables/{code}/entries", act)
        assert [one["code"] for one in answer.get_json().get("objections", [])] == codes
    played_so = caller.post(f"/tables/{code}/entries", {**act, "overrule": codes})
    assert (played_so.status_code, played_so.get_json()["event"]["overruled"]) == (201, codes)


def test_a_stranger_sees_no_tickets_and_writes_nothing(caller, stranger, code):
    assert caller.post(f"/tables/{code}/entries", {"id": "tickets-1", "event": KEPT}).status_code == 201
    mine = caller.get(f"/tables/{code}").get_json()
    assert [seat["tickets"] for seat in mine["seats"]] == [1, 0]
    theirs = stranger.get(f"/tables/{code}").get_json()
    assert (theirs["role"], [seat["tickets"] for seat in theirs["seats"]]) == ("watcher", [None, None])
    for path in ("", "/entries", "/export"):
        assert "petrograd" not in stranger.get(f"/tables/{code}{path}").text
    assert "petrograd" in caller.get(f"/tables/{code}/export").text
    refused = stranger.post(f"/tables/{code}/entries", claim(1))
    assert (refused.status_code, refused.get_json()["code"]) == (403, "not-allowed")


def test_another_sites_page_cannot_write(caller, code):
    for headers in ({}, {"Origin": "https://elsewhere.example"}, {"Origin": "null", "X-Stationmaster": "1"}):
        for path, kind in (
            ("/tables", "application/json"),
            (f"/tables/{code}/entries", "text/plain"),
            ("/import", NDJSON),
        ):
            answer = caller.client.post(f"/api/v1{path}", data="{}", content_type=kind, headers=headers)
            assert (answer.status_code, answer.get_json()["code"]) == (403, "not-allowed"), (path, headers)
            assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(
    ("change", "status", "where"),
    [
        ({"edition": "atlantis"}, 422, "edition"),
        ({"seats": []}, 422, "seats"),
        ({"seats": [{"name": "Anna"}], "keeper": True}, 422, "keeper"),
        ({"seats": [{"name": " Anna"}]}, 422, "seats[0].name"),
        ({"board": {}}, 422, "board.routes"),
        ({"options": {"hide_totals": "yes"}}, 422, "options.hide_totals"),
        ({"house_rules": {"free_tickets": True}}, 422, "event.house_rules.free_tickets"),
        ({"seats": [{"name": "Anna"}]}, 409, None),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_its_places(caller, change, status, where):
    answer = caller.post("/tables", {**examples.BODIES["tables"], **change})
    assert answer.status_code == status, answer.text
    if where:
        assert where in [fault["path"] for fault in answer.get_json()["faults"]], answer.text


def test_seats_get_ids_and_colours_where_they_bring_none(caller):
    body = {
        "edition": "europe",
        "seats": [{"name": "Anna", "colour": "blue"}, {"name": "Ben"}, {"name": "Cleo"}],
    }
    seats = caller.post("/tables", body).get_json()["seats"]
    assert [seat["id"] for seat in seats] == ["p1", "p2", "p3"]
    assert seats[0]["colour"] == "blue"
    assert len({seat["colour"] for seat in seats}) == 3


def test_a_home_made_board_may_lie_on_the_table(caller):
    opened = caller.post("/tables", {**examples.BODIES["tables"], "board": examples.BOARD})
    code = opened.get_json()["code"]
    assert caller.post(f"/tables/{code}/entries", claim(1, "ab")).status_code == 201
    assert caller.get(f"/tables/{code}").get_json()["position"]["board"]["routes"][0]["id"] == "ab"


@pytest.mark.parametrize("game", golden_games(), ids=lambda game: f"{game.parent.name}/{game.stem}")
def test_an_export_imported_gives_the_same_table_again(caller, game):
    first = caller.post("/import", data=game.read_bytes(), content_type=NDJSON)
    assert first.status_code == 201, first.text
    code = first.get_json()["code"]
    exported = caller.get(f"/tables/{code}/export")
    assert exported.mimetype == NDJSON
    second = caller.post("/import", data=exported.data, content_type=NDJSON).get_json()
    assert second["position"] == first.get_json()["position"]
    assert caller.get(f"/tables/{second['code']}/export").data == exported.data
    sheets = [
        caller.post("/score", data=data, content_type=NDJSON).get_json()
        for data in (game.read_bytes(), exported.data)
    ]
    assert sheets[0] == sheets[1]


def test_an_import_closes_up_where_secrets_were_left_out(caller, stranger, code):
    for number, event in enumerate(
        [
            KEPT,
            {"type": "route_claimed", "player": "anna", "route": "dieppe-paris-1"},
            {"type": "retracted", "target": 3},
        ]
    ):
        assert (
            caller.post(f"/tables/{code}/entries", {"id": f"step-{number:04}", "event": event}).status_code
            == 201
        )
    exported = stranger.get(f"/tables/{code}/export").data
    assert [json.loads(line)["seq"] for line in exported.splitlines()[1:]] == [1, 3, 4]
    there = caller.post("/import", data=exported, content_type=NDJSON).get_json()
    assert there["seq"] == 3
    assert there["position"]["players"][0]["routes"] == []
    last = caller.get(f"/tables/{there['code']}/entries").get_json()["entries"][-1]["event"]
    assert last == {"type": "retracted", "target": 2}


def test_a_game_on_a_home_made_board_comes_back(caller):
    opened = caller.post("/tables", {**examples.BODIES["tables"], "board": examples.BOARD})
    code, ends = opened.get_json()["code"], examples.BOARD["routes"][0]["ends"]
    player = opened.get_json()["seats"][0]["id"]
    assert caller.post(f"/tables/{code}/entries", claim(1, "ab")).status_code == 201
    kept = {"type": "tickets_kept", "player": player, "tickets": [{"ends": ends, "points": 5}]}
    assert caller.post(f"/tables/{code}/entries", {"id": "kept-0001", "event": kept}).status_code == 201
    exported = caller.get(f"/tables/{code}/export").data
    assert caller.post("/score", data=exported, content_type=NDJSON).status_code == 200
    there = caller.post("/import", data=exported, content_type=NDJSON)
    assert there.status_code == 201, there.text
    assert there.get_json()["position"] == caller.get(f"/tables/{code}").get_json()["position"]
    assert caller.get(f"/tables/{there.get_json()['code']}/export").data == exported


HEADER = {
    "format": "stationmaster-log",
    "version": 1,
    "edition": "europe",
    "seats": [{"id": "anna", "name": "Anna"}, {"id": "ben", "name": "Ben"}],
}
ENTRY = {
    "seq": 1,
    "at": "2026-11-30T18:04:05Z",
    "seat": None,
    "id": "one",
    "event": {"type": "turn_taken", "player": "anna"},
}
OPENED = {
    "type": "table_opened",
    "edition": "europe",
    "seats": [{"id": "anna", "name": "A", "colour": "red"}],
}


FIRST = {
    **ENTRY,
    "event": {**OPENED, "seats": [*OPENED["seats"], {"id": "ben", "name": "B", "colour": "blue"}]},
}


def turn(seq):
    return {**ENTRY, "seq": seq, "id": f"turn-{seq}"}


def retracted(seq, target):
    return {**turn(seq), "event": {"type": "retracted", "target": target}}


def test_what_was_taken_back_and_put_back_may_be_taken_back_again(caller):
    lines = [HEADER, FIRST, turn(2), retracted(3, 2), retracted(4, 3), retracted(5, 2), retracted(6, 4 + 1)]
    answer = caller.post("/import", data="\n".join(map(json.dumps, lines)), content_type=NDJSON)
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize(
    ("lines", "where", "code"),
    [
        ([{**HEADER, "edition": "atlantis"}], "line 1: header.edition", "unknown-edition"),
        ([HEADER, {**ENTRY, "at": "yesterday"}], "line 2: entry.at", "wrong-value"),
        ([HEADER, {**ENTRY, "at": "2026-13-30T18:04:05Z"}], "line 2: entry.at", "wrong-value"),
        ([HEADER, ENTRY, {**ENTRY, "seq": 1}], "line 3: entry.seq", "seq-order"),
        (
            [HEADER, {**ENTRY, "event": {"type": "retracted", "target": 9}}],
            "line 2: entry.event.target",
            "no-such-entry",
        ),
        (
            [HEADER, {**ENTRY, "event": {"type": "retracted", "target": 1}}],
            "line 2: entry.event.target",
            "no-such-entry",
        ),
        ([HEADER, FIRST, retracted(2, 1)], "line 3: entry.event.target", "opening-stays"),
        (
            [HEADER, FIRST, turn(2), retracted(3, 2), retracted(4, 2)],
            "line 5: entry.event.target",
            "already-retracted",
        ),
        (
            [HEADER, FIRST, turn(2), retracted(3, 2), retracted(4, 3), retracted(5, 3)],
            "line 6: entry.event.target",
            "already-retracted",
        ),
        ([HEADER, ENTRY, {**ENTRY, "seq": 2, "event": OPENED}], "line 3: entry.event", "opened-once"),
        (
            [HEADER, {**ENTRY, "event": {"type": "turn_taken", "player": "zoe"}}],
            "line 2: entry.event.player",
            "unknown-player",
        ),
    ],
)
def test_a_hostile_log_is_refused_with_its_places(service, caller, lines, where, code):
    store = service.extensions[EXTENSION].store
    before = len(store.recent("nobody", 1))
    answer = caller.post("/import", data="\n".join(map(json.dumps, lines)), content_type=NDJSON)
    assert answer.status_code == 422, answer.text
    assert (where, code) in [(fault["path"], fault["code"]) for fault in answer.get_json()["faults"]]
    assert len(store.recent("nobody", 1)) == before


def long_log(entries=5000) -> str:
    """Return the longest log there is: claims and their retractions by somebody with a long id."""
    name = "anna" * 10
    seats = [{"id": name, "name": "Anna", "colour": "red"}, {"id": "ben", "name": "Ben", "colour": "blue"}]
    claim = {"type": "route_claimed", "player": name, "route": "constantinople-sevastopol-1"}
    opened = {**ENTRY, "event": {"type": "table_opened", "edition": "europe", "seats": seats}}
    facts = {"at": "2026-11-30T18:01:00.123456Z", "seat": name}
    lines = [{**HEADER, "seats": seats}, opened]
    for seq in range(2, entries + 1):
        event = claim if seq % 2 == 0 else {"type": "retracted", "target": seq - 1}
        lines.append({"seq": seq, "id": f"{seq:036}", **facts, "event": event})
    return "\n".join(map(json.dumps, lines))


def test_the_longest_log_comes_in_and_goes_out_as_it_was(caller):
    first = long_log()
    assert len(first) > 1_000_000
    answer = caller.post("/import", data=first, content_type=NDJSON)
    assert answer.status_code == 201, answer.text
    code = answer.get_json()["code"]
    assert answer.get_json()["seq"] == 5000
    again = caller.get(f"/tables/{code}/export").data
    assert len(again) > 1_000_000
    assert caller.post("/import", data=again, content_type=NDJSON).status_code == 201
    assert caller.post("/import", data=b"x" * 9_000_000, content_type=NDJSON).status_code == 413


def test_names_stay_what_they_are_and_harm_nobody(caller):
    bad = "<script>alert(1)</script>"
    seats = [{"id": "a", "name": bad, "colour": "red"}, {"id": "b", "name": "=1+1", "colour": "blue"}]
    code = caller.post("/tables", {"edition": "europe", "seats": seats}).get_json()["code"]
    for path in ("", "/log", "/share", "/sheet", "/finish", "/tv"):
        page = caller.client.get(f"/t/{code}{path}")
        assert page.status_code == 200, path
        assert bad not in page.text, path
    csv = caller.client.get(f"/t/{code}/sheet.csv").text
    assert "'=1+1" in csv
    assert caller.get(f"/tables/{code}").get_json()["seats"][0]["name"] == bad


def test_an_address_opens_only_so_many_tables(tmp_path):
    from app import Settings, create_app

    settings = Settings(
        f"sqlite:///{tmp_path / 'x.db'}", "s", testing=True, warm=False, log="off", new_tables=2
    )
    caller = Caller(create_app(settings).test_client())
    statuses = [caller.post("/tables", examples.BODIES["tables"]).status_code for _ in range(3)]
    assert statuses == [201, 201, 429]


def test_wrong_codes_lock_an_address_out_of_the_api_too(tmp_path):
    from app import Settings, create_app

    settings = Settings(
        f"sqlite:///{tmp_path / 'x.db'}", "s", testing=True, warm=False, log="off", wrong_codes=3
    )
    app = create_app(settings)
    keeper, caller = Caller(app.test_client()), Caller(app.test_client())
    code = keeper.post("/tables", examples.BODIES["tables"]).get_json()["code"]
    tries = [caller.get(f"/tables/AAAAA{letter}").status_code for letter in "ABCD"]
    assert tries == [404, 404, 404, 429]
    assert caller.get(f"/tables/{code}").status_code == 200, "who has a right code is let in for a good while"
    for _ in range(3 * MOST_GUESSES):
        caller.get("/tables/AAAAAA")
    locked = caller.get(f"/tables/{code}")
    assert (locked.status_code, locked.get_json()["code"]) == (429, "too-many-requests")
    assert int(locked.headers["Retry-After"]) > 0
    assert caller.client.get(f"/join?code={code}").status_code == 429
    assert keeper.get(f"/tables/{code}").status_code == 200, "who is at the table stays there"


def test_a_stream_tells_the_same_news(caller, code):
    answer = caller.get(f"/tables/{code}/stream", buffered=False)
    try:
        assert answer.mimetype == "text/event-stream"
        assert answer.headers["X-Accel-Buffering"] == "no"
        parts = answer.iter_encoded()
        next(parts)
        data = next(line for line in next(parts).decode().splitlines() if line.startswith("data: "))
        assert json.loads(data[6:]) == caller.get(f"/tables/{code}/entries").get_json()
    finally:
        answer.close()
