"""
``python -m app.uploads.reader``: reads one large body of a stranger, a packed question in, a packed answer out.

Reading a log of megabytes takes seconds in which the process that serves would do nothing else. So it is done in a
process of its own with an end to its time and memory; only what was understood comes back.

    ("log", bytes)    ->  ("read", Imported)  or  ("refused", objections, state)  or  ("faults", faults)
    ("board", bytes, name)  ->  ("read", Game)   or  ("faults", faults)
"""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import sys
from collections.abc import Callable, Mapping
from typing import Any

from app.tables.uploaded_log import prepare_log
from app.uploads.board import read_game_file
from solver.checking.faults import brief
from solver.cli.serve import be_modest
from solver.game.errors import InvalidInput

SECONDS = 30
"""Of processor time: the largest log that can be read takes a tenth of it."""

READERS: Mapping[str, Callable[..., Any]] = {"log": prepare_log, "board": read_game_file}


def answer(kind: str, *arguments: Any) -> tuple[str, Any]:
    """Return what was read, or everything that is wrong with it."""
    try:
        with brief():
            return "read", READERS[kind](*arguments)
    except InvalidInput as error:
        return "faults", error.faults


def main() -> None:
    """Answer one question."""
    be_modest()
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get into the answer
    with answers:
        # Packed by the server: what a stranger sent is bytes in it.
        pickle.dump(answer(*pickle.load(sys.stdin.buffer)), answers)


if __name__ == "__main__":
    main()
