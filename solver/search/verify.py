"""
Certificates, recounted by hand: what a search returns is checked here before it leaves the search.

Only networkx and counting, never OR-Tools: a mistake in a model cannot hide in its own check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import networkx as nx

from solver.game.errors import CertificateError

if TYPE_CHECKING:
    from solver.search.loans import Loan, TicketEnds


@dataclass(frozen=True, slots=True)
class Trail:
    """A walk over routes, each at most once: the cities in order and the routes between them."""

    cities: tuple[str, ...]
    routes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Journey:
    """A passenger's way: the cities, his own first, the routes between them, and the token taken at each entry or 0."""

    cities: tuple[str, ...]
    routes: tuple[str, ...]
    tokens: tuple[int, ...]


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


def check_journey(
    graph: nx.MultiGraph[str],
    journey: Journey,
    tokens: Mapping[str, Sequence[int]],
    start: str,
    *,
    rival_routes_allowed: int = 0,
    token_each_visit: bool = False,
) -> int:
    """
    Return the points that a passenger's journey collects, counted entry by entry.

    Raises
    ------
    CertificateError
        When it does not set out from ``start``, walks a route twice or more rivals' routes than allowed, or takes a
        token that does not lie on top.
    """
    check_trail(graph, Trail(journey.cities, journey.routes))
    if journey.cities[:1] != (start,):
        raise CertificateError(f"the journey sets out from {journey.cities[:1]}, not from {start!r}")
    steps = zip(journey.cities, journey.routes, journey.cities[1:], strict=False)
    rivals = sum(bool(graph[a][b][route].get("rival")) for a, route, b in steps)
    if rivals > rival_routes_allowed:
        raise CertificateError(f"{rivals} routes of rivals are used, {rival_routes_allowed} are allowed")
    stacks = {city: list(stack) for city, stack in tokens.items()}
    visited = {start}
    for city, token in zip(journey.cities[1:], journey.tokens, strict=True):
        pays = city != start and (token_each_visit or city not in visited)
        visited.add(city)
        stack = stacks.get(city)
        if token != (stack.pop(0) if pays and stack else 0):
            raise CertificateError(f"the token {token} does not lie on top in {city!r}")
    return sum(journey.tokens)


def check_loans(
    own: nx.MultiGraph[str],
    tickets: Sequence[TicketEnds],
    choices: Mapping[str, Sequence[Loan]],
    loans: Mapping[str, str | None],
) -> tuple[int, tuple[int, ...]]:
    """
    Return the net ticket points and the indexes of the completed tickets under a choice of loans.

    Raises
    ------
    CertificateError
        When a station borrows what it cannot: another city's route, or a route of nobody else.
    """
    graph = _with_loans(own, choices, loans)
    completed = tuple(i for i, ticket in enumerate(tickets) if joins(graph, ticket.ends))
    points = sum(ticket.points if i in completed else -ticket.points for i, ticket in enumerate(tickets))
    return points, completed


def check_ticket_path(
    own: nx.MultiGraph[str],
    choices: Mapping[str, Sequence[Loan]],
    loans: Mapping[str, str | None],
    ticket: TicketEnds,
    walk: Trail,
) -> None:
    """
    Check that a walk over own and borrowed routes leads from one end of a ticket to the other.

    Raises
    ------
    CertificateError
        When it begins or ends elsewhere, or uses a route that is neither the player's nor borrowed.
    """
    check_trail(_with_loans(own, choices, loans), walk)
    ends = (walk.cities[0], walk.cities[-1])
    if not any(a in ticket.ends[0] and b in ticket.ends[1] for a, b in (ends, ends[::-1])):
        raise CertificateError(
            f"the path leads from {ends[0]!r} to {ends[1]!r}, not between the ends {ticket.ends!r}"
        )


def _with_loans(
    own: nx.MultiGraph[str], choices: Mapping[str, Sequence[Loan]], loans: Mapping[str, str | None]
) -> nx.MultiGraph[str]:
    graph = own.copy()
    for city, borrowed in loans.items():
        if borrowed is None:
            continue
        ends = next(((a, b) for route, a, b in choices.get(city, ()) if route == borrowed), None)
        if ends is None or city not in ends:
            raise CertificateError(f"the station in {city!r} cannot borrow {borrowed!r}")
        if not graph.has_edge(*ends, key=borrowed):
            graph.add_edge(*ends, key=borrowed, length=0)
    return graph


def routes_graph(routes: Iterable[tuple[str, str]]) -> nx.Graph[str]:
    """Return routes, given by their ends, as a graph."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_edges_from(routes)
    return graph


def joins(graph: nx.Graph[str] | nx.MultiGraph[str], ends: tuple[Sequence[str], Sequence[str]]) -> bool:
    """Whether any city of the first end hangs together with any of the second."""
    if not set(ends[0]).isdisjoint(ends[1]):
        return True
    return any(
        not nx.node_connected_component(graph, city).isdisjoint(ends[1]) for city in ends[0] if city in graph
    )
