"""The audit as a command: a position with readings in, the contract's answer out."""

import json
import subprocess
import sys

import pytest

from solver.cli.tables import TABLES
from solver.questions.audit import answer_audit
from solver.questions.options import Options


def position(edition="europe", **counted):
    """Four players in Europe: Anna has two routes, Ben one; what was counted is given by player."""
    routes = {"Anna": ["dieppe-paris-1", "paris-zurich-1"], "Ben": ["brest-paris-1"]}
    players = []
    for name in ("Anna", "Ben", "Cleo", "Dan"):
        player = {"name": name, "routes": routes.get(name, [])}
        if name in counted:
            player["counted"] = counted[name]
        players.append(player)
    return {"edition": edition, "players": players}


def test_record_and_table_agree():
    answer = answer_audit(position(Anna={"trains_left": 41, "marker": 5}, Ben={"marker": 4}), Options())
    assert (answer["consistent"], answer["corrections"], answer["proven"], answer["count"]) == (
        True,
        [],
        True,
        0,
    )


def test_a_forgotten_double_names_both_tracks():
    """Eight spaces too many and 21 points: the only route of that length."""
    answer = answer_audit(position(Cleo={"trains_left": 37, "marker": 21}), Options())
    (correction,) = answer["corrections"]
    assert (answer["consistent"], answer["count"], answer["proven"], answer["lawful"]) == (
        False,
        1,
        True,
        True,
    )
    assert correction["kind"] == "missing"
    assert correction["player"] == "Cleo"
    assert correction["class"] == ["petrograd", "stockholm", 8]
    assert correction["candidates"] == ["petrograd-stockholm-1"]
    assert "Petrograd – Stockholm" in correction["text"]


def test_a_claim_of_the_wrong_player():
    counted = {"Anna": {"trains_left": 44, "marker": 1}, "Ben": {"trains_left": 39, "marker": 8}}
    answer = answer_audit(position(**counted), Options(language="ru"))
    (correction,) = answer["corrections"]
    assert (correction["kind"], correction["player"], correction["recorded_for"]) == ("owner", "Ben", "Anna")
    assert correction["candidates"] == ["paris-zurich-1"]
    assert "Париж – Цюрих" in correction["text"]


def test_goods_are_on_the_marker_and_tickets_are_not():
    marklin = {
        "edition": "marklin",
        "players": [
            {
                "name": "Anna",
                "routes": [],
                "goods": [7, 4],
                "tickets": [{"ends": ["berlin", "hamburg"], "points": 5}],
                "counted": {"trains_left": 45, "marker": 11},
            }
        ],
    }
    assert answer_audit(marklin, Options())["consistent"]


def test_nothing_counted_and_nothing_that_explains():
    assert answer_audit(position(), Options())["consistent"]
    answer = answer_audit(position(Cleo={"trains_left": 45, "marker": 3}), Options())
    assert (answer["consistent"], answer["corrections"], answer["count"], answer["proven"]) == (
        False,
        [],
        None,
        True,
    )


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_table_says_every_correction(language):
    answer = answer_audit(position(Anna={"trains_left": 44}), Options(language=language))
    said = TABLES["audit"](answer, language).splitlines()
    assert answer["text"] == said[0]
    assert said[1] == answer["corrections"][0]["text"]
    assert len(said) == 2 + 2 * len(answer["alternatives"])


def test_the_command_line_answers_json():
    done = subprocess.run(
        [sys.executable, "-m", "solver", "audit", "--json"],
        input=json.dumps(position(Anna={"trains_left": 41})),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["consistent"] is True
