"""What strangers send costs its length: reading stops at a hundred faults, and large bodies are read elsewhere."""

from __future__ import annotations

import json
import threading

import pytest
from werkzeug.exceptions import ServiceUnavailable

from app.searching.child import Lost
from app.uploads import reader, reading
from solver.checking.faults import MAX_FAULTS, MAX_HINTS, brief
from solver.checking.parse import parsed
from solver.formats.edition import read_board
from solver.formats.front import log_from_lines, position_from_json
from solver.formats.load import load_edition
from solver.game.errors import InvalidInput
from tests.app.phones import Phone, open_table
from tests.effort import effort, grows_fairly

HEADER = {"format": "stationmaster-log", "version": 1, "edition": "europe", "seats": ["anna", "ben"]}


def log_of(size, event):
    lines = [HEADER]
    for number in range(size):
        entry = {"seq": number + 1, "at": "2026-11-30T18:00:00Z", "seat": None, "id": f"id-{number:06}"}
        lines.append({**entry, "event": event(number)})
    return [json.dumps(line) for line in lines]


def unknown_cards(size):
    cards = [f"paris--nowhere-{n}" for n in range(20)]
    lines = log_of(size // 20 + 1, lambda _n: {"type": "tickets_kept", "player": "anna", "tickets": cards})
    return lambda: log_from_lines(lines)


def unknown_routes(size):
    lines = log_of(
        min(size, 4999), lambda n: {"type": "route_claimed", "player": "anna", "route": f"nowhere-{n}"}
    )
    return lambda: log_from_lines(lines)


def broken_lines(size):
    lines = [json.dumps(HEADER), *["{"] * size]
    return lambda: log_from_lines(lines)


def too_many_lines(size):
    lines = [json.dumps(HEADER), *["1"] * (5002 + size)]
    return lambda: log_from_lines(lines)


def unknown_keys(size):
    data = {f"key-{n}": n for n in range(size)}
    return lambda: position_from_json({"edition": "europe", "players": [{"name": "Anna", **data}], **data})


def loops(size):
    data = {"routes": [{"id": f"r{n}", "ends": ["a", "a"], "length": 1} for n in range(size)]}
    return lambda: read_board(data)


def strange_ends(size):
    routes = [{"id": f"r{n}", "ends": [f"x{n}", f"y{n}"], "length": 1} for n in range(size)]
    return lambda: read_board({"cities": [{"id": "a"}], "routes": routes})


def positions(size):
    routes = [f"nowhere-{n}" for n in range(size)]
    return lambda: position_from_json(
        {"edition": "europe", "players": [{"name": "Anna", "routes": routes, "stations": routes}]}
    )


def key_twice(size):
    text = "{" + ", ".join(f'"k{n}": 1' for n in range(size)) + f', "k{size - 1}": 2}}'
    return lambda: parsed(text)


HOSTILE = [
    unknown_cards,
    unknown_routes,
    broken_lines,
    too_many_lines,
    unknown_keys,
    loops,
    strange_ends,
    positions,
    key_twice,
]


@pytest.mark.parametrize("make", HOSTILE)
def test_what_is_wrong_with_a_strangers_body_costs_its_length_at_most(make):
    def of_size(size):
        read = make(size)

        def call():
            with brief(), pytest.raises(InvalidInput) as refused:
                read()
            assert len(refused.value.faults) <= MAX_FAULTS + 1

        return call

    assert grows_fairly(of_size, 300)


@pytest.mark.parametrize(
    "make", [unknown_cards, unknown_routes, broken_lines, unknown_keys, loops, positions]
)
def test_reading_stops_at_the_first_hundred_faults_and_says_so(make):
    with brief(), pytest.raises(InvalidInput) as refused:
        make(3000)()
    assert [fault.code for fault in refused.value.faults].count("more") == 1
    assert refused.value.faults[-1].message.startswith("and more")
    hints = [fault for fault in refused.value.faults if "closest" in fault.message]
    assert len(hints) <= MAX_HINTS


def test_ten_times_as_many_unknown_cards_cost_hardly_more():
    def read(size):
        with brief(), pytest.raises(InvalidInput):
            unknown_cards(size)()

    read(100)
    assert effort(lambda: read(20_000)) < 5 * effort(lambda: read(2000))


def test_the_command_line_still_lists_and_counts_everything():
    with pytest.raises(InvalidInput) as refused:
        unknown_routes(300)()
    assert refused.value.faults[-1].message.startswith("200 more faults")
    assert all("closest" in fault.message for fault in refused.value.faults[:-1])


def log_file(faults=0, comment=70_000):
    """Return a log of more than ``reading.SMALL`` bytes; some of its routes are unknown."""
    routes = list(load_edition("europe").board.routes)
    lines = log_of(
        700,
        lambda n: {
            "type": "route_claimed",
            "player": "anna",
            "route": "nowhere" if n < faults else routes[n % 20],
            "afterwards": True,
        },
    )
    raw = "\n".join(lines).encode()
    assert len(raw) > reading.SMALL
    return raw


@pytest.fixture
def started(monkeypatch):
    """Return the processes that were started to read."""
    children = []

    class Noted(reading.Reader):
        def __init__(self, *arguments, **more):
            super().__init__(*arguments, **more)
            children.append(self)

    monkeypatch.setattr(reading, "Reader", Noted)
    return children


def send(phone, raw):
    return phone.client.post("/api/v1/import", data=raw, content_type="application/x-ndjson")


def test_a_large_log_is_read_in_a_process_that_ends(app, started):
    phone = Phone(app, "anna")
    answer = send(phone, log_file())
    assert answer.status_code == 201, answer.text
    assert answer.get_json()["seq"] == 701
    refused = send(phone, log_file(faults=300))
    assert refused.status_code == 422
    assert [fault["code"] for fault in refused.get_json()["faults"]] == ["unknown-route"] * 100 + ["more"]
    assert len(started) == 2
    assert all(child.process.returncode is not None for child in started)


def test_a_small_log_needs_no_process(app, started):
    phone = Phone(app, "anna")
    table = open_table(app, phone)
    assert send(phone, phone.get(f"/t/{table.code}/log.jsonl").data).status_code == 201
    assert not started


def test_a_large_board_file_is_read_in_a_process(app, started):
    phone = Phone(app, None)
    routes = [{"id": f"r{n}", "ends": ["a", "a" * 60], "length": 1, "tunnel": "?" * 300} for n in range(290)]
    token = phone.get("/boards").text.partition('name="csrf_token" value="')[2][:48]
    board = json.dumps({"routes": routes})
    answer = phone.client.post("/boards", data={"csrf_token": token, "edition": "europe", "board": board})
    assert answer.status_code == 422
    assert len(started) == 1


def test_reading_ends_when_the_sender_has_left(app, started, monkeypatch):
    monkeypatch.setattr(reading, "has_left", lambda: lambda: bool(started))
    answer = send(Phone(app, "anna"), log_file())
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert started[0].process.returncode is not None


def test_one_address_never_reads_twice_at_a_time(app, monkeypatch):
    monkeypatch.setattr(reading, "PATIENCE", 0.1)
    inside, over = threading.Event(), threading.Event()

    def hold():
        with app.test_request_context(), reading._place("192.0.2.1"):
            inside.set()
            over.wait(30)

    thread = threading.Thread(target=hold)
    thread.start()
    assert inside.wait(30)
    with app.test_request_context():
        with pytest.raises(ServiceUnavailable), reading._place("192.0.2.1"):
            pass
        with (
            reading._place("192.0.2.2"),
            pytest.raises(ServiceUnavailable),
            reading._place("192.0.2.3"),
        ):
            pass
        over.set()
        thread.join()
        with reading._place("192.0.2.1"):
            pass


def test_a_process_that_takes_too_long_is_given_up():
    child = reading.Reader(("log", b""))
    try:
        with pytest.raises(Lost):
            child.answer(-1, lambda: False)
    finally:
        child.stop()
    assert child.process.returncode is not None


def test_what_is_read_elsewhere_is_the_same_as_here():
    raw = log_file()
    assert reader.answer("log", raw)[0] == "read"
    assert reader.answer("log", log_file(faults=3))[0] == "faults"
