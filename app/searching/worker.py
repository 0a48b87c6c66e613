"""
``python -m app.searching.worker``: searches for one server, a question a line in, an answer a line out.

Only ``app.searching.pool`` starts it and writes to it, through a pipe that nobody else holds. It yields to everybody
else, has an end to its memory, counts its time in seconds of CPU, and ends at once when the server that started it is
gone, whatever it was doing.

    own  (name, arguments, seconds)                       ->  ("answer", value)  or  ("failed", what went wrong)
    json [{"command", "data", "options"}, seconds]        ->  as ``solver.cli.serve``
    stop                                                  ->  what is being searched ends with what it has

Each answer begins with the seconds of CPU that it took. A search that goes on for half as long again as it was given,
and some seconds, is ended by the system (SIGXCPU).
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import queue
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from app.searching.child import STOP
from solver.cli.serve import answer, be_modest
from solver.questions.journey import best_journeys
from solver.questions.options import Options
from solver.scoring.settle import search_sheet
from solver.search import engine
from solver.search.audit.audit import audit
from solver.search.ceiling.ceiling import ceiling
from solver.search.tickets.keep import keep
from solver.search.tickets.plan import plan

SLACK = 3.0
"""Seconds of CPU beyond half as many again, after which a search that takes no notice of its limit is ended."""


def _sheet(state: Any, *, seconds: float) -> Any:
    return search_sheet(state, seconds=seconds, total=seconds)


SEARCHES: Mapping[str, Callable[..., Any]] = {
    "plan": plan,
    "ceiling": ceiling,
    "keep": keep,
    "audit": partial(audit, thorough=False),
    "sheet": _sheet,
    "journeys": best_journeys,
}
"""What our pages may ask, by name; each takes ``seconds``."""


class Questions:
    """What was read beside the search: the questions that wait, and whether the one at hand is to end."""

    def __init__(self) -> None:
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._lock = threading.Lock()
        self._read = self._begun = self._stopped = 0

    def read(self) -> None:
        """Read until the server is gone, and then end the process in the middle of whatever it does."""
        for line in sys.stdin.buffer:
            if line.strip() == STOP:
                with self._lock:
                    self._stopped = self._read
                    engine.end_now()
            else:
                self._read += 1
                self._lines.put(line)
        os._exit(0)

    def next(self) -> bytes:
        """Return the next line."""
        return self._lines.get()

    def begin(self, seconds: float) -> None:
        """Let the search of the last line that was taken end after so many seconds; at once when it is stopped already."""
        with self._lock:
            self._begun += 1
            engine.end_after(seconds if self._stopped < self._begun else 0.0)


def main() -> None:
    """Answer until the server is gone."""
    be_modest()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    questions = Questions()
    threading.Thread(target=questions.read, daemon=True).start()
    engine.warm()
    engine.count_cpu()
    while True:
        line = questions.next()
        began = time.process_time()
        body = _reply(line, questions)
        answers.write(f"{time.process_time() - began:.6f} ".encode() + body + b"\n")
        answers.flush()


def _reply(line: bytes, questions: Questions) -> bytes:
    kind, _, body = line.partition(b" ")
    if kind == b"own":
        name, arguments, seconds = pickle.loads(base64.b64decode(body))
        limit(seconds)
        questions.begin(seconds)
        return base64.b64encode(pickle.dumps(_found(name, arguments, seconds)))
    question, seconds = json.loads(body)
    limit(seconds)
    questions.begin(seconds)
    # Escaped to ASCII: half a surrogate pair in a name is no UTF-8.
    return json.dumps(answer(question["command"], question["data"], Options(**question["options"]))).encode()


def limit(seconds: float) -> None:
    """Let the system end this process when it takes no notice of its limit."""
    most = time.process_time() + seconds * 1.5 + SLACK
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CPU, (int(most) + 1, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _found(name: str, arguments: tuple[Any, ...], seconds: float) -> tuple[str, Any]:
    try:
        return "answer", SEARCHES[name](*arguments, seconds=seconds)
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
