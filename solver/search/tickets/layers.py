"""
How far apart any two cities are, for every set of stations that may be used.

In words: a *layer* says which standing stations and how many new ones a way may use. Within a layer a way goes along
own routes for nothing and along claims for their price; a loan leads up from a smaller layer for nothing. All
distances of a layer follow from those of the smaller ones by one product of tables (least sums instead of sums of
products), so that a whole board with three stations takes some milliseconds.

What is left out: that one new station cannot lend two routes of the same way. So the distances may be too small, never
too large; the search for a single way (``ways``) uses them as its sense of direction and settles the rest.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from solver.game.errors import NoAnswer
from solver.search.tickets.usable import Usable

Table = NDArray[np.int32]

Layer = tuple[frozenset[str], int]
"""The standing stations that may be used, and how many new ones."""

MOST = 256
"""So many layers at the most, some seconds for all; eight stations, of which no box has that many, make as many."""
FAR = 10_000
"""No way at all."""


class Layers:
    """
    Distances in trains and in claims between all cities, layer by layer.

    Raises
    ------
    NoAnswer
        More stations stand than can be told apart.
    """

    def __init__(self, usable: Usable, extra: tuple[str, ...] = ()) -> None:
        self.usable = usable
        self.cities = tuple(dict.fromkeys((*usable.cities, *extra)))
        self.number = {city: i for i, city in enumerate(self.cities)}
        stations = dict.fromkeys(usable.standing)
        if 2 ** len(stations) * (max(usable.stations, 0) + 1) > MOST:
            raise NoAnswer
        self.all: tuple[Layer, ...] = tuple(
            (frozenset(some), new)
            for count in range(len(stations) + 1)
            for some in combinations(stations, count)
            for new in range(max(usable.stations, 0) + 1)
        )
        self._turned: dict[tuple[bool, Layer, tuple[str, ...]], list[int]] = {}

    @cached_property
    def trains(self) -> dict[Layer, Table]:
        """Fewest trains between any two cities."""
        return self._tables(claims=False)

    @cached_property
    def claims(self) -> dict[Layer, Table]:
        """Fewest claims between any two cities."""
        return self._tables(claims=True)

    @cached_property
    def without_turns(self) -> Layers:
        """The same distances for a search that counts no turns; they are the same tables."""
        free = copy(self)
        free.usable = replace(self.usable, turns=None)
        free.trains, free.claims = self.trains, self.claims
        return free

    def to(self, layer: Layer, goals: tuple[str, ...], *, claims: bool = False) -> list[int]:
        """Return the distance from every city to the nearest of some."""
        key = (claims, layer, goals)
        if key not in self._turned:
            table = (self.claims if claims else self.trains)[layer]
            columns = [self.number[goal] for goal in goals if goal in self.number]
            found = table[:, columns].min(axis=1).tolist() if columns else [FAR] * len(self.cities)
            self._turned[key] = found
        return self._turned[key]

    def apart(
        self, layer: Layer, ends: tuple[tuple[str, ...], tuple[str, ...]], *, claims: bool = False
    ) -> int:
        """Return the distance between two ends, each of which is met at any of some cities."""
        to = self.to(layer, ends[1], claims=claims)
        return min((to[self.number[city]] for city in ends[0] if city in self.number), default=FAR)

    def _tables(self, *, claims: bool) -> dict[Layer, Table]:
        walk = self._without_stations(claims=claims)
        lent_by, lent_anew = self._lent()
        tables: dict[Layer, Table] = {}
        for some, new in self.all:
            best, up = walk, np.full_like(walk, FAR)
            steps = [((some - {station}, new), lent_by[station]) for station in some]
            if new:
                steps.append(((some, new - 1), lent_anew))
            for before, pairs in steps:
                best = np.minimum(best, tables[before])
                for one, other in pairs:
                    np.minimum(up[:, other], tables[before][:, one], out=up[:, other])
            tables[some, new] = np.minimum(best, least_sums(up, walk)) if steps else best
        return tables

    def _without_stations(self, *, claims: bool) -> Table:
        """Return the distances over own routes and claims alone (Floyd 1962)."""
        size = len(self.cities)
        table = np.full((size, size), FAR, dtype=np.int32)
        np.fill_diagonal(table, 0)
        for city, ways in self.usable.ways.items():
            for there, _, spaces in ways:
                i, j = self.number[city], self.number[there]
                table[i, j] = min(table[i, j], min(spaces, 1) if claims else spaces)
        for k in range(size):
            np.minimum(table, table[:, k, None] + table[k], out=table)
        return table

    def _lent(self) -> tuple[dict[str, list[tuple[int, int]]], list[tuple[int, int]]]:
        """Return the steps that each standing station, and any new one, can lend."""
        by: dict[str, list[tuple[int, int]]] = {station: [] for station in self.usable.standing}
        anew: set[tuple[int, int]] = set()
        for city, loans in self.usable.loans.items():
            for there, _, _ in loans:
                step = (self.number[city], self.number[there])
                for station in (city, there):
                    if station in by:
                        by[station].append(step)
                    if self.usable.stations > 0 and station in self.usable.building:
                        anew.add(step)
        return by, sorted(anew)


def least_sums(left: Table, right: Table) -> Table:
    """Return for every row of the one and column of the other the least sum over what lies between."""
    out: Table = (left[:, :, None] + right[None, :, :]).min(axis=1, initial=2 * FAR)
    return out
