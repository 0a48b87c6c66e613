"""How few trains join the places of a ceiling to the ends of a ticket, with no loan, with one at most, and so on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush
from typing import Any

from solver.search.stations.places import Place

Way = tuple[Place, Place, int, Any]
"""Two places, the trains it takes to join them, and the literals of which one must hold."""


Levels = Mapping[Place, int]
"""The fewest trains to places, with no more than so many loans."""

LENT = 0
"""The trains of a loan; every claim takes some."""


def distances(ways: Iterable[Way], starts: Iterable[Place], most: int, loans: int) -> list[Levels]:
    """
    Return the fewest trains that join a place to any of the starts, where that is no more than ``most``.

    One after the other: with no loan, with one at most, and so on.
    """
    out: dict[Place, list[tuple[Place, int]]] = {}
    lent: list[tuple[Place, Place]] = []
    for a, b, length, _ in ways:
        if length == LENT:
            lent += [(a, b), (b, a)]
        else:
            out.setdefault(a, []).append((b, length))
            out.setdefault(b, []).append((a, length))
    levels: list[Levels] = [_spread(out, dict.fromkeys(starts, 0), most)]
    for _ in range(loans):
        before = levels[-1]
        begun = dict(before)
        for here, there in lent:
            if here in before:
                begun[there] = min(begun.get(there, most), before[here])
        levels.append(_spread(out, begun, most))
    return levels


def _spread(
    out: Mapping[Place, Iterable[tuple[Place, int]]], begun: Mapping[Place, int], most: int
) -> dict[Place, int]:
    """Return the fewest trains to every place, from places that are reached with so many already (Dijkstra 1959)."""
    best: dict[Place, int] = {}
    heap = [(spaces, place) for place, spaces in begun.items()]
    heapify(heap)
    while heap:
        spaces, place = heappop(heap)
        if place in best:
            continue
        best[place] = spaces
        for there, length in out.get(place, ()):
            if there not in best and spaces + length <= most:
                heappush(heap, (spaces + length, there))
    return best
