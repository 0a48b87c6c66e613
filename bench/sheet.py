"""The whole sheet of a table with stations: ours beside walking every trail and trying every combination of loans."""

from __future__ import annotations

from itertools import product
from random import Random

import networkx as nx

from bench.clock import Times, ratio, shown, table, timed
from bench.trail import LIMIT, by_depth_first
from solver.formats.load import load_edition
from solver.game.edition import Edition
from solver.game.events import Seat
from solver.game.state import State
from solver.scoring.settle import settle
from solver.search.engine import warm
from solver.search.network import loan_choices, network

TABLES = 60


def full_table(edition: Edition, rng: Random, *, players: int = 5, tickets: int = 6) -> State:
    """Return the end of a game: everybody has laid what fits, built three stations and holds six tickets."""
    seats = tuple(Seat(f"p{i}", f"P{i}", edition.colours[i]) for i in range(players))
    state = State(edition, edition.board, seats)
    board = edition.board
    stuck: set[str] = set()
    while len(stuck) < players:
        for player in state.players:
            mine = {r.id for r in state.routes_of(player)}
            left = state.trains_left(player)
            fitting = [
                route
                for route in board.routes.values()
                if route.id not in state.owner
                and route.length <= left
                and mine.isdisjoint(board.parallels[route.id])
            ]
            reached = {city for route in state.routes_of(player) for city in route.ends}
            near = [route for route in fitting if reached.intersection(route.ends)] or fitting
            if left <= 2 or not near:
                stuck.add(player)
            else:
                state.owner[rng.choice(near if rng.random() < 0.8 else fitting).id] = player
    cities = rng.sample(list(board.cities), 3 * players)
    deck = list(edition.tickets.values())
    for number, player in enumerate(state.players):
        state.stations[player] = cities[3 * number : 3 * number + 3]
        state.tickets[player] = rng.sample(deck, tickets)
    return state


def by_hand(state: State) -> bool:
    """Count the plain way; return whether every longest trail was found within the limit."""
    finished = True
    for player in state.players:
        own = network(state, player)
        finished &= by_depth_first(own) is not None
        choices = loan_choices(state, player)
        best = None
        for loans in product(*([None, *options] for options in choices.values())):
            graph: nx.Graph[str] = nx.Graph(own.edges())
            graph.add_nodes_from(state.board.cities)
            graph.add_edges_from(loan[1:] for loan in loans if loan)
            points = sum(
                t.points if nx.has_path(graph, *t.ends) else -t.points for t in state.tickets[player]
            )
            best = points if best is None else max(best, points)
    return finished


def run() -> None:
    """Print the comparison for five-player tables of the editions with stations."""
    warm()
    rows = []
    for name in ("europe", "ussr"):
        states = [full_table(load_edition(name), Random(seed)) for seed in range(TABLES)]
        # The best of three, so that the worst sheet is one that is hard and not one that was interrupted.
        ours = Times(tuple(min(timed(settle, state)[0] for _ in range(3)) for state in states))
        plain = [timed(by_hand, state) for state in states[:10]]
        cut = sum(not finished for _, finished in plain)
        theirs = Times(tuple(seconds for seconds, _ in plain), cut)
        rows.append(
            (
                f"{TABLES} sheets of five players, {name}",
                shown(ours.median),
                shown(ours.worst),
                shown(theirs.median),
                shown(theirs.worst),
                f"{cut} of {len(plain)}",
                ratio(ours.median, theirs.median),
                ratio(ours.worst, theirs.worst),
            )
        )
    head = ("sheet", "median", "worst", "plain, median", "plain, worst", f"cut at {LIMIT:.0f} s a trail")
    table([*head, "ratio of medians", "ratio of worst"], rows)
