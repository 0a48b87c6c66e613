"""
A process that searches: one line in, one line out, until it takes too long.

Whatever is asked of it, it cannot hold up the server: it has an end to its memory, it yields to everybody else
(``solver.serve`` and ``app.worker`` see to both), and it is stopped when it does not come back in time. One that could
not answer is not used again.
"""

from __future__ import annotations

import base64
import os
import pickle
import select
import subprocess
import sys
import time
from typing import Any

from app.config import PROJECT


def pack(value: object) -> bytes:
    """Return a value as one line, for a process that is ours: what strangers send must never be unpacked."""
    return base64.b64encode(pickle.dumps(value))


def unpack(line: bytes) -> Any:
    """Return the value of a line."""
    return pickle.loads(base64.b64decode(line))


class Lost(Exception):
    """The process is gone, or did not come back in time."""


class Child:
    """
    One process, started at once.

    Parameters
    ----------
    module
        What it runs.
    start
        Seconds that it may take to start and load what it needs, on top of its first answer.
    quiet
        Whether what it writes to standard error is thrown away: it may quote what a stranger sent.
    """

    def __init__(self, module: str, *, start: float, quiet: bool = False) -> None:
        self._start = start
        self._rest = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            bufsize=0,
            cwd=PROJECT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            start_new_session=True,
        )

    def ask(self, line: bytes, seconds: float) -> bytes:
        """
        Return the line that answers a line; neither has the end of the line.

        Raises
        ------
        Lost
            No answer came within ``seconds`` of wall clock.
        """
        end = time.monotonic() + seconds + self._start
        assert self.process.stdin is not None
        try:
            view = memoryview(line + b"\n")
            while view:
                view = view[self.process.stdin.write(view) or 0 :]
            answer = self._line(end)
        except (OSError, ValueError) as error:  # it ended, or somebody stops it just now
            raise Lost from error
        self._start = 0.0
        return answer

    def _line(self, end: float) -> bytes:
        assert self.process.stdout is not None
        parts = [self._rest]
        while b"\n" not in parts[-1]:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            part = os.read(self.process.stdout.fileno(), 1 << 20) if ready else b""
            if not part:  # out of time, or the process ended: out of memory, most likely
                raise Lost
            parts.append(part)
        line, _, self._rest = b"".join(parts).partition(b"\n")
        return line

    def stop(self) -> None:
        """End the process now."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
