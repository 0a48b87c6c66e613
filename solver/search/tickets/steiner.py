"""
The fewest trains that complete any set of tickets together.

In words: what completes some tickets is a forest, and each of its trees joins the ends of the tickets that it serves.
The cheapest tree that joins some ends and reaches a city is either a tree of fewer ends with a way added, or two such
trees that meet in the city (Dreyfus and Wagner 1971). The cheapest forest parts the tickets among trees. So one table
holds the answer for every set of tickets at once.

Stations come in as *layers* (see ``layers``): a tree, a way and a forest each use some of the standing stations and so
many new ones, and what two parts use is parted between them. Ends in the same part of the own network are one end.

As in ``layers``, one new station might be asked to lend two routes; then ``build`` finds that the forest cannot be
built, and what the table says is only a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from solver.search.loans import TicketEnds
from solver.search.tickets.layers import FAR, Layer, Layers
from solver.search.tickets.usable import Usable
from solver.search.tickets.ways import best_way
from solver.search.trail.parity import pieces

Rows = NDArray[np.int16]
"""A row for every set of ends, a column for every place."""

CHUNK = 1 << 22
"""So many sums are held in memory at a time."""


@dataclass(frozen=True, slots=True)
class Forest:
    """What completes some tickets together: routes to claim, and loans by the city of their station."""

    claims: tuple[str, ...]
    loans: dict[str, str]


class Steiner:
    """
    The table for one player's tickets; sets of tickets and of ends are written as bits of a number.

    All trees are read where they meet the last end, so the table need not hold any with that end in it. Only
    ``through`` parts trees and asks for the others: ``parting`` says so, and makes the table three times as large.
    """

    def __init__(self, layers: Layers, tickets: Sequence[TicketEnds], *, parting: bool = False) -> None:
        self.layers = layers
        self.parting = parting
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
        """How many sums the table takes."""
        return int(3**self._bits) // 2 * len(self.cities) * len(self.splits)

    @property
    def _bits(self) -> int:
        """How many of the ends are in the sets of the table."""
        return max(len(self._keys) - (not self.parting), 0)

    def trains(self, tickets: int, layer: Layer | None = None) -> int:
        """Return the fewest trains for a set of tickets with the stations of a layer (None: all); FAR: impossible."""
        return int(self._forests[layer or self.layers.all[-1]][tickets])

    def _bit(self, cities: tuple[str, ...]) -> int:
        """Return the bit of an end; ends met at the same places share it."""
        key = frozenset(self._at[city] for city in cities)
        return 1 << self._keys.setdefault(key, len(self._keys))

    @cached_property
    def far(self) -> dict[Layer, Rows]:
        """Distances between places, layer by layer."""
        rows = np.ix_(*[[self.layers.number[city] for city in self.cities]] * 2)
        return {layer: np.minimum(t[rows], FAR).astype(np.int16) for layer, t in self.layers.trains.items()}

    @cached_property
    def trees(self) -> dict[Layer, Rows]:
        """For every set of ends in the table: the cheapest tree that joins them and reaches a place."""
        bits = self._bits
        trees = {layer: np.full((1 << bits, len(self.cities)), FAR, np.int16) for layer in self.layers.all}
        for layer in self.layers.all:
            trees[layer][0] = 0
            for bit in range(bits):
                trees[layer][1 << bit] = self.far[layer][self.met_at[bit]].min(axis=0)
        for size in range(2, bits + 1):
            sets = np.array([sum(1 << b for b in some) for some in combinations(range(bits), size)])
            met = self.met(trees, sets)
            for layer, found in _reaching(met, self.far, self.splits).items():
                trees[layer][sets] = found
        return trees

    def met(self, trees: dict[Layer, Rows], sets: NDArray[np.int64]) -> dict[Layer, Rows]:
        """Return for sets of ends and places the cheapest two trees that meet there and share the ends between them."""
        parts = _parts(sets)
        step = max(CHUNK // (parts.shape[1] * len(self.cities)), 1)
        met = {layer: np.full((len(sets), len(self.cities)), FAR, np.int16) for layer in self.layers.all}
        for start in range(0, len(sets), step):
            chunk = slice(start, start + step)
            some = parts[chunk]
            rest = sets[chunk, None] - some
            for one, other, layer in self.splits:
                sums = (trees[one][some] + trees[other][rest]).min(axis=1)
                np.minimum(met[layer][chunk], sums, out=met[layer][chunk])
        return met

    def tree(self, ends: int, layer: Layer) -> tuple[int, int]:
        """Return the trains of the cheapest tree that joins some ends, and the place where the last of them is met."""
        last = ends.bit_length() - 1
        row = self.trees[layer][ends ^ (1 << last)]
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
        size = 1 << len(self.ends)
        tree = {
            layer: np.array([0, *(self.tree(self.union(s), layer)[0] for s in range(1, size))], np.int32)
            for layer in self.layers.all
        }
        forest = {layer: np.full(size, FAR, np.int32) for layer in self.layers.all}
        for row in forest.values():
            row[0] = 0
        for tickets in range(1, size):
            parts = _with_lowest(tickets)
            for one, other, layer in self.splits:
                least = (tree[one][parts] + forest[other][tickets ^ parts]).min()
                forest[layer][tickets] = min(forest[layer][tickets], least)
        return forest

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
                sums = self.trees[one][some][:, starts] + self.trees[other][ends ^ some][:, goals]
                np.minimum(tree[layer][tickets], sums.min(axis=0), out=tree[layer][tickets])
        forest = {layer: np.full(shape, FAR, np.int32) for layer in self.layers.all}
        for tickets in range(shape[0]):
            parts = _subsets(tickets)
            for one, other, layer in self.splits:
                sums = tree[one][parts] + self._forests[other][tickets ^ parts][:, None]
                np.minimum(forest[layer][tickets], sums.min(axis=0), out=forest[layer][tickets])
        return forest

    def build(self, tickets: int, layer: Layer | None = None) -> Forest | None:
        """
        Return a forest with the fewest trains for some tickets, with the stations of a layer (None: all).

        None when one station would lend two routes.
        """
        layer = layer or self.layers.all[-1]
        built = _Built(self)
        if not built.forest(tickets, layer):
            return None
        loans = _stations(replace(self.layers.usable, stations=layer[1]), tuple(built.lent))
        return None if loans is None else Forest(tuple(built.claims), loans)


class _Built:
    """A forest as it is read back from the tables, part by part."""

    def __init__(self, tables: Steiner) -> None:
        self.tables = tables
        self.claims: dict[str, None] = {}
        self.lent: dict[str, None] = {}

    def forest(self, tickets: int, layer: Layer) -> bool:
        """Add the trees for some tickets."""
        tables = self.tables
        while tickets:
            wanted = tables.trains(tickets, layer)
            part, one, other = next(
                (int(part), one, other)
                for part in _with_lowest(tickets)
                for one, other, whole in tables.splits
                if whole == layer
                and tables.tree(tables.union(int(part)), one)[0] + tables.trains(tickets ^ int(part), other)
                == wanted
            )
            ends = tables.union(part)
            last = ends.bit_length() - 1
            if not self.tree(ends ^ (1 << last), tables.tree(ends, one)[1], one):
                return False
            tickets, layer = tickets ^ part, other
        return True

    def tree(self, ends: int, place: int, layer: Layer) -> bool:
        """Add the cheapest tree that joins some ends and reaches a place."""
        tables = self.tables
        if not ends:
            return True
        if not ends & (ends - 1):
            return self.way(tables.met_at[ends.bit_length() - 1], place, layer)
        wanted = int(tables.trees[layer][ends, place])
        met = tables.met(tables.trees, np.array([ends]))
        for one, other, whole in tables.splits:
            if whole != layer:
                continue
            sums = met[one][0].astype(np.int32) + tables.far[other][:, place]
            at = int(sums.argmin())
            if int(sums[at]) == wanted:
                return self.meeting(ends, at, one) and self.way([at], place, other)
        raise AssertionError("the tables do not add up")

    def meeting(self, ends: int, place: int, layer: Layer) -> bool:
        """Add two trees that meet in a place."""
        tables = self.tables
        met = int(tables.met(tables.trees, np.array([ends]))[layer][0, place])
        for part in _parts(np.array([ends]))[0]:
            for one, other, whole in tables.splits:
                some, rest = int(part), ends ^ int(part)
                if (
                    whole == layer
                    and int(tables.trees[one][some, place]) + tables.trees[other][rest, place] == met
                ):
                    return self.tree(some, place, one) and self.tree(rest, place, other)
        raise AssertionError("the tables do not add up")

    def way(self, places: Sequence[int], place: int, layer: Layer) -> bool:
        """Add the cheapest way from any of some places to another."""
        tables = self.tables
        wanted = min(int(tables.far[layer][p, place]) for p in places)
        starts = tuple(tables.cities[p] for p in places)
        found = best_way(
            tables.layers,
            (starts, (tables.cities[place],)),
            stations=layer[1],
            standing=layer[0],
            trains=wanted,
        )
        if found is None:
            return False
        self.claims.update(dict.fromkeys(found.claims))
        self.lent.update(dict.fromkeys(found.loans.values()))
        return True


def _stations(usable: Usable, lent: tuple[str, ...]) -> dict[str, str] | None:
    """Return for every borrowed route a station of its own, new ones no more than are left; None when that fails."""
    if not lent:
        return {}
    route, *others = lent
    ends = next((a, b) for r, a, b in usable.rivals if r == route)
    for city in sorted(ends, key=lambda city: city not in usable.standing):
        new = city not in usable.standing
        if not usable.can_lend(city) or (new and not usable.stations):
            continue
        rest = replace(
            usable,
            standing=tuple(other for other in usable.standing if other != city),
            building=usable.building - {city},
            stations=usable.stations - new,
        )
        loans = _stations(rest, tuple(others))
        if loans is not None:
            return {city: route, **loans}
    return None


def _places(layers: Layers) -> tuple[dict[str, int], list[str]]:
    """Return the place of every city, and a city of every place: the own network is contracted part by part."""
    home = {city: next(iter(piece.ways)) for piece in pieces(layers.usable.own) for city in piece.ways}
    cities = list(dict.fromkeys(home.get(city, city) for city in layers.cities))
    number = {city: i for i, city in enumerate(cities)}
    return {city: number[home.get(city, city)] for city in layers.cities}, cities


def _parts(sets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for sets of the same size all their parts that hold the lowest member and are not the whole."""
    members = np.array([[1 << b for b in range(int(s).bit_length()) if int(s) >> b & 1] for s in sets])
    size = members.shape[1]
    chosen = (np.arange(1 << (size - 1))[:-1, None] >> np.arange(size - 1)) & 1
    parts: NDArray[np.int64] = members[:, :1] + members[:, 1:] @ chosen.T
    return parts


def _subsets(members: int) -> NDArray[np.int64]:
    """Return all parts of a set, nothing and the whole included."""
    bits = [1 << b for b in range(members.bit_length()) if members >> b & 1]
    return ((np.arange(1 << len(bits))[:, None] >> np.arange(len(bits))) & 1) @ np.array(bits, np.int64)


def _with_lowest(tickets: int) -> NDArray[np.int64]:
    """Return all parts of a set that hold its lowest member, the whole included."""
    if tickets & (tickets - 1) == 0:
        return np.array([tickets])
    return np.append(_parts(np.array([tickets]))[0], tickets)


def _reaching(
    met: dict[Layer, Rows], far: dict[Layer, Rows], splits: Sequence[tuple[Layer, Layer, Layer]]
) -> dict[Layer, Rows]:
    """Return the cheapest trees that reach every place: what meets somewhere, and a way from there."""
    found = {layer: np.full_like(rows, FAR) for layer, rows in met.items()}
    for one, other, layer in splits:
        rows, out = met[one], found[layer]
        for place in range(rows.shape[1]):
            np.minimum(out, rows[:, place, None] + far[other][place], out=out)
    return found
