"""Positions in the middle of a game: several players' networks on one board, and what one of them can still use."""

from __future__ import annotations

from random import Random

from bench.networks import graph_of
from solver.game.edition import Board, Edition, Route, Ticket
from solver.search.loans import TicketEnds
from solver.search.tickets.usable import Usable


def midgame(
    edition: Edition, rng: Random, *, players: int = 4, laid: int = 22, standing: int = 0, stations: int = 0
) -> Usable:
    """
    Return the first player's material when everybody has laid about so many trains.

    Every player claims next to what he has, four times in five; doubles are open, as with four players.
    """
    board = edition.board
    nets: list[list[Route]] = [[] for _ in range(players)]
    free = dict(board.routes)
    for net in nets * 40:
        if sum(route.length for route in net) < laid:
            route = _next(board, net, list(free.values()), rng)
            if route is not None:
                net.append(free.pop(route.id))
    own, *others = nets
    spots = rng.sample(list(board.cities), standing)
    beside = {r for route in own for r in board.parallels[route.id]}
    return Usable(
        graph_of(own),
        tuple((r.id, *r.ends, r.length) for r in free.values() if r.id not in beside),
        tuple((r.id, *r.ends) for net in others for r in net) if standing or stations else (),
        tuple(spots),
        frozenset(board.cities) - set(spots) if stations else frozenset(),
        edition.trains - sum(route.length for route in own),
        stations,
    )


def _next(board: Board, net: list[Route], free: list[Route], rng: Random) -> Route | None:
    reached = {city for route in net for city in route.ends}
    halves = {other for route in net for other in board.parallels[route.id]}
    free = [route for route in free if route.id not in halves]
    near = [route for route in free if reached.intersection(route.ends)]
    choice = near if near and rng.random() < 0.8 else free
    return rng.choice(choice) if choice else None


def ends_of(board: Board, ticket: Ticket) -> TicketEnds:
    """Return a ticket as the searches see it."""
    return TicketEnds(ticket.points, (board.places(ticket.ends[0]), board.places(ticket.ends[1])))
