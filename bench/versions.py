"""
Another version of the project to compare with: ``make bench BASE=f4f0832``.

The commit is checked out into a folder of files that go. Its modules are not imported beside ours: it is asked as anybody asks it,
by pages of a server of its own or by its command line, in turns with this version.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
OURS = "this"

_roots: dict[str, Path] = {OURS: ROOT}


def roots() -> Mapping[str, Path]:
    """Return the folders of the versions to measure: this one first, and the base where one was named."""
    return _roots


@contextlib.contextmanager
def checked_out(commit: str, folder: Path) -> Iterator[Path]:
    """Put a commit into a folder, as it was."""
    with subprocess.Popen(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE) as packed:
        subprocess.run(["tar", "-x", "-C", folder], stdin=packed.stdout, check=True)
    if packed.returncode:
        raise SystemExit(f"there is no commit {commit}")
    yield folder


@contextlib.contextmanager
def beside(commit: str) -> Iterator[None]:
    """Measure a commit too, inside the block; nothing else where none is named."""
    with tempfile.TemporaryDirectory(prefix="stationmaster-bench-") as name, contextlib.ExitStack() as stack:
        if commit:
            _roots[commit[:9]] = stack.enter_context(checked_out(commit, Path(name)))
        try:
            yield
        finally:
            _roots.pop(commit[:9], None)


def environment(root: Path) -> dict[str, str]:
    """Return the environment in which Python finds the modules of a version."""
    return {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": ""}


class Asking:
    """
    The command line of a version that waits for questions, one JSON value a line: ``Asking(root, "plan", "--player", "anna")``.

    What is measured with it is the answer alone, and not the start of a process.
    """

    def __init__(self, root: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "solver", arguments[0], "--lines", *arguments[1:]]
        self.process = subprocess.Popen(
            command,
            cwd=root,
            env=environment(root),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ask(self, question: object) -> Any:
        """Return the answer to one question."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def __enter__(self) -> Asking:
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.kill()
        self.process.wait()
