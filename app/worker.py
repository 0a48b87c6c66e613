"""
``python -m app.worker``: searches for one table server, a pickled question in, a pickled answer out.

Only ``app.jobs`` starts it and writes to it. It yields to everybody else, has an end to its memory, and ends at once
when the server that started it is gone, whatever it was doing.

    (name, arguments, seconds)  ->  ("answer", value)  or  ("failed", what went wrong)
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import resource
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any

from app.worker_pipe import receive, send
from solver.search.audit import audit
from solver.search.ceiling import ceiling
from solver.search.keep import keep
from solver.search.plan import plan
from solver.settle import settle

MEMORY = 2_000_000_000
"""Bytes of address space; a search that wants more ends, and its process with it."""
NICE = 10

SEARCHES: Mapping[str, Callable[..., Any]] = {
    "plan": plan,
    "ceiling": ceiling,
    "keep": keep,
    "audit": audit,
    "settle": settle,
}
"""What may be asked, by name; each takes ``seconds``."""


def main() -> None:
    """Answer until the server is gone."""
    # Ctrl-C is for the server; its end ends the input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    with contextlib.suppress(ValueError, OSError):  # the system may allow even less
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    questions: queue.Queue[tuple[str, tuple[Any, ...], float]] = queue.Queue()
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    while True:
        send(answers, _answer(*questions.get()))


def _read(questions: queue.Queue[tuple[str, tuple[Any, ...], float]]) -> None:
    """Read beside the searches, so that the end of the server is noticed in the middle of one."""
    try:
        while True:
            questions.put(receive(sys.stdin.buffer))
    except (EOFError, pickle.UnpicklingError):
        os._exit(0)


def _answer(name: str, arguments: tuple[Any, ...], seconds: float) -> tuple[str, Any]:
    try:
        return "answer", SEARCHES[name](*arguments, seconds=seconds)
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
