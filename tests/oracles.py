"""Slow, obvious versions of the searches: what the fast ones must agree with on small inputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count, product

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


Groups = dict[str, int]
"""Which cities hang together: the same number, the same group."""


def grouped(pairs: Iterable[tuple[str, str]], known: Groups | None = None) -> Groups:
    """Return the groups that some routes, given by their ends, make of cities, or make of known groups."""
    groups = dict(known or {})
    fresh = count(len(groups) and max(groups.values()) + 1)
    for a, b in pairs:
        one, other = groups.setdefault(a, next(fresh)), groups.setdefault(b, next(fresh))
        if one != other:
            groups = {city: one if group == other else group for city, group in groups.items()}
    return groups


def all_acts(usable) -> Iterator[tuple[tuple[str, ...], int, int, Groups]]:
    """Yield every set of claims and loans within the limits: claims, trains, new stations, and what hangs together."""
    claims = [
        some
        for size in range(len(usable.claims) + 1)
        for some in combinations(usable.claims, size)
        if sum(spaces for *_, spaces in some) <= max(usable.trains, 0)
    ]
    cities = [*usable.standing, *sorted(usable.building)]
    options = [[None, *((a, b) for _, a, b in usable.rivals if city in (a, b))] for city in cities]
    joined = set()
    for loans in product(*options):
        new = sum(loan is not None for loan in loans[len(usable.standing) :])
        lent = (new, frozenset(loan for loan in loans if loan))
        if new <= max(usable.stations, 0) and lent not in joined:
            joined.add(lent)
            groups = grouped([*usable.own.edges(), *lent[1]])
            for some in claims:
                if usable.turns is None or len(some) + new <= usable.turns:
                    spaces = sum(spaces for *_, spaces in some)
                    yield (
                        tuple(r for r, *_ in some),
                        spaces,
                        new,
                        grouped(((a, b) for _, a, b, _ in some), groups),
                    )


def is_joined(groups: Groups, ends: tuple[Sequence[str], Sequence[str]]) -> bool:
    """Whether any city of the one end hangs together with any of the other."""
    return any(a == b or (a in groups and groups[a] == groups.get(b)) for a in ends[0] for b in ends[1])


def reach_by_enumeration(usable, ends) -> dict[int, tuple[int, int]]:
    """Return for each number of new stations that can do it: the fewest trains, and the fewest claims."""
    done = [
        (new, trains, len(claims))
        for claims, trains, new, graph in all_acts(usable)
        if is_joined(graph, ends)
    ]
    return {
        k: (min(t for new, t, _ in done if new <= k), min(c for new, _, c in done if new <= k))
        for k in range(max(usable.stations, 0) + 1)
        if any(new <= k for new, _, _ in done)
    }


def plan_by_enumeration(
    usable, tickets: Sequence[tuple[int, tuple]], station_points: int = 0
) -> tuple[int, int, int | None]:
    """
    Return the most net points, the fewest trains for them, and the fewest trains for all tickets (None: never).

    Every new station takes some points away.
    """
    best, whole = (-sum(points for points, _ in tickets), 0), None
    for _, trains, built, groups in all_acts(usable):
        done = [is_joined(groups, ends) for _, ends in tickets]
        net = sum(points if ok else -points for (points, _), ok in zip(tickets, done, strict=True))
        net -= station_points * built
        best = max(best, (net, -trains))
        if all(done):
            whole = trains if whole is None else min(whole, trains)
    return best[0], -best[1], whole
