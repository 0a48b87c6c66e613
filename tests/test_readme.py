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


@pytest.mark.parametrize("command", COMMANDS, ids=[command.split()[0] for command in COMMANDS])
def test_a_command_answers_as_it_is_written(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "solver", *shlex.split(command)],
        cwd=ROOT,
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
    names += [word for command in COMMANDS for word in command.split() if "/" in word]
    assert names
    assert [name for name in names if not (ROOT / name).exists()] == []
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)", README)) <= targets


def test_what_the_code_refers_to_is_in_the_project() -> None:
    """A docstring that sends its reader to a document must not send him away."""
    missing = set()
    for folder in ("app", "solver", "bench", "tests"):
        for file in (ROOT / folder).rglob("*.py"):
            text = file.read_text("utf-8")
            named = re.findall(r"``((?:docs|maps|deploy)/[\w./-]+\.\w+)``", text)
            missing |= {(file.name, name) for name in named if not (ROOT / name).exists()}
            if folder in ("app", "solver") and re.search(
                r"\b(RULES|FORMATS|DESIGN|DEMAND) (section|\d)|\bof FORMATS\b", text
            ):
                missing.add((file.name, "a document that is not here"))
    assert missing == set()
