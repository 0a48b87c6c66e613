"""Input as people and their programs write it: byte order marks, swapped ends, other words for a colour."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from pathlib import Path

import pytest

from solver import position_from_json, settle
from solver.cli.run import run
from solver.formats.load import load_edition
from solver.game.errors import InvalidInput
from solver.game.state import State
from solver.questions.commands import answer_pay
from solver.questions.journey import answer_journey, reachable
from solver.questions.options import Options

LOG = Path("tests/games/europe/five-players.jsonl")


def position(edition: str, *players: dict[str, object], **more: object) -> State:
    named = [{"name": name, **player} for name, player in zip("ABCDE", players, strict=False)]
    return position_from_json({"edition": edition, "players": named, **more}).state


def test_a_log_with_a_byte_order_mark_is_the_same_log(tmp_path, capsys):
    plain, marked = LOG.read_bytes(), tmp_path / "marked.jsonl"
    marked.write_bytes(BOM_UTF8 + plain)
    assert run(["score", str(LOG), "--json"]) == 0
    expected = json.loads(capsys.readouterr().out)
    assert run(["score", str(marked), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == expected


@pytest.mark.parametrize("given", ["seattle--new-york", "new-york--seattle"])
def test_a_ticket_is_known_by_its_ends_in_any_order(given):
    assert [t.id for t in position("usa", {"tickets": [given]}).tickets["A"]] == ["new-york--seattle"]


def test_a_ticket_that_is_none_in_either_order_is_refused_as_before():
    with pytest.raises(InvalidInput) as caught:
        position("usa", {"tickets": ["seattle--nowhere"]})
    assert [one.code for one in caught.value.faults] == ["ticket-unknown"]


@pytest.mark.parametrize(
    ("word", "colour"),
    [("grey", "gray"), ("Grey", "gray"), ("pink", "purple"), ("PINK", "purple"), ("Red", "red")],
)
def test_a_route_has_its_colour_by_any_word(word, colour):
    routes = [{"id": "ab", "ends": ["a", "b"], "length": 2, "colour": word}]
    assert position("europe", {}, board={"routes": routes}).board.routes["ab"].colour == colour


def test_a_player_has_a_colour_in_any_case():
    assert position("europe", {"colour": "RED"}).seats[0].colour == "red"


def test_a_colour_of_another_box_is_taken_and_one_of_none_is_refused_in_any_case():
    """Tables opened when more colours were offered keep theirs, and a position of theirs can be scored."""
    assert position("europe", {"colour": "Violet"}).seats[0].colour == "violet"
    with pytest.raises(InvalidInput) as caught:
        position("europe", {"colour": "Orange"})
    assert [(str(one.path), one.code) for one in caught.value.faults] == [
        ("players[0].colour", "wrong-value")
    ]


def pay(cards: dict[str, int], colour: str = "gray") -> dict[str, object]:
    return answer_pay(
        {"edition": "europe", "route": {"length": 2, "colour": colour}, "cards": cards}, Options()
    )


def test_cards_are_read_by_any_word_for_their_colour():
    assert pay({"Pink": 1, "Locomotive": 1}, "pink") == pay({"purple": 1, "locomotive": 1}, "purple")
    assert pay({"pink": 2}, "Grey")["legal"]


def test_cards_counted_under_two_words_are_refused_not_lost():
    with pytest.raises(InvalidInput) as caught:
        pay({"pink": 1, "purple": 1})
    assert [(one.path, one.code) for one in caught.value.faults] == [("cards.purple", "key-twice")]


def codes(state: State) -> list[str]:
    return [note.code for note in settle(state).notes]


def test_a_card_held_twice_is_told_of_a_position_too():
    assert codes(position("usa", {"tickets": ["new-york--seattle"]}, {"tickets": ["new-york--seattle"]})) == [
        "ticket-twice"
    ]


def test_where_the_printed_cards_are_unknown_nothing_is_said_to_exist_once():
    for edition in ("marklin", "america"):
        deck = load_edition(edition).decks[0]
        card = next(iter(deck.tickets))
        assert deck.candidates
        assert codes(position(edition, {"tickets": [card]}, {"tickets": [card]})) == []
    routes = [{"id": "ab", "ends": ["a", "b"], "length": 2}]
    own = {"ends": ["a", "b"], "points": 3}
    assert codes(position("usa", {"tickets": [own]}, {"tickets": [own]}, board={"routes": routes})) == []


def test_only_tokens_that_can_still_lie_in_a_city_are_offered():
    state = position("marklin", {})
    passengers = state.edition.passengers
    assert passengers is not None
    city = next(c.id for c in state.board.cities.values() if not c.goods and not c.terminal_of)
    everything = {value for tokens in passengers.tokens.values() for value in tokens}
    full = {
        c
        for c, most in passengers.cities_of.items()
        if [x.goods for x in state.board.cities.values()].count(c) >= most
    }
    still = {v for colour, tokens in passengers.tokens.items() if colour not in full for v in tokens}
    assert set(state.possible_tokens(city)) == still <= everything
    fullest = max(passengers.tokens.items(), key=lambda row: len(row[1]))
    open_cities = [
        c.id for c in state.board.cities.values() if not c.goods and not c.terminal_of and c.id != city
    ]
    for name in open_cities[: passengers.cities_of.get(fullest[0], 0)]:
        state.goods_colours[name] = fullest[0]
    others = {v for c, tokens in passengers.tokens.items() if c not in {*full, fullest[0]} for v in tokens}
    assert set(state.possible_tokens(city)) == others


@pytest.mark.parametrize(
    ("edition", "route", "expected"),
    [
        ("europe", {"length": 7}, ["no-such-length"]),
        ("usa", {"length": 2, "tunnel": True}, ["no-tunnels"]),
        ("usa", {"length": 2, "ferry": 1}, ["no-ferries"]),
        ("europe", {"length": 2, "tunnel": True, "ferry": 1}, []),
    ],
)
def test_a_route_that_no_board_of_the_edition_has_is_told(edition, route, expected):
    answer = answer_pay(
        {"edition": edition, "route": route, "cards": {"locomotive": route["length"]}}, Options()
    )
    assert [note["code"] for note in answer.get("notes", [])] == expected
    assert answer["legal"]


def test_a_journey_names_only_cities_within_reach():
    board = {
        "cities": [{"id": name, "name": {"en": name}, "goods": None} for name in "abcde"],
        "routes": [{"id": a + b, "ends": [a, b], "length": 1} for a, b in ("ab", "bc", "cd", "de")],
    }
    players = [{"name": "A", "routes": ["ab"]}, {"name": "B", "routes": ["bc"]}]
    data = {"edition": "marklin", "board": board, "players": players}
    state = position_from_json(data).state
    assert [reachable(state, "A", "a", cards=n) for n in (0, 1)] == [{"b"}, {"b", "c"}]
    assert reachable(state, "A", "e", cards=9) == set()
    assert answer_journey(data, Options(player="A", start="a"))["unknown_goods"] == ["b"]
