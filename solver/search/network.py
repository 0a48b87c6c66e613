"""
From the table to graphs: what each search is given.

Searches know graphs and numbers only; here is where a state becomes one.
"""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx

from solver.game.edition import Board
from solver.game.state import State
from solver.search.tickets.usable import Usable


def network(state: State, player: str) -> nx.MultiGraph[str]:
    """Return a player's routes as a graph: key = route id, attribute ``length`` in spaces."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for route in state.routes_of(player):
        graph.add_edge(*route.ends, key=route.id, length=route.length)
    return graph


def board_graph(board: Board, routes: Iterable[str]) -> nx.MultiGraph[str]:
    """Return routes of a board as a graph: key = route id, ``length`` in spaces, ``double`` the name of its double."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for route in (board.routes[name] for name in routes):
        graph.add_edge(*route.ends, key=route.id, length=route.length, double=board.double_of[route.id])
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

    Source: ``maps/rulings/stations.json``. A route that nobody has claimed cannot be borrowed.
    """
    if state.edition.stations is None:
        return {}
    routes = [(state.board.routes[r], owner) for r, owner in state.owner.items() if owner != player]
    return {
        city: tuple((route.id, *route.ends) for route, _ in routes if city in route.ends)
        for city in dict.fromkeys(state.stations.get(player, ()))
    }


def usable(state: State, player: str, *, trains: int | None = None, stations: int | None = None) -> Usable:
    """
    Return what a player has and can still use.

    A free route counts unless the rules of parallel tracks close it to the player; a rival's route counts for
    stations; a further station may be built in any city that has none.

    Parameters
    ----------
    state, player
        The table and whose material it is.
    trains, stations
        What if so many were left; None: as many as there are.
    """
    board, owner = state.board, state.owner
    claims = tuple(
        (route.id, *route.ends, route.length)
        for route in board.routes.values()
        if route.id not in owner
        and not state.closed(route.id)
        and all(owner.get(other) != player for other in board.parallels[route.id])
    )
    allowed = state.edition.stations is not None
    taken = {city for cities in state.stations.values() for city in cities}
    left = state.stations_left(player) if stations is None else stations
    building = frozenset(city for city in board.cities if city not in taken) if allowed else frozenset()
    return Usable(
        own=network(state, player),
        claims=claims,
        rivals=tuple((r, *board.routes[r].ends) for r, who in owner.items() if who != player)
        if allowed
        else (),
        standing=tuple(dict.fromkeys(state.stations.get(player, ()))) if allowed else (),
        building=building,
        trains=max(state.trains_left(player) if trains is None else trains, 0),
        # More than there are cities for would only be searched for.
        stations=min(max(left, 0), len(building)),
        turns=None if state.last_round is None else state.last_round.turns_left.count(player),
    )
