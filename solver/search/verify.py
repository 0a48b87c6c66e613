"""
Certificates, recounted by hand: what a search returns is checked here before it leaves the search.

Only networkx and counting, never OR-Tools: a mistake in a model cannot hide in its own check.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import networkx as nx

from solver.game.errors import CertificateError


@dataclass(frozen=True, slots=True)
class Trail:
    """A walk over routes, each at most once: the cities in order and the routes between them."""

    cities: tuple[str, ...]
    routes: tuple[str, ...]


def check_trail(network: nx.MultiGraph[str], trail: Trail) -> int:
    """
    Return the length of a trail in spaces, counted route by route.

    Raises
    ------
    CertificateError
        When a route is walked twice, is not in the network, or does not join the cities beside it.
    """
    if len(trail.cities) != len(trail.routes) + 1 and (trail.routes or trail.cities):
        raise CertificateError(f"{len(trail.routes)} routes cannot join {len(trail.cities)} cities in a row")
    length = 0
    walked: set[str] = set()
    for here, route, there in zip(trail.cities, trail.routes, trail.cities[1:], strict=False):
        if route in walked:
            raise CertificateError(f"route {route!r} is walked twice")
        if not network.has_edge(here, there, key=route):
            raise CertificateError(f"route {route!r} does not join {here!r} to {there!r}")
        walked.add(route)
        length += network[here][there][route]["length"]
    return length


def joined(routes: Iterable[tuple[str, str]], ends: tuple[Iterable[str], Iterable[str]]) -> bool:
    """Whether routes, given by their ends, join any city of the first end to any of the second."""
    graph: nx.Graph[Any] = nx.Graph(list(routes))
    graph.add_nodes_from(city for end in ends for city in end)
    goals = set(ends[1])
    return any(goals & nx.node_connected_component(graph, city) for city in ends[0])
