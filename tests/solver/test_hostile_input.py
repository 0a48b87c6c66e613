"""Whatever is put into a position, a log, an event or a network: it is scored, or refused with a place; never a crash."""

import copy
import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.formats.front import entry_from_json, log_from_lines, position_json
from solver.formats.load import load_edition
from solver.game.errors import InvalidInput
from solver.game.fold import after
from solver.game.objections import objections
from solver.questions.commands import answer_pay, answer_score, answer_trail
from solver.questions.options import Options
from tests.solver.tables import golden_games

GAMES = {
    game.parent.name: log_from_lines(game.read_text(encoding="utf-8").splitlines())
    for game in golden_games()
    if game.parent.name in ("ussr", "marklin", "europe")
}
POSITIONS = {name: json.dumps(position_json(log.state())) for name, log in GAMES.items()}
LINES = {
    game.parent.name: [json.loads(line) for line in game.read_text(encoding="utf-8").splitlines()]
    for game in golden_games()
    if game.parent.name in GAMES
}
BOARD = {
    "cities": [
        {"id": "a", "terminal_of": "land"},
        {"id": "b", "goods": "red"},
        {"id": "c", "x": 0.5, "y": 2},
    ],
    "routes": [{"id": "ab", "ends": ["a", "b"], "length": 3}, {"id": "bc", "ends": ["b", "c"], "length": 9}],
}
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 12),
    st.just(10**400),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(
        ["", "a" * 300, "\ud800", "{x}", "anna", "Anna", "red", "berlin", "wien", "ab", "b", "__proto__"]
    ),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(0, 3), max_size=2),
    st.just(BOARD),
)


def places(value, path=()):
    """Yield the path of everything in a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


def spoiled(data, how, rng):
    """Return the value with some places changed: replaced, dropped, doubled or given a key that nobody knows."""
    data = copy.deepcopy(data)
    for junk in how:
        path = rng.choice(list(places(data)))
        if not path:
            continue
        owner = data
        for key in path[:-1]:
            owner = owner[key]
        act = rng.randrange(4)
        if act == 0 or (act == 2 and isinstance(owner, dict)):
            owner[path[-1]] = copy.deepcopy(junk)
        elif act == 1:
            del owner[path[-1]]
        elif act == 2:
            owner.append(copy.deepcopy(owner[path[-1]]))
        elif isinstance(owner, dict):
            owner[str(junk)[:20]] = 1
    return data


def answered(call, *args):
    """Call, and accept a refusal that names its places in one line each."""
    try:
        return call(*args)
    except InvalidInput as error:
        faults = error.faults
    assert faults
    for fault in faults:
        assert "\n" not in fault.line()
        assert len(fault.line()) < 2000
    return None


changes = given(
    st.sampled_from(sorted(GAMES)), st.lists(JUNK, min_size=1, max_size=3), st.randoms(use_true_random=False)
)


@settings(max_examples=300, deadline=None)
@changes
def test_a_spoiled_position_is_scored_or_refused(name, how, rng):
    data = spoiled(json.loads(POSITIONS[name]), how, rng)
    answered(answer_score, data, Options(language=rng.choice(["en", "ru"])))


@settings(max_examples=150, deadline=None)
@changes
def test_a_spoiled_log_is_scored_or_refused(name, how, rng):
    data = spoiled(LINES[name], how, rng)
    answered(answer_score, [json.dumps(line) for line in data] or ["{"], Options())


@settings(max_examples=300, deadline=None)
@changes
def test_a_spoiled_entry_is_read_and_judged_or_refused(name, how, rng):
    log = GAMES[name]
    entry = spoiled(rng.choice(LINES[name][1:]), how, rng)
    board = load_edition(name).board
    found = answered(lambda: entry_from_json(entry, edition=log.edition, board=board))
    if found is not None:
        state = log.state()
        kept = objections(state, found.event)
        assert all(one.text and one.rule for one in kept)
        after(state, found.event)


@settings(max_examples=200, deadline=None)
@given(st.lists(JUNK, min_size=1, max_size=3), st.integers())
def test_a_spoiled_network_or_payment_is_answered_or_refused(how, seed):
    rng = Random(seed)
    answered(
        answer_trail, spoiled({"routes": [["A", "B", 3], ["B", "C", 4], ["A", "C", 1]]}, how, rng), Options()
    )
    payment = {
        "edition": "europe",
        "route": {"length": 3, "colour": "red", "ferry": 0, "tunnel": True},
        "cards": {"red": 2, "locomotive": 1},
        "reveal": ["red", "blue", "locomotive"],
    }
    answered(answer_pay, spoiled(payment, how, rng), Options())


@pytest.mark.parametrize("data", [None, 3, "x", [], ["x"], {}, True, [[]], {"format": "stationmaster-log"}])
def test_what_is_no_object_at_all_is_refused(data):
    for answer in (answer_score, answer_trail, answer_pay):
        with pytest.raises(InvalidInput):
            answer(data, Options())
