"""Questions: what may be asked and how, what is refused and with which words, and that strangers wait in line."""

from __future__ import annotations

import json

import pytest

from app.api import examples
from app.searching.pool import SEARCHES
from app.searching.questions import Refused
from app.searching.strangers import gap_of
from app.web.config import EXTENSION

COMMANDS = ["score", "trail", "reach", "plan", "ceiling", "journey", "pay", "audit", "read"]
POSITION = examples.POSITION


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_is_answered(caller, command):
    answer = caller.post(f"/{command}{examples.QUERIES.get(command, '')}", examples.BODIES[command])
    assert (answer.status_code, answer.mimetype) == (200, "application/json"), answer.text


def test_the_answers_to_the_examples_are_those_of_a_sheet_of_paper(caller):
    anna, ben = caller.post("/score", POSITION).get_json()["players"]
    # 3 spaces are 4 points, 4 are 7; both tickets, 8 and 5, the second over Ben's route; two stations unused at 4;
    # the longest trail of 7 spaces is hers.
    assert anna["points"] == {"routes": 11, "tickets": 13, "stations": 8, "goods": 0, "bonuses": 10}
    assert anna["stations"]["loans"] == {"d": "cd"}
    assert ben["points"] == {"routes": 2, "tickets": -6, "stations": 12, "goods": 0, "bonuses": 0}
    assert caller.post("/trail", examples.BODIES["trail"]).get_json()["routes"] in ([0, 1], [1, 0])
    journey = caller.post("/journey?player=Anna&from=a", examples.JOURNEY).get_json()
    assert (journey["cities"], journey["value"], journey["proven"]) == (["a", "b", "c"], 8, True)
    audit = caller.post("/audit", examples.AUDIT).get_json()
    assert [one["candidates"] for one in audit["corrections"]] == [["bc"]]


def test_sentences_come_in_the_language_asked_for(caller):
    body = examples.BODIES["trail"]
    russian = caller.post("/trail?lang=ru", body)
    assert "вагон" in russian.get_json()["why"]["text"]
    assert russian.headers["Content-Language"] == "ru"
    asked = caller.post("/trail", body, headers={"Accept-Language": "ru"})
    assert asked.get_json() == russian.get_json()
    refused = caller.post("/trail?lang=ru", {"routes": 3}).get_json()
    assert "список" in refused["faults"][0]["message"]


@pytest.mark.parametrize(
    ("body", "kind", "status", "code", "fault"),
    [
        (b"{", "application/json", 400, "unreadable", "not-json"),
        (b"", "application/json", 400, "unreadable", "empty"),
        (b"\xff", "application/json", 400, "unreadable", "not-utf8"),
        (b'{"routes": [], "routes": []}', "application/json", 400, "unreadable", "key-twice"),
        (b'{"routes": NaN}', "application/json", 400, "unreadable", "not-a-number"),
        (b'{"routes": ' + b"9" * 5000 + b"}", "application/json", 400, "unreadable", "number-too-long"),
        (b"[" * 20 + b"]" * 20, "application/json", 400, "unreadable", "too-deep"),
        (b"[" * 400_000, "application/json", 400, "unreadable", "too-deep"),
        (b'{"routes": ' + b"[" * 14 + b"]" * 14 + b"}", "application/json", 400, "unreadable", "too-deep"),
        (b"{}", "application/json", 422, "faults", "missing-key"),
        (b'{"routes": [["A", "A", 3]]}', "application/json", 422, "faults", "same-ends"),
        (b'{"routes": [], "x": 1}', "application/json", 422, "faults", "unknown-key"),
        (b'{"routes": [["A", "\\ud800", 0]]}', "application/json", 422, "faults", "wrong-value"),
        (b"{}", "text/plain", 415, "unsupported-media-type", None),
        (b"a=1", "application/x-www-form-urlencoded", 415, "unsupported-media-type", None),
        (b"{}", "application/x-ndjson", 415, "unsupported-media-type", None),
        (b'"' + b"x" * 1_000_000 + b'"', "application/json", 413, "too-large", None),
    ],
)
def test_a_body_that_cannot_be_is_told_apart(caller, body, kind, status, code, fault):
    answer = caller.post("/trail", data=body, content_type=kind)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json"), answer.text
    said = answer.get_json()
    assert (said["status"], said["code"], said["type"]) == (status, code, f"/api#{code}")
    if fault:
        assert fault in [one["code"] for one in said["faults"]]
        assert all(one["message"] for one in said["faults"])


@pytest.mark.parametrize(
    ("query", "path", "code"),
    [
        ("", "player", "missing-key"),
        ("?player=Zoe", "player", "unknown-player"),
        ("?player=Anna&player=Ben", "player", "key-twice"),
        ("?player=Anna&trains=4.5", "trains", "wrong-type"),
        ("?player=Anna&trains=-1", "trains", "wrong-type"),
        ("?player=Anna&trains=1000", "trains", "wrong-value"),
        ("?player=Anna&seconds=6", "seconds", "wrong-value"),
        ("?player=Anna&seconds=nan", "seconds", "wrong-value"),
        ("?player=Anna&all=yes", "all", "wrong-type"),
        ("?player=Anna&lang=de", "lang", "wrong-value"),
        ("?player=Anna&colour=red", "colour", "unknown-key"),
    ],
)
def test_an_option_that_cannot_be_is_named(caller, query, path, code):
    answer = caller.post(f"/reach{query}", POSITION)
    assert answer.status_code == 422, answer.text
    assert (path, code) in [(one["path"], one["code"]) for one in answer.get_json()["faults"]]


def test_what_if_so_much_were_left(caller):
    asked = caller.post("/reach?player=Ben&trains=5&stations=0&all=false", POSITION).get_json()
    assert (asked["trains_left"], asked["stations_left"]) == (5, 0)
    assert [ticket["status"] for ticket in asked["tickets"]] == ["impossible"]
    assert (
        caller.post("/reach?player=Ben&trains=6&stations=0", POSITION).get_json()["tickets"][0]["status"]
        == "open"
    )


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_another_method_hears_which_is_taken(caller, method):
    answer = caller.client.open("/api/v1/score", method=method)
    assert (answer.status_code, answer.get_json()["code"]) == (405, "method-not-allowed")
    assert set(answer.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}


def test_pages_of_other_sites_may_ask(caller):
    elsewhere = {"Origin": "https://club.example"}
    answer = caller.client.post("/api/v1/trail", json=examples.BODIES["trail"], headers=elsewhere)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    before = caller.client.options("/api/v1/trail", headers=elsewhere)
    assert "Content-Type" in before.headers["Access-Control-Allow-Headers"]


def test_a_search_that_is_cut_short_says_value_bound_and_not_proven(caller):
    """A whole board in one hand is more than a hundredth of a second allows to prove."""
    from solver.formats.load import load_edition

    board = load_edition("usa").board
    half = [route.id for index, route in enumerate(board.routes.values()) if index % 3 == 0]
    tickets = list(load_edition("usa").tickets)[:25]
    body = {"edition": "usa", "players": [{"name": "Anna", "routes": half[:6], "tickets": tickets}]}
    found = caller.post("/plan?player=Anna&seconds=0.01", body)
    if found.status_code == 503:
        assert found.get_json()["code"] == "out-of-time"
        return
    said = found.get_json()
    assert said["proven"] == (said["best"]["points"] == said["best"]["bound"])
    assert not said["proven"]
    assert said["best"]["points"] < said["best"]["bound"]


@pytest.mark.parametrize(
    ("why", "status", "code"),
    [("busy", 503, "busy"), ("budget", 429, "too-many-requests"), ("out_of_time", 503, "out-of-time")],
)
def test_whoever_is_refused_hears_why_and_when_to_come_again(service, caller, monkeypatch, why, status, code):
    def refuse(*_args, **_more):
        raise Refused(why, 6.5)

    with monkeypatch.context() as full:
        full.setattr(service.extensions[SEARCHES], "answer", refuse)
        answer = caller.post("/trail", examples.BODIES["trail"])
    assert (answer.status_code, answer.get_json()["code"]) == (status, code)
    assert answer.headers["Retry-After"] == "7"
    assert caller.post("/trail", examples.BODIES["trail"]).status_code == 200


def test_an_address_that_asks_too_often_is_told_to_wait(tmp_path):
    from app import Settings, create_app

    settings = Settings(
        f"sqlite:///{tmp_path / 'x.db'}", "s", testing=True, warm=False, log="off", api_rate=2
    )
    app = create_app(settings)
    try:
        answers = [app.test_client().post("/api/v1/pay", json=1) for _ in range(3)]
        other = app.test_client().post("/api/v1/pay", json=1, environ_base={"REMOTE_ADDR": "192.0.2.7"})
    finally:
        app.extensions[EXTENSION].close()
    assert [answer.status_code for answer in answers] == [422, 422, 429]
    assert answers[2].get_json()["code"] == "too-many-requests"
    assert int(answers[2].headers["Retry-After"]) > 0
    assert other.status_code == 422


def test_a_gap_is_found_in_every_kind_of_answer():
    assert gap_of({"value": 3, "bound": 5}) == 2
    assert gap_of({"best": {"points": 3, "bound": 3}}) == 0
    assert gap_of({"players": [{"longest_trail": {"value": 1, "bound": 4}}]}) == 3
    assert gap_of({"legal": True}) is None


def test_a_log_may_be_sent_instead_of_a_position(caller):
    header = {
        "format": "stationmaster-log",
        "version": 1,
        "edition": "europe",
        "seats": [{"id": "anna", "name": "Anna"}, {"id": "ben", "name": "Ben"}],
    }
    claim = {"type": "route_claimed", "player": "anna", "route": "dieppe-paris-1"}
    entry = {"seq": 1, "at": "2026-11-30T18:04:05Z", "seat": None, "id": "one", "event": claim}
    lines = "\n".join(json.dumps(line) for line in (header, entry))
    answer = caller.post("/score", data=lines, content_type="application/x-ndjson")
    assert [player["points"]["routes"] for player in answer.get_json()["players"]] == [1, 0]
    broken = caller.post("/score", data=lines + "\n{", content_type="application/x-ndjson")
    assert (broken.status_code, broken.get_json()["code"]) == (400, "unreadable")
    unknown = caller.post(
        "/score", data=lines.replace("dieppe", "dover"), content_type="application/x-ndjson"
    )
    assert unknown.status_code == 422
    assert unknown.get_json()["faults"][0]["path"].startswith("line 2")
