"""Networks as players build them, and some that are harder than any a player builds."""

from __future__ import annotations

from random import Random

import networkx as nx

from solver.game.edition import Board, Route

BOARDS = ("usa", "europe", "ussr", "marklin")


def graph_of(routes: list[Route]) -> nx.MultiGraph[str]:
    """Return routes as a network."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for route in routes:
        graph.add_edge(*route.ends, key=route.id, length=route.length)
    return graph


def grown(board: Board, rng: Random, *, trains: int = 45) -> nx.MultiGraph[str]:
    """
    Return the routes that a player may have laid when the trains are gone.

    Four claims in five touch what the player has already, the fifth is anywhere; nobody has both halves of a double.
    """
    own: list[Route] = []
    reached: set[str] = set()
    free = list(board.routes.values())
    while fitting := [route for route in free if route.length <= trains]:
        near = [route for route in fitting if reached.intersection(route.ends)]
        route = rng.choice(near if near and rng.random() < 0.8 else fitting)
        own.append(route)
        reached.update(route.ends)
        trains -= route.length
        free = [other for other in free if set(other.ends) != set(route.ends)]
    return graph_of(own)


def dense(rng: Random, *, cities: int = 12, routes: int = 30) -> nx.MultiGraph[str]:
    """Return many short routes between few cities: rings everywhere, which is where a search by hand drowns."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i in range(routes):
        one, other = rng.sample(range(cities), 2)
        graph.add_edge(f"C{one}", f"C{other}", key=f"r{i}", length=rng.randint(1, 2))
    return graph
