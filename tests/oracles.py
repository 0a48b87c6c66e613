"""Slow, obvious versions of the searches: what the fast ones must agree with on small inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import networkx as nx


def network(*routes: tuple[str, str, str, int]) -> nx.MultiGraph:
    """Return a network of ``(route id, end, end, spaces)``."""
    graph = nx.MultiGraph()
    for key, a, b, length in routes:
        graph.add_edge(a, b, key=key, length=length)
    return graph


def longest_by_enumeration(graph: nx.MultiGraph) -> int:
    """Return the spaces of a longest trail by walking every one of them."""
    ways: dict[str, list[tuple[str, int, int]]] = {city: [] for city in graph}
    for i, (a, b, spaces) in enumerate(graph.edges(data="length")):
        ways[a].append((b, 1 << i, spaces))
        ways[b].append((a, 1 << i, spaces))

    def walk(city: str, walked: int) -> int:
        on = [
            spaces + walk(there, walked | route) for there, route, spaces in ways[city] if not walked & route
        ]
        return max(on, default=0)

    return max((walk(city, 0) for city in graph), default=0)


def loans_by_enumeration(
    own: nx.MultiGraph,
    tickets: Sequence[tuple[int, tuple[Sequence[str], Sequence[str]]]],
    choices: Mapping[str, Sequence[tuple[str, str, str]]],
) -> dict[tuple[int, int], int]:
    """Return every pair (net points, completed tickets) that some choice gives, with the fewest loans that do."""
    found: dict[tuple[int, int], int] = {}
    for loans in product(*([None, *options] for options in choices.values())):
        graph = nx.Graph(list(own.edges()))
        graph.add_nodes_from(city for _, ends in tickets for end in ends for city in end)
        graph.add_edges_from((a, b) for loan in loans if loan for _, a, b in [loan])
        done = [any(nx.has_path(graph, a, b) for a in ends[0] for b in ends[1]) for _, ends in tickets]
        pair = (sum(p if ok else -p for (p, _), ok in zip(tickets, done, strict=True)), sum(done))
        found[pair] = min(found.get(pair, len(loans)), sum(loan is not None for loan in loans))
    return found


def best_journey_by_enumeration(
    graph: nx.MultiGraph,
    tokens: Mapping[str, Sequence[int]],
    start: str,
    rivals: int,
    *,
    each_visit: bool,
) -> int:
    """Return the most that any walk from a city collects, walking every one of them."""

    def go(city: str, walked: frozenset[str], cards: int, entered: tuple[str, ...]) -> int:
        best = 0
        for _, there, route, data in graph.edges(city, keys=True, data=True):
            theirs = bool(data.get("rival"))
            if route in walked or cards + theirs > rivals:
                continue
            times = entered.count(there)
            stack = tokens.get(there, ())
            takes = there != start and (each_visit or not times) and times < len(stack)
            on = go(there, walked | {route}, cards + theirs, (*entered, there))
            best = max(best, on + (stack[times] if takes else 0))
        return best

    return go(start, frozenset(), 0, ()) if start in graph else 0
