"""
The best journey of one passenger (Märklin).

In words: a passenger leaves his city along routes of his owner, each at most once, and over as many rivals' routes as
passenger cards are played. In every city that he enters he takes the top token, in no city twice and never where he
set out (rule 11); some tables let him take the next token each time he comes by (switch ``token_each_visit``). Among
journeys that bring the same, fewest rivals' routes, then fewest routes.

How often a city pays is settled beforehand: its stack is cut to the tokens that one journey can take there, so that
the k-th entry takes the k-th token. Small networks are walked through way by way, the likely ones first, leaving a way
as soon as all that remains could not better the best; what is too large for that goes to CP-SAT:

    walked[r]   route r is walked          ends[c]     the journey ends in city c
    enters[c]   how often c is entered     takes[c,k]  the k-th token of c is taken

That the routes hang together with the start is demanded only of parts that a solution shows to be cut off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import networkx as nx

from solver.game.errors import CertificateError
from solver.search.engine import Deadline, load, new_solver, solved
from solver.search.outcome import Outcome
from solver.search.trail.parity import Piece, pieces_of, walk
from solver.search.verify import Journey, check_journey
from solver.words.say import Text

STEPS = 4000
"""After so many steps the walk through every way is given up."""

Stacks = dict[str, tuple[int, ...]]


@dataclass(slots=True)
class _Land:
    """What the passenger can reach: the routes, which of them are rivals', and the tokens that each city can pay."""

    start: str
    piece: Piece
    rival: frozenset[str]
    cards: int
    stacks: Stacks

    @property
    def all_tokens(self) -> int:
        return sum(map(sum, self.stacks.values()))


def best_journey(
    graph: nx.MultiGraph[str],
    tokens: Mapping[str, Sequence[int]],
    start: str,
    *,
    rival_routes_allowed: int = 0,
    token_each_visit: bool = False,
    seconds: float = 5.0,
) -> Outcome[Journey]:
    """
    Find the journey that collects most.

    Parameters
    ----------
    graph
        Own and rivals' routes: the key is the route's id, ``length`` its spaces, ``rival`` whether it is a rival's
        (left out: own). Dead ends that no passenger enters, such as countries, do not belong here.
    tokens
        The tokens that still lie in each city, top first. Cities that are not named have none.
    start
        The city in which the passenger stands.
    rival_routes_allowed
        How many rivals' routes he may use: one for every passenger card played.
    token_each_visit
        Whether each further entry takes the next token, instead of none.
    seconds
        Limit, by the clock of the process (``engine``).

    Returns
    -------
    Outcome[Journey]
        ``value`` and ``bound`` in points. When time runs out, ``value < bound``. Staying where he is is a journey of
        no routes, so there is always an answer.

    References
    ----------
    Rules: Märklin 11 and 12 of RULES, with the switch ``token_each_visit``.
    """
    clock = Deadline(seconds)
    land = _reachable(graph, tokens, start, rival_routes_allowed, token_each_visit)
    routes, through = _by_walking(land)
    bound = land.all_tokens
    if through:
        bound = _worth(land, routes)[0]
    elif _worth(land, routes)[0] < bound:
        routes, bound = _by_search(land, routes, clock)
    journey = _journey(land, routes, tokens, token_each_visit)
    value = check_journey(
        graph,
        journey,
        tokens,
        start,
        rival_routes_allowed=rival_routes_allowed,
        token_each_visit=token_each_visit,
    )
    if value != _worth(land, routes)[0]:
        raise CertificateError(f"the journey collects {value}, not {_worth(land, routes)[0]}")
    outcome = Outcome(value, max(bound, value), journey, seconds=clock.spent)
    return replace(outcome, why=(_why(land, outcome),))


def _reachable(
    graph: nx.MultiGraph[str], tokens: Mapping[str, Sequence[int]], start: str, cards: int, each_visit: bool
) -> _Land:
    """Return what can be reached from the start with the cards in hand."""
    found: dict[str, tuple[str, str, int]] = {}
    rival: set[str] = set()
    cards_to = {start: 0}
    # Fewest cards first: a city reached with more cards is looked at again when fewer turn out to do.
    queue = [start]
    while queue:
        city = queue.pop(0)
        for _, there, route, seen in graph.edges(city, keys=True, data=True) if city in graph else ():
            theirs = bool(seen.get("rival"))
            needed = cards_to[city] + theirs
            if needed > cards:
                continue
            found[route] = (city, there, seen.get("length", 0))
            if theirs:
                rival.add(route)
            if needed < cards_to.get(there, cards + 1):
                cards_to[there] = needed
                queue.append(there)
    pieces = pieces_of(found)
    piece = pieces[0] if pieces else Piece({start: []}, {})
    stacks = {}
    for city, ways in piece.ways.items():
        if city != start:
            most = (len(ways) + 1) // 2 if each_visit else 1
            stacks[city] = tuple(tokens.get(city, ()))[:most]
    return _Land(start, piece, frozenset(rival), cards, stacks)


def _by_walking(land: _Land) -> tuple[tuple[str, ...], bool]:
    """Return the best journey met within so many steps, and whether every way was gone through."""
    if len(land.piece.routes) > 300:
        return (), False
    stacks, rival = land.stacks, land.rival
    ways = {
        city: sorted(out, key=lambda way: -sum(stacks.get(way[0], ())))
        for city, out in land.piece.ways.items()
    }
    entered = dict.fromkeys(ways, 0)
    walked: dict[str, None] = {}
    best: tuple[int, int, int] = (0, 0, 0)
    best_routes: tuple[str, ...] = ()
    steps = 0

    def go(city: str, got: int, left: int, cards: int) -> None:
        nonlocal best, best_routes, steps
        steps += 1
        # The most tokens, then the fewest cards, then the fewest routes.
        here = (got, -cards, -len(walked))
        if here > best:
            best, best_routes = here, tuple(walked)
        for there, route, _ in ways[city]:
            if steps > STEPS or (got + left, -cards, -len(walked) - 1) <= best:
                return
            if route in walked or (route in rival and cards == land.cards):
                continue
            stack, times = stacks.get(there, ()), entered[there]
            token = stack[times] if times < len(stack) else 0
            walked[route] = None
            entered[there] += 1
            go(there, got + token, left - token, cards + (route in rival))
            entered[there] -= 1
            del walked[route]

    go(land.start, 0, land.all_tokens, 0)
    return best_routes, steps <= STEPS


def _by_search(land: _Land, routes: tuple[str, ...], clock: Deadline) -> tuple[tuple[str, ...], int]:
    """Return the best journey and a bound on every journey, starting from one that is known."""
    load()
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    walked, tokens = _model(model, land)
    cards = sum(walked[r] for r in land.piece.routes if r in land.rival)
    # One token outweighs all cards, one card all routes.
    card = len(walked) + 1
    token = card * (land.cards + 1)
    model.maximize(token * tokens - card * cards - sum(walked.values()))
    model.add(tokens >= _worth(land, routes)[0])
    bound = land.all_tokens
    while True:
        solver = new_solver(clock.left)
        status = solver.solve(model)
        if not solved(status):
            return routes, bound
        # The bound counts cards and routes as well, which are worth less than one token together.
        bound = min(bound, int((solver.best_objective_bound + token - 1) // token))
        chosen = {r: land.piece.routes[r] for r in walked if solver.boolean_value(walked[r])}
        parts = pieces_of(chosen)
        home = [part for part in parts if land.start in part.ways]
        found = walk(home[0], land.start).routes if home else ()
        if _worth(land, found) > _worth(land, routes):
            routes = found
        if len(parts) == len(home):
            return routes, bound if status == cp_model.FEASIBLE else _worth(land, routes)[0]
        for part in parts:
            if part not in home:
                _join(model, land.piece, part, walked)


def _model(model: Any, land: _Land) -> tuple[dict[str, Any], Any]:
    """State all but that the routes hang together; return the literals of the routes, and the tokens taken."""
    ways = land.piece.ways
    walked = {r: model.new_bool_var(f"{r} is walked") for r in land.piece.routes}
    ends = {c: model.new_bool_var(f"ends in {c}") for c in ways}
    enters = {c: model.new_int_var(0, (len(out) + 1) // 2, f"enters {c}") for c, out in ways.items()}
    model.add_exactly_one(ends.values())
    for city, out in ways.items():
        # Every entry is followed by leaving, or by the end; the start is left (or the end) once more than it is entered.
        begins = 1 if city == land.start else 0
        model.add(sum(walked[r] for _, r, _ in out) + ends[city] == 2 * enters[city] + begins)
    model.add(sum(walked[r] for r in walked if r in land.rival) <= land.cards)
    got = []
    for city, stack in land.stacks.items():
        takes = [model.new_bool_var(f"takes token {k} of {city}") for k in range(len(stack))]
        model.add(sum(takes) <= enters[city])
        for first, then in pairwise(takes):
            model.add_implication(then, first)
        got += [value * take for value, take in zip(stack, takes, strict=True)]
    return walked, sum(got)


def _join(model: Any, piece: Piece, part: Piece, walked: dict[str, Any]) -> None:
    """Demand a walked route that leaves a part without the start when anything is walked among its cities."""
    leaving, within = [], []
    for route, (a, b, _) in piece.routes.items():
        if (a in part.ways) != (b in part.ways):
            leaving.append(walked[route])
        elif a in part.ways:
            within.append(walked[route])
    for one in within:
        model.add_bool_or(~one, *leaving)


def _worth(land: _Land, routes: Sequence[str]) -> tuple[int, int, int]:
    """Return what a walk from the start collects, and minus its cards and routes: the more the better."""
    city, got, entered = land.start, 0, dict.fromkeys(land.piece.ways, 0)
    for route in routes:
        a, b, _ = land.piece.routes[route]
        city = b if city == a else a
        stack = land.stacks.get(city, ())
        got += stack[entered[city]] if entered[city] < len(stack) else 0
        entered[city] += 1
    return got, -sum(route in land.rival for route in routes), -len(routes)


def _journey(
    land: _Land, routes: Sequence[str], tokens: Mapping[str, Sequence[int]], each_visit: bool
) -> Journey:
    """Write a walk down with the token taken in every city entered."""
    cities, taken = [land.start], []
    for route in routes:
        a, b, _ = land.piece.routes[route]
        city = b if cities[-1] == a else a
        before = cities.count(city)
        stack = tokens.get(city, ()) if city != land.start and (each_visit or not before) else ()
        taken.append(stack[before] if before < len(stack) else 0)
        cities.append(city)
    return Journey(tuple(cities), tuple(routes), tuple(taken))


def _why(land: _Land, outcome: Outcome[Journey]) -> Text:
    facts = {"start": land.start, "value": outcome.value, "bound": outcome.bound}
    if not outcome.proven:
        return Text("journey-open", facts)
    if not outcome.value:
        return Text("journey-none", facts)
    return Text("journey-all" if outcome.value == land.all_tokens else "journey-best", facts)
