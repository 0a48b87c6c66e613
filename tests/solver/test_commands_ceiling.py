"""The ceiling as a command: who goes on as it says has exactly that total on the sheet."""

import json
from random import Random

import pytest

from solver.formats.load import load_edition
from solver.game.errors import InvalidInput
from solver.questions.ceiling import answer_ceiling
from solver.questions.commands import answer_score
from solver.questions.options import Options


def random_position(edition_id, rng, *, laid=33):
    """Three players who have claimed anywhere; tickets and stations only where Anna has some, so nothing is coupled."""
    edition = load_edition(edition_id)
    board, owner = edition.board, {}
    names = ("Anna", "Ben", "Cleo")
    for name in names:
        spaces = 0
        while spaces < laid:
            route = rng.choice([r for r in board.routes.values() if r.id not in owner])
            if not any(other in owner for other in board.parallels[route.id]):
                owner[route.id] = name
                spaces += route.length
    players = [{"name": name, "routes": [r for r in owner if owner[r] == name]} for name in names]
    players[0]["tickets"] = rng.sample(sorted(edition.tickets), 4)
    if edition.stations:
        players[0]["stations"] = [rng.choice(sorted(board.cities))]
    return {"edition": edition_id, "players": players}


@pytest.mark.parametrize("edition", ["usa", "europe", "ussr", "marklin"])
def test_going_on_as_it_says_gives_that_total(edition):
    rng = Random(edition)
    for _ in range(3):
        position = random_position(edition, rng)
        now = answer_score(position, Options())["players"][0]["total"]
        answer = answer_ceiling(position, Options(player="Anna", seconds=4.0))
        assert now <= answer["value"] <= answer["bound"]
        assert answer["proven"] == (answer["value"] == answer["bound"])
        anna = position["players"][0]
        anna["routes"] += answer["routes"]
        anna["stations"] = anna.get("stations", []) + answer["stations"]
        sheet = answer_score(position, Options())["players"][0]
        assert sheet["total"] == answer["value"]
        assert sheet["trains_left"] >= 0
        done = [line["ticket"] for line in sheet["tickets"] if line["completed"]]
        assert sorted(done) == sorted(answer["tickets"])
        assert answer["longest"] == any(one["kind"] == "longest_trail" for one in sheet["bonuses"])


def test_what_if_so_many_were_left():
    position = random_position("europe", Random(4))
    few, none = (answer_ceiling(position, Options(player="Anna", trains=n, stations=0)) for n in (4, 0))
    assert none["routes"] == few["stations"] == none["stations"] == []
    assert few["value"] >= none["value"]
    lengths = {route.id: route.length for route in load_edition("europe").board.routes.values()}
    assert sum(lengths[route] for route in few["routes"]) <= 4


def test_journeys_are_no_part_of_it_and_it_says_so():
    position = random_position("marklin", Random(4))
    position["players"][0]["passengers"] = {"standing": [], "moved": 3}
    assert not answer_ceiling(position, Options(player="Anna"))["without_journeys"]
    position["players"][0]["passengers"] = {"standing": [], "moved": 2}
    assert answer_ceiling(position, Options(player="Anna"))["without_journeys"]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_it_is_a_sentence(language):
    answer = answer_ceiling(random_position("usa", Random(1)), Options(player="Ben", language=language))
    assert "Ben" in answer["text"]
    assert str(answer["value"]) in answer["text"]
    json.dumps(answer)


def test_nobody_has_that_name():
    with pytest.raises(InvalidInput):
        answer_ceiling(random_position("usa", Random(1)), Options(player="Nobody"))
