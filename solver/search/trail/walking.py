"""
The longest trail of a small piece by walking every one of them.

Most networks that are laid in a game have few rings, and then there are only some thousand trails. Walking them all
takes less time than it takes CP-SAT to begin; a limit on the steps sees to it that nothing is lost on the others.
"""

from __future__ import annotations

from solver.search.trail.parity import Piece

STEPS = 8000


class _TooMany(Exception):
    """There are more trails than steps allowed."""


def by_walking(piece: Piece, *, bound: int) -> frozenset[str] | None:
    """
    Return the routes of a longest trail, or None when there are too many trails to walk them all.

    Parameters
    ----------
    piece
        What is walked through.
    bound
        A length in spaces that no trail exceeds: once it is reached, the rest need not be walked.
    """
    if len(piece.routes) > 300:
        return None
    number = {city: i for i, city in enumerate(piece.ways)}
    names = list(piece.routes)
    bit = {route: 1 << i for i, route in enumerate(names)}
    ways = [
        [(number[there], bit[route], spaces) for there, route, spaces in out] for out in piece.ways.values()
    ]
    steps = best = best_walked = 0

    def go(city: int, walked: int, length: int) -> bool:
        nonlocal steps, best, best_walked
        steps += 1
        if steps > STEPS:
            raise _TooMany
        if length > best:
            best, best_walked = length, walked
        return best >= bound or any(
            go(there, walked | route, length + spaces)
            for there, route, spaces in ways[city]
            if not walked & route
        )

    try:
        any(go(city, 0, 0) for city in range(len(ways)))
    except _TooMany:
        return None
    return frozenset(route for i, route in enumerate(names) if best_walked >> i & 1)
