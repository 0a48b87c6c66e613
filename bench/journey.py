"""Passengers' journeys on the Märklin board: our search beside walking every way."""

from __future__ import annotations

import time
from random import Random

import networkx as nx

from bench.clock import Times, ratio, shown, table, timed
from bench.networks import grown
from solver.formats.load import load_board
from solver.search.engine import warm
from solver.search.journey.journey import best_journey

LIMIT = 2.0
STACKS = ((2,), (2,), (3, 2, 1), (4, 3, 2), (7, 6, 5, 4))


class _OutOfTime(Exception):
    pass


def by_walking(
    graph: nx.MultiGraph[str], tokens: dict[str, tuple[int, ...]], start: str, cards: int, *, each_visit: bool
) -> int | None:
    """Return the most that any walk collects, walking every one of them; None when time runs out."""
    ways = {c: [(b, r, d["rival"]) for _, b, r, d in graph.edges(c, keys=True, data=True)] for c in graph}
    end, steps = time.perf_counter() + LIMIT, 0

    def go(city: str, walked: frozenset[str], left: int, entered: dict[str, int]) -> int:
        nonlocal steps
        steps += 1
        if not steps & 255 and time.perf_counter() > end:
            raise _OutOfTime
        best = 0
        for there, route, theirs in ways[city]:
            if route in walked or theirs > left:
                continue
            times = entered.get(there, 0)
            pays = there != start and (each_visit or not times) and times < len(tokens[there])
            on = go(there, walked | {route}, left - theirs, {**entered, there: times + 1})
            best = max(best, on + (tokens[there][times] if pays else 0))
        return best

    try:
        return go(start, frozenset(), cards, {})
    except _OutOfTime:
        return None


def run() -> None:
    """Print the comparison with and without rivals' routes, and with tokens at every visit."""
    warm()
    rows = []
    for label, rivals, cards, each_visit in (
        ("own 45 trains", 0, 0, False),
        ("own 45 trains, a token each visit", 0, 0, True),
        ("three rivals beside, 2 cards", 3, 2, False),
        ("three rivals beside, 3 cards, each visit", 3, 3, True),
    ):
        rng = Random(11)
        ours, theirs, cut = [], [], 0
        for _ in range(60):
            graph, tokens = _table(rng, rivals)
            start = rng.choice([a for a, _, seen in graph.edges(data=True) if not seen["rival"]])
            knobs = {"rival_routes_allowed": cards, "token_each_visit": each_visit}
            seconds, outcome = timed(best_journey, graph, tokens, start, **knobs)
            assert outcome.proven
            ours.append(seconds)
            seconds, value = timed(by_walking, graph, tokens, start, cards, each_visit=each_visit)
            assert value in (None, outcome.value)
            theirs.append(seconds)
            cut += value is None
        us, them = Times(tuple(ours)), Times(tuple(theirs), cut)
        half = cut * 2 > len(ours)
        rows.append(
            (
                label,
                shown(us.median),
                shown(us.worst),
                shown(them.median, cut=half),
                shown(them.worst, cut=cut > 0),
                f"{cut}",
                ratio(us.median, them.median, cut=half),
                ratio(us.worst, them.worst, cut=cut > 0),
            )
        )
    head = ("journey, Märklin", "median", "worst", "walking, median", "walking, worst", "stopped")
    table([*head, "ratio of medians", "ratio of worst"], rows)


def _table(rng: Random, rivals: int) -> tuple[nx.MultiGraph[str], dict[str, tuple[int, ...]]]:
    """Return the routes of a player and of some rivals, and full or half-empty stacks in every city."""
    board = load_board("marklin")
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    taken: set[str] = set()
    for player in range(rivals + 1):
        for a, b, route, seen in grown(board, rng).edges(keys=True, data=True):
            inside = board.cities[a].terminal_of is None and board.cities[b].terminal_of is None
            if route not in taken and inside:
                taken.add(route)
                graph.add_edge(a, b, key=route, length=seen["length"], rival=player > 0)
    return graph, {city: rng.choice(STACKS)[rng.randint(0, 1) :] for city in graph}
