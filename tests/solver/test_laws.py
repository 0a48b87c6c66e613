"""Laws that hold in every game at every step: golden games and random legal ones of every edition."""

import json
from itertools import combinations

import pytest

from solver.formats.front import log_from_lines, log_lines
from solver.formats.load import edition_ids, load_edition
from solver.game.events import Retracted, TableOpened
from solver.game.fold import fold
from solver.scoring.settle import settle
from tests.solver.random_games import play
from tests.solver.tables import golden_games

GAMES = [(edition, seed) for edition in edition_ids() for seed in range(3)]


def check_laws(state):
    """No train is lost, no token, no city has two stations, no player both tracks."""
    edition = state.edition
    for player in state.players:
        laid = sum(
            state.board.routes[route].length for route, owner in state.owner.items() if owner == player
        )
        assert laid + state.trains_left(player) == edition.trains
        assert state.trains_left(player) >= 0
        points = [edition.route_points[route.length] for route in state.routes_of(player)]
        assert state.route_points(player) == sum(points)
    built = [city for cities in state.stations.values() for city in cities]
    assert len(built) == len(set(built))
    if edition.stations:
        assert all(state.stations_left(player) >= 0 for player in state.players)
    for one, other in combinations(state.owner, 2):
        if other in state.board.parallels[one]:
            assert state.owner[one] != state.owner[other]
            assert len(state.seats) > edition.parallel_routes_closed_up_to
    if edition.passengers:
        check_tokens(state)


def check_tokens(state):
    """Every token of the box lies in a city or with a player."""
    box = state.edition.passengers
    stacks = [state.stack(city.id) for city in state.board.cities.values() if not city.terminal_of]
    if None in stacks:
        return
    total = [v for colour, cities in box.cities_of.items() for v in box.tokens[colour] * cities]
    taken = [value for values in state.goods.values() for value in values]
    assert len(total) == 74
    assert sorted([*(v for stack in stacks for v in stack), *taken]) == sorted(total)
    for player in state.players:
        assert state.passengers_left(player) >= 0


@pytest.mark.parametrize(("edition", "seed"), GAMES)
def test_a_random_legal_game_keeps_the_laws_at_every_step(edition, seed):
    log = []
    for entry, state in play(edition, seed):
        log.append(entry)
        check_laws(state)
    assert state.revealed
    again = fold(load_edition(edition), log)
    assert again == state, "the fold of the whole log is what came about step by step"
    assert log_from_lines(json.dumps(line) for line in log_lines(edition, log)).state() == state
    assert not state.idle
    assert all(column.rank >= 1 for column in settle(state).players)


@pytest.mark.parametrize(("edition", "seed"), GAMES)
def test_what_is_retracted_leaves_no_trace(edition, seed):
    log = [entry for entry, _ in play(edition, seed, turns=60)]
    empty = fold(load_edition(edition), log[:1])
    for number in range(2, len(log) + 1):
        log.append(type(log[0])(len(log) + 1, "2026-11-30T18:00:00Z", None, "r", Retracted(number)))
    bare = fold(load_edition(edition), log)
    # What the log keeps of its own entries: which were taken back, and which cannot be.
    bare.seq, bare.retracted, bare.stays = empty.seq, empty.retracted, empty.stays
    assert bare == empty


@pytest.mark.parametrize(("edition", "seed"), GAMES)
def test_any_entry_may_be_retracted_and_trains_and_tokens_still_add_up(edition, seed):
    log = [entry for entry, _ in play(edition, seed, turns=60)]
    for number in range(2, len(log) + 1, 7):
        if isinstance(log[number - 1].event, TableOpened):
            continue
        entry = type(log[0])(len(log) + 1, "2026-11-30T18:00:00Z", None, "r", Retracted(number))
        state = fold(load_edition(edition), [*log, entry])
        for player in state.players:
            laid = sum(route.length for route in state.routes_of(player))
            assert laid + state.trains_left(player) == state.edition.trains
        if state.edition.passengers:
            check_tokens(state)


SWITCHES = [
    (edition, switch, value)
    for edition in edition_ids()
    for switch in load_edition(edition).switches
    for value in (False, True)
]


@pytest.mark.parametrize(("edition", "switch", "value"), SWITCHES)
def test_every_switch_of_every_edition_can_be_played(edition, switch, value):
    for _, state in play(edition, 7, house_rules={switch: value}, turns=60):
        assert state.switch(switch) == value or not state.seats
    notes = [note.code for note in settle(state).notes]
    assert notes.count("house-rule") == (value != load_edition(edition).switches[switch])


@pytest.mark.parametrize("game", golden_games(), ids=lambda game: game.name)
def test_a_golden_game_keeps_the_laws_at_every_step(game):
    log = log_from_lines(game.read_text(encoding="utf-8").splitlines())
    for count in range(1, len(log.entries) + 1):
        check_laws(fold(log.edition, log.entries[:count], log.board))
