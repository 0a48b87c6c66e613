"""
How long a trail can be by counting alone.

In words: a trail enters a city as often as it leaves it, except where it begins and ends. So at most two cities meet
an odd number of walked routes (Euler 1736). Every other city where an odd number of the network's routes meet must
leave something out, and leaving out a way between two such cities mends both. The cheapest mending is the cheapest
pairing of the odd cities by their distances, two of them let off (Edmonds and Johnson 1973).

What remains may fall apart, so this is a bound on the longest trail and not always its length. When what remains
hangs together it is a longest trail, and the pairing says why.

Pieces are plain dictionaries in the order of the network: no set of names is ever walked through, so that answers
are the same on every run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

import networkx as nx

from solver.search.engine import check
from solver.search.verify import Trail

SMALL = 12
"""Up to so many odd cities the table of all pairings is faster than a general matching."""

MATCHED_AT_ONCE = 30
"""A matching of so many odd cities takes some 10 ms, and cannot be interrupted."""

Way = tuple[str, str, int]
"""From a city: the next city, the route, its spaces."""


@dataclass(frozen=True)
class Piece:
    """A connected piece of a network: the ways out of every city, and for every route its ends and spaces."""

    ways: dict[str, list[Way]]
    routes: dict[str, Way]

    @cached_property
    def spaces(self) -> int:
        """All spaces of the piece."""
        return sum(way[2] for way in self.routes.values())

    @cached_property
    def odd(self) -> tuple[str, ...]:
        """The cities where an odd number of routes meet; there is always an even number of them."""
        return tuple(city for city, ways in self.ways.items() if len(ways) % 2)

    def without(self, left_out: set[str]) -> list[Piece]:
        """Return the pieces that remain, longest first, when some routes are left out."""
        kept = {route: way for route, way in self.routes.items() if route not in left_out}
        return sorted(pieces_of(kept), key=lambda piece: -piece.spaces)


@dataclass(frozen=True, slots=True)
class Mending:
    """The cheapest way to mend a piece: which odd cities are paired, over which routes, at how many spaces."""

    odd: tuple[str, ...]
    pairs: tuple[tuple[str, str, int], ...]
    routes: frozenset[str]
    spaces: int


def pieces(network: nx.MultiGraph[str]) -> list[Piece]:
    """Return the connected pieces of a network, in the order of its routes; cities without a route are in none."""
    return pieces_of(
        {route: (a, b, seen["length"]) for a, b, route, seen in network.edges(keys=True, data=True)}
    )


def pieces_of(routes: dict[str, Way]) -> list[Piece]:
    """Return the connected pieces of routes given as ``id: (end, end, spaces)``."""
    ways: dict[str, list[Way]] = {}
    for route, (a, b, spaces) in routes.items():
        ways.setdefault(a, []).append((b, route, spaces))
        ways.setdefault(b, []).append((a, route, spaces))
    found: list[Piece] = []
    seen: set[str] = set()
    for start in ways:
        if start in seen:
            continue
        seen.add(start)
        reached = [start]
        for city in reached:
            for there, _, _ in ways[city]:
                if there not in seen:
                    seen.add(there)
                    reached.append(there)
        if len(reached) == len(ways):
            return [Piece(ways, routes)]
        here = {city: ways[city] for city in reached}
        found.append(Piece(here, {r: routes[r] for out in here.values() for _, r, _ in out}))
    return found


def mending(piece: Piece) -> Mending:
    """Return the cheapest routes to leave out so that at most two cities of the piece stay odd."""
    return mend(piece, piece.odd, let_off=2)


def mend(piece: Piece, odd: Sequence[str], *, let_off: int) -> Mending:
    """
    Return the cheapest routes to leave out so that all but ``let_off`` of some cities are met by one route less.

    Parameters
    ----------
    piece
        Where the routes are left out.
    odd
        The cities that are to change between odd and even; as many more than ``let_off`` as make pairs.
    let_off
        How many of them may stay as they are.
    """
    if len(odd) <= let_off:
        return Mending(tuple(odd), (), frozenset(), 0)
    check(steps=len(odd), most=MATCHED_AT_ONCE)
    away = [_distances(piece, city, odd) for city in odd]
    table = [[spaces[other] for other in odd] for spaces, _ in away]
    left_out: set[str] = set()
    pairs = []
    for i, j in _cheapest_pairing(table, let_off):
        pairs.append((odd[i], odd[j], table[i][j]))
        city, back = odd[j], away[i][1]
        while city != odd[i]:
            city, route = back[city]
            left_out ^= {route}
    return Mending(tuple(odd), tuple(pairs), frozenset(left_out), sum(piece.routes[r][2] for r in left_out))


def walk(part: Piece, start: str | None = None) -> Trail:
    """
    Return the routes of a part with at most two odd cities in an order in which they can be walked (Hierholzer 1873).

    Parameters
    ----------
    part
        What is walked.
    start
        One end of the trail: one of the odd cities, or any city when there are none. Left out, some such city.
    """
    if start is None:
        start = next(iter(part.odd), next(iter(part.ways)))
    left = {city: list(reversed(ways)) for city, ways in part.ways.items()}
    used: set[str] = set()
    stack: list[tuple[str, str | None]] = [(start, None)]
    order: list[tuple[str, str | None]] = []
    while stack:
        ways = left[stack[-1][0]]
        while ways and ways[-1][1] in used:
            ways.pop()
        if ways:
            there, route, _ = ways.pop()
            used.add(route)
            stack.append((there, route))
        else:
            order.append(stack.pop())
    order.reverse()
    return Trail(tuple(city for city, _ in order), tuple(route for _, route in order if route is not None))


def trail_bound(network: nx.MultiGraph[str]) -> int:
    """
    Return a length in spaces that no trail of the network exceeds, by parity alone.

    A trail stays in one piece, so the best piece counts. The bound may be larger than the longest trail.
    """
    return max((piece.spaces - mending(piece).spaces for piece in pieces(network)), default=0)


def _distances(
    piece: Piece, start: str, wanted: Sequence[str]
) -> tuple[dict[str, int], dict[str, tuple[str, str]]]:
    """Return the spaces to every wanted city and, for the way back, the city before and the route from there."""
    best = {start: 0}
    back: dict[str, tuple[str, str]] = {}
    missing = len(wanted)
    targets = set(wanted)
    done: set[str] = set()
    queue = [(0, 0, start)]
    pushed = 0
    while queue and missing:
        spaces, _, city = heappop(queue)
        if city in done:
            continue
        done.add(city)
        missing -= city in targets
        for there, route, length in piece.ways[city]:
            further = spaces + length
            if there not in best or further < best[there]:
                best[there] = further
                back[there] = (city, route)
                pushed += 1
                heappush(queue, (further, pushed, there))
    return best, back


def _cheapest_pairing(table: list[list[int]], let_off: int) -> list[tuple[int, int]]:
    """Return the pairs of a cheapest pairing of all but a few; ``table`` holds the spaces between any two."""
    return _pairing_by_table(table, let_off) if len(table) <= SMALL else _pairing_by_matching(table, let_off)


def _pairing_by_table(table: list[list[int]], let_off: int) -> list[tuple[int, int]]:
    """Pair by trying, for the first city not yet dealt with, every partner and, while allowed, letting it off."""
    worst = sum(map(max, table)) + 1
    known: dict[tuple[int, int], tuple[int, int | None]] = {}

    def cheapest(cities: int, free: int) -> int:
        if not cities:
            return 0
        state = (cities, free)
        if state in known:
            return known[state][0]
        first = (cities & -cities).bit_length() - 1
        others = cities & (cities - 1)
        best, partner = (cheapest(others, free - 1) if free else worst), None
        row, left = table[first], others
        while left:
            other = left & -left
            left ^= other
            spaces = row[other.bit_length() - 1]
            if spaces < best:
                total = spaces + cheapest(others ^ other, free)
                if total < best:
                    best, partner = total, other.bit_length() - 1
        known[state] = (best, partner)
        return best

    cities, free = (1 << len(table)) - 1, let_off
    cheapest(cities, free)
    pairs = []
    while cities:
        first = (cities & -cities).bit_length() - 1
        partner = known[cities, free][1]
        cities ^= 1 << first
        if partner is None:
            free -= 1
        else:
            cities ^= 1 << partner
            pairs.append((first, partner))
    return pairs


def _pairing_by_matching(table: list[list[int]], let_off: int) -> list[tuple[int, int]]:
    """Pair by a matching of all cities and a blank for each that may be let off; whoever meets a blank is."""
    count = len(table)
    repair: nx.Graph[int] = nx.Graph()
    for i in range(count):
        repair.add_weighted_edges_from((i, j, table[i][j]) for j in range(i + 1, count))
        repair.add_weighted_edges_from((i, count + blank, 0) for blank in range(let_off))
    matched = nx.min_weight_matching(repair)
    return sorted((min(i, j), max(i, j)) for i, j in matched if max(i, j) < count)
