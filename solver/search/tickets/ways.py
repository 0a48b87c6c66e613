"""
The best way between two ends, as one ticket asks for it, with stations, a limit of trains and a limit of turns.

A label is a city reached with so many trains, claims, and the stations used so far (a station lends one route). It is
dropped when another label of the same city has no more of anything and used no other stations. Labels are taken in
the order of what they have cost and, by the tables of ``layers``, will cost at least: the first to arrive is best.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from solver.search.tickets.layers import FAR, Layer, Layers
from solver.search.verify import Trail

Ends = tuple[tuple[str, ...], tuple[str, ...]]


class _Label(NamedTuple):
    city: str
    trains: int
    claims: int
    used: frozenset[str]
    before: _Label | None = None
    route: str = ""
    station: str | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A way from one end of a ticket to the other: what it claims, what it borrows where, and the whole walk."""

    trains: int
    claims: tuple[str, ...]
    loans: dict[str, str]
    walk: Trail


def best_way(
    layers: Layers,
    ends: Ends,
    *,
    stations: int,
    standing: frozenset[str] | None = None,
    trains: int = FAR,
    fewest_claims: bool = False,
) -> Way | None:
    """
    Return the way with the fewest trains, or with the fewest claims; None when there is none within the limits.

    Parameters
    ----------
    layers
        The distances of the board for this player.
    ends
        What is to be joined: each end is met at any of its cities.
    stations
        At most so many new stations.
    standing
        The standing stations that may be used as well; None: all of them.
    trains
        At most so many trains.
    fewest_claims
        Whether claims come before trains.
    """
    usable = layers.usable
    standing = frozenset(usable.standing) if standing is None else standing
    queue: list[tuple[int, int, int, int, _Label]] = []
    kept: dict[str, list[_Label]] = {}
    count = 0

    def push(label: _Label) -> None:
        nonlocal count
        layer: Layer = (standing - label.used, stations - len(label.used - standing))
        at = layers.number[label.city]
        all_trains = label.trains + layers.to(layer, ends[1])[at]
        all_claims = label.claims + layers.to(layer, ends[1], claims=True)[at]
        if all_trains > trains or all_trains >= FAR:
            return
        if usable.turns is not None and all_claims + len(label.used - standing) > usable.turns:
            return
        known = kept.setdefault(label.city, [])
        if any(
            one.trains <= label.trains and one.claims <= label.claims and one.used <= label.used
            for one in known
        ):
            return
        known.append(label)
        count += 1
        first, then = (all_claims, all_trains) if fewest_claims else (all_trains, all_claims)
        heappush(queue, (first, then, len(label.used), count, label))

    for city in ends[0]:
        if city in layers.number:
            push(_Label(city, 0, 0, frozenset()))
    while queue:
        label = heappop(queue)[4]
        if label.city in ends[1]:
            return _way(label)
        for step in _steps(layers, label, standing, stations):
            push(step)
    return None


def _steps(layers: Layers, label: _Label, standing: frozenset[str], stations: int) -> Iterator[_Label]:
    usable = layers.usable
    for there, route, spaces in usable.ways.get(label.city, ()):
        claims = label.claims + (spaces > 0)
        yield _Label(there, label.trains + spaces, claims, label.used, label, route)
    free = len(label.used - standing) < stations
    for there, route, _ in usable.loans.get(label.city, ()):
        for station in (label.city, there):
            if station not in label.used and (station in standing or (free and station in usable.building)):
                used = label.used | {station}
                yield _Label(there, label.trains, label.claims, used, label, route, station)


def _way(label: _Label) -> Way:
    """Write down how a label was reached."""
    steps = [label]
    while (before := steps[-1].before) is not None:
        steps.append(before)
    steps.reverse()
    cities = tuple(step.city for step in steps)
    routes = tuple(step.route for step in steps[1:])
    loans = {step.station: step.route for step in steps[1:] if step.station is not None}
    claims = [after.route for step, after in pairwise(steps) if after.claims > step.claims]
    return Way(label.trains, tuple(claims), loans, Trail(cities, routes))
