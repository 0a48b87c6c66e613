"""What is a double route: asked of the board by rules, notes, searches and the script alike."""

from __future__ import annotations

import pytest

from solver import position_from_json, settle
from solver.formats.edition import board_json, read_board
from solver.formats.load import board_faults, board_ids, load_board
from solver.game.edition import Board
from solver.game.events import RouteClaimed
from solver.game.objections import objections
from solver.questions.audit import answer_audit, record_of
from solver.questions.ceiling import answer_ceiling, outlook_of
from solver.questions.commands import answer_check_board
from solver.questions.options import Options


def route(name: str, length: int, **more: object) -> dict[str, object]:
    return {"id": name, "ends": ["a", "b"], "length": length, **more}


def board(*routes: dict[str, object]) -> Board:
    return read_board({"routes": list(routes)})


def position(routes: list[dict[str, object]], *owned: list[str]) -> dict[str, object]:
    players = [{"name": name, "routes": names} for name, names in zip("ABCDE", owned, strict=False)]
    end = {"id": "bc", "ends": ["b", "c"], "length": 1}
    return {"edition": "europe", "board": {"routes": [*routes, end]}, "players": players}


UNEQUAL = [route("ab-1", 2, colour="red"), route("ab-2", 3, ferry=1)]
SAID = [one | {"double": True} for one in UNEQUAL]
EQUAL = [route("ab-1", 2), route("ab-2", 2)]
APART = [one | {"double": False} for one in EQUAL]


@pytest.mark.parametrize(
    ("routes", "doubles"),
    [
        (EQUAL, {("ab-1", "ab-2")}),
        (UNEQUAL, {("ab-1",), ("ab-2",)}),
        (SAID, {("ab-1", "ab-2")}),
        (APART, {("ab-1",), ("ab-2",)}),
        ([APART[0], EQUAL[1]], {("ab-1",), ("ab-2",)}),
        ([*EQUAL, route("ab-3", 2)], {("ab-1", "ab-2", "ab-3")}),
        ([*EQUAL, route("ab-3", 3)], {("ab-1", "ab-2"), ("ab-3",)}),
        ([*SAID, route("ab-3", 2)], {("ab-1", "ab-2", "ab-3")}),
        ([*SAID, route("ab-3", 4)], {("ab-1", "ab-2"), ("ab-3",)}),
        ([route("ab-1", 2), {"id": "ba", "ends": ["b", "a"], "length": 2}], {("ab-1", "ba")}),
    ],
)
def test_equal_ends_and_equal_length_make_a_double_unless_the_board_says_otherwise(routes, doubles):
    found = board(*routes)
    assert set(found.doubles) == doubles
    assert {(r, *found.parallels[r]) for r in found.routes} == {
        (r, *(o for o in tracks if o != r)) for tracks in doubles for r in tracks
    }
    assert read_board(board_json(found)).doubles == found.doubles


@pytest.mark.parametrize("name", board_ids())
def test_the_boards_that_come_along_have_the_doubles_they_had(name):
    found = load_board(name)
    assert found.parallels == found.alongside


@pytest.mark.parametrize(
    ("routes", "codes"),
    [(UNEQUAL, []), (APART, []), (SAID, ["parallel-closed"]), (EQUAL, ["parallel-closed"])],
)
def test_notes_of_a_position_ask_the_board(routes, codes):
    found = settle(position_from_json(position(routes, ["ab-1", "bc"], ["ab-2"])).state)
    assert [note.code for note in found.notes] == codes


@pytest.mark.parametrize(
    ("routes", "codes"), [(UNEQUAL, []), (APART, []), (SAID, ["parallel-own"]), (EQUAL, ["parallel-own"])]
)
@pytest.mark.parametrize("seats", [2, 5])
def test_one_player_may_have_two_routes_but_never_both_tracks(routes, codes, seats):
    both = settle(position_from_json(position(routes, ["ab-1", "ab-2"], *[[]] * (seats - 1))).state)
    assert [note.code for note in both.notes] == codes
    state = position_from_json(position(routes, ["ab-1"], *[[]] * (seats - 1))).state
    said = [one.code for one in objections(state, RouteClaimed(state.players[0], "ab-2", afterwards=True))]
    assert [code for code in said if code.startswith("parallel")] == codes


def test_a_triple_route_of_three_is_closed_with_few_players_and_a_fourth_length_is_not():
    triple = [route(f"ab-{n}", 2) for n in (1, 2, 3)]
    state = position_from_json(position([*triple, route("ab-4", 3)], ["ab-1"], [])).state
    assert [state.closed(f"ab-{n}") for n in (2, 3, 4)] == [True, True, False]


@pytest.mark.parametrize(("routes", "claimed"), [(UNEQUAL, {"ab-1", "ab-2"}), (SAID, {"ab-2"})])
def test_the_ceiling_claims_two_routes_but_one_track(routes, claimed):
    data = position(routes, ["bc"], [])
    answer = answer_ceiling(data, Options(player="A"))
    assert answer["proven"]
    assert set(answer["routes"]) == claimed
    outlook = outlook_of(position_from_json(data).state, position_from_json(data).state.players[0])
    assert len({outlook.double_of[r] for r in ("ab-1", "ab-2")}) == len(claimed)


def test_the_audit_knows_that_one_player_may_have_both_unequal_routes():
    """Five trains are missing: the routes of 2 and 3 explain it, unless they are one double."""
    counted = {"trains_left": 40, "marker": 6}
    found = {}
    for name, routes in (("two", UNEQUAL), ("double", SAID)):
        data = position(routes, [], [])
        data["players"][0]["counted"] = counted
        found[name] = answer_audit(data, Options())
    assert sorted(one["candidates"][0] for one in found["two"]["corrections"]) == ["ab-1", "ab-2"]
    assert found["two"]["lawful"]
    assert not (found["double"]["lawful"] and found["double"]["corrections"])


def test_the_script_is_told_what_the_board_says():
    for routes, doubles, alongside in (
        (UNEQUAL, [], ["ab-1", "ab-2"]),
        (SAID, [("ab-1", "ab-2")], []),
        (EQUAL, [("ab-1", "ab-2")], []),
    ):
        state = position_from_json(position(routes, [], [])).state
        assert [tracks for tracks in state.board.doubles if len(tracks) > 1] == doubles
        record = record_of(state)
        assert {tracks for tracks in record.pairs if len(tracks) > 1} == set(doubles)
        assert (
            sorted(r for r, o in state.board.alongside.items() if set(o) - set(state.board.parallels[r]))
            == alongside
        )


def test_check_asks_where_unequal_routes_leave_it_open_and_about_a_double_of_one_track():
    def codes(*routes: dict[str, object]) -> list[str]:
        found = (one.code for one in board_faults(board(*routes)))
        return [code for code in found if code in ("parallels-differ", "double-alone")]

    assert codes(*UNEQUAL) == ["parallels-differ"] * 2
    assert codes(*SAID) == codes(*EQUAL) == codes(*APART) == []
    assert codes(*(one | {"double": False} for one in UNEQUAL)) == []
    assert codes(UNEQUAL[0], UNEQUAL[1] | {"double": False}) == []
    assert codes(SAID[0], UNEQUAL[1]) == ["double-alone"]


def test_check_finds_nothing_wrong_with_unequal_routes_of_a_board_of_ones_own():
    assert answer_check_board({"routes": UNEQUAL}, "own.json", Options())["faults"] == []
