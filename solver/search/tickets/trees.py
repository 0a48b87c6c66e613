"""
The table of cheapest trees: for every set of ends and every place, what joins the ends and reaches the place.

Three things keep it small. What costs more than ``most`` is of no use, so that costs end at the next number, which
mostly fits a byte. A set of ends that no tree joins within ``most`` is *dead*, and so is every larger one: it gets no
row. And sets are made size by size, each from the living ones of one end less, so that the work ahead is known before
it is begun.

References
----------
Dreyfus and Wagner, The Steiner problem in graphs (1971).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.search.engine import Deadline
from solver.search.tickets.layers import FAR, Layer

Rows = NDArray[Any]
"""A row for every living set of ends, a column for every place; unsigned bytes where the costs allow it."""

Sets = NDArray[np.int64]
"""Sets, as bits of numbers."""

Split = tuple[Layer, Layer, Layer]
"""Two layers and the one that their stations make together."""

CHUNK = 4096
"""So many sets are worked out at a time, which keeps them in the cache of the processor."""

DEAD, EMPTY = 0, 1
"""The rows of all dead sets, and of the empty set."""


class Trees:
    """The table; ``fill`` makes it."""

    def __init__(
        self,
        far: Mapping[Layer, NDArray[np.int32]],
        splits: Sequence[Split],
        met_at: Sequence[Sequence[int]],
        *,
        most: int,
        among: Trees | None = None,
    ) -> None:
        """
        Parameters
        ----------
        far
            Distances between places in each layer, the one with all stations last.
        splits
            Which layers make which together.
        met_at
            For every end that may be in a set, the places where it is met.
        most
            The highest cost of a tree that matters.
        among
            Another table for the same ends: what is dead there is dead here, whatever it costs.
        """
        self.cap = min(most + 1, FAR)
        kind = np.uint8 if 2 * self.cap <= np.iinfo(np.uint8).max else np.int16
        self.far: dict[Layer, Rows] = {
            layer: np.minimum(apart, self.cap).astype(kind) for layer, apart in far.items()
        }
        self.splits = splits
        self.bits = len(met_at)
        self.among = among
        self.row = np.zeros(1 << self.bits, np.int32)
        """For every set of ends the number of its row; ``DEAD`` also while it is not yet made."""
        self.rows: dict[Layer, Rows] = {}
        self._last: Sets = 1 << np.arange(self.bits)
        self.row[0] = EMPTY
        self.row[self._last] = EMPTY + 1 + np.arange(self.bits)
        for layer, apart in self.far.items():
            fixed = np.array([[self.cap], [0]], kind).repeat(len(apart), axis=1)
            ends = [apart[list(places)].min(axis=0, keepdims=True) for places in met_at]
            self.rows[layer] = np.concatenate([fixed, *ends])

    @property
    def living(self) -> int:
        """How many sets have a row."""
        return len(next(iter(self.rows.values()))) - 1

    def fill(self, clock: Deadline | None = None, *, sums_per_second: int = 0) -> bool:
        """
        Make the rows of all living sets; return whether there was time for it.

        A size of sets is not begun when at so many sums a second it would take all that the clock has left.
        """
        while len(self._last):
            sets = self._larger()
            if clock is not None and self.sums(sets) >= sums_per_second * clock.left:
                return False
            for start in range(0, len(sets), CHUNK):
                if clock is not None and clock.left <= 0:
                    return False
                sets[start : start + CHUNK] = self._add(sets[start : start + CHUNK])
            self._last = sets[sets > 0]
        return True

    def sums(self, sets: Sets) -> int:
        """Return how many sums the rows of some sets of one size take."""
        if not len(sets):
            return 0
        places = len(next(iter(self.far.values())))
        ways = (1 << (int(sets[0]).bit_count() - 1)) - 1 + places
        return len(sets) * ways * places * len(self.splits)

    def at(self, layer: Layer, sets: Any) -> Rows:
        """Return the rows of a layer for some sets."""
        found: Rows = self.rows[layer].take(self.row[sets], axis=0)
        return found

    def meeting(self, sets: Sets) -> dict[Layer, Rows]:
        """Return for sets of one size what the cheapest two trees cost that meet in a place and part the ends."""
        parts = parts_of(sets)
        shape = (len(sets), len(next(iter(self.far.values()))))
        met = {layer: np.full(shape, self.cap, rows.dtype) for layer, rows in self.rows.items()}
        if len(sets) >= parts.shape[1]:  # many sets at once, or else many parts of one set
            pair = _Pair(self, len(sets))
            for part in parts.T:
                for layer, sums in pair.sums(part, sets - part):
                    np.minimum(met[layer], sums, out=met[layer])
            return met
        step = min(CHUNK, parts.shape[1])
        pair = _Pair(self, step)
        for i, start in ((i, start) for i in range(len(sets)) for start in range(0, parts.shape[1], step)):
            part = parts[i, start : start + step]
            for layer, sums in pair.sums(part, sets[i] - part):
                np.minimum(met[layer][i], _least(sums), out=met[layer][i])
        return met

    def _larger(self) -> Sets:
        """Return the sets of one end more of which no part is dead."""
        sets = np.concatenate(
            [np.zeros(0, np.int64), *(self._last[self._last < 1 << b] | 1 << b for b in range(self.bits))]
        )
        for bit in (1 << b for b in range(self.bits)):
            sets = sets[(sets & bit == 0) | (self.row[sets & ~bit] != DEAD)]
        return sets if self.among is None else sets[self.among.row[sets] != DEAD]

    def _add(self, sets: Sets) -> Sets:
        """Make the rows of some sets of one size; return the sets, with 0 for every dead one."""
        found = dict(self._reaching(self.meeting(sets)))
        alive = next(reversed(found.values())).min(axis=1) < self.cap
        self.row[sets[alive]] = self.living + 1 + np.arange(int(alive.sum()))
        for layer, rows in found.items():
            self.rows[layer] = np.concatenate([self.rows[layer], rows[alive]])
        return np.where(alive, sets, 0)

    def _reaching(self, met: Mapping[Layer, Rows]) -> Iterator[tuple[Layer, Rows]]:
        """Give for every layer the cheapest trees that reach a place: two that meet somewhere, and a way from there."""
        turned = {layer: np.ascontiguousarray(rows.T) for layer, rows in met.items()}
        for whole, rows in turned.items():
            out, sums = np.full_like(rows, self.cap), np.empty_like(rows)
            for one, other in ((one, other) for one, other, layer in self.splits if layer == whole):
                for place, costs in enumerate(turned[one]):
                    np.add(costs, self.far[other][place][:, None], out=sums)
                    np.minimum(out, sums, out=out)
            yield whole, np.ascontiguousarray(out.T)


class _Pair:
    """Sums of two rows for many sets at a time, in room that is kept: asking for new memory takes longer than the sums."""

    def __init__(self, trees: Trees, most: int) -> None:
        rows = next(iter(trees.rows.values()))
        self.trees = trees
        self.some, self.rest = (
            {layer: np.empty((most, rows.shape[1]), rows.dtype) for layer in trees.rows} for _ in range(2)
        )
        self.room = np.empty((most, rows.shape[1]), rows.dtype)

    def sums(self, some: Sets, rest: Sets) -> Iterator[tuple[Layer, Rows]]:
        """Give for every two layers the one they make together, and the sums; these hold until the next are asked for."""
        count = len(some)
        for rows, sets in ((self.some, some), (self.rest, rest)):
            numbers = self.trees.row[sets]
            for layer, found in rows.items():
                # "clip" changes nothing, as all numbers are right; without it numpy copies the whole.
                self.trees.rows[layer].take(numbers, axis=0, out=found[:count], mode="clip")
        for one, other, layer in self.trees.splits:
            np.add(self.some[one][:count], self.rest[other][:count], out=self.room[:count])
            yield layer, self.room[:count]


def _least(rows: Rows) -> Rows:
    """Return the least of every column; by halves, which is faster than row by row. The rows are overwritten."""
    while len(rows) > 1:
        half = (len(rows) + 1) // 2
        np.minimum(rows[: len(rows) - half], rows[half:], out=rows[: len(rows) - half])
        rows = rows[:half]
    least: Rows = rows[0]
    return least


def parts_of(sets: Sets) -> Sets:
    """Return for sets of one size all their parts that hold the lowest member and are not the whole."""
    size = int(sets[0]).bit_count()
    bits = np.arange(int(sets.max()).bit_length())
    members = 1 << np.nonzero(sets[:, None] >> bits & 1)[1].reshape(-1, size)
    chosen = (np.arange(1 << (size - 1))[:-1, None] >> np.arange(size - 1)) & 1
    parts: Sets = members[:, :1] + members[:, 1:] @ chosen.T
    return parts
