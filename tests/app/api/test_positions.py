"""What the API tells of a table is always a position that it scores, whatever colours its players have."""

from __future__ import annotations

import json
import re

import pytest

from app import Settings, create_app
from app.web.config import EXTENSION
from solver.formats.load import edition_ids, load_edition
from solver.game.edition import PLAYER_COLOURS
from tests.app.api.conftest import Caller
from tests.solver.tables import golden_games

NDJSON = "application/x-ndjson"


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """An app that lets one address open as many tables as it likes."""
    url = f"sqlite:///{tmp_path_factory.mktemp('positions') / 'test.db'}"
    app = create_app(Settings(url, "a secret", testing=True, warm=False, log="off", new_tables=0, api_rate=0))
    yield app
    app.extensions[EXTENSION].close()
    app.extensions[EXTENSION].store.engine.dispose()


@pytest.fixture
def caller(service):
    """A new caller."""
    return Caller(service.test_client())


def imported(caller, lines):
    """Import a log and return what the API tells of its table."""
    body = "\n".join(json.dumps(line) for line in lines).encode()
    answer = caller.post("/import", data=body, content_type=NDJSON)
    assert answer.status_code == 201, answer.text
    return caller.get(f"/tables/{answer.get_json()['code']}").get_json()


def rows(game):
    return [json.loads(line) for line in game.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("game", golden_games(), ids=lambda game: f"{game.parent.name}/{game.stem}")
def test_the_position_of_every_golden_game_is_scored(caller, game):
    found = imported(caller, rows(game))
    expected = json.loads(game.with_suffix(".sheet.json").read_text(encoding="utf-8"))
    scored = caller.post("/score", found["position"])
    assert scored.status_code == 200, scored.text
    assert {one["name"]: one["total"] for one in scored.get_json()["players"]} == {
        name: row["total"] for name, row in expected.items()
    }


@pytest.mark.parametrize("edition", edition_ids())
def test_an_older_table_keeps_its_colours_and_is_scored(caller, edition):
    most = load_edition(edition).players[1]
    colours = [*(c for c in PLAYER_COLOURS if c not in load_edition(edition).colours), *PLAYER_COLOURS]
    colours = list(dict.fromkeys(colours))[:most]
    seats = [{"id": f"p{i}", "name": f"P{i}", "colour": colour} for i, colour in enumerate(colours)]
    found = imported(
        caller, [{"format": "stationmaster-log", "version": 1, "edition": edition, "seats": seats}]
    )
    assert [player["colour"] for player in found["position"]["players"]] == colours
    assert caller.post("/score", found["position"]).status_code == 200


@pytest.mark.parametrize("edition", edition_ids())
def test_a_new_table_takes_the_colours_of_its_box_and_no_other(caller, edition):
    box = load_edition(edition).colours
    form = caller.client.get(f"/new/{edition}").text
    first = re.findall(r'name="colour-1" value="(\w+)"', form)
    assert first == list(box)
    for colour in PLAYER_COLOURS:
        body = {"edition": edition, "seats": [{"name": "Anna"}, {"name": "Ben", "colour": colour}]}
        answer = caller.post("/tables", body)
        if colour in box:
            assert answer.status_code == 201, answer.text
            assert {seat["colour"] for seat in answer.get_json()["seats"]} <= set(box)
        else:
            assert (answer.status_code, answer.get_json()["faults"][0]["path"]) == (422, "seats[1].colour")
            assert answer.get_json()["faults"][0]["code"] == "colour-of-edition"
