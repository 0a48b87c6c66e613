"""
Bodies of strangers that take long to read: small ones are read at once, large ones in a process of their own.

Two such processes run at a time, one for an address, each for one body (``app.uploads.reader``). A process is stopped when its
time is over or when whoever sent the body has hung up.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from flask_babel import gettext
from werkzeug.exceptions import ServiceUnavailable

from app.searching.askers import has_left
from app.searching.child import Lost
from app.uploads import reader
from app.web.addresses import caller
from app.web.config import PROJECT
from solver.game.errors import InvalidInput

SMALL = 65_536
"""Bytes that the serving process reads itself: some hundredths of a second at most."""
AT_ONCE = 2
PATIENCE = 10.0
"""Seconds that a body waits for its turn."""
WALL = 90.0
"""Seconds of wall clock for one body, start of the process included; of processor time it has less."""
LOOK = 0.25
"""Seconds after which it is looked whether somebody still wants the answer."""

_turn = threading.Condition()
_reading: list[str] = []


def read_body(kind: str, raw: bytes, *more: Any) -> Any:
    """
    Return what a body says: ``log`` or ``board``, as ``app.uploads.reader`` reads them.

    Raises
    ------
    InvalidInput
        With its first hundred faults.
    ServiceUnavailable
        Too much is being read, or this body takes too long.
    """
    if len(raw) <= SMALL:
        return reader.READERS[kind](raw, *more)
    with _place(caller()):
        child = Reader((kind, raw, *more))
        try:
            outcome, value = child.answer(WALL, has_left())
        except Lost:
            raise _busy(gettext("This took too long to read.")) from None
        finally:
            child.stop()
    if outcome == "faults":
        raise InvalidInput(value)
    return value


@contextmanager
def _place(address: str) -> Iterator[None]:
    end, gone = time.monotonic() + PATIENCE, has_left()
    with _turn:
        while len(_reading) >= AT_ONCE or address in _reading:
            left = end - time.monotonic()
            if left <= 0 or gone():
                raise _busy(gettext("Other large files are being read just now. Try again in a moment."))
            _turn.wait(min(left, 0.5))
        _reading.append(address)
    try:
        yield
    finally:
        with _turn:
            _reading.remove(address)
            _turn.notify_all()


def _busy(says: str) -> ServiceUnavailable:
    return ServiceUnavailable(says, retry_after=10)


class Reader:
    """A process that reads one body: a question as ``app.uploads.reader`` takes it."""

    def __init__(self, question: Any) -> None:
        # A file, not a pipe: nobody has to stand by until the process has started and taken it.
        with tempfile.TemporaryFile() as given:
            pickle.dump(question, given)
            given.seek(0)
            self.process = self._started(given)

    def _started(self, given: IO[bytes]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "app.uploads.reader"],
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # it may quote what a stranger sent
            cwd=PROJECT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            start_new_session=True,
        )

    def answer(self, seconds: float, left: Callable[[], bool]) -> Any:
        """
        Return the answer.

        Raises
        ------
        Lost
            It did not come in time, the process ended, or nobody wants the answer any more.
        """
        end = time.monotonic() + seconds
        while True:
            try:
                answer, _ = self.process.communicate(timeout=LOOK)
            except subprocess.TimeoutExpired:
                if left() or time.monotonic() > end:
                    raise Lost from None
                continue
            except OSError as error:
                raise Lost from error
            if not answer:  # out of memory or of time, most likely
                raise Lost
            return pickle.loads(answer)

    def stop(self) -> None:
        """End the process now."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
