"""
Score sheets on demand: settled once a table and entry, at most so long as a request may wait.

A sheet takes some milliseconds. Should a search take longer, the request answers that it is still going on, and the
search goes on in a thread of its own; the next request finds its result. What is kept in memory is speed alone.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import Future, ThreadPoolExecutor, TimeoutError

from app import metrics
from solver.game.sheet import Sheet
from solver.game.state import State
from solver.settle import settle

WAIT = 1.5
"""Seconds that a request waits for a sheet."""
SEARCH = 20.0
"""Seconds of wall clock that one search may take in the background."""
KEPT = 200

_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="settle")
_lock = threading.Lock()
_sheets: OrderedDict[Hashable, Future[Sheet]] = OrderedDict()


def sheet_for(key: Hashable, state: State, *, wait: float = WAIT) -> Sheet | None:
    """
    Return the sheet of a state, or None while it is still being worked out.

    Parameters
    ----------
    key
        Names the state and everything it was made of: table, number of the last entry, and what the viewer may know.
    wait
        Seconds to wait for it.
    """
    with _lock:
        found = _sheets.get(key)
        if found is None or (found.done() and found.exception() is not None):
            found = _sheets[key] = _pool.submit(_settle, state)
        _sheets.move_to_end(key)
        while len(_sheets) > KEPT:
            _sheets.popitem(last=False)
    try:
        return found.result(timeout=wait)
    except TimeoutError:
        return None


def _settle(state: State) -> Sheet:
    begun = time.perf_counter()
    sheet = settle(state, seconds=SEARCH)
    trails = [column.evidence.trail for column in sheet.players]
    gap = max((trail.bound - trail.value for trail in trails), default=0)
    metrics.searched("sheet", time.perf_counter() - begun, gap)
    return sheet
