"""The audit: small ones by hand, random boards against every possible table, planted slips on a real game."""

import json
from itertools import product
from pathlib import Path
from random import Random

import networkx as nx
import pytest

from solver.formats.load import load_edition
from solver.game.errors import CertificateError
from solver.search.audit import audit as searches
from solver.search.audit.audit import audit
from solver.search.audit.verify import (
    Correction,
    Doubt,
    Reading,
    Record,
    check_explanation,
    differences,
    parallels_allowed,
)
from tests.oracles import network

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
GAMES = json.loads((Path(__file__).parents[2] / "cases" / "games.json").read_text(encoding="utf-8"))["cases"]


def record(board, owner, players=("Anna", "Ben"), trains=20, one_track_only=True, **more):
    return Record(board, owner, players, trains, POINTS, one_track_only, **more)


def read(rec, owner, which=("trains_left", "marker"), players=None):
    """What would be counted if the routes really lay like this."""
    counted = {}
    for player in players or rec.players:
        lengths = [rec.length(route) for route, whose in owner.items() if whose == player]
        points = sum(POINTS[n] for n in lengths) + rec.goods.get(player, 0)
        both = {"trains_left": rec.trains - sum(lengths), "marker": points % 100}
        counted[player] = Reading(**{key: both[key] for key in which})
    return counted


SQUARE = (("ab", "A", "B", 3), ("bc", "B", "C", 2), ("cd", "C", "D", 4), ("ad", "A", "D", 6))


def test_nothing_to_correct():
    rec = record(network(*SQUARE), {"ab": "Anna", "cd": "Ben"})
    found = audit(rec, read(rec, rec.owner))
    assert (found.consistent, found.count, found.proven, found.explanations) == (True, 0, True, ((),))


def test_nothing_counted_is_nothing_wrong():
    rec = record(network(*SQUARE), {"ab": "Anna"})
    assert audit(rec, {}).consistent
    assert audit(rec, {"Ben": Reading()}).consistent


def test_a_forgotten_claim():
    rec = record(network(*SQUARE), {"ab": "Anna"})
    found = audit(rec, read(rec, {"ab": "Anna", "cd": "Ben"}))
    assert found.explanations == ((Correction("missing", ("C", "D", 4), "Ben", None, ("cd",)),),)
    assert (found.count, found.proven, found.lawful, found.consistent) == (1, True, True, False)


def test_a_claim_that_does_not_lie_there():
    rec = record(network(*SQUARE), {"ab": "Anna", "ad": "Anna"})
    found = audit(rec, read(rec, {"ab": "Anna"}))
    assert found.explanations == ((Correction("extra", ("A", "D", 6), "Anna", "Anna", ("ad",)),),)


def test_a_claim_recorded_for_the_wrong_player_is_one_correction():
    rec = record(network(*SQUARE), {"ab": "Anna", "ad": "Anna"})
    found = audit(rec, read(rec, {"ab": "Anna", "ad": "Ben"}))
    assert found.explanations == ((Correction("owner", ("A", "D", 6), "Ben", "Anna", ("ad",)),),)


def test_routes_that_fit_as_well_are_named():
    board = network(("ab", "A", "B", 3), ("bc", "B", "C", 3), ("cd", "C", "D", 3), ("da", "D", "A", 2))
    rec = record(board, {"bc": "Ben"})
    ((correction,),) = audit(rec, read(rec, {"bc": "Ben", "cd": "Anna"})).explanations
    assert {*correction.candidates, *correction.elsewhere} == {"ab", "cd"}


def test_trains_alone_leave_several_explanations():
    """Three spaces: a route of three, or one of one and one of two, of which the single one is the fewest."""
    board = network(("a", "A", "B", 3), ("b", "B", "C", 2), ("c", "C", "D", 1), ("d", "D", "A", 5))
    rec = record(board, {})
    found = audit(rec, {"Anna": Reading(trains_left=rec.trains - 6)})
    assert found.count == 2
    lengths = {tuple(sorted(c.between[2] for c in one)) for one in found.explanations}
    assert lengths == {(1, 5)}
    assert {c.kind for one in found.explanations for c in one} == {"missing"}


def test_different_explanations_of_one_size_are_listed():
    """Two spaces too few in the box: two more were laid, or a route of three is really another's and a five his."""
    rec = record(network(*SQUARE), {"ab": "Anna"}, players=("Anna", "Ben", "Cleo"))
    found = audit(rec, {"Anna": Reading(trains_left=rec.trains)})
    kinds = {one[0].kind: one[0] for one in found.explanations}
    assert found.count == 1
    assert set(kinds) == {"extra", "owner"}
    assert found.explanations[0][0].kind == "extra", "what needs nobody who was not counted comes first"
    assert {one[0].player for one in found.explanations} == {"Anna", "Ben", "Cleo"}


def test_the_marker_begins_again_at_a_hundred_and_counts_goods():
    board = network(*((f"r{i}", f"A{i}", f"B{i}", 6) for i in range(8)))
    owner = {f"r{i}": "Anna" for i in range(7)}
    rec = record(board, owner, trains=60, goods={"Anna": 9})
    assert audit(rec, {"Anna": Reading(marker=(7 * 15 + 9) % 100)}).consistent
    found = audit(rec, {"Anna": Reading(marker=(8 * 15 + 9) % 100)})
    assert [(c.kind, c.candidates) for c in found.explanations[0]] == [("missing", ("r7",))]


def test_a_closed_track_is_a_last_resort():
    """With two players the second track is closed: it is looked at when nothing lawful explains the readings."""
    board = network(("ab-1", "A", "B", 3), ("ab-2", "A", "B", 3), ("bc", "B", "C", 2))
    owner = {"ab-1": "Anna"}
    truth = {"ab-1": "Anna", "ab-2": "Ben"}
    rec = record(board, owner)
    found = audit(rec, read(rec, truth))
    assert (found.lawful, found.count) == (False, 1)
    assert found.explanations[0][0].candidates == ("ab-2",)
    more = record(board, owner, one_track_only=False)
    assert audit(more, read(more, truth)).lawful


def test_readings_that_nothing_explains():
    rec = record(network(*SQUARE), {"ab": "Anna"})
    for reading in (Reading(trains_left=99), Reading(trains_left=rec.trains - 1), Reading(marker=5)):
        found = audit(rec, {"Anna": reading})
        assert (found.explanations, found.count, found.proven, found.consistent) == ((), None, True, False)


def test_more_slips_than_asked_for():
    board = network(*((f"r{i}", f"A{i}", f"B{i}", 1) for i in range(8)))
    rec = record(board, {})
    seven = {"Anna": Reading(trains_left=rec.trains - 7)}
    assert audit(rec, seven, at_most=6).count is None
    assert audit(rec, seven, at_most=7).count == 7


def test_an_empty_board_explains_nothing():
    found = audit(record(nx.MultiGraph(), {}), {"Anna": Reading(trains_left=3)})
    assert (found.count, found.proven) == (None, True)


def test_one_reading_that_differs_alone_is_doubted_first():
    """A route has spaces and points, so a correction moves both: a marker that is off by itself was moved wrong."""
    rec = record(network(*SQUARE), {"ab": "Anna", "cd": "Ben"})
    right = read(rec, rec.owner)
    found = audit(rec, {**right, "Anna": Reading(right["Anna"].trains_left, 99)})
    assert found.doubts == (Doubt("Anna", "marker", 99, 4),)
    assert found.besides == ()
    found = audit(rec, {**right, "Ben": Reading(right["Ben"].trains_left - 1, 7)})
    assert found.doubts == (Doubt("Ben", "trains_left", 15, 16),)


def test_who_is_in_a_hurry_is_spared_long_stories_about_the_record():
    """Two points more without any train: three routes of one space in place of one of three."""
    board = network(*((f"r{i}", f"A{i}", f"B{i}", 1 + 2 * (i < 1)) for i in range(5)))
    rec = record(board, {f"r{i}": "Anna" for i in range(1, 4)})
    counted = {"Anna": Reading(17, 4)}
    assert [audit(rec, counted, thorough=thorough).count for thorough in (True, False)] == [4, None]
    assert all(len(audit(rec, counted, thorough=thorough).doubts) == 1 for thorough in (True, False))


def test_what_is_wrong_besides_the_reading_is_told_too():
    rec = record(network(*SQUARE), {"ab": "Anna"})
    truth = read(rec, {"ab": "Anna", "cd": "Ben"})
    found = audit(rec, {**truth, "Anna": Reading(truth["Anna"].trains_left, 9)})
    assert [(one.player, one.counted) for one in found.doubts] == [("Anna", 9)]
    assert [(one.kind, one.candidates) for one in found.besides] == [("missing", ("cd",))]


def test_a_reading_is_not_doubted_without_another_to_go_by():
    """Both differ, as after any slip, or only one was counted: then the record is asked first."""
    rec = record(network(*SQUARE), {"ab": "Anna", "bc": "Anna"})
    for counted in (read(rec, {"ab": "Anna"}), {"Anna": Reading(18)}, {"Anna": Reading(marker=2)}):
        found = audit(rec, counted)
        assert (found.doubts, found.besides) == ((), ())
        assert not found.consistent


def test_no_time_is_not_a_proof():
    rec = record(network(*SQUARE), {"ab": "Anna"})
    found = audit(rec, read(rec, {"ab": "Anna", "cd": "Ben"}), seconds=0.0)
    assert found.proven == (found.count is not None)


def random_record(rng):
    """A board of up to seven routes between few cities, so that parallel tracks are common, and any owners at all."""
    players = ("Anna", "Ben", "Cleo")[: rng.choice((1, 2, 2, 3))]
    routes = rng.randint(1, 5 if len(players) == 3 else 7)
    pairs = [("A", "B"), ("B", "C"), ("A", "C"), ("C", "D")]
    board = network(*((f"r{i}", *rng.choice(pairs), rng.randint(1, 4)) for i in range(routes)))
    owner = {r: rng.choice(players) for _, _, r in board.edges(keys=True) if rng.random() < 0.6}
    rec = record(
        board, owner, players, rng.choice((8, 20)), rng.random() < 0.5, goods={"Anna": rng.choice((0, 95))}
    )
    routes_ = [r for _, _, r in board.edges(keys=True)]
    truth = {
        r: p for r in routes_ if (p := owner.get(r) if rng.random() < 0.7 else rng.choice((None, *players)))
    }
    counted = read(rec, truth)
    for player in players:
        if rng.random() < 0.2:
            counted[player] = Reading(counted[player].trains_left)
        elif rng.random() < 0.2:
            counted[player] = Reading(marker=counted[player].marker)
        elif rng.random() < 0.1:
            del counted[player]
    return rec, counted


def fewest_by_enumeration(rec, counted, lawful, at_most=6):
    """Look at every way the table could be: the fewest routes whose owner differs from the record."""
    routes = [r for _, _, r in rec.board.edges(keys=True)]
    laid = {p: sum(rec.length(r) for r, o in rec.owner.items() if o == p) for p in rec.players}
    best = None
    for owners in product((None, *rec.players), repeat=len(routes)):
        truth = {r: o for r, o in zip(routes, owners, strict=True) if o}
        slips = sum(rec.owner.get(r) != truth.get(r) for r in routes)
        if slips > at_most or (best is not None and slips >= best) or differences(rec, counted, truth):
            continue
        if any(sum(rec.length(r) for r in truth if truth[r] == p) > max(laid[p], rec.trains) for p in laid):
            continue
        if lawful and not all(parallels_allowed(rec, tracks, truth) for tracks in rec.pairs):
            continue
        best = slips
    return best


@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_looking_at_every_possible_table(seed):
    rng = Random(seed)
    seen = set()
    for _ in range(100):
        rec, counted = random_record(rng)
        found = audit(rec, counted, seconds=20.0)
        expected, lawful = fewest_by_enumeration(rec, counted, True), True
        if expected is None:
            expected, lawful = fewest_by_enumeration(rec, counted, False), False
        if max(map(len, rec.pairs)) > 3 and expected != found.count:
            continue  # more than three slips between two cities are not looked for
        assert found.proven
        assert found.count == expected
        assert found.lawful == lawful or expected in (None, 0)
        seen.add(expected)
        for explanation in found.explanations:
            assert len(explanation) == found.count
            check_explanation(rec, counted, explanation, lawful=found.lawful)
        sorts = sorts_of(found)
        assert len(sorts) == len({str(one) for one in sorts}), "explanations differ in more than the cities"
    assert {0, 1, 2} <= seen


def sorts_of(found):
    """Explanations without the cities, in an order of their own."""
    return sorted(
        sorted((c.kind, c.player, str(c.recorded), c.between[2]) for c in one) for one in found.explanations
    )


def agree(counting, model):
    assert (counting.count, counting.proven) == (model.count, model.proven)
    assert counting.lawful == model.lawful or counting.count is None
    if counting.complete and model.complete:
        assert sorts_of(counting) == sorts_of(model)
    elif model.complete:
        assert len(sorts_of(model)) > len(sorts_of(counting)), "more than asked for are not complete"
    return counting.complete and model.complete


@pytest.mark.parametrize("tries", [0, 3, 40])
def test_counting_and_the_model_find_the_same(tries, monkeypatch):
    """The counting to its end, and CP-SAT after so many tries: the same number, and all the same explanations."""
    rng = Random(tries)
    compared = 0
    for _ in range(60):
        rec, counted = random_record(rng)
        counting = audit(rec, counted, alternatives=30, seconds=20.0)
        with monkeypatch.context() as patched:
            patched.setattr(searches, "TRIES", tries)
            model = audit(rec, counted, alternatives=30, seconds=20.0)
        compared += agree(counting, model) and counting.count not in (None, 0)
    assert compared > 10


def test_a_correction_that_needs_another_between_the_same_cities():
    """Anna laid three more and only one place is left, beside Ben's track, which is closed: so Ben's is not there."""
    board = network(("ab-1", "A", "B", 3), ("ab-2", "A", "B", 4))
    for route in ("ab-1", "ab-2"):
        board.edges["A", "B", route]["double"] = "ab-1"  # printed as a double although unequal
    rec = record(board, {"ab-2": "Ben"})
    found = audit(rec, {"Anna": Reading(trains_left=rec.trains - 3)})
    assert (found.count, found.lawful, found.proven, found.complete) == (2, True, True, True)
    assert {(c.kind, c.player) for c in found.explanations[0]} == {("extra", "Ben"), ("missing", "Anna")}


def test_who_was_not_counted_has_no_more_trains_than_there_are():
    """Anna's four may really be Ben's, but then one of Ben's own does not lie there: two corrections, not one."""
    board = network(("a", "A", "B", 4), ("b", "B", "C", 4), ("c", "C", "D", 4))
    rec = record(board, {"a": "Anna", "b": "Ben", "c": "Ben"}, trains=8)
    found = audit(rec, {"Anna": Reading(trains_left=8)})
    assert [(c.kind, c.player) for c in found.explanations[0]] == [("extra", "Anna")]
    assert (len(found.explanations), found.complete) == (1, True)


def test_as_many_explanations_as_asked_for_can_be_all():
    rec = record(network(*SQUARE), {"ab": "Anna"}, players=("Anna", "Ben", "Cleo"))
    counted = {"Anna": Reading(trains_left=rec.trains)}
    three = audit(rec, counted, alternatives=3)
    two = audit(rec, counted, alternatives=2)
    assert [(len(f.explanations), f.complete) for f in (three, two)] == [(3, True), (2, False)]


@pytest.mark.parametrize("case", GAMES[:3], ids=[case["id"] for case in GAMES[:3]])
def test_counting_and_the_model_agree_on_a_real_game(case, monkeypatch):
    """Three claims forgotten, and one player who was not counted."""
    edition = load_edition(case["edition"])
    board = network(*((r.id, *r.ends, r.length) for r in edition.board.routes.values()))
    players = tuple(player["name"] for player in case["players"])
    truth = {route: player for player, route in case["claims_in_order"]}
    forgotten = Random(case["id"]).sample(sorted(truth), 3)
    written = {route: player for route, player in truth.items() if route not in forgotten}
    one_track = len(players) <= edition.parallel_routes_closed_up_to
    rec = Record(board, written, players, edition.trains, edition.route_points, one_track)
    counted = {}
    for player in players[1:]:
        lengths = [rec.length(r) for r, o in truth.items() if o == player]
        counted[player] = Reading(
            edition.trains - sum(lengths), sum(map(edition.route_points.get, lengths)) % 100
        )
    counting = audit(rec, counted, seconds=20.0)
    monkeypatch.setattr(searches, "TRIES", 0)
    agree(counting, audit(rec, counted, seconds=20.0))


@pytest.mark.parametrize("case", GAMES, ids=[case["id"] for case in GAMES])
def test_slips_in_a_real_game_are_found(case):
    """Forget a claim, write another down for the wrong player: never more corrections than slips."""
    edition = load_edition(case["edition"])
    board = network(*((r.id, *r.ends, r.length) for r in edition.board.routes.values()))
    players = tuple(player["name"] for player in case["players"])
    truth = {route: player for player, route in case["claims_in_order"]}
    rng = Random(case["id"])
    for _ in range(5):
        written = dict(truth)
        del written[rng.choice(sorted(written))]
        moved = rng.choice(sorted(written))
        written[moved] = rng.choice([p for p in players if p != written[moved]])
        one_track = len(players) <= edition.parallel_routes_closed_up_to
        rec = Record(board, written, players, edition.trains, edition.route_points, one_track)
        real = Record(board, truth, players, edition.trains, edition.route_points, one_track)
        counted = {}
        for player in players:
            lengths = [real.length(r) for r, o in truth.items() if o == player]
            points = sum(edition.route_points[n] for n in lengths)
            counted[player] = Reading(edition.trains - sum(lengths), points % 100)
        found = audit(rec, counted, seconds=20.0)
        assert found.proven
        assert 1 <= found.count <= 2


def test_a_false_explanation_is_not_accepted():
    rec = record(network(*SQUARE), {"ab": "Anna"})
    counted = read(rec, {"ab": "Anna", "cd": "Ben"})
    for wrong in (
        Correction("missing", ("B", "C", 2), "Ben", None, ("bc",)),
        Correction("missing", ("C", "D", 4), "Anna", None, ("cd",)),
        Correction("missing", ("A", "B", 3), "Ben", None, ("ab",)),
        Correction("extra", ("A", "B", 3), "Anna", "Anna", ("ab",)),
    ):
        with pytest.raises(CertificateError):
            check_explanation(rec, counted, (wrong,), lawful=True)


def test_the_same_question_has_the_same_answer():
    rec, counted = random_record(Random(8))
    assert audit(rec, counted).explanations == audit(rec, counted).explanations
