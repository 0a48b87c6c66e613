"""Assignments of a photo against a plain listing of all of them."""

from __future__ import annotations

import random
from itertools import product

import pytest

from solver.formats.load import load_edition
from solver.game.errors import CertificateError
from solver.search.reading.reading import SURE, read_sight
from solver.search.reading.verify import Sight, check_holders


def some_sight(rng: random.Random) -> Sight:
    """Return up to six things for up to three players, some in doubles, some answered, pieces often too few."""
    players = rng.randint(1, 3)
    things = [f"t{n}" for n in range(rng.randint(1, 6))]
    doubles, rest = [], things[:]
    while rest:
        take = rng.choice((1, 1, 2, 3))
        doubles.append(tuple(rest[:take]))
        del rest[:take]
    size = {thing: rng.randint(1, 6) for double in doubles for thing in double}
    for double in doubles:
        size.update(dict.fromkeys(double, size[double[0]]))
    weights = {}
    for thing in things:
        row = [-rng.choice((0, rng.randint(0, 200), rng.randint(0, 2000))) for _ in range(players + 1)]
        weights[thing] = [one - max(row) for one in row]
    answers = {thing: rng.randint(0, players) for thing in things if rng.random() < 0.15}
    most = [rng.randint(0, 14) for _ in range(players)]
    return Sight(weights, size, doubles, most, rng.random() < 0.4, answers)


def every_reading(sight: Sight):
    """Yield every lawful assignment with its weight: written down from the rules, without the code under test."""
    things, players = list(sight.weights), range(1, len(sight.most) + 1)
    named = sight.answers
    for owners in product(range(len(sight.most) + 1), repeat=len(things)):
        held = dict(zip(things, owners, strict=True))
        if any(held[thing] != owner for thing, owner in named.items()):
            continue
        lawful = True
        for p in players:
            spent = sum(sight.size[t] for t in things if held[t] == p)
            told = sum(sight.size[t] for t in named if named[t] == p)
            lawful &= spent <= sight.most[p - 1] or spent == told
        for double in sight.doubles:
            taken = [held[t] for t in double if held[t]]
            told = [named[t] for t in double if named.get(t)]
            lawful &= all(taken.count(p) <= max(1, told.count(p)) for p in players)
            lawful &= not sight.one_track_only or len(taken) <= max(1, len(told))
        if lawful:
            yield sum(sight.weights[t][o] for t, o in held.items()), held


def compare(seed: int) -> None:
    sight = some_sight(random.Random(seed))
    found = read_sight(sight, most_solved=len(sight.weights))
    ways = list(every_reading(sight))
    best = max(weight for weight, _ in ways)
    assert found.outcome.value == found.outcome.bound == best
    assert check_holders(sight, found.outcome.certificate) == best
    assert not found.margins.keys() & sight.answers.keys()
    for thing in sight.weights:
        others = [weight for weight, held in ways if held[thing] != found.outcome.certificate[thing]]
        # Never more than is true; and true wherever it decides whether to ask.
        if others:
            assert found.margins[thing] <= best - max(others)
            assert min(found.margins[thing], SURE) == min(best - max(others), SURE)


@pytest.mark.parametrize("seed", range(40))
def test_readings_are_as_good_as_any(seed):
    compare(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40, 340))
def test_many_readings_are_as_good_as_any(seed):
    compare(seed)


def whole_board(rng: random.Random):
    """Return a finished game of five on a printed board as a noisy photo shows it, the counts, and who owns what."""
    board = load_edition("usa").board
    owner, left = {}, dict.fromkeys(range(1, 6), 45)
    for double in board.doubles:
        free = list(left)
        for route in double:
            player = rng.choice([0, *free])
            length = board.routes[route].length
            if player and left[player] >= length:
                owner[route] = player
                left[player] -= length
                free.remove(player)
            else:
                owner[route] = 0
    weights = {}
    for route, player in owner.items():
        row = [int(rng.gauss(-1100, 350)) for _ in range(6)]
        row[player] = int(rng.gauss(0, 150))
        weights[route] = [one - max(row) for one in row]
    size = {route: board.routes[route].length for route in owner}
    counted = [45 - left[player] for player in range(1, 6)]
    return Sight(weights, size, board.doubles, [45] * 5), counted, owner


def test_a_whole_board_asks_about_its_slips_and_never_lets_counts_overwrite():
    for seed in range(4):
        sight, counted, owner = whole_board(random.Random(seed))
        plain, found = read_sight(sight), read_sight(sight, counted)
        assert found.outcome.certificate == plain.outcome.certificate
        asked = {one.thing for one in found.questions}
        wrong = {route for route, holder in found.outcome.certificate.items() if holder != owner[route]}
        assert wrong <= asked or found.mismatches
        assert [one.worth for one in found.questions] == sorted(
            (q.worth for q in found.questions), reverse=True
        )
        # People answer what is asked: the answers stand.
        told = Sight(
            sight.weights, sight.size, sight.doubles, sight.most, answers={t: owner[t] for t in asked}
        )
        after = read_sight(told, counted)
        assert all(after.outcome.certificate[t] == owner[t] for t in asked)
        assert not asked & {one.thing for one in after.questions}


def test_a_wrong_count_is_a_mismatch_and_a_question():
    sight = Sight({"a": [0, -900], "b": [-900, 0]}, {"a": 2, "b": 3}, [("a",), ("b",)], [45])
    found = read_sight(sight, [5])
    assert found.outcome.certificate == {"a": 0, "b": 1}
    assert [(one.player, one.read, one.counted) for one in found.mismatches] == [(1, 3, 5)]
    sight = Sight({"a": [0, -400], "b": [-900, 0]}, {"a": 2, "b": 3}, [("a",), ("b",)], [45])
    found = read_sight(sight, [5])
    assert [(one.thing, one.counts_say) for one in found.questions] == [("a", 1)]
    assert read_sight(sight, [3]).questions == ()


def test_what_people_saw_holds_even_against_the_rules():
    sight = Sight(
        {"a": [0, -900], "b": [0, -900]}, {"a": 3, "b": 3}, [("a", "b")], [4], True, {"a": 1, "b": 1}
    )
    found = read_sight(sight)
    assert found.outcome.certificate == {"a": 1, "b": 1}
    assert not found.margins


def test_a_false_assignment_is_told():
    sight = Sight({"a": [0, -9], "b": [0, -9]}, {"a": 3, "b": 3}, [("a", "b")], [5], False, {})
    for wrong in ({"a": 0}, {"a": 1, "b": 1}, {"a": 0, "b": 2}):
        with pytest.raises(CertificateError):
            check_holders(sight, wrong)
