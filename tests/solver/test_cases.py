"""Cases from outside: real games with the totals announced there, stations, score arithmetic and ties."""

import pytest

from solver.formats.front import position_from_json
from solver.formats.load import load_edition
from solver.formats.sheet import sheet_json
from solver.game.edition import Ticket
from solver.game.events import RouteClaimed, TicketsKept
from solver.game.fold import fold
from solver.scoring.bonuses import Tally
from solver.scoring.settle import settle
from solver.scoring.sheet import ranking, standing
from tests.solver.tables import cases, entries


def by_id(name):
    return [pytest.param(case, id=case["id"]) for case in cases(name)]


@pytest.mark.parametrize("case", by_id("stations"))
def test_stations(case):
    state = position_from_json(case["position"]).state
    player = sheet_json(settle(state), state)["players"][0]
    expected = case["expected"]
    assert player["points"]["tickets"] == expected["ticket_points"]
    assert [ticket["completed"] for ticket in player["tickets"]] == expected["completed"]
    assert player["longest_trail"]["value"] == expected["longest"]


def game_state(case):
    """Return the table of a real game, told as a log."""
    claims = [RouteClaimed(player, route) for player, route in case["claims_in_order"]]
    kept = [
        TicketsKept(
            player["name"], tuple(Ticket("free", tuple(t["ends"]), t["points"]) for t in player["tickets"])
        )
        for player in case["players"]
    ]
    names = " ".join(player["name"] for player in case["players"])
    return fold(load_edition(case["edition"]), entries(case["edition"], names, *claims, *kept))


@pytest.mark.parametrize("case", by_id("games"))
def test_real_games_end_as_announced(case):
    state = game_state(case)
    sheet = settle(state)
    for player in case["players"]:
        column, expected = sheet.of(player["name"]), player["expected"]
        bonuses = {award.kind: award.points for award in column.bonuses}
        found = {
            "trains_used": state.edition.trains - column.trains_left,
            "routes": column.points.routes,
            "tickets": column.points.tickets,
            "completed": column.completed,
            "longest": column.evidence.trail.value,
            "longest_bonus": bonuses.get("longest_trail", 0),
            "most_tickets_bonus": bonuses.get("most_tickets", 0),
            "total": column.total,
        }
        assert found == expected
        assert [line.completed for line in column.evidence.tickets] == [
            ticket["completed"] for ticket in player["tickets"]
        ]


@pytest.mark.parametrize("case", by_id("games"))
def test_real_games_announce_their_last_round(case):
    last = game_state(case).last_round
    assert last is not None
    assert last.trigger == case["last_round_triggered_by"]


@pytest.mark.parametrize("case", [case for case in by_id("ties") if case.values[0]["kind"] == "score"])
def test_score_arithmetic(case):
    lengths, tickets = case["lengths"], case.get("tickets", [])
    routes = [
        {"id": f"r{i}", "ends": [f"a{i}", f"b{i}"], "length": length} for i, length in enumerate(lengths)
    ]
    # A ticket that is to be completed runs along an own route of one space of the player's.
    extra = [{"id": "one", "ends": ["x", "y"], "length": 1}, {"id": "none", "ends": ["p", "q"], "length": 1}]
    done = any(ok for _, ok in tickets)
    position = {
        "edition": case["edition"],
        "board": {"routes": routes + extra},
        "players": [
            {
                "name": "A",
                "routes": [route["id"] for route in routes] + (["one"] if done else []),
                "tickets": [{"ends": ["x", "y"] if ok else ["p", "q"], "points": n} for n, ok in tickets],
            },
            # The longest trail is a rival's, so that no bonus is in the way.
            {"name": "B", "routes": ["none"]},
        ],
    }
    state = position_from_json(position).state
    column = settle(state).of("A")
    spare = 1 if done else 0
    assert column.points.routes - spare == case.get("expected_route_points", column.points.routes - spare)
    assert column.trains_left + spare == case.get("expected_trains_left", column.trains_left + spare)
    if "expected_total" in case:
        assert column.points.routes - spare + column.points.tickets == case["expected_total"]


@pytest.mark.parametrize("case", [case for case in by_id("ties") if case.values[0]["kind"] == "tiebreak"])
def test_ties(case):
    edition = load_edition(case["edition"])
    stations = edition.stations.count if edition.stations else 0
    tallies = {
        player: Tally(
            completed=case["completed_tickets"][player],
            stations=stations - case.get("unused_stations", {}).get(player, stations),
        )
        for player in case["scores"]
    }
    assert ranking(standing(case["scores"], tallies, edition.tie_breaks)) == case["expected_rank"]
