"""
``docs/operations.md`` is followed literally, in an empty folder: ``python -m tests.ops.walk``.

The blocks marked ``sh run`` are run as one script, against a PostgreSQL of its own. The light way, which the tests go,
puts the environment of the tests in place of the new virtual environment (the block ``sh run venv``).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.app.postgres import server
from tests.app.running import ROOT, free_port

PAGE = ROOT / "docs" / "operations.md"
_BLOCK = re.compile(r"^```sh(?P<marks>[^\n]*)\n(?P<text>.*?)^```$", re.M | re.S)


def blocks() -> list[tuple[tuple[str, ...], str]]:
    """Return the shell blocks of the page with their marks, in order."""
    text = PAGE.read_text(encoding="utf-8")
    return [(tuple(found["marks"].split()), found["text"]) for found in _BLOCK.finditer(text)]


def script(*, light: bool) -> str:
    """Return everything that is run, as one script."""
    parts = [
        "set -eu",
        "PID=instance/server.pid",
        "trap 'test -f $PID && kill \"$(cat $PID)\" 2> /dev/null || true' EXIT",
    ]
    for marks, text in blocks():
        if "run" in marks:
            parts.append(f"ln -s {sys.prefix} .venv" if light and "venv" in marks else text)
    return "\n".join(parts)


def walk(folder: Path, database: str, *, light: bool) -> subprocess.CompletedProcess[str]:
    """Follow the page in an empty folder."""
    # A clean environment: nothing of the caller's may help.
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "SOURCE": str(ROOT),
        "DATABASE_URL": database,
        "PORT": str(free_port()),
        # The copy belongs to whoever runs the test, and may not belong to whoever made the original.
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "safe.directory",
        "GIT_CONFIG_VALUE_0": "*",
        **{name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))},
    }
    return subprocess.run(
        ["bash", "-c", script(light=light)],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )


def main() -> int:
    """Follow it for good, virtual environment and all."""
    with server() as postgres, tempfile.TemporaryDirectory() as name:
        done = walk(Path(name), postgres.database().replace("+psycopg", ""), light=False)
        print(done.stdout)
        print(done.stderr, file=sys.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
