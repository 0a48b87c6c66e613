"""
The longest trail of one player's network.

In words: choose routes so that they hang together and at most two cities meet an odd number of them.
Such a set, and no other, can be walked without lifting the finger and without walking a route twice
(Euler 1736). Make it as long as possible.

Counting comes first (``parity``, and ``rings`` where there are few of them): leave out the cheapest routes that mend
the odd cities. When the rest hangs together there is nothing longer. Otherwise each piece that may still hold something
longer is counted again with its bridges in mind (``bridges``). What then is still open is walked through when it is
small (``walking``), else it goes to the search:

    walked[r]   route r is walked          ends[c]   the trail starts or stops in city c
    passes[c]   how often the trail passes through city c

That the routes hang together is not stated up front: whenever the search returns several parts, it is told for each
part that whoever walks both within its cities and away from them also walks a route that leaves them, and it runs
again. On real boards this happens a few times at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import networkx as nx

from solver.game.errors import CertificateError
from solver.search.engine import Deadline, load, new_solver, solved
from solver.search.outcome import Outcome
from solver.search.trail.bridges import through_bridges
from solver.search.trail.parity import Mending, Piece, mending, pieces, walk
from solver.search.trail.rings import mend_by_rings
from solver.search.trail.walking import by_walking
from solver.search.trail.words import trail_words
from solver.search.verify import Trail, check_trail
from solver.words.say import Text


@dataclass(frozen=True, slots=True)
class TrailWhy:
    """
    Why no trail is longer.

    Attributes
    ----------
    method
        ``parity`` when the pairing of odd cities closed the question, ``search`` when more was needed.
    odd_cities
        Cities where an odd number of routes meet, in the piece of the network in which the trail lies.
    left_out
        Spaces of that piece that the trail does not walk: spaces of the piece - ``left_out`` = the trail's length.
    stays_out
        The routes of that piece that the trail does not walk.
    text
        The reason as a sentence.
    """

    method: str
    odd_cities: tuple[str, ...]
    left_out: int
    stays_out: tuple[str, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class TrailOutcome(Outcome[Trail]):
    """A longest trail with its reason as data; ``why`` holds the reason's sentence once more."""

    reason: TrailWhy = field(default=TrailWhy("parity", (), 0, (), Text("trail-no-routes")))


NOWHERE = Piece({}, {})
"""A trail of which nothing is known."""


@dataclass(slots=True)
class _Found:
    """What is known about one piece: its cheapest mending, a trail, and a length that no trail in it exceeds,
    and the parts into which the routes fell that would have made it."""

    piece: Piece
    mending: Mending
    best: Piece
    bound: int
    parts: list[Piece]
    searched: bool = False

    @property
    def value(self) -> int:
        return self.best.spaces


def longest_trail(network: nx.MultiGraph[str], *, seconds: float = 5.0) -> TrailOutcome:
    """
    Find a longest trail in one player's network.

    A trail walks each route at most once. It may pass through a city again, and may but need not return to where it
    began.

    Parameters
    ----------
    network
        One edge per claimed route: the key is the route's id, ``length`` its length in spaces.
        Routes borrowed through a station do not belong here.
    seconds
        Limit for the whole call, by the clock of the process (``engine``).

    Returns
    -------
    TrailOutcome
        ``value`` and ``bound`` in spaces; the certificate walks exactly ``value`` spaces; ``reason`` says why no
        trail is longer. When time runs out, ``value < bound`` and the longest trail lies between the two.
        Counting always shows some trail, so that there is an answer even with no time at all.

    References
    ----------
    Rule: the edition's ``longest_trail`` bonus. Theorem: Euler 1736.
    """
    clock = Deadline(seconds)
    found: list[_Found] = []
    value = 0
    for piece in sorted(pieces(network), key=lambda piece: -piece.spaces):
        found.append(_by_parity(piece) if piece.spaces > value else _too_small(piece))
        value = max(value, found[-1].value)
    if not found:
        empty = TrailOutcome(0, 0, Trail((), ()), seconds=clock.spent)
        return replace(empty, why=(empty.reason.text,))
    found.sort(key=lambda one: -one.bound)
    for one in found:
        if one.bound > value:
            _by_bridges(one)
            _by_walking(one)
            value = max(value, one.value)
        if one.bound > value:
            _by_search(one, clock)
            value = max(value, one.value)
    best = max(found, key=lambda one: (one.value, one.bound))
    trail = walk(best.best)
    if check_trail(network, trail) != best.value:
        raise CertificateError(f"the trail walks {check_trail(network, trail)} spaces, not {best.value}")
    bound = max(one.bound for one in found)
    reason = _reason(best, found, bound)
    return TrailOutcome(best.value, bound, trail, (reason.text,), clock.spent, reason)


def _too_small(piece: Piece) -> _Found:
    """Return what need not be counted: all of the piece is no longer than a trail in another."""
    return _Found(piece, Mending((), (), frozenset(), 0), NOWHERE, piece.spaces, [])


def _by_parity(piece: Piece) -> _Found:
    mended = mend_by_rings(piece) or mending(piece)
    rest = piece.without(set(mended.routes)) if mended.routes else [piece]
    return _Found(piece, mended, rest[0], piece.spaces - mended.spaces, rest)


def _by_bridges(one: _Found) -> None:
    """Count again with the bridges of the piece in mind, which a trail crosses once at most and in a row."""
    row = through_bridges(one.piece)
    if row is None:
        return
    one.searched = True
    one.bound = min(one.bound, row[0])
    one.parts = one.piece.without(one.piece.routes.keys() - row[1])
    if one.parts[0].spaces > one.value:
        one.best = one.parts[0]


def _by_walking(one: _Found) -> None:
    """Walk every trail of a piece that has not too many of them."""
    routes = by_walking(one.piece, bound=one.bound) if one.value < one.bound else None
    if routes is not None:
        one.searched = True
        one.best = one.piece.without(one.piece.routes.keys() - routes)[0]
        one.bound = one.value


def _by_search(one: _Found, clock: Deadline) -> None:
    """Improve what is known about a piece until value and bound meet or the time is over."""
    load()
    from ortools.sat.python import cp_model

    routes, ways = one.piece.routes, one.piece.ways
    model = cp_model.CpModel()
    walked = {r: model.new_bool_var(f"{r} is walked") for r in routes}
    ends = {c: model.new_bool_var(f"trail ends in {c}") for c in ways}
    passes = {c: model.new_int_var(0, len(ways[c]) // 2, f"passes through {c}") for c in ways}

    # Every city is left as often as it is entered, except where the trail ends.
    for city, out in ways.items():
        model.add(sum(walked[r] for _, r, _ in out) == 2 * passes[city] + ends[city])
    # A trail has two ends, or none when it closes.
    model.add(sum(ends.values()) <= 2)
    length = sum(spaces * walked[r] for r, (_, _, spaces) in routes.items())
    # Counting has already shown this much, and no more than that.
    model.add_linear_constraint(length, one.value, one.bound)
    model.maximize(length)

    one.searched = True
    while one.value < one.bound:
        for part in one.parts if len(one.parts) > 1 else ():
            _join(model, one.piece, part, walked)
        solver = new_solver(clock.left)
        status = solver.solve(model)
        if not solved(status):
            return
        one.bound = round(solver.best_objective_bound)
        chosen = {r: routes[r] for r in routes if solver.boolean_value(walked[r])}
        one.parts = one.piece.without(routes.keys() - chosen.keys())
        # Each part is a trail in itself, so there is one to show in every round.
        if one.parts[0].spaces > one.value:
            one.best = one.parts[0]
        if len(one.parts) == 1 and status == cp_model.FEASIBLE:
            return


def _join(model: Any, piece: Piece, part: Piece, walked: dict[str, Any]) -> None:
    """Demand a walked route that leaves the part's cities when routes are walked both among them and away from them."""
    within, away = model.new_bool_var("walks within"), model.new_bool_var("walks away")
    leaving = []
    for route, (a, b, _) in piece.routes.items():
        if (a in part.ways) != (b in part.ways):
            leaving.append(walked[route])
        else:
            model.add_implication(walked[route], within if a in part.ways else away)
    model.add_bool_or(~within, ~away, *leaving)


def _reason(best: _Found, found: Sequence[_Found], bound: int) -> TrailWhy:
    stays_out = tuple(route for route in best.piece.routes if route not in best.best.routes)
    searched = any(one.searched for one in found)
    elsewhere = max((one.bound for one in found if one is not best), default=None)
    text = trail_words(
        best.piece,
        best.mending,
        value=best.value,
        here=best.bound,
        bound=bound,
        total=sum(one.piece.spaces for one in found),
        pieces=len(found),
        elsewhere=elsewhere,
    )
    return TrailWhy(
        "search" if searched else "parity",
        best.mending.odd,
        best.piece.spaces - best.value,
        stays_out,
        text,
    )
