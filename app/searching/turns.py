"""
One page at a time for each address, of those that work something out.

All pages of a process share one interpreter: sixteen of them at once make a claim of somebody else wait seventeen times
as long. Pages of one address one after the other take no longer altogether, and leave half of the time to the others.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from flask import g

MOST_WAITING = 40
"""Pages of one address that may wait for their turn; each keeps a thread."""
PATIENCE = 20.0
"""Seconds that a page waits for its turn."""


class Turns:
    """Whose turn it is: one at a time for each name, in the order in which they are woken."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._taken: set[Hashable] = set()
        self._waiting: Counter[Hashable] = Counter()

    def take(self, name: Hashable, seconds: float | None, most: int | None = None) -> bool:
        """
        Wait for a turn; return whether it came.

        Parameters
        ----------
        seconds
            How long to wait; None: for ever.
        most
            So many may wait already; None: any number.
        """
        with self._news:
            if name not in self._taken:
                self._taken.add(name)
                return True
            if most is not None and self._waiting[name] >= most:
                return False
            self._waiting[name] += 1
            try:
                came = self._news.wait_for(lambda: name not in self._taken, seconds)
            finally:
                self._waiting[name] -= 1
                self._waiting += Counter()  # names that nobody waits for are forgotten
            if came:
                self._taken.add(name)
            return came

    def give(self, name: Hashable) -> None:
        """Let the next one have its turn."""
        with self._news:
            self._taken.discard(name)
            self._news.notify_all()


_turns = Turns()


def begin_turn(name: Hashable) -> bool:
    """Wait until this request has the turn of an address; return False where too many wait, or for too long."""
    if not _turns.take(name, PATIENCE, MOST_WAITING):
        return False
    g.turn = name
    return True


def end_turn() -> None:
    """End the turn of this request, where it has one."""
    name = g.pop("turn", None)
    if name is not None:
        _turns.give(name)


@contextmanager
def stand_aside() -> Iterator[None]:
    """Let others of the address have their turn while this request only waits for a search."""
    name = g.pop("turn", None)
    if name is None:
        yield
        return
    _turns.give(name)
    try:
        yield
    finally:
        _turns.take(name, None)
        g.turn = name
