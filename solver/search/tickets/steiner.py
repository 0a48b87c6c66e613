"""
The fewest trains that complete any set of tickets together.

In words: what completes some tickets is a forest, and each of its trees joins the ends of the tickets that it serves.
The cheapest tree that joins some ends and reaches a city is either a tree of fewer ends with a way added, or two such
trees that meet in the city (``trees``). The cheapest forest parts the tickets among trees. So one table holds the
answer for every set of tickets at once.

Stations come in as *layers* (see ``layers``): a tree, a way and a forest each use some of the standing stations and so
many new ones, and what two parts use is parted between them. Ends in the same part of the own network are one end.

As in ``layers``, one new station might be asked to lend two routes; then ``forest`` finds that the forest cannot be
built, and what the table says is only a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.search.engine import Deadline
from solver.search.loans import TicketEnds
from solver.search.tickets.layers import FAR, Layer, Layers
from solver.search.tickets.trees import Sets, Trees, parts_of
from solver.search.trail.parity import pieces

SUMS_PER_SECOND = 400_000_000
"""So many sums of a table are made in a second, at least; it is made when the time allows that."""

MOST_ENDS = 24
"""With more ends there are too many sets of them to number."""


class Steiner:
    """
    The table for one player's tickets; sets of tickets and of ends are written as bits of a number.

    All trees are read where they meet the last end, so the table need not hold any with that end in it. Only
    ``through`` parts trees and asks for the others: ``parting`` says so, and makes the table three times as large.

    What takes more than ``most`` trains counts as impossible; that keeps the table small. With ``among``, a table for
    the same tickets at other costs, so does what is impossible there.
    """

    def __init__(
        self,
        layers: Layers,
        tickets: Sequence[TicketEnds],
        *,
        most: int = FAR - 1,
        parting: bool = False,
        among: Steiner | None = None,
    ) -> None:
        self.layers = layers
        self.layer = layers.all[-1]
        """The layer of which ``trains`` speaks unless told otherwise."""
        self.most = most
        self.parting = parting
        self.among = among
        self._at, self.cities = _places(layers)
        self._keys: dict[frozenset[int], int] = {}
        self.ends = [self._bit(ticket.ends[0]) | self._bit(ticket.ends[1]) for ticket in tickets]
        self.met_at = [sorted(key) for key in self._keys]
        self.splits = [
            (one, (layer[0] - one[0], layer[1] - one[1]), layer)
            for layer in layers.all
            for one in layers.all
            if one[0] <= layer[0] and one[1] <= layer[1]
        ]

    @property
    def work(self) -> int:
        """How many sums the table takes at the most, when no set of ends is out of reach."""
        return int(3**self._bits) // 2 * len(self.cities) * len(self.splits)

    @property
    def _bits(self) -> int:
        """How many of the ends are in the sets of the table."""
        return max(len(self._keys) - (not self.parting), 0)

    def ready(self, clock: Deadline) -> bool:
        """Make the table; return whether there was time for it."""
        if self._bits > MOST_ENDS:
            return False
        trees = self._empty()
        if not trees.fill(clock, sums_per_second=SUMS_PER_SECOND):
            return False
        self.trees = trees
        return True

    def part(self, tickets: Sequence[int], layer: Layer | None = None) -> Steiner:
        """Return what the table says of some of its tickets alone, with the stations of a layer (None: all)."""
        found = copy(self)
        found.layer = layer or self.layer
        found.ends = [self.ends[i] for i in tickets]
        sets = _unions([1 << i for i in tickets])
        found._forests = {of: row[sets] for of, row in self._forests.items()}
        return found

    def trains(self, tickets: int, layer: Layer | None = None) -> int:
        """Return the fewest trains for a set of tickets with the stations of a layer (None: all); FAR: impossible."""
        return int(self._forests[layer or self.layer][tickets])

    def every(self, layer: Layer) -> NDArray[np.int32]:
        """Return the fewest trains for every set of tickets with the stations of a layer; FAR: impossible."""
        return self._forests[layer]

    def _bit(self, cities: tuple[str, ...]) -> int:
        """Return the bit of an end; ends met at the same places share it."""
        key = frozenset(self._at[city] for city in cities)
        return 1 << self._keys.setdefault(key, len(self._keys))

    @cached_property
    def trees(self) -> Trees:
        """For every set of ends in the table: the cheapest tree that joins them and reaches a place."""
        trees = self._empty()
        trees.fill()
        return trees

    def _empty(self) -> Trees:
        rows = np.ix_(*[[self.layers.number[city] for city in self.cities]] * 2)
        far = {layer: self.layers.trains[layer][rows] for layer in self.layers.all}
        among = self.among.trees if self.among is not None else None
        return Trees(far, self.splits, self.met_at[: self._bits], most=self.most, among=among)

    def tree(self, ends: int, layer: Layer) -> tuple[int, int]:
        """Return the trains of the cheapest tree that joins some ends, and the place where the last of them is met."""
        last = ends.bit_length() - 1
        row = self.trees.at(layer, ends ^ (1 << last))
        place = min(self.met_at[last], key=lambda place: int(row[place]))
        return int(row[place]), place

    def union(self, tickets: int) -> int:
        """Return all ends of a set of tickets."""
        ends = 0
        for i, pair in enumerate(self.ends):
            if tickets >> i & 1:
                ends |= pair
        return ends

    @cached_property
    def _forests(self) -> dict[Layer, NDArray[np.int32]]:
        """For every set of tickets the fewest trains."""
        tree = self._joining(_unions(self.ends))
        forest = {layer: np.full_like(row, FAR) for layer, row in tree.items()}
        for row in forest.values():
            row[0] = 0
        sets = np.arange(1, 1 << len(self.ends))
        sizes = np.bitwise_count(sets)
        for size in range(1, len(self.ends) + 1):
            some = sets[sizes == size]
            parts = np.concatenate([parts_of(some), some[:, None]], axis=1)
            for one, other, layer in self.splits:
                least = (tree[one][parts] + forest[other][some[:, None] - parts]).min(axis=1)
                forest[layer][some] = np.minimum(forest[layer][some], least)
            for row in forest.values():
                row[some[row[some] > self.most]] = FAR
        return forest

    def _joining(self, ends: Sets) -> dict[Layer, NDArray[np.int32]]:
        """Return for sets of ends what the cheapest tree costs that joins them; FAR: none does."""
        found = {}
        for layer in self.layers.all:
            found[layer] = np.zeros(len(ends), np.int32)
            for last, places in enumerate(self.met_at):
                some = np.flatnonzero(ends >> last == 1)
                costs = self.trees.at(layer, ends[some] ^ (1 << last))[:, places].min(axis=1).astype(np.int32)
                found[layer][some] = np.where(costs < self.trees.cap, costs, FAR)
        return found

    def through(self, ways: Sequence[tuple[str, str]]) -> dict[Layer, NDArray[np.int32]]:
        """
        Return what the cheapest forest costs besides a way that it must hold, whether or not the way serves it.

        Parameters
        ----------
        ways
            The two cities that each way joins.

        Returns
        -------
        dict[Layer, NDArray[np.int32]]
            A row for every set of tickets, a column for every way. What the way itself costs is not in it.

        Notes
        -----
        Taken out of its tree, the way leaves two trees, and every end hangs on the one or the other.
        """
        assert self.parting
        starts, goals = ([self._at[way[side]] for way in ways] for side in (0, 1))
        shape = (1 << len(self.ends), len(ways))
        tree = {layer: np.full(shape, FAR, np.int32) for layer in self.layers.all}
        for tickets in range(shape[0]):
            ends = self.union(tickets)
            some = _subsets(ends)
            for one, other, layer in self.splits:
                sums = self.trees.at(one, some)[:, starts] + self.trees.at(other, ends ^ some)[:, goals]
                np.minimum(tree[layer][tickets], sums.min(axis=0), out=tree[layer][tickets])
        forest = {layer: np.full(shape, FAR, np.int32) for layer in self.layers.all}
        for tickets in range(shape[0]):
            parts = _subsets(tickets)
            for one, other, layer in self.splits:
                sums = tree[one][parts] + self._forests[other][tickets ^ parts][:, None]
                np.minimum(forest[layer][tickets], sums.min(axis=0), out=forest[layer][tickets])
        return forest


def _places(layers: Layers) -> tuple[dict[str, int], list[str]]:
    """Return the place of every city, and a city of every place: the own network is contracted part by part."""
    home = {city: next(iter(piece.ways)) for piece in pieces(layers.usable.own) for city in piece.ways}
    cities = list(dict.fromkeys(home.get(city, city) for city in layers.cities))
    number = {city: i for i, city in enumerate(cities)}
    return {city: number[home.get(city, city)] for city in layers.cities}, cities


def _unions(members: Sequence[int]) -> Sets:
    """Return for every set of members, each itself a set, all that is in them."""
    found = np.zeros(1, np.int64)
    for one in members:
        found = np.concatenate([found, found | one])
    return found


def _subsets(members: int) -> NDArray[np.int64]:
    """Return all parts of a set, nothing and the whole included."""
    bits = [1 << b for b in range(members.bit_length()) if members >> b & 1]
    return ((np.arange(1 << len(bits))[:, None] >> np.arange(len(bits))) & 1) @ np.array(bits, np.int64)
