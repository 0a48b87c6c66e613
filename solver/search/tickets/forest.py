"""
The forest behind a number of the table of ``steiner``: which routes to claim and what each station borrows.

It is read back from the table part by part. As the table may take one new station for two routes, there are numbers
without a forest; then the number is only a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.search.tickets.layers import Layer
from solver.search.tickets.steiner import Steiner
from solver.search.tickets.trees import parts_of
from solver.search.tickets.usable import Usable
from solver.search.tickets.ways import best_way


@dataclass(frozen=True, slots=True)
class Forest:
    """What completes some tickets together: routes to claim, and loans by the city of their station."""

    claims: tuple[str, ...]
    loans: dict[str, str]


def build(tables: Steiner, tickets: int, layer: Layer | None = None) -> Forest | None:
    """
    Return a forest with the fewest trains for some tickets, with the stations of a layer (None: that of the table).

    None when one station would lend two routes.
    """
    layer = layer or tables.layer
    built = _Built(tables)
    if not built.forest(tickets, layer):
        return None
    loans = _stations(replace(tables.layers.usable, stations=layer[1]), tuple(built.lent))
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
        wanted = int(tables.trees.at(layer, ends)[place])
        met = tables.trees.meeting(np.array([ends]))
        for one, other, whole in tables.splits:
            if whole != layer:
                continue
            sums = met[one][0].astype(np.int32) + tables.trees.far[other][:, place]
            at = int(sums.argmin())
            if int(sums[at]) == wanted:
                return self.meeting(ends, at, one) and self.way([at], place, other)
        raise AssertionError("the tables do not add up")

    def meeting(self, ends: int, place: int, layer: Layer) -> bool:
        """Add two trees that meet in a place."""
        tables = self.tables
        met = int(tables.trees.meeting(np.array([ends]))[layer][0, place])
        parts = parts_of(np.array([ends]))[0]
        for one, other in ((one, other) for one, other, whole in tables.splits if whole == layer):
            some, rest = (
                tables.trees.at(of, sets)[:, place] for of, sets in ((one, parts), (other, ends - parts))
            )
            fit = np.flatnonzero(some.astype(np.int32) + rest == met)
            if len(fit):
                part = int(parts[fit[0]])
                return self.tree(part, place, one) and self.tree(ends ^ part, place, other)
        raise AssertionError("the tables do not add up")

    def way(self, places: Sequence[int], place: int, layer: Layer) -> bool:
        """Add the cheapest way from any of some places to another."""
        tables = self.tables
        wanted = min(int(tables.trees.far[layer][p, place]) for p in places)
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


def _with_lowest(tickets: int) -> NDArray[np.int64]:
    """Return all parts of a set that hold its lowest member, the whole included."""
    if tickets & (tickets - 1) == 0:
        return np.array([tickets])
    return np.append(parts_of(np.array([tickets]))[0], tickets)
