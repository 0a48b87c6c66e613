"""The longest trail against a plain depth-first search, which is how it is usually counted."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

import networkx as nx

from bench.clock import Times, ratio, shown, table, timed
from bench.networks import BOARDS, dense, graph_of, grown
from solver.formats.load import load_board
from solver.search.engine import warm
from solver.search.trail.longest_trail import longest_trail

LIMIT = 2.0
"""Seconds after which the depth-first search is stopped."""


class _OutOfTime(Exception):
    pass


def by_depth_first(graph: nx.MultiGraph[str], *, seconds: float = LIMIT) -> int | None:
    """Return the spaces of a longest trail by walking every trail from every city; None when time runs out."""
    number = {city: i for i, city in enumerate(graph)}
    ways: list[list[tuple[int, int, int]]] = [[] for _ in number]
    for i, (a, b, seen) in enumerate(graph.edges(data=True)):
        ways[number[a]].append((number[b], 1 << i, seen["length"]))
        ways[number[b]].append((number[a], 1 << i, seen["length"]))
    end = time.perf_counter() + seconds
    steps = 0

    def walk(city: int, walked: int) -> int:
        nonlocal steps
        steps += 1
        if not steps & 1023 and time.perf_counter() > end:
            raise _OutOfTime
        best = 0
        for there, route, spaces in ways[city]:
            if not walked & route:
                best = max(best, spaces + walk(there, walked | route))
        return best

    try:
        return max(walk(city, 0) for city in range(len(ways)))
    except _OutOfTime:
        return None


def compare(graphs: Sequence[nx.MultiGraph[str]]) -> tuple[Times, Times, int]:
    """Time both ways on the same networks; also how many trails counting alone proved."""
    ours, theirs, cut, counted = [], [], 0, 0
    for graph in graphs:
        seconds, outcome = timed(longest_trail, graph)
        assert outcome.proven
        ours.append(seconds)
        counted += outcome.reason.method == "parity"
        seconds, value = timed(by_depth_first, graph)
        theirs.append(seconds)
        cut += value is None
        assert value in (None, outcome.value)
    return Times(tuple(ours)), Times(tuple(theirs), cut), counted


def run() -> None:
    """Print the comparison on grown networks, dense networks and whole boards."""
    warm()
    rows = []
    sets = [(f"200 networks of 45 trains, {name}", _grown(name)) for name in BOARDS]
    sets.append(("60 dense networks, 30 routes of length 1–2", [dense(Random(seed)) for seed in range(60)]))
    sets += [
        (f"the whole board, {name}", [graph_of(list(load_board(name).routes.values()))]) for name in BOARDS
    ]
    for label, graphs in sets:
        ours, theirs, counted = compare(graphs)
        half = theirs.cut * 2 > len(graphs)
        rows.append(
            (
                label,
                f"{100 * counted / len(graphs):.0f} %",
                shown(ours.median),
                shown(ours.worst),
                shown(theirs.median, cut=half),
                shown(theirs.worst, cut=theirs.cut > 0),
                f"{theirs.cut}",
                ratio(ours.median, theirs.median, cut=half),
                ratio(ours.worst, theirs.worst, cut=theirs.cut > 0),
            )
        )
    head = ["longest trail", "by counting", "median", "worst", "DFS median", "DFS worst", "DFS stopped"]
    table([*head, "ratio of medians", "ratio of worst"], rows)


def _grown(name: str) -> list[nx.MultiGraph[str]]:
    board, rng = load_board(name), Random(7)
    return [grown(board, rng) for _ in range(200)]
