"""
``python -m app.worker``: searches for one table server, a packed question a line in, a packed answer a line out.

Only ``app.jobs`` starts it and writes to it, through a pipe that nobody else holds. It yields to everybody else, has an
end to its memory, and ends at once when the server that started it is gone, whatever it was doing.

    (name, arguments, seconds)  ->  ("answer", value)  or  ("failed", what went wrong)
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from app.child import pack, unpack
from solver.search.audit import audit
from solver.search.ceiling import ceiling
from solver.search.keep import keep
from solver.search.plan import plan
from solver.serve import be_modest
from solver.settle import settle

SEARCHES: Mapping[str, Callable[..., Any]] = {
    "plan": plan,
    "ceiling": ceiling,
    "keep": keep,
    "audit": partial(audit, thorough=False),
    "settle": settle,
}
"""What may be asked, by name; each takes ``seconds``."""


def main() -> None:
    """Answer until the server is gone."""
    be_modest()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    questions: queue.Queue[tuple[str, tuple[Any, ...], float]] = queue.Queue()
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    while True:
        answers.write(pack(_answer(*questions.get())) + b"\n")
        answers.flush()


def _read(questions: queue.Queue[tuple[str, tuple[Any, ...], float]]) -> None:
    """Read beside the searches, so that the end of the server is noticed in the middle of one."""
    for line in sys.stdin.buffer:
        questions.put(unpack(line))
    os._exit(0)


def _answer(name: str, arguments: tuple[Any, ...], seconds: float) -> tuple[str, Any]:
    try:
        return "answer", SEARCHES[name](*arguments, seconds=seconds)
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
