"""
One process that searches, as the server sees it: one line in, one line out, until it takes too long.

Whatever is asked of it, it cannot hold up the server: it has an end to its memory and to its seconds of CPU, it yields
to everybody else (``app.searching.worker`` sees to all three), and it is stopped when it hangs. One that could not
answer is not used again.

What strangers send goes in and comes out as JSON, never as a pickle. A pickle is made and read of our own questions
alone; which of the two a reply is was decided when it was asked for.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
import select
import subprocess
import sys
import threading
import time
from typing import Any, NamedTuple

from app.web.config import PROJECT

START = 60.0
"""Seconds that a process, the lowest in rank, may take to start on a busy machine, on top of its first answer."""
HANGS = 8.0
"""So many seconds of wall clock for each of CPU, and as many again as it takes to start, mean that it hangs."""

STOP = b"stop"
"""The line that ends what is being searched; the answer that was found so far comes as if the time were over."""


class Lost(Exception):
    """The process is gone, or did not come back in time."""


class Reply(NamedTuple):
    """An answer, and the seconds of CPU that it took."""

    value: Any
    spent: float


def pack(search: str, arguments: tuple[Any, ...], seconds: float) -> bytes:
    """Return a question of our own as one line."""
    return b"own " + base64.b64encode(pickle.dumps((search, arguments, seconds)))


def pack_json(question: object, seconds: float) -> bytes:
    """Return a stranger's question as one line: JSON, escaped to ASCII."""
    return b"json " + json.dumps([question, seconds]).encode()


class Child:
    """One process, started at once. What it writes to standard error may quote strangers, and is thrown away."""

    def __init__(self, module: str = "app.searching.start") -> None:
        self._start = START
        self._rest = b""
        self._writing = threading.Lock()
        self._hurried = False
        self.process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=PROJECT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            start_new_session=True,
        )

    def search(self, search: str, arguments: tuple[Any, ...], seconds: float) -> Reply:
        """
        Return ``("answer", value)`` or ``("failed", what went wrong)`` for a question of our own.

        Raises
        ------
        Lost
            No answer came, or none that can be read.
        """
        spent, body = self._ask(pack(search, arguments, seconds), seconds)
        try:
            return Reply(pickle.loads(base64.b64decode(body)), spent)
        except Exception as error:  # out of step
            raise Lost from error

    def answer(self, question: object, seconds: float) -> Reply:
        """
        Return the JSON that answers a stranger's question.

        Raises
        ------
        Lost
            No answer came, or none that can be read.
        """
        spent, body = self._ask(pack_json(question, seconds), seconds)
        try:
            return Reply(json.loads(body), spent)
        except ValueError as error:
            raise Lost from error

    def hurry(self) -> None:
        """Let it answer with what it has found; returns at once."""
        self._hurried = True
        if self._writing.acquire(blocking=False):  # else whoever writes the question says so behind it
            try:
                self._say_stop()
            finally:
                self._writing.release()

    def _say_stop(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # it is gone
            self.process.stdin.write(STOP + b"\n")

    def _ask(self, line: bytes, seconds: float) -> tuple[float, bytes]:
        end = time.monotonic() + seconds * HANGS + START + self._start
        assert self.process.stdin is not None
        try:
            with self._writing:
                self._hurried = False
                view = memoryview(line + b"\n")
                while view:
                    view = view[self.process.stdin.write(view) or 0 :]
                if self._hurried:
                    self._say_stop()
            spent, _, body = self._line(end).partition(b" ")
            self._start = 0.0
            return float(spent), body
        except (OSError, ValueError) as error:  # it ended, or somebody stops it just now
            raise Lost from error

    def _line(self, end: float) -> bytes:
        assert self.process.stdout is not None
        parts = [self._rest]
        while b"\n" not in parts[-1]:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            part = os.read(self.process.stdout.fileno(), 1 << 20) if ready else b""
            if not part:  # out of time, or the process ended: out of memory or of CPU, most likely
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
