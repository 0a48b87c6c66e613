"""
The cheapest mending of a piece with few rings, without distances and pairings.

In words: in a tree it is settled what stays out when every odd city is mended. A route does when an odd number of
odd cities lie behind it, as one more way has to lead across. A ring may be changed over as a whole, routes that stay
out against those that do not, and every city stays mended; so may the path between two cities, which then are the two
that a trail leaves odd. So: for every choice among the rings, count, and take away the path that gains most.

Sets of routes are bits of a number: bit i is the tree's route from city i towards the first city.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from solver.search.trail.parity import Mending, Piece, Way

RINGS = 3
"""With more rings there are too many choices among them."""


@dataclass(slots=True)
class _Tree:
    """A tree through all cities, each behind the one before it, and the routes beside it, which close a ring each."""

    order: list[str]
    before: list[int]
    route: list[str]
    spaces: list[int]
    path: list[int]
    """For every city the routes between it and the first."""
    closing: list[tuple[str, int, int]] = field(default_factory=list)
    """A route that closes a ring, its spaces, and the routes of the ring that belong to the tree."""


def mend_by_rings(piece: Piece) -> Mending | None:
    """Return the cheapest routes to leave out so that at most two cities stay odd; None when there are many rings."""
    odd = piece.odd
    if len(odd) <= 2:
        return Mending(odd, (), frozenset(), 0)
    if len(piece.routes) - len(piece.ways) + 1 > RINGS:
        return None
    tree = _grow(piece)
    choices: list[tuple[int, int, tuple[str, ...]]] = [(_settled(tree, set(odd)), 0, ())]
    for route, spaces, ring in tree.closing:
        choices += [(out ^ ring, beside + spaces, (*routes, route)) for out, beside, routes in choices]
    found = ((*_without_best_path(tree, out), beside, routes) for out, beside, routes in choices)
    spaces, out, beside, routes = min(found, key=lambda one: one[0] + one[2])
    left = [tree.route[i] for i in range(len(tree.order)) if out >> i & 1]
    left += routes
    pairs = _pairs({route: piece.routes[route] for route in left}, odd)
    return Mending(odd, pairs, frozenset(left), spaces + beside)


def _grow(piece: Piece) -> _Tree:
    """Reach all cities of a piece from its first."""
    first = next(iter(piece.ways))
    tree = _Tree([first], [0], [""], [0], [0])
    number = {first: 0}
    used: set[str] = set()
    for city in tree.order:
        for there, route, spaces in piece.ways[city]:
            if route in used:
                continue
            used.add(route)
            here, other = number[city], number.setdefault(there, len(tree.order))
            if other < len(tree.order):
                tree.closing.append((route, spaces, tree.path[here] ^ tree.path[other]))
                continue
            tree.order.append(there)
            tree.before.append(here)
            tree.route.append(route)
            tree.spaces.append(spaces)
            tree.path.append(tree.path[here] | 1 << other)
    return tree


def _settled(tree: _Tree, odd: set[str]) -> int:
    """Return the tree's routes that stay out when all odd cities are mended within the tree."""
    behind = [city in odd for city in tree.order]
    out = 0
    for i in range(len(behind) - 1, 0, -1):
        if behind[i]:
            out |= 1 << i
            behind[tree.before[i]] ^= True
    return out


def _without_best_path(tree: _Tree, out: int) -> tuple[int, int]:
    """Change over the path between two cities that saves most; return the spaces that stay out then, and the routes."""
    spaces = saved = 0
    ends = 0, 0
    best = [0] * len(tree.order)
    """The most that a path saves which begins in or behind a city and ends there."""
    start = list(range(len(best)))
    for i in range(len(best) - 1, 0, -1):
        before, gain = tree.before[i], -tree.spaces[i]
        if out >> i & 1:
            spaces, gain = spaces - gain, -gain
        gain += best[i]
        if gain > 0:
            if best[before] + gain > saved:
                saved, ends = best[before] + gain, (start[before], start[i])
            if gain > best[before]:
                best[before], start[before] = gain, start[i]
    return spaces - saved, out ^ tree.path[ends[0]] ^ tree.path[ends[1]]


def _pairs(routes: dict[str, Way], odd: tuple[str, ...]) -> tuple[tuple[str, str, int], ...]:
    """Return the pairs of odd cities that the routes which stay out mend, with the spaces between; they hold no ring."""
    ways: dict[str, dict[str, tuple[str, int]]] = {}
    for route, (a, b, spaces) in routes.items():
        ways.setdefault(a, {})[route] = b, spaces
        ways.setdefault(b, {})[route] = a, spaces
    waiting = dict.fromkeys(city for city in odd if len(ways.get(city, ())) % 2)
    pairs = []
    # From a city with an odd number of routes some way leads to the next such city, and without it both are even.
    while waiting:
        start = at = next(iter(waiting))
        del waiting[start]
        length = 0
        while at not in waiting:
            route, (there, spaces) = next(iter(ways[at].items()))
            del ways[at][route], ways[there][route]
            at, length = there, length + spaces
        del waiting[at]
        pairs.append((start, at, length))
    return tuple(pairs)
