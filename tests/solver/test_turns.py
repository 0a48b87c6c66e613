"""When the last round begins, where a correction counts, and what is said of turns out of order."""

import pytest

from solver.formats.edition import read_board
from solver.formats.load import load_edition
from solver.game.events import (
    Retracted,
    RouteClaimed,
    RouteDismantled,
    StationBuilt,
    TicketsKept,
    TurnTaken,
)
from solver.game.fold import fold
from tests.solver.tables import entries

LENGTHS = {**{f"six{i}": 6 for i in range(14)}, "three": 3, "tri": 3, "two": 2, "one": 1, "uno": 1}
BOARD = {
    "routes": [{"id": i, "ends": [f"a-{i}", f"b-{i}"], "length": n} for i, n in LENGTHS.items()],
    "cities": [{"id": f"{end}-{i}"} for i in LENGTHS for end in "ab"],
}


def play(*events, edition="usa", players="anna ben cleo"):
    """Return the state after events on a board of separate routes of 6, 3, 2 and 1."""
    log = entries(edition, players, *events, board=BOARD)
    return fold(load_edition(edition), log, read_board(BOARD))


def laid(player, count, *, first=0, afterwards=True):
    """Return claims of routes of six spaces, written down afterwards."""
    return [RouteClaimed(player, f"six{first + i}", afterwards=afterwards) for i in range(count)]


SEVEN = laid("anna", 7)
"""Anna has three trains left, and no turn is written down."""


def test_routes_entered_in_a_row_announce_nothing_but_the_next_own_turn_does():
    state = play(*SEVEN, RouteClaimed("anna", "one", afterwards=True))
    assert state.trains_left("anna") == 2
    assert state.last_round is None
    assert state.last_actor is None
    state = play(*SEVEN, RouteClaimed("anna", "one", afterwards=True), TurnTaken("ben"))
    assert state.last_round is None
    state = play(*SEVEN, RouteClaimed("anna", "one", afterwards=True), TurnTaken("ben"), TurnTaken("anna"))
    assert state.last_round.trigger == "anna"
    assert state.last_round.trains == 2
    assert state.last_round.turns_left == ("ben", "cleo", "anna")


@pytest.mark.parametrize(
    "turn", [TurnTaken("anna"), StationBuilt("anna", "a-two"), RouteClaimed("anna", "uno")]
)
def test_every_kind_of_turn_that_ends_with_few_trains_announces(turn):
    state = play(*SEVEN, RouteClaimed("anna", "one", afterwards=True), turn, edition="europe")
    assert state.last_round.trigger == "anna"
    assert state.last_round.seq == 10


def test_tickets_and_stations_written_down_afterwards_are_no_turns():
    low = [*SEVEN, RouteClaimed("anna", "one", afterwards=True)]
    more = [TicketsKept("anna", ()), StationBuilt("anna", "a-two", afterwards=True)]
    assert play(*low, *more, edition="europe").last_round is None


def test_three_trains_left_announce_nothing():
    assert play(*SEVEN, TurnTaken("anna")).last_round is None


def corrected():
    """Anna's claim was written down for Ben; Cleo has played since; then it is put right (entries 9 to 12)."""
    return [
        *SEVEN,
        RouteClaimed("ben", "one"),
        TurnTaken("cleo"),
        Retracted(9),
        RouteClaimed("anna", "one", afterwards=True),
    ]


def test_a_correction_counts_at_the_place_of_what_it_corrects():
    state = play(*corrected())
    assert state.owner["one"] == "anna"
    assert state.places == {12: 9}
    assert state.last_round.trigger == "anna"
    assert state.last_round.turns_left == ("ben", "anna"), "Cleo has had her last turn"
    assert state.last_actor == "cleo"


def test_taking_the_correction_back_and_putting_it_back_undoes_and_restores_the_last_round():
    assert play(*corrected(), Retracted(12)).last_round is None
    assert play(*corrected(), Retracted(12), Retracted(13)).last_round == play(*corrected()).last_round
    # The old claim in force again: Ben has the route, the correction rests on nothing.
    state = play(*corrected(), Retracted(11))
    assert state.owner["one"] == "ben"
    assert state.last_round is None
    assert state.idle == [12]


def test_a_correction_of_a_correction_counts_where_the_first_claim_stood():
    again = [Retracted(12), RouteClaimed("cleo", "one", afterwards=True)]
    state = play(*corrected(), *again, Retracted(14), RouteClaimed("anna", "one", afterwards=True))
    assert state.places == {16: 9}
    assert state.last_round.turns_left == ("ben", "anna")


def test_a_correction_of_what_was_no_turn_is_none():
    state = play(
        *SEVEN,
        RouteClaimed("ben", "one", afterwards=True),
        Retracted(9),
        RouteClaimed("anna", "one", afterwards=True),
    )
    assert state.places == {11: 9}
    assert state.last_round is None


def test_a_route_entered_later_for_somebody_else_is_no_correction():
    state = play(
        *SEVEN,
        RouteClaimed("ben", "one"),
        Retracted(9),
        TurnTaken("ben"),
        RouteClaimed("anna", "one", afterwards=True),
    )
    assert state.places == {}
    assert state.last_round is None


def test_what_leaves_the_board_alone_may_come_between_the_two_halves_of_a_correction():
    events = corrected()
    events.insert(-1, TicketsKept("ben", ()))
    assert play(*events).places == {13: 9}


def test_a_correction_further_back_lets_a_later_turn_announce():
    """Anna had three trains left at her next turn; with the route that was hers she had one."""
    turns = [
        *SEVEN[:-1],
        RouteClaimed("anna", "three"),
        RouteClaimed("ben", "two"),
        RouteClaimed("cleo", "uno"),
        RouteClaimed("anna", "tri"),
        TurnTaken("ben"),
    ]
    assert play(*turns).last_round is None
    last = play(*turns, Retracted(9), RouteClaimed("anna", "two", afterwards=True)).last_round
    assert (last.trigger, last.seq, last.trains) == ("anna", 11, 1)
    assert last.turns_left == ("cleo", "anna")


def test_trains_that_come_back_call_nothing_off_and_do_not_change_what_was_announced():
    state = play(
        *SEVEN, RouteClaimed("anna", "one"), RouteDismantled("ben", "one"), edition="ussr", players="anna ben"
    )
    assert state.trains_left("anna") == 3
    assert state.last_round.trains == 2
    assert state.taken_up == {10: "anna"}


# ── out of turn ─────────────────────────────────────────────────────────────────────────────────────────────────────
ROUND = [RouteClaimed("anna", "one"), TurnTaken("ben"), TurnTaken("cleo")]


def test_where_every_turn_is_recorded_a_missing_one_is_remarked_on():
    state = play(*ROUND, RouteClaimed("anna", "uno"), RouteClaimed("anna", "two"))
    assert state.skipped == {6: ("ben", "cleo")}
    assert play(*ROUND, TurnTaken("anna"), TurnTaken("cleo")).skipped == {6: ("ben",)}


def test_after_one_gap_the_record_is_not_whole_and_nothing_more_is_said():
    state = play(*ROUND, *(RouteClaimed("anna", f"six{i}") for i in range(4)))
    assert list(state.skipped) == [6]


@pytest.mark.parametrize(
    "before",
    [
        [RouteClaimed("anna", "one"), RouteClaimed("ben", "uno"), RouteClaimed("cleo", "two")],
        [RouteClaimed("anna", "one"), TurnTaken("cleo"), TurnTaken("anna"), TurnTaken("ben")],
        [*ROUND, RouteClaimed("ben", "two", afterwards=True)],
        [TurnTaken("anna"), TurnTaken("ben")],
    ],
    ids=["claims alone", "a gap", "something afterwards", "less than a round"],
)
def test_where_drawn_cards_may_be_missing_nothing_is_said(before):
    turns = [RouteClaimed("ben", "six0"), RouteClaimed("ben", "six1")]
    assert play(*before, *turns).skipped == {}


LAST = [*SEVEN, RouteClaimed("anna", "one")]


def test_in_the_last_round_who_plays_before_others_is_remarked_on():
    state = play(*LAST, TurnTaken("cleo"), TurnTaken("ben"), TurnTaken("anna"))
    assert state.skipped == {10: ("ben",)}
    assert state.over
    state = play(*LAST, RouteClaimed("anna", "uno"))
    assert state.skipped == {10: ("ben", "cleo")}, "the announcer comes last"
    assert play(*LAST, TurnTaken("ben"), TurnTaken("cleo"), TurnTaken("anna")).skipped == {}


def test_a_turn_too_many_in_the_last_round_is_remarked_on():
    state = play(*LAST, TurnTaken("ben"), RouteClaimed("ben", "two", overruled=("turn-not-left",)))
    assert state.extra_turns == {11: "ben"}
    assert state.last_round.turns_left == ("cleo", "anna")
    # The last round may come to light later: what was played since was objected to by nobody.
    events = corrected()
    events[9:9] = [TurnTaken("cleo"), TurnTaken("cleo")]
    state = play(*events)
    assert state.extra_turns == {11: "cleo", 12: "cleo"}
