"""Whole games: the sheet beside each log is what an independent count gives, and what the library gives."""

import json
from importlib import resources

import pytest

from solver.formats.front import log_from_lines, position_from_json, position_json
from solver.game.events import TableOpened
from solver.game.fold import fold
from solver.game.objections import objections
from solver.scoring.settle import settle
from tests.solver.score_oracle import position_of, sheets
from tests.solver.tables import golden_games


def data(folder, name):
    return json.loads((resources.files("maps") / folder / f"{name}.json").read_text(encoding="utf-8"))


def expected(game):
    return json.loads(game.with_suffix(".sheet.json").read_text(encoding="utf-8"))


def numbers(column):
    return {
        "routes": column.points.routes,
        "tickets": column.points.tickets,
        "completed": column.completed,
        "stations": column.points.stations,
        "goods": column.points.goods,
        "longest": column.evidence.trail.value,
        "bonuses": column.points.bonuses,
        "total": column.total,
    }


every_game = pytest.mark.parametrize(
    "game", golden_games(), ids=lambda game: f"{game.parent.name}/{game.stem}"
)


@every_game
def test_the_library_gives_the_expected_sheet(game):
    state = log_from_lines(game.read_text(encoding="utf-8").splitlines()).state()
    assert {column.name: numbers(column) for column in settle(state).players} == expected(game)


@every_game
def test_an_independent_count_gives_the_expected_sheet(game):
    lines = [json.loads(line) for line in game.read_text(encoding="utf-8").splitlines()]
    edition = data("editions", lines[0]["edition"])
    cards = {t["id"]: t for deck in edition["decks"] for t in data("decks", deck)["tickets"]}
    board = data("boards", edition["board"])
    counted = sheets(position_of(lines, edition, board, cards), edition, board)
    for name, row in expected(game).items():
        assert {key: counted[name][key] for key in row} == row


@every_game
def test_every_entry_was_legal_when_it_was_made(game):
    log = log_from_lines(game.read_text(encoding="utf-8").splitlines())
    for count, entry in enumerate(log.entries):
        if isinstance(entry.event, TableOpened):
            continue
        state = fold(log.edition, log.entries[:count], log.board)
        found = {objection.code for objection in objections(state, entry.event)}
        # Games recorded before a reveal ahead of the last turn had to be asked for.
        assert not found - {"reveal-not-asked"}, entry


@every_game
def test_the_position_at_the_end_has_the_same_sheet(game):
    state = log_from_lines(game.read_text(encoding="utf-8").splitlines()).state()
    position = position_from_json(json.loads(json.dumps(position_json(state))))
    again = settle(position.state)
    assert {column.name: numbers(column) for column in again.players} == expected(game)


def test_there_are_games_of_every_box_of_the_mission():
    assert {game.parent.name for game in golden_games()} >= {"usa", "europe", "ussr", "marklin", "america"}
