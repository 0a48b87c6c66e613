"""Events, positions and logs: JSON there and back, and faults that name their place."""

import json

import pytest

from solver.checking.parse import decoded, parsed
from solver.formats.front import (
    entry_from_json,
    entry_json,
    event_from_json,
    event_json,
    log_from_lines,
    log_lines,
    position_from_json,
    position_json,
)
from solver.formats.load import load_edition
from solver.game.edition import Ticket
from solver.game.errors import InvalidEvent, InvalidInput
from solver.game.events import (
    GoodsColourSet,
    PassengerMoved,
    PassengerPlaced,
    Retracted,
    RouteClaimed,
    RouteDismantled,
    Seat,
    SeatChanged,
    StationBuilt,
    TableOpened,
    TicketsKept,
    TicketsRevealed,
    TurnTaken,
)
from solver.game.fold import fold
from tests.solver.tables import entries

EUROPE = load_edition("europe")
BREST = EUROPE.tickets["brest--petrograd"]
FREE = Ticket("paris--wien", ("paris", "wien"), 8)

EVENTS = [
    TableOpened("europe", (Seat("anna", "Anna", "red"),), {"bonus_at_zero": True}),
    TableOpened(
        "europe", (Seat("a", "A", "red"),), board={"routes": [{"id": "ab", "ends": ["a", "b"], "length": 3}]}
    ),
    SeatChanged("anna", "Anne", "blue"),
    RouteClaimed("anna", "dieppe-paris-1"),
    RouteClaimed("anna", "dieppe-paris-1", controller=True, afterwards=True, overruled=("parallel-own",)),
    RouteDismantled("anna", "dieppe-paris-1", overruled=("dismantle-own",)),
    StationBuilt("anna", "wien", afterwards=True),
    TicketsKept("anna", (BREST, FREE, FREE)),
    TicketsKept("anna", ()),
    PassengerPlaced("anna", "wien"),
    PassengerMoved("anna", "wien", ("a", "b"), {"paris": 3, "roma": 0}),
    GoodsColourSet("wien", "red"),
    TurnTaken("anna"),
    TicketsRevealed(),
    Retracted(3, "a slip"),
    Retracted(4),
]


def refused(call, *args, **kwargs):
    """Return the faults with which an input is refused, as (path, code)."""
    with pytest.raises(InvalidInput) as caught:
        call(*args, **kwargs)
    for fault in caught.value.faults:
        assert fault.line().count("\n") == 0
    return [(fault.path, fault.code) for fault in caught.value.faults]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_from_json_as_it_was(event):
    data = json.loads(json.dumps(event_json(event)))
    assert event_from_json(data, edition=EUROPE, board=EUROPE.board) == event


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_entry_comes_back_from_json_as_it_was(event):
    (_, entry) = entries("europe", "anna ben", event)
    data = json.loads(json.dumps(entry_json(entry)))
    assert entry_from_json(data, edition=EUROPE, board=EUROPE.board) == entry


BAD_EVENTS = [
    ([], [("event", "wrong-type")]),
    ({"type": "flown"}, [("event.type", "wrong-value")]),
    ({"player": "anna"}, [("event.type", "wrong-value")]),
    ({"type": "turn_taken"}, [("event.player", "missing-key")]),
    ({"type": "turn_taken", "player": 3}, [("event.player", "wrong-type")]),
    ({"type": "turn_taken", "player": "a" * 61}, [("event.player", "wrong-value")]),
    ({"type": "turn_taken", "player": "anna", "points": 7}, [("event.points", "unknown-key")]),
    (
        {"type": "route_claimed", "player": "anna", "route": "x", "controller": "yes"},
        [("event.controller", "wrong-type")],
    ),
    ({"type": "retracted", "target": "3"}, [("event.target", "wrong-type")]),
    ({"type": "retracted", "target": 3.0}, [("event.target", "wrong-type")]),
    ({"type": "retracted", "target": True}, [("event.target", "wrong-type")]),
    ({"type": "retracted", "target": 0}, [("event.target", "wrong-value")]),
    (
        {
            "type": "tickets_kept",
            "player": "a",
            "tickets": ["paris--wien", {"ends": ["paris", "x"], "points": 3}],
        },
        [("event.tickets[1].ends[1]", "unknown-city")],
    ),
    (
        {"type": "tickets_kept", "player": "a", "tickets": ["brest--petograd", "brest--petrograd"]},
        [("event.tickets[0]", "ticket-unknown")],
    ),
    (
        {"type": "tickets_kept", "player": "a", "tickets": [{"ends": ["paris"], "points": "3"}]},
        [("event.tickets[0].ends", "wrong-value"), ("event.tickets[0].points", "wrong-type")],
    ),
    (
        {"type": "tickets_kept", "player": "a", "tickets": [{"ends": ["paris", "paris"], "points": 3}]},
        [("event.tickets[0].ends", "same-ends")],
    ),
    (
        {
            "type": "table_opened",
            "edition": "europe",
            "seats": [{"id": "a", "name": "A", "colour": "mauve"}],
            "house_rules": {"no_losers": True},
        },
        [("event.seats[0].colour", "wrong-value")],
    ),
]


@pytest.mark.parametrize(("data", "faults"), BAD_EVENTS)
def test_a_faulty_event_is_refused_with_every_place(data, faults):
    assert refused(event_from_json, data, edition=EUROPE, board=EUROPE.board) == faults


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("👩‍🚂", True),  # a woman, a joiner, a locomotive
        ("نمی‌دانم", True),  # Persian, with a non-joiner between the halves of a word
        ("\u200d", False),
        ("Anna\u202e", False),  # whatever follows would be written backwards
        ("An\u0000na", False),
        ("Anna ", False),
    ],
)
def test_a_name_is_what_can_be_seen(name, fits):
    data = {"type": "seat_changed", "player": "a", "name": name, "colour": "red"}
    if fits:
        assert event_from_json(data, edition=EUROPE, board=EUROPE.board).name == name
    else:
        found = refused(event_from_json, data, edition=EUROPE, board=EUROPE.board)
        assert found == [("event.name", "wrong-value")]


def test_a_faulty_event_is_an_invalid_event():
    with pytest.raises(InvalidEvent):
        event_from_json({"type": "turn_taken"}, edition=EUROPE, board=EUROPE.board)


def position(**player):
    return {"edition": "europe", "players": [{"name": "Anna", **player}]}


BAD_POSITIONS = [
    ([], [("", "wrong-type")]),
    ({}, [("edition", "missing-key"), ("players", "missing-key")]),
    ({"edition": "europe", "players": []}, [("players", "wrong-value")]),
    ({"edition": "eurpe", "players": [{"name": "Anna"}]}, [("edition", "unknown-edition")]),
    ({**position(), "extra": 1}, [("extra", "unknown-key")]),
    ({**position(), "house_rules": {"no_losers": True}}, [("house_rules.no_losers", "unknown-key")]),
    ({**position(), "house_rules": {"bonus_at_zero": 1}}, [("house_rules.bonus_at_zero", "wrong-type")]),
    ({**position(), "stacks": {"atlantis": [3]}}, [("stacks.atlantis", "unknown-city")]),
    (position(routes=["nowhere-1"]), [("players[0].routes[0]", "unknown-route")]),
    (position(routes=[["dieppe-paris-1"]]), [("players[0].routes[0]", "wrong-type")]),
    (position(stations=["atlantis"]), [("players[0].stations[0]", "unknown-city")]),
    (
        position(passengers={"standing": ["atlantis"]}),
        [("players[0].passengers.standing[0]", "unknown-city")],
    ),
    (position(tickets=["nothing"]), [("players[0].tickets[0]", "ticket-unknown")]),
    (position(goods=["4"]), [("players[0].goods[0]", "wrong-type")]),
    (position(colour="mauve"), [("players[0].colour", "wrong-value")]),
    (position(counted={"trains_left": 3.5}), [("players[0].counted.trains_left", "wrong-type")]),
    (position(routes=["dieppe-paris-1", "dieppe-paris-1"]), [("players[0].routes[1]", "route-owned-twice")]),
    (
        {"edition": "europe", "players": [{"name": "A"}, {"name": "A"}]},
        [("players[1].name", "duplicate-id")],
    ),
    (
        # Shape and meaning are said together.
        position(routes=["nowhere-1", 7], stations="wien", tickets=[{"ends": ["paris", "x"], "points": 2}]),
        [
            ("players[0].routes[1]", "wrong-type"),
            ("players[0].stations", "wrong-type"),
            ("players[0].routes[0]", "unknown-route"),
            ("players[0].tickets[0].ends[1]", "unknown-city"),
        ],
    ),
    (
        {**position(), "board": {"routes": [{"id": "ab", "ends": ["a"], "length": "4"}]}},
        [("board.routes[0].ends", "wrong-value"), ("board.routes[0].length", "wrong-type")],
    ),
    (
        {
            **position(tickets=[{"ends": ["a", "c"], "points": 4}]),
            "board": {"routes": [{"id": "ab", "ends": ["a", "b"], "length": 4}]},
        },
        [("players[0].tickets[0].ends[1]", "unknown-city")],
    ),
    (
        {
            **position(),
            "board": {"routes": [{"id": "r", "ends": ["a", "b"], "length": 4}] * 2},
        },
        [("board.routes[1].id", "duplicate-id")],
    ),
]


@pytest.mark.parametrize(("data", "faults"), BAD_POSITIONS)
def test_a_faulty_position_is_refused_with_every_place(data, faults):
    assert refused(position_from_json, data) == faults


def test_players_beyond_the_limit_and_a_thousand_faults_stay_readable():
    data = {"edition": "europe", "players": [{"name": f"P{i}", "routes": ["x"] * 300} for i in range(8)]}
    found = refused(position_from_json, data)
    assert len(found) <= 101
    data["players"].append({"name": "P8"})
    assert ("players", "wrong-value") in refused(position_from_json, data)


def test_a_position_comes_back_from_json_as_it_was():
    data = {
        "edition": "marklin",
        "house_rules": {"bonus_at_zero": True, "token_each_visit": False},
        "stacks": {"berlin": [6, 5], "kiel": []},
        "players": [
            {
                "name": "Anna",
                "colour": "black",
                "routes": ["berlin-leipzig-1"],
                "tickets": ["berlin--bremen", {"ends": ["kiel", "denmark"], "points": 7}],
                "goods": [7, 2],
                "passengers": {"standing": ["leipzig"], "moved": 1},
            },
            {"name": "Ben", "routes": ["berlin-hamburg-1"]},
        ],
    }
    state = position_from_json(data).state
    again = position_json(state)
    assert position_json(position_from_json(again).state) == again
    assert again["players"][0] == data["players"][0]
    assert state.stack("berlin") == (6, 5)
    assert state.stack("kiel") == ()
    assert state.stack("leipzig") == (4, 3, 2)


def log():
    events = [
        RouteClaimed("anna", "dieppe-paris-1"),
        StationBuilt("ben", "wien"),
        TicketsKept("anna", (BREST, FREE)),
        Retracted(3, "a slip"),
        TicketsRevealed(),
    ]
    return entries("europe", "anna ben", *events, house_rules={"bonus_at_zero": True})


def test_a_log_comes_back_from_its_lines_and_folds_to_the_same_state():
    lines = [json.dumps(line) for line in log_lines("europe", log())]
    back = log_from_lines(lines)
    assert list(back.entries) == log()
    assert back.state() == fold(EUROPE, log())


def test_a_log_without_its_opening_is_opened_by_its_header():
    header = {
        "format": "stationmaster-log",
        "version": 1,
        "edition": "europe",
        "seats": ["anna", {"id": "ben", "name": "Ben", "colour": "black"}],
    }
    lines = [json.dumps(header), *(json.dumps(entry_json(entry)) for entry in log()[1:])]
    back = log_from_lines(lines)
    state = back.state()
    assert [(seat.id, seat.name) for seat in state.seats] == [("anna", "anna"), ("ben", "Ben")]
    assert state.owner == {"dieppe-paris-1": "anna"}
    again = log_from_lines([json.dumps(line) for line in log_lines("europe", back.entries)])
    assert again.state() == state


TWO = {
    "routes": [{"id": "ab", "ends": ["a", "b"], "length": 3}, {"id": "bc", "ends": ["b", "c"], "length": 2}]
}
OTHER = {"routes": [{"id": "xy", "ends": ["x", "y"], "length": 3}]}


def homemade(header=None, opened=None):
    """Return the lines of a game on a home-made board, which stands in the header, in the opening, or in both."""
    events = [RouteClaimed("anna", "ab"), TicketsKept("anna", (Ticket("a--c", ("a", "c"), 5),))]
    lines = list(log_lines("europe", entries("europe", "anna ben", *events)))
    lines[0] |= {"board": header} if header else {}
    lines[1]["event"] |= {"board": opened} if opened else {}
    return [json.dumps(line) for line in lines]


@pytest.mark.parametrize(("header", "opened"), [(None, TWO), (TWO, None), (TWO, TWO)])
def test_the_board_of_a_log_stands_in_its_header_or_in_its_opening(header, opened):
    back = log_from_lines(homemade(header, opened))
    assert back.state().owner == {"ab": "anna"}
    assert set(back.board.cities) == {"a", "b", "c"}
    assert back.entries[0].event.board == TWO, "what is stored of it has its board"
    again = log_from_lines([json.dumps(line) for line in log_lines("europe", back.entries)])
    assert again == back


def test_two_boards_or_two_editions_in_one_log_are_refused():
    assert refused(log_from_lines, homemade(TWO, OTHER)) == [("line 2: entry.event.board", "not-the-header")]
    assert refused(log_from_lines, homemade(OTHER))[0][0].startswith("line 4: entry.event.tickets[0]")
    lines = broken_log(lambda lines: lines[1]["event"].update(edition="usa"))
    assert refused(log_from_lines, lines) == [("line 2: entry.event.edition", "not-the-header")]


def broken_log(change):
    lines = [json.loads(json.dumps(line)) for line in log_lines("europe", log())]
    change(lines)
    return [json.dumps(line) for line in lines]


BAD_LOGS = [
    (lambda lines: lines[0].update(version=2), [("line 1: header.version", "wrong-value")]),
    (lambda lines: lines[0].update(edition="eurpe"), [("line 1: header.edition", "unknown-edition")]),
    (lambda lines: lines[3].update(seq=2), [("line 4: entry.seq", "seq-order")]),
    (lambda lines: lines[2]["event"].update(route="x"), [("line 3: entry.event.route", "unknown-route")]),
    (
        lambda lines: lines[2]["event"].update(player="zoe"),
        [("line 3: entry.event.player", "unknown-player")],
    ),
    (lambda lines: lines[3]["event"].update(city="x"), [("line 4: entry.event.city", "unknown-city")]),
    (lambda lines: lines[3]["event"].pop("city"), [("line 4: entry.event.city", "missing-key")]),
    (lambda lines: lines[3].pop("at"), [("line 4: entry.at", "missing-key")]),
]


@pytest.mark.parametrize(("change", "faults"), BAD_LOGS)
def test_a_faulty_log_is_refused_with_line_and_place(change, faults):
    assert refused(log_from_lines, broken_log(change)) == faults


BAD_TEXTS = [
    ("", "empty"),
    ("  \n", "empty"),
    ("{", "not-json"),
    ('{"a": 1} x', "not-json"),
    ('{"a": NaN}', "not-a-number"),
    ("[-Infinity]", "not-a-number"),
    ('{"a": 1, "a": 2}', "key-twice"),
    ("[" * 100_000, "too-deep"),
    ('{"a":' * 100_000, "too-deep"),
    ("9" * 5000, "number-too-long"),
]


@pytest.mark.parametrize(
    ("text", "code"), BAD_TEXTS, ids=[f"{code}-{i}" for i, (_, code) in enumerate(BAD_TEXTS)]
)
def test_what_is_no_json_is_refused_in_one_sentence(text, code):
    assert refused(lambda: parsed(decoded(text.encode()))) == [("input", code)]


def test_broken_utf8_and_too_many_bytes_are_refused():
    assert refused(decoded, b'{"a":\n "\xff"}') == [("input", "not-utf8")]
    assert refused(decoded, b"x" * 2_000_000) == [("input", "too-large")]


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "Ben\u3164", "An\u034fna", "\u115f\u1160"])
def test_a_name_of_characters_that_show_nothing_is_refused(name):
    with pytest.raises(InvalidInput):
        position_from_json({"edition": "europe", "players": [{"name": name}]})
