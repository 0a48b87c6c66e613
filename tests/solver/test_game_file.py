"""Game files: what is read from them, what is refused, and that a game of one's own is played to its sheet."""

import copy
import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cli.run import run
from solver.formats.event import event_from_json, event_json
from solver.formats.front import log_from_lines, log_lines, position_from_json, position_json
from solver.formats.game_file import VERSION, game_json, load_rules, read_game
from solver.formats.load import load_edition
from solver.game.errors import InvalidInput
from solver.game.events import Entry, RouteClaimed, Seat, TableOpened
from solver.scoring.settle import settle

TRIANGLE: dict[str, Any] = {
    "format": "stationmaster-game",
    "version": 1,
    "board": {
        "routes": [
            {"id": "ab", "ends": ["A", "B"], "length": 3, "colour": "pink"},
            {"id": "bc", "ends": ["B", "C"], "length": 9, "colour": "Grey"},
            {"id": "ca", "ends": ["C", "A"], "length": 2},
        ]
    },
    "decks": [
        {"id": "long", "tickets": [{"ends": ["A", "C"], "points": 12}]},
        {"id": "short", "tickets": [{"ends": ["C", "A"], "points": 5}, {"ends": ["B", "C"], "points": 4}]},
    ],
    "edition": {
        "id": "triangle",
        "title": {"en": "Triangle"},
        "players": [2, 3],
        "trains": 20,
        "route_points": {"2": 2, "3": 4, "9": 27},
        "parallel_routes_closed_up_to": 0,
        "stations": {"count": 2, "points_unused": 3},
        "controller": {"cards": 1, "length_at_most": 4},
        "deal": [{"deck": "long", "cards": 1}, {"deck": "short", "cards": 1}],
        "keep": {"total": 1},
        "draw": {"deck": "short", "cards": 2, "keep": 1},
        "bonuses": [{"kind": "longest_trail", "points": 10}],
        "tie_breaks": ["completed_tickets"],
        "last_round": {"trains_at_most": 2},
        "colours": ["white", "violet", "black"],
    },
    "spaces": {"routes": {"ab": [[0.1, 0.1, 0], [0.2, 0.1, 5], [0.3, 0.1, -5]]}},
    "extra": {"who": ["knows"]},
}


def triangle(**changes: Any) -> dict[str, Any]:
    """Return the game with parts changed; a part that is ``...`` is left out."""
    return {key: value for key, value in (copy.deepcopy(TRIANGLE) | changes).items() if value is not ...}


def faults_of(data: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInput) as caught:
        read_game(data)
    return [(one.path, one.code) for one in caught.value.faults]


def test_all_parts_are_read_and_aliases_of_colours_too():
    game = read_game(TRIANGLE)
    assert [route.colour for route in game.board.routes.values()] == ["purple", "gray", "gray"]
    assert [list(deck.tickets) for deck in game.decks] == [["A--C"], ["A--C--2", "B--C"]]
    assert game.edition is not None
    assert game.edition.trains == 20
    assert game.edition.colours == ("white", "violet", "black")
    assert game.spaces is not None
    assert game.spaces["ab"][1] == (0.2, 0.1, 5)


def test_what_comes_back_is_the_file_with_its_extra_untouched():
    assert game_json(read_game(TRIANGLE)) == TRIANGLE
    again = read_game(json.loads(json.dumps(game_json(read_game(TRIANGLE)))))
    assert again == read_game(TRIANGLE)


def test_a_board_alone_is_a_game_without_the_other_parts():
    game = read_game(TRIANGLE["board"])
    assert (game.decks, game.edition, game.spaces, game.file) == ((), None, None, None)
    assert read_game(game_json(game)) == game


def test_every_part_but_the_board_may_be_missing():
    alone = triangle(decks=..., edition=..., spaces=..., extra=...)
    assert read_game(alone).board == read_game(TRIANGLE).board
    assert faults_of(triangle(board=...))[0] == ("board", "missing-key")


def test_a_later_version_is_refused_by_its_number_and_nothing_else_is_looked_at():
    assert faults_of({"format": "stationmaster-game", "version": VERSION + 1, "board": 3}) == [
        ("version", "newer-version")
    ]


EDITION = TRIANGLE["edition"]
SHORT = TRIANGLE["decks"][1]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (triangle(colour="red"), [("colour", "unknown-key")]),
        (triangle(format="other"), [("format", "wrong-value")]),
        (triangle(version="1"), [("version", "wrong-type")]),
        (triangle(board={"routes": [{"id": "ab", "ends": ["A", "A"], "length": 3}]}), None),
        (triangle(edition=EDITION | {"id": "europe"}), [("edition.id", "id-of-a-box")]),
        (
            triangle(edition=EDITION | {"decks": ["long", "short", "none"]}),
            [("edition.decks[2]", "unknown-deck")],
        ),
        (triangle(edition=EDITION | {"board": "usa"}), [("edition.board", "unknown-board")]),
        (triangle(edition=EDITION | {"players": [3, 2]}), [("edition.players", "players-order")]),
        (triangle(decks=[SHORT, SHORT]), None),
        (triangle(decks=[SHORT | {"board": "usa"}], edition=...), [("decks[0].board", "other-board")]),
        (triangle(decks=[SHORT, 7], edition=...), [("decks[1]", "wrong-type")]),
        (triangle(spaces={"routes": {"xy": [[0, 0, 0]]}}), [("spaces.routes.xy", "unknown-route-plain")]),
        (triangle(spaces={"routes": {"ab": [[0, 0, 0]]}}), [("spaces.routes.ab", "not-so-many-spaces")]),
        (triangle(spaces=[]), [("spaces", "wrong-type")]),
    ],
)
def test_what_is_wrong_is_told_with_its_place(data, expected):
    found = faults_of(data)
    assert found == expected if expected else found


def test_one_deck_twice_is_told_once():
    assert ("decks[1].id", "duplicate-id") in faults_of(triangle(decks=[SHORT, SHORT], edition=...))


def test_faults_of_the_board_are_no_faults_of_the_rules_that_rest_on_it():
    found = faults_of(triangle(board={"routes": []}, spaces=...))
    assert {path.partition(".")[0].partition("[")[0] for path, _code in found} == {"board"}


def test_a_game_of_ones_own_is_scored_by_its_own_rules():
    position = {
        "edition": "triangle",
        "board": TRIANGLE,
        "players": [
            {"name": "Ann", "routes": ["bc"], "stations": ["A"], "tickets": ["A--C", "B--C", "A--C--2"]},
            {"name": "Bob", "routes": ["ab", "ca"]},
        ],
    }
    state = position_from_json(position).state
    assert [seat.colour for seat in state.seats] == ["white", "violet"]
    ann, bob = settle(state).players
    # bc 27, tickets 4 + 12 + 5 (the station in A borrows ca), one station of two left 3, longest trail 9 against 5.
    assert (ann.total, bob.total) == (27 + 21 + 3 + 10, 4 + 2 + 6)
    assert position_json(state)["board"] == TRIANGLE
    again = position_from_json(json.loads(json.dumps(position_json(state)))).state
    assert [player.total for player in settle(again).players] == [ann.total, bob.total]


def test_a_log_of_such_a_table_is_read_again():
    opened = TableOpened(
        "triangle", (Seat("p1", "Ann", "white"), Seat("p2", "Bob", "black")), {}, TRIANGLE, ()
    )
    entries = [
        Entry(1, "2026-11-30T18:00:00Z", "p1", "opening-1", opened),
        Entry(2, "2026-11-30T18:01:00Z", "p1", "claim-0001", RouteClaimed("p1", "bc")),
    ]
    log = log_from_lines([json.dumps(line) for line in log_lines("triangle", entries)])
    assert log.edition == read_game(TRIANGLE).edition
    assert log.state().trains_left("p1") == 11
    event = event_from_json(event_json(opened), edition=log.edition, board=log.board)
    assert event == opened


def test_rules_are_those_of_the_file_or_of_the_edition_that_is_named():
    own, board = load_rules("triangle", TRIANGLE)
    assert (own.id, own.board, board) == ("triangle", board, board)
    with pytest.raises(InvalidInput) as caught:
        load_rules("europe", TRIANGLE)
    assert [(f.path, f.code) for f in caught.value.faults] == [("board.edition.id", "not-the-named-edition")]
    with pytest.raises(InvalidInput) as caught:
        load_rules("triangle", TRIANGLE["board"])
    assert [(f.path, f.code) for f in caught.value.faults] == [("edition", "unknown-edition")]
    assert load_rules("europe", None)[0] is load_edition("europe")


def test_own_tickets_are_dealt_by_the_rules_of_an_edition():
    game = triangle(edition=..., spaces=...)
    rules, board = load_rules("europe", game)
    europe = load_edition("europe")
    assert set(rules.tickets) == {"A--C", "A--C--2", "B--C"}
    assert rules.board is board
    assert sum(deal.cards for deal in rules.deal) == sum(deal.cards for deal in europe.deal)
    assert {deal.deck for deal in rules.deal} == {None}
    assert replace(rules, board=europe.board, decks=europe.decks).stations == europe.stations


def test_check_judges_a_file_and_counts_what_it_holds(tmp_path, capsys):
    file = tmp_path / "triangle.json"
    file.write_text(json.dumps(TRIANGLE), encoding="utf-8")
    assert run(["check", "--json", str(file)]) == 0
    (board,) = json.loads(capsys.readouterr().out)["boards"]
    assert (board["cities"], board["routes"], board["tickets"], board["edition"]) == (3, 3, 3, "triangle")
    file.write_text(json.dumps(triangle(edition=EDITION | {"players": [3, 2]})), encoding="utf-8")
    assert run(["check", "--json", str(file)]) == 1
    (board,) = json.loads(capsys.readouterr().out)["boards"]
    assert [one["path"] for one in board["faults"]] == [f"{file}: edition.players"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
def test_whatever_stands_at_any_place_is_read_or_refused_with_places(data):
    """Nothing that a file holds is an error of the program."""
    game = copy.deepcopy(TRIANGLE)
    at: Any = game
    while True:
        key = data.draw(st.sampled_from(list(at) if isinstance(at, dict) else list(range(len(at)))))
        if not at[key] or not isinstance(at[key], dict | list) or data.draw(st.booleans()):
            break
        at = at[key]
    at[key] = data.draw(JSON)
    with suppress(InvalidInput):
        again = game_json(read_game(game))
        assert read_game(again) == read_game(game)
