"""The front door: every name is what it says, whatever was loaded before it, and asking for it loads nothing else."""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import solver

ROOT = Path(__file__).parents[2]
KINDS = {
    name: "type" if name[0].isupper() else "function" for name in solver.__all__
}  # as the names of the project are written: types with a capital
BEFORE = {
    "nothing": "",
    "its own module": "import importlib; [importlib.import_module(home) for home in solver._HOME]",
    "the command line": "import solver.cli.run",
}


@pytest.mark.parametrize("before", BEFORE)
def test_every_name_is_a_type_or_a_function_in_a_fresh_process(before):
    program = f"""
import json, solver
{BEFORE[before]}
found = {{}}
for name in solver.__all__:
    exec(f"from solver import {{name}} as one")
    assert one is getattr(solver, name)
    found[name] = type(one).__name__
print(json.dumps(found))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == KINDS


def test_what_is_named_is_what_can_be_fetched():
    assert sorted(solver._WHERE) == sorted(solver.__all__)


def test_no_module_takes_the_place_of_a_name():
    assert not {module.name for module in pkgutil.iter_modules(solver.__path__)} & set(solver.__all__)
