"""What a start loads: a command waits for no library that its answer does not need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = ("networkx", "numpy", "marshmallow", "ortools", "sqlalchemy", "psycopg", "flask", "babel")


def loaded(program: str, **env: str) -> set[str]:
    """Return which of the heavy libraries a program has loaded at its end."""
    end = f"import sys; print('loaded', *[name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\n{end}"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        (["pay", "docs/examples/hand.json"], {"marshmallow"}),
        (["score", "tests/games/europe/five-players.jsonl"], {"marshmallow", "networkx"}),
        (["score", "docs/examples/position.json", "--json"], {"marshmallow", "networkx"}),
        (["trail", "docs/examples/network.json"], {"marshmallow", "networkx"}),
        (["trail", "nowhere.json"], {"marshmallow"}),
        (["score", "--player", "anna"], set()),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_command_loads_what_it_needs(words: list[str], needed: set[str]) -> None:
    assert loaded(f"from solver.cli.run import run; run({words})") <= needed


def test_help_loads_nothing() -> None:
    program = "from solver.cli.run import run\ntry: run(['--help'])\nexcept SystemExit: pass"
    assert loaded(program) == set()


def test_the_app_on_sqlite_loads_no_driver_of_another_database(tmp_path: Path) -> None:
    program = "from app import create_app; create_app()"
    env = {"DATABASE_URL": f"sqlite:///{tmp_path / 'start.db'}", "STATIONMASTER_WARM": "0"}
    assert not {"psycopg", "ortools"} & loaded(program, STATIONMASTER_INSTANCE=str(tmp_path), **env)


def test_a_process_that_searches_yields_before_it_imports() -> None:
    program = """
import os, runpy, sys
def nice(more):
    print("loaded", *[name for name in ("networkx", "numpy", "flask") if name in sys.modules], more)
    os._exit(sys.stdout.flush() or 0)
os.nice = nice
runpy.run_module("app.searching.start", run_name="__main__")
"""
    assert loaded(program) == {"10"}
