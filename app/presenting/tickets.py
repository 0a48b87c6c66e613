"""
Tickets in words: the cards that can be added, what was typed, and how far each ticket of a hand is.

How far a ticket is says ``solver.search.reach`` where it can; until something is asked of it, a ticket is done when own
routes join its ends, and open otherwise.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence

import networkx as nx

from app.i18n import gettext as _
from app.i18n import ngettext, place_name, title_of
from app.pages_tickets import Card, HeldTicket
from app.presenting.search import fits, fold, keys, latin
from app.presenting.words import plus
from solver.game.edition import Board, Edition, Ticket
from solver.game.events import Entry, TicketsKept
from solver.game.state import State


def place_keys(board: Board, place: str) -> tuple[str, ...]:
    """Return everything by which a city or country can be typed, folded and in Latin letters too."""
    if place in board.cities:
        return keys(board.cities[place])
    plain = [fold(name) for name in (*board.countries.get(place, {}).values(), place)]
    return tuple(dict.fromkeys([*plain, *(latin(name) for name in plain)]))


def begins(words: str, query: str) -> bool:
    """Whether every word of what was typed begins some word, each word used once; in either alphabet."""
    typed = fold(query)
    return any(_begins(words, form) for form in (typed, latin(typed)))


def _begins(words: str, typed: str) -> bool:
    free = words.split()
    for part in sorted(typed.split(), key=len, reverse=True):
        hit = next((word for word in free if word.startswith(part)), None)
        if hit is None:
            return False
        free.remove(hit)
    return True


def find_place(board: Board, typed: str) -> tuple[str, ...]:
    """Return the cities and countries that a typed name fits: one when it is a whole name, else all beginnings."""
    wanted = fold(typed)
    if not wanted:
        return ()
    every = _places(board)
    exact = tuple(place for place in every if wanted in place_keys(board, place))
    return exact or tuple(
        place for place in every if any(fits(wanted, (key,)) for key in place_keys(board, place))
    )


def _places(board: Board) -> list[str]:
    return [*(city.id for city in board.cities.values() if not city.terminal_of), *board.countries]


def ticket_places(board: Board) -> tuple[tuple[str, str], ...]:
    """Return the ends that a ticket may name, with their names in the page's language, in the order of the names."""
    return tuple(
        sorted(((place, place_name(board, place)) for place in _places(board)), key=lambda p: fold(p[1]))
    )


def cards_of(edition: Edition, board: Board, held: Collection[str]) -> tuple[Card, ...]:
    """
    Return the cards of the edition's decks, in the order of the names; none on a home-made board.

    A card is left out when the board does not know one of its ends.
    """
    found = [
        Card(
            id=ticket.id,
            names=(place_name(board, ticket.ends[0]), place_name(board, ticket.ends[1])),
            points=ticket.points,
            deck=title_of(deck.title),
            words=" ".join(key for end in ticket.ends for key in place_keys(board, end)),
            held=ticket.id in held,
        )
        for deck in edition.decks
        for ticket in deck.tickets.values()
        if all(board.knows(end) for end in ticket.ends)
    ]
    return tuple(sorted(found, key=lambda card: (fold(card.names[0]), fold(card.names[1]), card.points)))


def matching(cards: Sequence[Card], query: str) -> tuple[Card, ...]:
    """Return the cards that what was typed fits."""
    return tuple(card for card in cards if begins(card.words, query))


def connection(state: State, player: str, ticket: Ticket) -> tuple[str, ...] | None:
    """
    Return own routes that join a ticket's two ends, or None.

    Loans of stations are not looked at: which route a station uses is chosen when the game is over.
    """
    network: nx.Graph[str] = nx.Graph()
    for route in state.routes_of(player):
        a, b = route.ends
        known = network.get_edge_data(a, b)
        if known is None or known["length"] > route.length:
            network.add_edge(a, b, length=route.length, route=route.id)
    best: list[str] | None = None
    for a in state.board.places(ticket.ends[0]):
        for b in state.board.places(ticket.ends[1]):
            if a in network and b in network and nx.has_path(network, a, b):
                path = nx.shortest_path(network, a, b, weight="length")
                if best is None or len(path) < len(best):
                    best = path
    if best is None:
        return None
    return tuple(network.edges[a, b]["route"] for a, b in itertools.pairwise(best))


def via_words(state: State, ticket: Ticket, path: Sequence[str]) -> str:
    """Return ``Over Essen and Amsterdam.`` for the cities that a path passes between a ticket's ends."""
    board = state.board
    starts = set(board.places(ticket.ends[0]))
    if not path:
        return ""
    here = next(end for end in board.routes[path[0]].ends if end in starts)
    passed: list[str] = []
    for route in path[:-1]:
        a, b = board.routes[route].ends
        here = b if here == a else a
        passed.append(place_name(board, here))
    if not passed:
        return str(_("Straight along one route."))
    if len(passed) > 4:
        more = len(passed) - 3
        return str(
            ngettext(
                "Over %(names)s and %(num)d more city.",
                "Over %(names)s and %(num)d more cities.",
                more,
                names=", ".join(passed[:3]),
            )
        )
    if len(passed) == 1:
        return str(_("Over %(name)s.", name=passed[0]))
    return str(_("Over %(names)s and %(last)s.", names=", ".join(passed[:-1]), last=passed[-1]))


def held_by_others(state: State, player: str) -> dict[str, str]:
    """Return for every ticket of the other players who holds it; to be shown only after the reveal."""
    names = {seat.id: seat.name for seat in state.seats}
    return {
        ticket.id: names[other]
        for other in state.players
        if other != player
        for ticket in state.tickets.get(other, ())
    }


def held_tickets(state: State, player: str, entries: Iterable[Entry]) -> tuple[HeldTicket, ...]:
    """Return the tickets of a player with the entry that each came by, in the order in which they were entered."""
    found = []
    for entry in entries:
        event = entry.event
        if isinstance(event, TicketsKept) and event.player == player and entry.seq not in state.retracted:
            found += [_held(state, player, ticket, entry.seq) for ticket in event.tickets]
    return tuple(found)


def _held(state: State, player: str, ticket: Ticket, seq: int) -> HeldTicket:
    path = connection(state, player, ticket)
    done = path is not None
    return HeldTicket(
        seq=seq,
        card=ticket.id,
        ends=ticket.ends,
        names=(place_name(state.board, ticket.ends[0]), place_name(state.board, ticket.ends[1])),
        points=ticket.points,
        status="done" if done else "open",
        words=via_words(state, ticket, path) if path is not None else "",
        note=plus(ticket.points) if done else "",
    )


def hand_words(state: State, player: str, tickets: Sequence[HeldTicket]) -> str:
    """Return the sentence above a hand: how many are done, and the trains left."""
    left = state.trains_left(player)
    trains = ngettext("%(num)d train left", "%(num)d trains left", max(left, 0))
    if not tickets:
        return ""
    done = sum(ticket.status == "done" for ticket in tickets)
    return str(_("%(done)d of %(all)d done. %(trains)s.", done=done, all=len(tickets), trains=trains))
