"""
``python -m solver.cli.serve``: answers questions until its input ends, one JSON value a line.

    {"command": "score", "data": …, "options": {"language": "en", "seconds": 5}}
    -> {"answer": …}   or {"faults": [{"code", "path", "message"}, …]}   or {"out_of_time": true}

For a service that wants searches in a process of their own: whatever a stranger asks, it can be stopped, it can take
no more memory than it was given, and it yields to everybody else. What is asked here is answered by the same functions
as on the command line.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
from collections.abc import Mapping
from typing import Any

from solver.checking.faults import brief
from solver.cli.modest import yield_to_others
from solver.game.errors import InvalidInput, NoAnswer
from solver.questions.answers import ANSWERS
from solver.questions.commands import fault_json
from solver.questions.options import Options
from solver.search import engine

MEMORY = 2_000_000_000
"""Bytes of address space; a search that wants more ends, and its process with it."""


def answer(command: str, data: object, options: Options) -> dict[str, Any]:
    """Return the answer of a command, or everything that is wrong with what was asked, as JSON."""
    try:
        with brief():
            return {"answer": ANSWERS[command](data, options)}
    except InvalidInput as error:
        return {"faults": [fault_json(one, options.language) for one in error.faults]}
    except NoAnswer:
        return {"out_of_time": True}


def be_modest() -> None:
    """Let this process yield to all others, have an end to its memory, and leave Ctrl-C to whoever started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield_to_others()
    with contextlib.suppress(ValueError, OSError):  # the system may allow even less
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> None:
    """Answer line by line."""
    be_modest()
    engine.warm()
    with contextlib.suppress(BrokenPipeError):
        for line in sys.stdin.buffer:
            print(_reply(json.loads(line)), flush=True)
    os._exit(0)


def _reply(asked: Mapping[str, Any]) -> str:
    # Escaped to ASCII: half a surrogate pair in a name is no UTF-8.
    return json.dumps(answer(asked["command"], asked["data"], Options(**asked["options"])))


if __name__ == "__main__":
    main()
