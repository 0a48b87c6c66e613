"""The README holds: its commands run as they are written, its imports exist, its files and targets are there."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^python -m solver ([^#\n]+)", README, re.MULTILINE)
POSITION = {
    "edition": "europe",
    "players": [
        {"name": "Anna", "routes": ["dieppe-paris-1"], "stations": ["wien"], "tickets": ["brest--petrograd"]},
        {"name": "Ben"},
    ],
}
FILES = {
    "position.json": json.dumps(POSITION),
    "network.json": json.dumps({"routes": [["A", "B", 3], ["B", "C", 4]]}),
    "hand.json": json.dumps(
        {"edition": "europe", "route": {"length": 3, "colour": "red", "tunnel": True}, "cards": {"red": 3}}
    ),
    "game.jsonl": (ROOT / "tests/games/europe/five-players.jsonl").read_text("utf-8"),
}


@pytest.mark.parametrize("command", COMMANDS, ids=[command.split()[0] for command in COMMANDS])
def test_a_command_answers_as_it_is_written(tmp_path: Path, command: str) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "solver", *shlex.split(command)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout
    if "--json" in command:
        json.loads(done.stdout)


def test_there_are_commands_to_run() -> None:
    assert len(COMMANDS) >= 5


def test_the_library_answers_as_it_is_written(tmp_path: Path) -> None:
    """In a process of its own: here other tests have loaded half of the library already."""
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"Anna \d+\n", done.stdout)


def test_every_file_and_target_it_names_is_there() -> None:
    names = re.findall(r"`((?:docs|maps|solver|app|tests)/[\w./-]+)`", README)
    names += re.findall(r"\]\(([\w./-]+)\)", README)
    assert names
    assert [name for name in names if not (ROOT / name).exists()] == []
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)", README)) <= targets
