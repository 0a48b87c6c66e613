"""
From the table to graphs: what each search is given.

Searches know graphs and numbers only; here is where a state becomes one.
"""

from __future__ import annotations

import networkx as nx

from solver.game.state import State


def network(state: State, player: str) -> nx.MultiGraph[str]:
    """Return a player's routes as a graph: key = route id, attribute ``length`` in spaces."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for route in state.routes_of(player):
        graph.add_edge(*route.ends, key=route.id, length=route.length)
    return graph


def travel_network(state: State, player: str) -> nx.MultiGraph[str]:
    """
    Return every claimed route as a graph for a passenger: ``length`` in spaces, ``rival`` for other players' routes.

    Terminals of countries are left out: no passenger goes there (Märklin rule 14).
    """
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for route, owner in state.owner.items():
        found = state.board.routes[route]
        if not any(state.board.cities[end].terminal_of for end in found.ends):
            graph.add_edge(*found.ends, key=route, length=found.length, rival=owner != player)
    return graph


def loan_choices(state: State, player: str) -> dict[str, tuple[tuple[str, str, str], ...]]:
    """
    Return for each of a player's stations the rivals' routes out of that city, as (route, end, end).

    Source: Europe, stations; RULES section 1, rule 16. A route that nobody has claimed cannot be borrowed.
    """
    if state.edition.stations is None:
        return {}
    routes = [(state.board.routes[r], owner) for r, owner in state.owner.items() if owner != player]
    return {
        city: tuple((route.id, *route.ends) for route, _ in routes if city in route.ends)
        for city in dict.fromkeys(state.stations.get(player, ()))
    }
