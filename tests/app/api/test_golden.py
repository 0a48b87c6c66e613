"""For every case of the project's tests the API, the command line and the library give the same JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from solver import log_from_lines, position_json
from solver.questions.answers import ANSWERS
from solver.questions.options import Options
from tests.solver.tables import cases, golden_games, ruling_position
from tests.solver.test_cases import game_state
from tests.solver.test_rulings import CASES

ROOT = Path(__file__).parents[3]
PAYMENTS = [
    {
        "edition": edition,
        "route": {"length": length, "colour": colour, "ferry": ferry, "tunnel": tunnel},
        "cards": cards,
        "reveal": reveal,
    }
    for edition in ("usa", "europe")
    for length, colour, ferry, tunnel in ((3, "red", 0, True), (3, "gray", 2, False))
    for cards in ({"red": 3}, {"red": 1, "locomotive": 2}, {"blue": 2, "red": 1})
    for reveal in ([], ["red", "blue", "locomotive"])
]


@cache
def ended_games() -> list[dict[str, Any]]:
    """What lies on the table at the end of every golden game."""
    logs = [log_from_lines(game.read_text(encoding="utf-8").splitlines()) for game in golden_games()]
    return [position_json(log.state()) for log in logs]


@cache
def small_positions() -> list[dict[str, Any]]:
    """The positions of all rulings and of the cases with stations."""
    found = [case["position"] for case in cases("stations")]
    for one in CASES:
        case = one.values[0]
        if "routes" in case and "edition" in case:
            found.append(ruling_position(case))
    return found


def fewest() -> list[dict[str, Any]]:
    """The positions of the cases with tickets to be completed with the fewest trains."""
    return [
        {
            "edition": case["edition"],
            "players": [{"name": "A", "routes": case["owned"], "tickets": case["tickets"]}],
        }
        for case in cases("fewest_trains")
    ]


def counted(position: dict[str, Any]) -> dict[str, Any]:
    """The same position with one train too few counted at every player."""
    answer = ANSWERS["score"](position, Options())
    left = {player["name"]: player["trains_left"] for player in answer["players"]}
    players = [
        {**player, "counted": {"trains_left": max(0, left[player["name"]] - 1)}}
        for player in position["players"]
    ]
    return {**position, "players": players}


def questions() -> Iterator[tuple[str, dict[str, str], list[Any]]]:
    """Yield a command, its options, and what it is asked about."""
    real = [position_json(game_state(case)) for case in cases("games")]
    yield "score", {}, [*small_positions(), *ended_games(), *real]
    yield "trail", {}, [{"routes": case["routes"]} for case in cases("trails")]
    yield "pay", {}, PAYMENTS
    yield "audit", {}, [counted(position) for position in small_positions()[:12]]
    yield "plan", {"player": "A"}, fewest()
    yield "reach", {"player": "A"}, fewest()
    few = [position for position in small_positions() if position["players"][0]["name"] == "A"]
    yield "ceiling", {"player": "A"}, few[:12]
    travelled = [position for position in ended_games() if position["edition"] == "marklin"]
    for position in travelled:
        name = position["players"][0]["name"]
        yield "journey", {"player": name, "from": "berlin"}, [position]


def by_command_line(command: str, options: dict[str, str], asked: list[Any], language: str) -> list[Any]:
    """Return the answers of the command line, asked line by line."""
    flags = [f"--{name}={value}" for name, value in options.items()]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "solver",
            command,
            "--lines",
            "--json",
            f"--lang={language}",
            "--seconds=60",
            *flags,
        ],
        input="".join(json.dumps(one) + "\n" for one in asked).encode(),
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


ALL = list(questions())


@pytest.mark.parametrize(
    ("command", "options", "asked"), ALL, ids=[f"{number}-{one[0]}" for number, one in enumerate(ALL)]
)
def test_api_command_line_and_library_agree(caller, command, options, asked):
    assert asked
    language = "ru" if command in ("trail", "pay") else "en"
    told = by_command_line(command, options, asked, language)
    assert len(told) == len(asked)
    query = "&".join(f"{name}={quote(value)}" for name, value in {**options, "lang": language}.items())
    # The service allows five seconds, which none of these needs on a free machine.
    given = Options(language=language, seconds=60, player=options.get("player"), start=options.get("from"))
    for one, line in zip(asked, told, strict=True):
        answer = caller.post(f"/{command}?{query}", one)
        assert answer.status_code == 200, answer.text
        library = json.loads(json.dumps(ANSWERS[command](one, given)))
        assert answer.get_json() == line == library


@pytest.mark.parametrize("game", golden_games(), ids=lambda game: f"{game.parent.name}/{game.stem}")
def test_a_log_is_scored_as_the_sheet_beside_it_says(caller, game):
    answer = caller.post("/score", data=game.read_bytes(), content_type="application/x-ndjson")
    assert answer.status_code == 200, answer.text
    lines = game.read_text(encoding="utf-8").splitlines()
    assert answer.get_json() == json.loads(json.dumps(ANSWERS["score"](lines, Options())))
    expected = json.loads(game.with_suffix(".sheet.json").read_text(encoding="utf-8"))
    totals = {player["name"]: player["total"] for player in answer.get_json()["players"]}
    assert sorted(totals.values()) == sorted(player["total"] for player in expected.values())
