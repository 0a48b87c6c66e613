"""Loans that hang on each other through the bonus for the most tickets, and bonuses with ties."""

from dataclasses import replace
from itertools import product

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.formats.front import position_from_json
from solver.formats.sheet import sheet_json
from solver.game.edition import Bonus
from solver.scoring.bonuses import Tally, awards
from solver.scoring.coupling import choose
from solver.scoring.settle import settle
from solver.search.stations.stations import Front, Loans


def front(*pairs):
    """Return a front of pairs (points, completed)."""
    return Front(tuple(Loans({}, points, tuple(range(done)), {}) for points, done in pairs), proven=True)


def totals_with(bonus):
    def totals(loans):
        best = max(len(chosen.completed) for chosen in loans.values())
        return {p: c.points + (bonus if len(c.completed) == best > 0 else 0) for p, c in loans.items()}

    return totals


def chosen(coupled):
    return {p: (c.points, len(c.completed)) for p, c in coupled.chosen.items()}


def test_alone_the_best_points_are_taken_where_no_bonus_hangs_on_tickets():
    coupled = choose({"a": front((20, 1), (14, 2)), "b": front((5, 3))}, totals_with(0))
    assert chosen(coupled) == {"a": (20, 1), "b": (5, 3)}


def test_a_bonus_is_worth_giving_up_points_for():
    coupled = choose({"a": front((20, 1), (14, 2)), "b": front((5, 2))}, totals_with(15))
    assert coupled.settled
    assert chosen(coupled) == {"a": (14, 2), "b": (5, 2)}


def stable_profiles(fronts, totals):
    """Return by plain enumeration every choice from which nobody gains by changing alone, with the totals."""
    found = []
    for row in product(*(front.choices for front in fronts.values())):
        profile = dict(zip(fronts, row, strict=True))
        now = totals(profile)
        gains = any(
            (totals({**profile, p: other})[p], len(other.completed)) > (now[p], len(profile[p].completed))
            for p, front in fronts.items()
            for other in front.choices
        )
        if not gains:
            found.append((profile, now))
    return found


def fronts(max_players=3):
    pair = st.lists(st.tuples(st.integers(-30, 30), st.integers(0, 4)), min_size=1, max_size=3)

    def pareto(pairs):
        kept = [p for p in set(pairs) if not any(o != p and o[0] >= p[0] and o[1] >= p[1] for o in pairs)]
        return front(*sorted(kept, reverse=True))

    return st.dictionaries(st.sampled_from("abc"), pair.map(pareto), min_size=1, max_size=max_players)


@settings(max_examples=300)
@given(fronts(), st.sampled_from([0, 7, 15]))
def test_the_choice_agrees_with_enumeration(fronts, bonus):
    totals = totals_with(bonus)
    coupled = choose(fronts, totals)
    stable = stable_profiles(fronts, totals)
    outcomes = {tuple(now.values()) for _, now in stable}
    assert coupled.settled == (len(outcomes) == 1)
    if coupled.settled:
        assert tuple(totals(coupled.chosen).values()) in outcomes
    else:
        assert all(c.points == max(o.points for o in fronts[p].choices) for p, c in coupled.chosen.items())


def wilno(edition, rival_tickets):
    """A station in Wilno: its one route serves either a ticket of 20, or two tickets of 6 and 13."""
    return {
        "edition": edition,
        "board": {
            "routes": [
                {"id": "bp", "ends": ["brest", "wilno"], "length": 4},
                {"id": "wp", "ends": ["wilno", "petrograd"], "length": 4},
                {"id": "ws", "ends": ["wilno", "smolensk"], "length": 3},
                {"id": "ww", "ends": ["warszawa", "wilno"], "length": 3},
                {"id": "fw", "ends": ["frankfurt", "warszawa"], "length": 3},
                {"id": "xy", "ends": ["x", "y"], "length": 1},
            ]
        },
        "players": [
            {
                "name": "A",
                "routes": ["bp", "ww", "fw"],
                "stations": ["wilno"],
                "tickets": [
                    {"ends": ["brest", "petrograd"], "points": 20},
                    {"ends": ["warszawa", "smolensk"], "points": 6},
                    {"ends": ["frankfurt", "smolensk"], "points": 13},
                ],
            },
            {
                "name": "B",
                "routes": ["wp", "ws", "xy"],
                "tickets": [{"ends": ["x", "y"], "points": 2}] * rival_tickets,
            },
        ],
    }


def sheet_for(edition, rival_tickets):
    state = position_from_json(wilno(edition, rival_tickets)).state
    return sheet_json(settle(state), state)


def test_europe_takes_the_points_and_ussr_the_tickets_when_the_bonus_is_worth_it():
    # 20 − 19 = 1 point with one ticket, or 19 − 20 = −1 with two: the bonus of 15 decides.
    assert sheet_for("europe", 2)["players"][0]["completed"] == 1
    ussr = sheet_for("ussr", 2)["players"][0]
    assert ussr["completed"] == 2
    assert ussr["points"]["tickets"] == -1
    assert 15 in [bonus["points"] for bonus in ussr["bonuses"]]
    assert ussr["stations"]["loans"] == {"wilno": "ws"}
    # With three completed the rival is out of reach: the points are worth more.
    assert sheet_for("ussr", 3)["players"][0]["completed"] == 1


def test_the_path_of_every_completed_ticket_joins_its_ends():
    for rivals in range(4):
        state = position_from_json(wilno("ussr", rivals)).state
        for column in settle(state).players:
            for line in column.evidence.tickets:
                if line.completed:
                    graph = nx.Graph(state.board.routes[r].ends for r in (*line.routes, *line.loans))
                    assert nx.has_path(graph, *line.ticket.ends)
                    assert all(state.owner[r] == column.player for r in line.routes)
                    assert all(state.owner[r] not in (None, column.player) for r in line.loans)


def test_no_stable_choice_leaves_a_note():
    a, b = front((10, 1), (4, 2)), front((10, 1), (9, 2))

    def totals(loans):
        # Whoever completes just as many as the other loses 8: a wants to be alone, b wants company.
        same = len(loans["a"].completed) == len(loans["b"].completed)
        return {"a": loans["a"].points - (20 if same else 0), "b": loans["b"].points - (0 if same else 20)}

    coupled = choose({"a": a, "b": b}, totals)
    assert not coupled.settled
    assert coupled.outcomes == ()
    assert chosen(coupled) == {"a": (10, 1), "b": (10, 1)}


def test_everybody_with_the_best_value_gets_a_bonus_and_nobody_at_zero_unless_the_table_plays_it_so():
    bonuses = (Bonus("most_ferries", 7), Bonus("most_tunnels", 7))
    tallies = {"a": Tally(ferries=2), "b": Tally(ferries=2), "c": Tally(ferries=1)}
    ferries, tunnels = awards(bonuses, tallies, at_zero=False)
    assert (ferries.players, ferries.value) == (("a", "b"), 2)
    assert tunnels.players == ()
    _, tunnels = awards(bonuses, tallies, at_zero=True)
    assert tunnels.players == ("a", "b", "c")


def test_tie_breaks_of_the_switch_replace_those_of_the_edition():
    position = {
        "edition": "america",
        "board": {"routes": [{"id": "ab", "ends": ["a", "b"], "length": 2}, {"id": "cd", "ends": ["c", "d"], "length": 2}]},
        "players": [
            {"name": "A", "routes": ["ab"], "tickets": [{"ends": ["a", "b"], "points": 2}] * 2},
            {"name": "B", "routes": ["cd"], "tickets": [{"ends": ["c", "d"], "points": 4}]},
        ],
    }  # fmt: skip
    sheet = settle(position_from_json(position).state)
    assert (sheet.winners, sheet.tie_break) == (("A", "B"), None)
    position["house_rules"] = {"usa_tie_breaks": True}
    sheet = settle(position_from_json(position).state)
    assert (sheet.winners, sheet.tie_break) == (("A",), "completed_tickets")
    assert [note.code for note in sheet.notes] == ["house-rule"]


def test_what_a_position_breaks_is_noted_and_scored_all_the_same():
    position = wilno("europe", 0)
    position["board"]["routes"] += [{"id": f"z{i}", "ends": ["z", "q"], "length": 8} for i in range(6)]
    position["players"][0]["routes"] += [f"z{i}" for i in range(5)]
    position["players"][1]["routes"] += ["z5"]
    position["players"][0]["stations"] += ["wilno", "z", "q"]
    position["players"][1]["stations"] = ["wilno"]
    position["players"][0]["goods"] = [3]
    state = position_from_json(position).state
    sheet = sheet_json(settle(state), state, "ru")
    codes = {note["code"] for note in sheet["notes"]}
    assert codes == {
        "too-many-trains", "too-many-stations", "station-city-taken", "parallel-own", "parallel-closed",
        "no-passengers",
    }  # fmt: skip
    anna = sheet["players"][0]
    assert anna["trains_left"] == 45 - 10 - 40
    assert anna["points"]["stations"] == 0
    assert anna["points"]["goods"] == 0
    assert anna["points"]["routes"] == 7 + 4 + 4 + 5 * 21


def test_an_edition_is_data_an_own_bonus_needs_no_code():
    state = position_from_json(wilno("usa", 1)).state
    state.edition = replace(state.edition, bonuses=(Bonus("most_tickets", 99),))
    assert settle(state).of("B").points.bonuses == 99
