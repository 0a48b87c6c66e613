"""Faulty boards, decks and editions: each fault with its place and its code, all of them at once, never a traceback."""

from __future__ import annotations

import copy
import json
import math
import re
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.checking.faults import MAX_FAULTS, gathering, refuse
from solver.formats import edition_shape
from solver.formats.edition import (
    MAX_CITIES,
    MAX_ROUTES,
    board_json,
    length_faults,
    read_board,
    read_deck,
    read_edition,
)
from solver.formats.joins import KNOWN_SWITCHES
from solver.formats.load import load_board
from solver.game.errors import Fault, InvalidEdition
from solver.scoring.bonuses import BONUS_KINDS, TIE_BREAK_KINDS
from solver.words.say import say


def tiny() -> dict:
    """A board of three cities and two routes, with nothing wrong in it."""
    return {
        "id": "tiny",
        "title": {"en": "Tiny"},
        "cities": [{"id": city, "name": {"en": city.upper()}, "x": 0.5, "y": 0.5} for city in "abc"],
        "routes": [
            {"id": "ab", "ends": ["a", "b"], "length": 3, "colour": "red", "ferry": 1, "tunnel": False},
            {"id": "bc", "ends": ["b", "c"], "length": 2, "colour": "gray", "ferry": 0, "tunnel": True},
        ],
    }


def faults_of(data: object, **options: object) -> list[Fault]:
    """Return what the board is refused for."""
    with pytest.raises(InvalidEdition) as caught:
        read_board(data, **options)
    return list(caught.value.faults)


def put(data: dict, path: list, value: object) -> dict:
    """Return a copy with one value changed, or removed when it is ``...``."""
    changed = copy.deepcopy(data)
    place = changed
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


def deep(depth: int = 50_000) -> list:
    """A list in a list in a list: deeper than Python's stack."""
    found: list = []
    for _ in range(depth):
        found = [found]
    return found


BAD_BOARDS = [
    (["routes", 1, "ends"], ..., "routes[1].ends", "missing-key"),
    (["routes", 1, "ends"], ["b"], "routes[1].ends", "wrong-value"),
    (["routes", 1, "ends"], "bc", "routes[1].ends", "wrong-type"),
    (["routes", 1, "ends"], {"0": "b", "1": "c"}, "routes[1].ends", "wrong-type"),
    (["routes", 1, "ends", 1], "atlantis", "routes[1].ends[1]", "unknown-city"),
    (["routes", 1, "ends", 1], "b", "routes[1].ends", "same-ends"),
    (["routes", 1, "ends", 1], None, "routes[1].ends[1]", "wrong-type"),
    (["routes", 1, "length"], "4", "routes[1].length", "wrong-type"),
    (["routes", 1, "length"], 4.0, "routes[1].length", "wrong-type"),
    (["routes", 1, "length"], True, "routes[1].length", "wrong-type"),
    (["routes", 1, "length"], None, "routes[1].length", "wrong-type"),
    (["routes", 1, "length"], math.nan, "routes[1].length", "wrong-type"),
    (["routes", 1, "length"], [2], "routes[1].length", "wrong-type"),
    (["routes", 1, "length"], 0, "routes[1].length", "wrong-value"),
    (["routes", 1, "length"], -3, "routes[1].length", "wrong-value"),
    (["routes", 1, "length"], 10, "routes[1].length", "wrong-value"),
    (["routes", 1, "length"], 10**5000, "routes[1].length", "wrong-value"),
    (["routes", 1, "length"], ..., "routes[1].length", "missing-key"),
    (["routes", 1, "id"], "ab", "routes[1].id", "duplicate-id"),
    (["routes", 1, "id"], "", "routes[1].id", "wrong-value"),
    (["routes", 1, "id"], "b\nc", "routes[1].id", "wrong-value"),
    (["routes", 1, "id"], "b" * 61, "routes[1].id", "wrong-value"),
    (["routes", 1, "id"], 7, "routes[1].id", "wrong-type"),
    (["routes", 1, "colour"], "mauve", "routes[1].colour", "wrong-value"),
    (["routes", 1, "color"], "red", "routes[1].color", "unknown-key"),
    (["routes", 1, "ferry"], 3, "routes[1].ferry", "ferry-too-long"),
    (["routes", 1, "ferry"], -1, "routes[1].ferry", "wrong-value"),
    (["routes", 1, "tunnel"], "yes", "routes[1].tunnel", "wrong-type"),
    (["routes", 1, "tunnel"], 1, "routes[1].tunnel", "wrong-type"),
    (["routes", 1], 5, "routes[1]", "wrong-type"),
    (["routes"], {}, "routes", "wrong-type"),
    (["routes"], [], "routes", "wrong-value"),
    (["routes"], ..., "routes", "missing-key"),
    (["cities", 2, "id"], "a", "cities[2].id", "duplicate-id"),
    (["cities", 2, "name"], "C", "cities[2].name", "wrong-type"),
    (["cities", 2, "name", "en"], 3, "cities[2].name.en", "wrong-type"),
    (["cities", 2, "name", "en"], "C" * 61, "cities[2].name.en", "wrong-value"),
    (["cities", 2, "x"], math.nan, "cities[2].x", "wrong-value"),
    (["cities", 2, "x"], math.inf, "cities[2].x", "wrong-value"),
    (["cities", 2, "x"], "0.5", "cities[2].x", "wrong-type"),
    (["cities", 2, "lat"], 91, "cities[2].lat", "wrong-value"),
    (["cities", 2, "goods"], "gold", "cities[2].goods", "wrong-value"),
    (["cities", 2, "terminal_of"], "a", "cities[2].terminal_of", "country-is-city"),
    (["cities"], {"a": {}}, "cities", "wrong-type"),
    (["aspect"], 0, "aspect", "wrong-value"),
    (["original"], "true", "original", "wrong-type"),
    (["title"], "Tiny", "title", "wrong-type"),
    (["surprise"], deep(), "surprise", "unknown-key"),
]


@pytest.mark.parametrize(
    ("path", "value", "place", "code"), BAD_BOARDS, ids=[f"{n}-{bad[2]}" for n, bad in enumerate(BAD_BOARDS)]
)
def test_one_fault_is_named_with_its_place(path, value, place, code):
    found = [(fault.path, fault.code) for fault in faults_of(put(tiny(), path, value))]
    assert (place, code) in found


def test_a_length_as_text_is_told_in_a_sentence():
    (fault,) = faults_of(put(tiny(), ["routes", 1, "length"], "4"), where="maps/boards/tiny.json")
    assert fault.line() == (
        'maps/boards/tiny.json: routes[1].length: is "4" (text); '
        "it must be a whole number of spaces, 1 to 9 [wrong-type]"
    )
    assert say(fault.text, "ru") == '"4" (текст); должно быть: целое число клеток, от 1 до 9'


def test_the_path_grows_from_where_the_board_stands():
    (fault,) = faults_of(put(tiny(), ["routes", 1, "length"], 0), where="board")
    assert fault.path == "board.routes[1].length"


def test_all_faults_are_told_at_once_those_of_shape_and_those_of_sense():
    data = tiny()
    data["routes"][0] |= {"length": "3", "colour": "mauve", "shape": 1}
    data["routes"][1] |= {"id": "ab", "ends": ["b", "z"]}
    data["cities"].append({"id": "a"})
    assert {(fault.path, fault.code) for fault in faults_of(data)} == {
        ("routes[0].length", "wrong-type"),
        ("routes[0].colour", "wrong-value"),
        ("routes[0].shape", "unknown-key"),
        ("routes[1].id", "duplicate-id"),
        ("routes[1].ends[1]", "unknown-city"),
        ("cities[3].id", "duplicate-id"),
    }


@pytest.mark.parametrize(
    "junk", [None, [], "board", 7, math.nan, True, deep()], ids=lambda part: str(type(part))
)
def test_what_is_no_object_is_no_board(junk):
    assert [(fault.path, fault.code) for fault in faults_of(junk, where="board")] == [("board", "wrong-type")]


@pytest.mark.parametrize(
    "path", [["routes"], ["routes", 0], ["routes", 0, "id"], ["cities", 0, "name"], ["countries"]]
)
def test_deep_nesting_is_refused_like_any_other_junk(path):
    faults = faults_of(put(tiny(), path, {"deep": deep()}))
    assert faults
    assert all(len(fault.line()) < 300 for fault in faults)


def test_very_many_faults_are_counted():
    faults = faults_of({"routes": [0] * MAX_ROUTES})
    assert len(faults) == MAX_FAULTS + 1
    assert faults[-1].code == "more"
    assert str(MAX_ROUTES - MAX_FAULTS) in faults[-1].message


def test_too_many_cities_or_routes_are_refused():
    many = tiny() | {"cities": [{"id": f"c{n}"} for n in range(MAX_CITIES + 1)]}
    assert ("cities", "wrong-value") in {(fault.path, fault.code) for fault in faults_of(many)}
    rows = [{"id": f"r{n}", "ends": ["a", "b"], "length": 1} for n in range(MAX_ROUTES + 1)]
    assert [(f.path, f.code) for f in faults_of(tiny() | {"routes": rows})] == [("routes", "wrong-value")]


def test_quoted_input_is_cut_and_made_harmless():
    (fault,) = faults_of(put(tiny(), ["routes", 0, "colour"], "\x1b[31m" + "x" * 10_000))
    assert "\x1b" not in fault.line()
    assert len(fault.line()) < 300
    (fault,) = faults_of(tiny() | {"\n{city:c}" * 1000: 1})
    assert "\n" not in fault.line()
    assert len(fault.line()) < 300


def test_cities_may_be_left_out_since_they_follow_from_the_routes():
    board = read_board({"routes": tiny()["routes"]})
    assert list(board.cities) == ["a", "b", "c"]
    assert board.name("b", "ru") == "b"
    assert board.id == "home-made"


def test_a_board_to_be_drawn_keeps_its_cities_in_the_frame():
    outside = put(tiny(), ["cities", 2, "x"], 1.2)
    assert read_board(outside).cities["c"].x == 1.2
    assert [(f.path, f.code) for f in faults_of(outside, need_places=True)] == [
        ("cities[2].x", "wrong-value")
    ]
    without = put(put(tiny(), ["cities", 2, "x"], ...), ["cities", 2, "y"], ...)
    assert read_board(without, need_places=True).cities["c"].x is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from("abc"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "ends", "length", "x"]), inner)
    ),
    max_leaves=8,
)


@given(place=st.sampled_from([bad[0] for bad in BAD_BOARDS]), value=json_values)
def test_any_value_anywhere_gives_a_board_that_can_be_written_or_clear_faults(place, value):
    data = put(tiny(), place, value)
    faults: tuple[Fault, ...] = ()
    try:
        board = read_board(data)
    except InvalidEdition as error:
        faults = error.faults
    else:
        assert read_board(board_json(board)) == board
    assert all(fault.message and "\n" not in fault.line() and say(fault.text, "ru") for fault in faults)


def deck(**changes: object) -> dict:
    """A deck of two tickets for the tiny board."""
    tickets = [
        {"id": "a--b", "ends": ["a", "b"], "points": 3},
        {"id": "a--c", "ends": ["a", "c"], "points": 5},
    ]
    return {"id": "small", "title": {"en": "Small"}, "board": "tiny", "tickets": tickets} | changes


@pytest.mark.parametrize(
    ("path", "value", "place", "code"),
    [
        (["tickets", 1, "ends", 1], "z", "tickets[1].ends[1]", "unknown-city"),
        (["tickets", 1, "ends", 1], "a", "tickets[1].ends", "same-ends"),
        (["tickets", 1, "id"], "a--b", "tickets[1].id", "duplicate-id"),
        (["tickets", 1, "id"], "c--a", "tickets[1].id", "ticket-id"),
        (["tickets", 1, "points"], "5", "tickets[1].points", "wrong-type"),
        (["tickets", 1, "points"], 0, "tickets[1].points", "wrong-value"),
        (["tickets", 1, "points"], ..., "tickets[1].points", "missing-key"),
        (["board"], "usa", "board", "other-board"),
        (["tickets"], None, "tickets", "wrong-type"),
    ],
)
def test_faults_of_a_deck(path, value, place, code):
    with pytest.raises(InvalidEdition) as caught:
        read_deck(put(deck(), path, value), read_board(tiny()))
    assert (place, code) in [(fault.path, fault.code) for fault in caught.value.faults]


def test_a_second_card_with_the_same_ends_counts_up():
    rows = [
        {"ends": ["c", "a"], "points": 5},
        {"ends": ["a", "c"], "points": 6},
        {"ends": ["a", "c"], "points": 7},
    ]
    read = read_deck(deck(tickets=rows), read_board(tiny()))
    assert [(ticket.id, ticket.points) for ticket in read.tickets.values()] == [
        ("a--c", 5),
        ("a--c--2", 6),
        ("a--c--3", 7),
    ]


def test_a_ticket_may_name_a_country():
    data = tiny() | {"countries": {"land": {"en": "Land"}}}
    data["cities"][2]["terminal_of"] = "land"
    board = read_board(data)
    read = read_deck(deck(tickets=[{"ends": ["land", "a"], "points": 4}]), board)
    assert list(read.tickets) == ["a--land"]
    assert board.places("land") == ("c",)


def edition_data() -> dict:
    """The committed rules of the USSR edition, which has most kinds of things."""
    return json.loads((resources.files("maps") / "editions" / "ussr.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("path", "value", "place", "code"),
    [
        (["board"], "atlantis", "board", "unknown-board"),
        (["decks", 1], "nothing", "decks[1]", "unknown-deck"),
        (["bonuses", 0, "kind"], "prettiest_hat", "bonuses[0].kind", "wrong-value"),
        (["bonuses", 0, "points"], "10", "bonuses[0].points", "wrong-type"),
        (["tie_breaks", 1], "coin", "tie_breaks[1]", "wrong-value"),
        (["trains"], 4.5, "trains", "wrong-type"),
        (["trains"], 100, "trains", "wrong-value"),
        (["players"], [5, 2], "players", "players-order"),
        (["colours"], ["red", "blue"], "colours", "too-few-colours"),
        (["route_points", "0"], 1, "route_points.0", "wrong-name"),
        (["route_points", "3"], "4", "route_points.3", "wrong-type"),
        (["route_points", "7"], ..., "route_points.7", "length-without-points"),
        (["bonuses", 1, "kind"], "longest_trail", "bonuses[1].kind", "named-twice"),
        (["tie_breaks"], ["goods", "longest_trail", "goods"], "tie_breaks[2]", "named-twice"),
        (["colours", 1], "red", "colours[1]", "named-twice"),
        (["decks", 1], "ussr-long", "decks[1]", "named-twice"),
        (["switch_tie_breaks"], {"x": ["goods", "goods"]}, "switch_tie_breaks.x[1]", "named-twice"),
        (["keep", "total"], 9, "keep.total", "keeps-too-many"),
        (["keep", "ussr-long"], 9, "keep.ussr-long", "keeps-too-many"),
        (["draw", "keep"], 9, "draw.keep", "keeps-too-many"),
        (["last_round", "trains_at_most"], 99, "last_round.trains_at_most", "last-round-at-once"),
        (["stations", "cost"], 1, "stations.cost", "unknown-key"),
        (["stations", "count"], -1, "stations.count", "wrong-value"),
        (["stations", "price", 0, "cards"], 0, "stations.price[0].cards", "wrong-value"),
        (["stations", "price", 1, "colour"], "red", "stations.price[1].colour", "wrong-value"),
        (["controller", "length_at_most"], None, "controller.length_at_most", "wrong-type"),
        (["deal", 0, "deck"], "europe-long", "deal[0].deck", "other-deck"),
        (["keep", "europe-long"], 1, "keep.europe-long", "other-deck"),
        (["draw", "keep"], ..., "draw.keep", "missing-key"),
        (["last_round"], 2, "last_round", "wrong-type"),
        (["switches", "bonus_at_zero"], 0, "switches.bonus_at_zero", "wrong-type"),
        (["switches", "no_such_rule"], True, "switches.no_such_rule", "unknown-switch"),
    ],
)
def test_faults_of_an_edition(path, value, place, code):
    board = load_board("ussr")
    decks = {"ussr-long": deck(board="ussr", tickets=[]), "ussr-short": deck(board="ussr", tickets=[])}
    with pytest.raises(InvalidEdition) as caught:
        read_edition(
            put(edition_data(), path, value),
            board_of={"ussr": board}.get,
            deck_of=lambda name: read_deck(decks[name], board) if name in decks else None,
        )
    assert (place, code) in [(fault.path, fault.code) for fault in caught.value.faults]


def test_an_edition_hears_of_everything_at_once():
    """Of its shape, of what contradicts itself, and of what its board and its decks do not have."""
    data = edition_data() | {
        "trains": "45",
        "surprise": 1,
        "decks": ["ussr-long", "nothing"],
        "board": "ussr",
    }
    data["route_points"].pop("7")
    data["bonuses"].append(data["bonuses"][0])
    data["draw"]["keep"] = 9
    board = read_board({**board_json(load_board("ussr")), "id": "ussr"})

    def deck_of(name):
        return read_deck(
            deck(board="ussr", tickets=[{"ends": ["x", "y"], "points": 0}]), board, where="d.json"
        )

    with pytest.raises(InvalidEdition) as caught:
        read_edition(
            data,
            board_of={"ussr": board}.get,
            deck_of=lambda name: None if name == "nothing" else deck_of(name),
            where="e.json",
        )
    found = {(one.path, one.code) for one in caught.value.faults}
    assert found >= {
        ("e.json: trains", "wrong-type"),
        ("e.json: surprise", "unknown-key"),
        ("e.json: decks[1]", "unknown-deck"),
        ("e.json: route_points.7", "length-without-points"),
        (f"e.json: bonuses[{len(data['bonuses']) - 1}].kind", "named-twice"),
        ("e.json: draw.keep", "keeps-too-many"),
        ("d.json: tickets[0].points", "wrong-value"),
        ("d.json: tickets[0].ends[0]", "unknown-city"),
    }


def test_what_is_refused_twice_is_told_once_and_very_much_is_counted_once():
    faults: list[Fault] = []
    data = tiny()
    data["routes"] = [{**data["routes"][1], "id": f"r{n}", "length": 0} for n in range(MAX_FAULTS + 5)]
    for _ in range(2):
        with gathering(faults):
            read_board(data)
    with pytest.raises(InvalidEdition) as caught:
        refuse([*faults, *faults_of({"routes": 1})], InvalidEdition)
    assert len(caught.value.faults) == MAX_FAULTS + 1
    assert caught.value.faults[-1].text.facts["count"] == 6


def test_a_length_without_points_is_found_for_home_made_boards_too():
    board = read_board(tiny())
    assert [(f.path, f.code) for f in length_faults(board, {1: 1, 2: 2}, where="board")] == [
        ("board.routes[0].length", "no-route-points")
    ]
    assert length_faults(board, {2: 2, 3: 4}) == []


def test_every_fault_and_wish_has_a_sentence_in_both_languages():
    texts = {
        language: json.loads(
            (resources.files("solver") / "sentences" / f"{language}.json").read_text(encoding="utf-8")
        )
        for language in ("en", "ru")
    }
    begins = ("fault-", "must-", "found-")
    known = {code for code in texts["en"] if code.startswith(begins)}
    assert known == {code for code in texts["ru"] if code.startswith(begins)}
    assert len(known) > 30
    # A sentence that only hands on what it was given has no words of its own to translate.
    spoken = {code for code in known if re.sub(r"\{[^}]*\}", "", texts["ru"][code]).strip()}
    assert len(spoken) > 30
    assert all(any("а" <= letter <= "я" for letter in texts["ru"][code]) for code in spoken)
    for language, wish in (("en", r"must|may"), ("ru", r"долж|нуж")):
        faults = {code: text for code, text in texts[language].items() if code.startswith("fault-")}
        assert {c for c, text in faults.items() if not re.search(rf"; .*({wish})", text)} == set(), (
            "what then?"
        )
    assert set(KNOWN_SWITCHES) == {"bonus_at_zero", "token_each_visit", "passenger_cards"}


def test_files_may_name_exactly_the_kinds_that_can_be_scored():
    assert set(edition_shape.BONUS_KINDS) == set(BONUS_KINDS)
    assert set(edition_shape.TIE_BREAKS) == set(TIE_BREAK_KINDS)
