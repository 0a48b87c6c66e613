"""The log over plain requests: what is answered, in which language, at which status, and what a poll costs."""

from __future__ import annotations

import json

import pytest

from app.tables import access
from tests.app.phones import Phone, as_phone, sit

CLAIM = {"type": "route_claimed", "player": "anna", "route": "dieppe-paris-1"}


def test_a_claim_is_answered_with_its_entry(table, keeper):
    answer = keeper.add(table, CLAIM, id="first-one")
    entry = answer.get_json()
    assert answer.status_code == 201
    assert (entry["seq"], entry["seat"], entry["id"], entry["event"]) == (2, "anna", "first-one", CLAIM)
    assert keeper.news(table, after=1)["entries"] == [entry]


def test_a_resent_claim_finds_the_first_entry(table, keeper):
    first = keeper.add(table, CLAIM, id="first-one").get_json()
    for more in ({}, {"overrule": ["too-few-trains"]}):
        again = keeper.add(table, CLAIM, id="first-one", **more)
        assert (again.status_code, again.get_json()) == (200, first)
    assert keeper.news(table)["seq"] == 2


@pytest.mark.parametrize(
    "other",
    [
        {**CLAIM, "route": "berlin-danzig-1"},
        {**CLAIM, "player": "ben"},
        {**CLAIM, "afterwards": True},
        {"type": "retracted", "target": 2},
    ],
)
def test_another_act_under_the_same_id_is_never_taken_for_written(table, keeper, other):
    keeper.add(table, CLAIM, id="first-one")
    answer = keeper.add(table, other, id="first-one")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "entry-id-taken")
    assert "another entry" in answer.get_json()["title"]
    page = keeper.form(
        f"/t/{table.code}/record", id="first-one", type="station_built", player="anna", city="wien"
    )
    assert page.status_code == 409
    assert "not written down" in page.text
    assert keeper.news(table)["seq"] == 2


def test_an_id_of_another_phone_is_refused_without_showing_its_entry(app, table, keeper):
    ben = Phone(app, "ben's phone")
    sit(app, table, ben, "ben")
    ben.add(
        table, {"type": "tickets_kept", "player": "ben", "tickets": ["brest--petrograd"]}, id="ticket-one"
    )
    answer = keeper.add(table, CLAIM, id="ticket-one")
    assert answer.status_code == 409
    assert answer.get_json()["code"] == "entry-id-taken"
    assert "petrograd" not in answer.text


@pytest.mark.parametrize(("language", "word"), [("en", "Retract entry 2"), ("ru", "отмените запись 2")])
def test_objections_come_all_at_once_in_the_callers_language(table, keeper, language, word):
    keeper.add(table, CLAIM)
    keeper.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    answer = keeper.add(table, {**CLAIM, "player": "ben"})
    found = answer.get_json()
    assert (answer.status_code, answer.mimetype) == (409, "application/problem+json")
    (taken,) = [o for o in found["objections"] if o["code"] == "route-taken"]
    assert word in taken["helps"]
    assert taken["text"]
    assert taken["rule"]
    assert not taken["overrulable"]
    assert taken["facts"]["owner"] == "anna"
    assert answer.headers["Content-Language"] == language


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({"id": "good-id-1", "event": {"type": "nonsense"}}, ["event.type"]),
        ({"id": "bad id", "event": CLAIM}, ["id"]),
        ({"event": CLAIM, "note": 1}, ["note", "id"]),
        ({"id": "good-id-1", "event": {**CLAIM, "route": 7}, "overrule": "all"}, ["overrule", "event.route"]),
        ({"id": "good-id-1", "event": {"type": "retracted", "target": "2"}}, ["event.target"]),
        ({"id": "good-id-1"}, ["event"]),
        ([1, 2], [""]),
        ("text", [""]),
    ],
)
def test_what_cannot_be_read_is_answered_with_every_fault_and_its_place(table, keeper, body, paths):
    answer = keeper.client.post(f"/t/{table.code}/entries", json=body)
    assert (answer.status_code, answer.mimetype) == (422, "application/problem+json")
    assert [fault["path"] for fault in answer.get_json()["faults"]] == paths
    assert all(fault["message"] and fault["code"] for fault in answer.get_json()["faults"])
    assert keeper.news(table)["seq"] == 1


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"", "application/json", 400),
        (b'{"id": NaN}', "application/json", 400),
        (b"[" * 50_000, "application/json", 400),
        (b"x" * 1_000_001, "application/json", 413),
        (b"id=1", "application/x-www-form-urlencoded", 415),
        (b"hello", "text/plain", 415),
    ],
    ids=["half", "no utf-8", "empty", "NaN", "deep", "large", "form", "text"],
)
def test_bytes_that_are_no_entry_are_refused_and_nothing_is_lost(table, keeper, data, kind, status):
    keeper.add(table, CLAIM)
    answer = keeper.client.post(f"/t/{table.code}/entries", data=data, content_type=kind)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert keeper.news(table)["seq"] == 2


def test_a_poll_that_finds_nothing_new_costs_an_empty_answer(app, table, keeper):
    first = keeper.get(f"/t/{table.code}/entries?after=1")
    tag = {"If-None-Match": first.headers["ETag"]}
    again = keeper.get(f"/t/{table.code}/entries?after=1", headers=tag)
    assert (again.status_code, again.data) == (304, b"")
    keeper.add(table, CLAIM)
    assert keeper.get(f"/t/{table.code}/entries?after=1", headers=tag).status_code == 200
    watcher = Phone(app, None)
    now = keeper.get(f"/t/{table.code}/entries").headers["ETag"]
    assert watcher.get(f"/t/{table.code}/entries", headers={"If-None-Match": now}).status_code == 200


def test_a_changed_view_sends_the_whole_log_anew(app, table, keeper):
    ben = Phone(app, "ben's phone")
    sit(app, table, ben, "ben")
    ben.keep(table, "ben", "brest--petrograd")
    known = keeper.news(table)
    assert not known["reset"]
    keeper.add(table, {"type": "tickets_revealed"})
    told = keeper.news(table, after=known["seq"], view=known["view"])
    assert told["reset"]
    # The host asked and Ben agreed before the tickets were laid open.
    assert [entry["seq"] for entry in told["entries"]] == [1, 2, 3, 4, 5]
    assert told["entries"][1]["event"]["tickets"] == ["brest--petrograd"]
    assert not keeper.news(table, after=5, view=told["view"])["reset"]


@pytest.mark.parametrize("view", ['"', 'a"b', "\x00", "\x7f", "Ā", "🚂", "x" * 5000])
def test_a_view_that_was_never_told_is_just_another_one(table, keeper, view):
    """It must not come back in a header as it is."""
    answer = keeper.get(f"/t/{table.code}/entries", query_string={"after": "1", "view": view})
    assert answer.status_code == 200
    assert answer.get_json()["reset"]
    resumed = keeper.get(f"/t/{table.code}/entries", headers={"Last-Event-ID": '1-"'})
    assert resumed.status_code == 200


def test_a_seat_that_goes_away_takes_its_tickets_out_of_the_view(app, table, keeper):
    keeper.keep(table, "ben", "brest--petrograd")
    known = keeper.news(table)
    with as_phone(app, keeper):
        token = access.offer_seat(table, "ben")
    ben = Phone(app, "ben's phone")
    with as_phone(app, ben):
        access.take_seat(table, "ben", token)
    told = keeper.news(table, after=known["seq"], view=known["view"])
    assert told["reset"]
    assert told["entries"][1] == {"seq": 2, "event": {"type": "secret"}}


def test_a_client_that_is_ahead_of_the_log_starts_anew(table, keeper):
    """After a backup was put back the log is shorter than what a phone remembers."""
    told = keeper.news(table, after=99)
    assert told["reset"]
    assert len(told["entries"]) == 1


@pytest.mark.parametrize("after", ["x", "-1", "1e3", "99999999999", "٣"])
def test_after_must_be_a_number(table, keeper, after):
    answer = keeper.get(f"/t/{table.code}/entries", query_string={"after": after})
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")


def test_the_code_is_found_however_it_is_typed(table, keeper):
    assert keeper.get(f"/t/{table.code.lower()}/entries").status_code == 200


def test_no_answer_names_a_phone(app, table, keeper):
    ben = Phone(app, "the-phone-of-ben")
    sit(app, table, ben, "ben")
    ben.claim(table, "ben", "berlin-danzig-1")
    assert "phone-of-ben" not in json.dumps(keeper.news(table))
    assert "keeper" not in json.dumps(ben.news(table))


def test_putting_back_takes_nothing_from_others_unless_the_table_says_so(table, keeper):
    keeper.add(table, CLAIM)
    keeper.add(table, {"type": "retracted", "target": 2})
    ben = {**CLAIM, "player": "ben"}
    assert keeper.add(table, ben).status_code == 201
    back = {"type": "retracted", "target": 3}
    refused = keeper.add(table, back)
    assert refused.status_code == 409
    assert [one["code"] for one in refused.get_json()["objections"]] == ["claim-loses-route"]
    assert keeper.news(table)["seq"] == 4
    assert keeper.add(table, back, overrule=["claim-loses-route"]).status_code == 201
    undo = keeper.get(f"/t/{table.code}/state.json").get_json()["undo"]
    assert undo["seq"] == 2, "Ben’s claim has no effect"
    log = keeper.get(f"/t/{table.code}/log").text
    assert "the route had an owner already" in log
    assert "what it rests on was taken back" not in log
    keeper.add(table, {"type": "retracted", "target": 5})
    assert keeper.get(f"/t/{table.code}/state.json").get_json()["undo"]["seq"] == 4
