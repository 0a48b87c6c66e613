"""
What may still be spent: seconds of CPU by whoever asks, counted before a search begins.

Each payer (a table, an address) has a purse that refills. A search is paid for at its limit when it is asked for; what
it did not use is given back when it is over. So nobody can ask for more than there is, whatever he asks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable

PURSES = 20_000
"""Purses that are kept; the one that was not touched for longest goes first, and is full when it comes again."""


class Budgets:
    """
    The purses of all payers.

    Parameters
    ----------
    most
        Seconds of CPU in a full purse.
    refill
        Seconds of CPU that come back each second; 0: nobody pays anything.
    clock
        Seconds that go by.
    """

    def __init__(self, most: float, refill: float, clock: Callable[[], float]) -> None:
        self._most, self._refill, self._clock = most, refill, clock
        self._purses: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def pay(self, payers: Iterable[Hashable], seconds: float) -> float:
        """
        Take seconds out of the purses of all payers, or out of none.

        Returns
        -------
        float
            0 when it is paid; otherwise in how many seconds it could be.
        """
        if not self._refill:
            return 0.0
        seconds = min(seconds, self._most)
        left = {payer: self._left(payer) for payer in payers}
        wait = max(((seconds - has) / self._refill for has in left.values()), default=0.0)
        if wait > 0:
            return wait
        for payer, has in left.items():
            self._put(payer, has - seconds)
        return 0.0

    def give_back(self, payers: Iterable[Hashable], seconds: float) -> None:
        """Put back what a search did not use; below zero: take what it used beyond its limit."""
        if self._refill:
            for payer in payers:
                self._put(payer, min(self._left(payer) + seconds, self._most))

    def _left(self, payer: Hashable) -> float:
        left, at = self._purses.get(payer, (self._most, 0.0))
        return min(self._most, left + (self._clock() - at) * self._refill)

    def _put(self, payer: Hashable, left: float) -> None:
        self._purses[payer] = left, self._clock()
        self._purses.move_to_end(payer)
        while len(self._purses) > PURSES:
            self._purses.popitem(last=False)
