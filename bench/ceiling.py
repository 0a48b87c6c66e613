"""The ceiling in the middle of a game, beside its flow model alone, which takes the longest trail on trust."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import networkx as nx

from bench.audit import PLAYERS
from bench.clock import Times, ratio, shown, table
from bench.networks import BOARDS
from solver.formats.load import load_edition
from solver.game.edition import Edition, Ticket
from solver.game.events import Seat
from solver.game.state import State
from solver.questions.ceiling import claimable, outlook_of
from solver.search.ceiling.ceiling import ceiling
from solver.search.ceiling.model import CeilingModel
from solver.search.ceiling.verify import Outlook
from solver.search.engine import new_solver, warm

GAMES = 8
WORK = 2.0
"""Seconds of processor time within which a ceiling should be proved."""


def played(edition: Edition, rng: Random, *, players: int, left: int, held: int) -> State:
    """
    Return a table where the first player has no more than ``left`` trains.

    Everybody claims along the cheapest way of a ticket of his that is not completed, four times in five; else anywhere.
    """
    names = PLAYERS[:players]
    seats = tuple(Seat(name, name, edition.colours[i]) for i, name in enumerate(names))
    state = State(edition=edition, board=edition.board, seats=seats)
    cards = list(edition.tickets.values())
    rng.shuffle(cards)
    for i, name in enumerate(names):
        state.tickets[name] = cards[i * held : (i + 1) * held]
    while state.trains_left(names[0]) > left:
        laid = len(state.owner)
        for name in names:
            route = _next(state, name, rng)
            if route is not None:
                state.owner[route] = name
        if len(state.owner) == laid:
            break
    return state


def _next(state: State, player: str, rng: Random) -> str | None:
    left = state.trains_left(player)
    free = {key: (a, b, n) for a, b, key, n in claimable(state, player).edges(keys=True, data="length")}
    free = {key: way for key, way in free.items() if way[2] <= left}
    graph: nx.Graph[str] = nx.Graph()
    for key, (a, b, spaces) in free.items():
        graph.add_edge(a, b, spaces=spaces, route=key)
    for route in state.routes_of(player):
        graph.add_edge(*route.ends, spaces=0, route=None)
    if rng.random() < 0.8:
        for ticket in state.tickets[player]:
            wanted = _wanted(state, graph, ticket, left)
            if wanted:
                return rng.choice(wanted)
    return rng.choice(sorted(free)) if free else None


def _wanted(state: State, graph: nx.Graph[str], ticket: Ticket, left: int) -> list[str]:
    """Return the routes to claim on the cheapest way of a ticket; none when it is completed or out of reach."""
    starts, goals = ([c for c in state.board.places(end) if c in graph] for end in ticket.ends)
    ways = [
        nx.single_source_dijkstra(graph, a, b, weight="spaces")
        for a in starts
        for b in goals
        if nx.has_path(graph, a, b)
    ]
    spaces, cities = min(ways, default=(0, []))
    if not 0 < spaces <= left:
        return []
    routes = (graph[a][b]["route"] for a, b in pairwise(cities))
    return [route for route in routes if route is not None]


def worked(question: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds of processor time that a question takes, and its answer."""
    began = time.process_time()
    answer = question()
    return time.process_time() - began, answer


def trusting(outlook: Outlook) -> int | None:
    """Solve the flow model alone, every trail taken on trust: a bound, and None when it is not proved in time."""
    from ortools.sat.python import cp_model

    model = CeilingModel(outlook)
    model.model.maximize(model.total)
    solver = new_solver(2 * WORK)
    done = solver.solve(model.model) == cp_model.OPTIMAL
    return round(solver.objective_value) if done else None


def run() -> None:
    """Print how often and how soon the ceiling is proved, by board and by the trains left."""
    warm()
    rows = []
    for name in BOARDS:
        edition = load_edition(name)
        for left, held in ((12, 6), (22, 4), (22, 6)):
            ours, theirs, gaps, proven, high = [], [], [], 0, 0
            for seed in range(GAMES):
                state = played(edition, Random(seed), players=2 + seed % 4, left=left, held=held)
                outlook = outlook_of(state, PLAYERS[0])
                seconds, found = worked(lambda o=outlook: ceiling(o, seconds=2 * WORK))
                ours.append(seconds)
                proven += found.proven and seconds <= WORK
                gaps.append(found.bound - found.value)
                seconds, bound = worked(lambda o=outlook: trusting(o))
                theirs.append(seconds)
                high += bound is None or bound > found.value
            us, them = Times(tuple(ours)), Times(tuple(theirs))
            rows.append(
                (
                    f"{name}, {left} trains, {held} tickets",
                    f"{edition.stations.count}" if edition.stations else "–",
                    f"{proven} of {GAMES}",
                    shown(us.median),
                    shown(us.worst),
                    f"{max(gaps)}",
                    f"{high} of {GAMES}",
                    shown(them.median),
                    ratio(us.median, them.median),
                )
            )
    head = ["ceiling", "stations left", f"proved in {WORK:.0f} s", "median", "worst", "widest gap"]
    table([*head, "flows alone: too high", "median", "ratio"], rows)
