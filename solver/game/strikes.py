"""
What is taken back so far, kept while a log is read from its beginning.

A retraction may be taken back itself, and that one too. An entry is struck while one of the retractions that name it
is in force. Each new retraction turns round everything below it; so what follows from it is worked out only when an
entry is asked about that has retractions, for all of them together, the newest first: a chain of thousands that nobody
asks about costs no more than its length.
"""

from __future__ import annotations

import heapq


class Strikes:
    """The retractions of the beginning of a log."""

    def __init__(self) -> None:
        self._target: dict[int, int] = {}
        self._standing: dict[int, int] = {}
        """By number of an entry: how many retractions of it are in force."""
        self._named: set[int] = set()
        self._waiting: list[int] = []
        self._counted: set[int] = set()
        """Retractions that their targets count as in force."""

    def add(self, seq: int, target: int) -> None:
        """Add the next retraction; its target is an earlier entry."""
        self._target[seq] = target
        self._named.add(target)
        heapq.heappush(self._waiting, -seq)

    def struck(self, seq: int) -> bool:
        """Whether an entry is taken back now."""
        if seq not in self._named:  # the newest of a chain, which is all that a game asks about
            return False
        self.settle()
        return self._standing.get(seq, 0) > 0

    def settle(self) -> set[int]:
        """Work out what follows from the retractions added since; return the entries that may have changed by it."""
        changed: set[int] = set()
        while self._waiting:
            seq = -heapq.heappop(self._waiting)
            holds = not self._standing.get(seq, 0)
            if holds == (seq in self._counted):
                continue
            target = self._target[seq]
            before = self._standing.get(target, 0)
            self._standing[target] = before + (1 if holds else -1)
            (self._counted.add if holds else self._counted.discard)(seq)
            if (before > 0) != (self._standing[target] > 0):
                changed.add(target)
                if target in self._target:
                    heapq.heappush(self._waiting, -target)
        return changed
