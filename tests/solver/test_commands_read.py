"""The command ``read``: a board from what a photo makes likely."""

from __future__ import annotations

import pytest

from solver.cli.tables import TABLES
from solver.game.errors import InvalidInput
from solver.questions.answers import ANSWERS
from solver.questions.options import Options


def asked(**more):
    return {
        "edition": "europe",
        "players": [{"name": "Anna", "trains_left": 42}, {"name": "Ben"}],
        "routes": {"dieppe-paris-1": [-9, 0, -7], "amsterdam-london-1": [-1, -1.5, -9]},
        **more,
    }


def answer(**more):
    return ANSWERS["read"](asked(**more), Options())


def test_counts_ask_and_change_no_owner():
    found = answer()
    assert found["owners"] == {"dieppe-paris-1": "Anna", "amsterdam-london-1": None}
    (question,) = found["questions"]
    assert (question["id"], question["because"], question["counts_say"]) == (
        "amsterdam-london-1",
        "counts",
        "Anna",
    )
    assert found["mismatches"] == [{"kind": "route", "player": "Anna", "read": 1, "counted": 3}]


def test_an_answer_settles_its_question():
    found = answer(answers={"amsterdam-london-1": "Anna", "wien": "Ben"})
    assert found["owners"]["amsterdam-london-1"] == "Anna"
    assert found["stations"] == {"wien": "Ben"}
    assert not found["questions"]
    assert not found["mismatches"]


def test_few_players_leave_the_second_track_free():
    double = {"dieppe-london-1": [-9, 0, -9], "dieppe-london-2": [-9, -9, 0]}
    three = [{"name": name} for name in ("Anna", "Ben", "Cleo")]
    four = [*three, {"name": "Dan"}]
    for players, owners in ((three, 1), (four, 2)):
        wide = {key: [*row, *[-9] * (len(players) - 2)] for key, row in double.items()}
        found = answer(routes=wide, players=players)
        assert sum(owner is not None for owner in found["owners"].values()) == owners


def test_nobody_lies_with_more_than_the_box_held():
    players = [{"name": "Anna", "trains": 1}, {"name": "Ben"}]
    seen = {"dieppe-paris-1": [-9, 0, -10], "amsterdam-london-1": [-9, 0, -10]}
    found = answer(players=players, routes=seen)
    assert list(found["owners"].values()).count("Anna") == 1
    assert found["value"] == found["bound"] == -9


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"edition": "nowhere"}, "edition"),
        ({"routes": {"dieppe-pari-1": [0, 0, 0]}}, "routes.dieppe-pari-1"),
        ({"routes": {"dieppe-paris-1": [0, 0]}}, "routes.dieppe-paris-1"),
        ({"routes": {"dieppe-paris-1": [0, "x", 0]}}, "routes.dieppe-paris-1[1]"),
        ({"routes": {"dieppe-paris-1": [0, float("nan"), 0]}}, "routes.dieppe-paris-1[1]"),
        ({"cities": {"atlantis": [0, 0, 0]}}, "cities.atlantis"),
        ({"answers": {"wien": "Zoe"}}, "answers.wien"),
        ({"answers": {"atlantis": None}}, "answers.atlantis"),
        ({"players": [{"name": "A"}, {"name": "a"}]}, "players[1].name"),
        (
            {"players": [{"name": "A", "trains": 3, "trains_left": 4}, {"name": "B"}]},
            "players[0].trains_left",
        ),
        ({"photo": "x"}, "photo"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_place(more, place):
    with pytest.raises(InvalidInput) as refused:
        answer(**more)
    assert place in {one.path for one in refused.value.faults}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_table_names_owners_and_what_to_look_at(language):
    said = TABLES["read"](ANSWERS["read"](asked(), Options(language=language)), language)
    assert "Anna: dieppe-paris-1" in said
    assert said.splitlines()[-1].startswith("amsterdam-london-1")
