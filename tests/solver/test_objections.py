"""Every objection: when it is raised, whether it can be played over, and that it can be said in both languages."""

import json
import re
from importlib import resources
from pathlib import Path

import pytest

import solver
from solver.formats.edition import read_board
from solver.formats.load import load_edition
from solver.game.edition import Ticket
from solver.game.events import (
    GoodsColourSet,
    PassengerMoved,
    PassengerPlaced,
    ResultShown,
    Retracted,
    RevealAgreed,
    RevealAsked,
    RevealRefused,
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
from solver.game.fold import after, fold
from solver.game.naming import sentence
from solver.game.objections import objections, standing_objections
from solver.game.objections_passengers import rival_routes
from solver.game.state import LastRound, State
from solver.questions.journey import journey_of
from tests.solver.tables import entries, table

FINAL = {
    "already-revealed",
    "reveal-not-asked",
    "reveal-refused",
    "reveal-unanswered",
    "reveal-needs-no-question",
    "nothing-asked",
    "reveal-stays",
    "answer-stays",
    "not-revealed",
    "result-shown",
    "result-shown-already",
    "table-not-opened",
    "table-already-opened",
    "seat-twice",
    "seat-unknown",
    "route-unknown",
    "city-unknown",
    "route-taken",
    "dismantle-free",
    "no-stations",
    "ticket-unknown",
    "ticket-points-invalid",
    "entry-unknown",
    "opening-stays",
    "already-retracted",
    "no-passengers",
    "journey-nobody-stands",
    "journey-not-standing",
    "journey-broken",
    "goods-colour-none",
    "goods-colour-unknown",
}
"""What would leave the log without a meaning: it cannot be played over."""


def europe(*events, players="anna ben cleo dora", **opening):
    return table("europe", players, *events, **opening)


def ussr(*events, players="anna ben cleo"):
    return table("ussr", players, *events)


def marklin(*events, players="anna ben cleo dora", **opening):
    return table("marklin", players, *events, **opening)


def test_a_rivals_route_is_open_to_passengers_unless_the_table_plays_without_passenger_cards():
    ride = PassengerMoved("anna", "berlin", ("berlin-hamburg-1",), {})
    for house_rules, refused in (
        ({}, False),
        ({"passenger_cards": True}, False),
        ({"passenger_cards": False}, True),
    ):
        state = marklin(*PLACED, RouteClaimed("ben", "berlin-hamburg-1"), house_rules=house_rules)
        assert ("journey-rival-route" in [o.code for o in objections(state, ride)]) == refused
        best = journey_of(state, "anna", "berlin", cards=1)
        assert ("berlin-hamburg-1" in best.certificate.routes) <= (not refused)


PLACED = [RouteClaimed("anna", "berlin-leipzig-1"), PassengerPlaced("anna", "berlin")]


def doubles(edition):
    board = load_edition(edition).board
    route = next(r for r in board.routes if board.parallels[r])
    return route, board.parallels[route][0]


ONE, OTHER = doubles("europe")
LONG = next(r.id for r in load_edition("ussr").board.routes.values() if r.length > 4)
SHORT = [r.id for r in load_edition("ussr").board.routes.values() if r.length <= 4]
KEPT = TicketsKept("anna", (Ticket("x--y", ("x", "y"), 3),))

OVER = europe()
OVER.last_round = LastRound("anna", 1, ())

RAISED = [
    ("table-already-opened", europe(), TableOpened("europe", (Seat("a", "A", "red"), Seat("b", "B", "blue")))),
    ("seats-number", State(load_edition("usa"), load_edition("usa").board), TableOpened("usa", (Seat("a", "A", "red"),))),
    ("seat-twice", europe(), SeatChanged("anna", "Ben", "black")),
    ("colour-twice", europe(), SeatChanged("anna", "Anne", "blue")),
    ("table-not-opened", State(load_edition("usa"), load_edition("usa").board), TurnTaken("anna")),
    ("seat-unknown", europe(), TurnTaken("zoe")),
    ("route-unknown", europe(), RouteClaimed("anna", "nowhere-1")),
    ("route-taken", europe(RouteClaimed("ben", ONE)), RouteClaimed("anna", ONE)),
    ("parallel-own", europe(RouteClaimed("anna", ONE)), RouteClaimed("anna", OTHER)),
    ("parallel-closed", europe(RouteClaimed("ben", ONE), players="anna ben cleo"), RouteClaimed("anna", OTHER)),
    ("no-controller", europe(), RouteClaimed("anna", ONE, controller=True)),
    ("controller-too-long", ussr(), RouteClaimed("anna", LONG, controller=True)),
    (
        "controllers-all-played",
        ussr(*(RouteClaimed("ben", route, controller=True) for route in SHORT[:2])),
        RouteClaimed("anna", SHORT[5], controller=True),
    ),
    ("dismantle-free", ussr(), RouteDismantled("anna", SHORT[0])),
    ("dismantle-own", ussr(RouteClaimed("anna", SHORT[0])), RouteDismantled("anna", SHORT[0])),
    ("dismantle-too-long", ussr(RouteClaimed("ben", LONG)), RouteDismantled("anna", LONG)),
    ("city-unknown", europe(), StationBuilt("anna", "atlantis")),
    ("station-city-taken", europe(StationBuilt("ben", "wien")), StationBuilt("anna", "wien")),
    ("station-city-taken", europe(StationBuilt("anna", "wien")), StationBuilt("anna", "wien")),
    (
        "no-stations-left",
        europe(*(StationBuilt("anna", city) for city in ("wien", "paris", "roma"))),
        StationBuilt("anna", "london"),
    ),
    ("no-stations", table("usa", "anna ben"), StationBuilt("anna", "chicago")),
    ("ticket-unknown", europe(), KEPT),
    ("ticket-points-invalid", europe(), TicketsKept("anna", (Ticket("t", ("wien", "wien"), 3),))),
    ("ticket-points-invalid", europe(), TicketsKept("anna", (Ticket("t", ("wien", "paris"), 0),))),
    ("already-revealed", europe(TicketsRevealed()), TicketsRevealed()),
    ("already-revealed", europe(TicketsRevealed()), RevealAsked()),
    ("reveal-not-asked", europe(), TicketsRevealed()),
    ("reveal-not-asked", europe(RevealAsked(), TurnTaken("anna")), TicketsRevealed()),
    ("reveal-needs-no-question", OVER, RevealAsked()),
    ("nothing-asked", europe(), RevealAgreed("anna")),
    ("nothing-asked", europe(TicketsRevealed()), RevealRefused("anna")),
    ("reveal-stays", europe(TicketsRevealed()), Retracted(2)),
    ("reveal-stays", europe(TicketsRevealed(), Retracted(2)), Retracted(3)),
    ("answer-stays", europe(RevealAsked()), Retracted(2)),
    ("not-revealed", europe(), ResultShown()),
    ("result-shown", europe(TicketsRevealed(), ResultShown()), TurnTaken("anna")),
    ("result-shown", europe(TicketsRevealed(), ResultShown()), Retracted(2)),
    ("result-shown-already", europe(TicketsRevealed(), ResultShown()), ResultShown()),
    ("entry-unknown", europe(), Retracted(7)),
    ("opening-stays", europe(), Retracted(1)),
    ("already-retracted", europe(TurnTaken("anna"), Retracted(2)), Retracted(2)),
    ("no-passengers", europe(), PassengerPlaced("anna", "wien")),
    ("no-passengers", europe(), PassengerMoved("anna", "wien", (ONE,))),
    ("passenger-not-just-claimed", marklin(), PassengerPlaced("anna", "berlin")),
    ("passenger-not-just-claimed", marklin(*PLACED), PassengerPlaced("anna", "leipzig")),
    ("passenger-not-end", marklin(PLACED[0]), PassengerPlaced("anna", "hamburg")),
    ("passenger-city-taken", marklin(*PLACED, RouteClaimed("ben", "berlin-hannover-1")), PassengerPlaced("ben", "berlin")),
    ("passenger-in-country", marklin(RouteClaimed("anna", "austria-2-munchen-1")), PassengerPlaced("anna", "austria-2")),
    (
        "no-passengers-left",
        marklin(*(PassengerPlaced("anna", city) for city in ("berlin", "kiel", "ulm")), PLACED[0]),
        PassengerPlaced("anna", "leipzig"),
    ),
    ("journey-nobody-stands", marklin(), PassengerMoved("anna", "berlin", ("berlin-leipzig-1",))),
    ("journey-not-standing", marklin(*PLACED), PassengerMoved("anna", "leipzig", ("berlin-leipzig-1",))),
    ("journey-empty", marklin(*PLACED), PassengerMoved("anna", "berlin", ())),
    (
        "journey-route-twice",
        marklin(*PLACED),
        PassengerMoved("anna", "berlin", ("berlin-leipzig-1", "berlin-leipzig-1"), {"leipzig": 4}),
    ),
    ("journey-not-own-route", marklin(*PLACED), PassengerMoved("anna", "berlin", ("berlin-hamburg-1",), {})),
    (
        "journey-rival-route",
        marklin(*PLACED, RouteClaimed("ben", "berlin-hamburg-1"), house_rules={"passenger_cards": False}),
        PassengerMoved("anna", "berlin", ("berlin-hamburg-1",), {}),
    ),
    ("journey-broken", marklin(*PLACED), PassengerMoved("anna", "berlin", ("bremen-emden-1",))),
    (
        "passenger-in-country",
        marklin(RouteClaimed("anna", "austria-2-munchen-1"), PassengerPlaced("anna", "munchen")),
        PassengerMoved("anna", "munchen", ("austria-2-munchen-1",)),
    ),
    (
        "token-unknown",
        marklin(RouteClaimed("anna", "berlin-magdeburg-1"), PassengerPlaced("anna", "berlin")),
        PassengerMoved("anna", "berlin", ("berlin-magdeburg-1",)),
    ),
    (
        "token-no-such",
        marklin(RouteClaimed("anna", "berlin-magdeburg-1"), PassengerPlaced("anna", "berlin")),
        PassengerMoved("anna", "berlin", ("berlin-magdeburg-1",), {"magdeburg": 9}),
    ),
    ("token-not-top", marklin(*PLACED), PassengerMoved("anna", "berlin", ("berlin-leipzig-1",), {"leipzig": 2})),
    ("token-elsewhere", marklin(*PLACED), PassengerMoved("anna", "berlin", ("berlin-leipzig-1",), {"kiel": 2})),
    ("goods-colour-none", europe(), GoodsColourSet("wien", "red")),
    ("goods-colour-unknown", marklin(), GoodsColourSet("kiel", "pink")),
    ("goods-colour-country", marklin(), GoodsColourSet("austria-2", "white")),
    ("goods-colour-full", marklin(GoodsColourSet("berlin", "black")), GoodsColourSet("kiel", "black")),
    (
        "goods-colour-tokens",
        marklin(
            RouteClaimed("anna", "berlin-magdeburg-1"),
            PassengerPlaced("anna", "berlin"),
            PassengerMoved("anna", "berlin", ("berlin-magdeburg-1",), {"magdeburg": 3}),
        ),
        GoodsColourSet("magdeburg", "white"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("code", "state", "event"), RAISED, ids=[row[0] for row in RAISED])
def test_an_objection_is_raised_and_can_be_said(code, state, event):
    found = {o.code: o for o in objections(state, event)}
    assert code in found
    for one in found.values():
        assert one.overrulable == (one.code not in FINAL)
        for language in ("en", "ru"):
            for text in filter(None, (one.text, one.helps, one.rule)):
                said = sentence(text, state.board, state.seats, language)
                assert said
                assert "{" not in said


@pytest.mark.parametrize(("code", "state", "event"), RAISED, ids=[row[0] for row in RAISED])
def test_what_is_played_over_has_an_effect_and_what_cannot_be_has_none_or_no_meaning(code, state, event):
    one = next(o for o in objections(state, event) if o.code == code)
    if one.overrulable:
        then = after(state, event)
        assert not then.idle, "what may be played over must mean something to the fold"


def test_every_code_in_the_source_is_raised_in_this_file():
    folder = Path(solver.__file__).parent / "game"
    source = "".join((folder / name).read_text() for name in ("objections.py", "objections_passengers.py"))
    codes = set(re.findall(r"objection\(\s*\"([a-z-]+)\"", source)) | {
        "dismantle-too-long",
        "controller-too-long",
    }
    tested = {row[0] for row in RAISED} | {"turn-not-left", "too-few-trains", "no-route-points"}
    assert codes - tested <= {"journey-not-standing", "journey-nobody-stands"}


def test_every_sentence_stands_in_both_languages_with_the_same_places():
    folder = resources.files("solver").joinpath("sentences")
    both = {lang: json.loads(folder.joinpath(f"{lang}.json").read_text()) for lang in ("en", "ru")}
    assert both["en"].keys() == both["ru"].keys()
    place = re.compile(r"\{([a-z_]+)(?::[a-z]+)?\}")
    for code, english in both["en"].items():
        assert set(place.findall(both["ru"][code])) <= set(re.findall(r"\{([a-z_]+)", english)), code


def test_all_objections_come_at_once():
    state = europe(RouteClaimed("anna", ONE), RouteClaimed("ben", OTHER), players="anna ben")
    codes = [o.code for o in objections(state, RouteClaimed("anna", OTHER, controller=True))]
    assert codes == ["route-taken", "no-controller"]


def test_too_few_trains_counts_what_is_left():
    routes = sorted(load_edition("usa").board.routes.values(), key=lambda route: -route.length)
    claimed, left = [], 45
    for route in routes:
        if route.length <= left and not any(set(route.ends) == set(c.ends) for c in claimed):
            claimed.append(route)
            left -= route.length
    state = table("usa", "anna ben cleo dora", *(RouteClaimed("anna", route.id) for route in claimed))
    assert state.trains_left("anna") == left
    too_long = next(r for r in routes if r.length > left and r.id not in state.owner)
    found = [o for o in objections(state, RouteClaimed("anna", too_long.id)) if o.code == "too-few-trains"]
    assert [o.facts["left"] for o in found] == [left]


def test_an_overruled_objection_no_longer_stands_but_a_final_one_does():
    state = europe(RouteClaimed("anna", ONE))
    assert not standing_objections(state, RouteClaimed("anna", OTHER, overruled=("parallel-own",)))
    taken = RouteClaimed("ben", ONE, overruled=("route-taken",))
    assert [o.code for o in standing_objections(state, taken)] == ["route-taken"]


def test_a_taken_route_names_owner_and_entry_and_the_free_one_beside_it():
    state = europe(RouteClaimed("ben", ONE))
    (one,) = objections(state, RouteClaimed("anna", ONE))
    assert one.facts["owner"] == "ben"
    assert one.facts["entry"] == 2
    assert one.facts["free"] == (OTHER,)
    assert "entry 2" in sentence(one.helps, state.board, state.seats, "en")
    both = after(state, RouteClaimed("cleo", OTHER))
    (one,) = objections(both, RouteClaimed("anna", ONE))
    said = sentence(one.text, both.board, both.seats, "en")
    assert "Ben" in said
    assert "Cleo" in said


def test_a_dismantled_double_is_open_again_and_its_owner_may_come_back():
    one, other = doubles("ussr")
    assert load_edition("ussr").board.routes[one].length <= 4
    closed = ussr(RouteClaimed("ben", one), players="anna ben")
    assert [o.code for o in objections(closed, RouteClaimed("anna", other))] == ["parallel-closed"]
    opened = after(closed, RouteDismantled("anna", one))
    assert not objections(opened, RouteClaimed("anna", other))
    assert not objections(opened, RouteClaimed("ben", one))


def test_rival_routes_of_a_journey_are_told_not_refused():
    state = marklin(
        RouteClaimed("ben", "berlin-leipzig-1"),
        RouteClaimed("anna", "berlin-hamburg-1"),
        PassengerPlaced("anna", "berlin"),
    )
    event = PassengerMoved("anna", "berlin", ("berlin-leipzig-1",))
    assert not objections(state, event)
    assert rival_routes(state, event) == ("berlin-leipzig-1",)


def test_a_length_without_points_is_objected_to():
    board = {"routes": [{"id": "ab", "ends": ["a", "b"], "length": 9}]}
    edition = load_edition("usa")
    state = fold(edition, entries("usa", "anna ben", board=board), read_board(board))
    assert [o.code for o in objections(state, RouteClaimed("anna", "ab"))] == ["no-route-points"]


def test_in_the_last_round_everybody_has_one_more_turn_and_the_announcer_is_last():
    board = {"routes": [{"id": f"r{i}", "ends": [f"a{i}", f"b{i}"], "length": 6} for i in range(9)]}
    edition = load_edition("usa")
    claims = [RouteClaimed("ben", f"r{i}") for i in range(7)]
    board["routes"].append({"id": "one", "ends": ["x", "y"], "length": 1})
    log = [*claims, RouteClaimed("ben", "one")]
    state = fold(edition, entries("usa", "anna ben cleo", *log, board=board), read_board(board))
    assert state.last_round is not None
    assert state.last_round.turns_left == ("cleo", "anna", "ben")
    state = after(state, TurnTaken("cleo"))
    again = objections(state, RouteClaimed("cleo", "r8"))
    assert [o.code for o in again] == ["turn-not-left"]
    assert not objections(state, RouteClaimed("cleo", "r8", afterwards=True))
    for player in ("anna", "ben"):
        assert state.turn == player
        assert not objections(state, TurnTaken(player))
        state = after(state, TurnTaken(player))
    assert state.over


def test_retracting_a_retraction_puts_the_entry_in_force_again():
    log = entries("europe", "anna ben", RouteClaimed("anna", ONE), Retracted(2), Retracted(3))
    edition = load_edition("europe")
    assert fold(edition, log[:3]).owner == {}
    state = fold(edition, log)
    assert state.owner == {ONE: "anna"}
    assert not objections(state, Retracted(2))
