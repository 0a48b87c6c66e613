"""Slow, obvious versions of the searches: what the fast ones must agree with on small inputs."""

from __future__ import annotations

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
