"""
Tickets in words: the cards that can be added, what was typed, and how far each ticket of a hand is.

How far a ticket is says ``solver.search.tickets.reach``; what all of them take together says ``solver.search.tickets.plan``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from app.pages.tickets.page import Card, HeldTicket
from app.web.i18n import between, ngettext, place_name, route_name, say_text, title_of
from app.web.i18n import gettext as _
from app.words.deal import deck_mark
from app.words.search import fits, fold, latin, place_keys
from app.words.words import names, plus, stations, trains
from solver.game.edition import Board, Edition, Ticket
from solver.game.events import Entry, TicketsKept
from solver.game.state import State
from solver.scoring.settle import ends_of
from solver.search.network import usable
from solver.search.tickets.option import Option
from solver.search.tickets.plan import Plan
from solver.search.tickets.reach import Reach, reach

FEW = 3
"""So many cities that are closed off are named and drawn; more are only counted."""


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
    every, keys = _places(board), place_keys(board)
    exact = tuple(place for place in every if wanted in keys[place])
    return exact or tuple(place for place in every if any(fits(wanted, (key,)) for key in keys[place]))


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
    keys = place_keys(board)
    found = [
        Card(
            id=ticket.id,
            names=(place_name(board, ticket.ends[0]), place_name(board, ticket.ends[1])),
            points=ticket.points,
            deck=title_of(deck.title),
            words=" ".join(key for end in ticket.ends for key in keys[end]),
            held=ticket.id in held,
            mark=deck_mark(edition, deck.id),
        )
        for deck in edition.decks
        for ticket in deck.tickets.values()
        if all(board.knows(end) for end in ticket.ends)
    ]
    return tuple(sorted(found, key=lambda card: (fold(card.names[0]), fold(card.names[1]), card.points)))


def matching(cards: Sequence[Card], query: str) -> tuple[Card, ...]:
    """Return the cards that what was typed fits."""
    return tuple(card for card in cards if begins(card.words, query))


def via_words(state: State, ticket: Ticket, path: Sequence[str]) -> str:
    """Return ``Via Essen and Amsterdam.`` for the cities that a path passes between a ticket's ends."""
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
                "Via %(names)s and %(num)d more city.",
                "Via %(names)s and %(num)d more cities.",
                more,
                names=", ".join(passed[:3]),
            )
        )
    if len(passed) == 1:
        return str(_("Via %(name)s.", name=passed[0]))
    return str(_("Via %(names)s and %(last)s.", names=", ".join(passed[:-1]), last=passed[-1]))


def held_by_others(state: State, player: str) -> dict[tuple[str, int], str]:
    """Return for the id and points of the other players' tickets who of them hold it; only for after the reveal."""
    found: dict[tuple[str, int], list[str]] = {}
    for seat in state.seats:
        for ticket in state.tickets.get(seat.id, ()) if seat.id != player else ():
            found.setdefault((ticket.id, ticket.points), []).append(seat.name)
    return {ticket: ", ".join(dict.fromkeys(names)) for ticket, names in found.items()}


def held_tickets(state: State, player: str, entries: Iterable[Entry]) -> tuple[HeldTicket, ...]:
    """Return the tickets of a player with the entry that each came by, in the order in which they were entered."""
    held = [
        (entry.seq, ticket)
        for entry in entries
        if isinstance(entry.event, TicketsKept)
        and entry.event.player == player
        and entry.seq not in state.retracted
        for ticket in entry.event.tickets
    ]
    cards = Counter((ticket.id, ticket.points) for _seq, ticket in held)
    slip = _("Twice in this hand. A card exists once: was that a slip?")
    return tuple(
        replace(t, also=slip) if cards[t.card, t.points] > 1 and state.exists_once(ticket) else t
        for t, (_seq, ticket) in zip(judged(state, player, held), held, strict=True)
    )


def judged(state: State, player: str, tickets: Sequence[tuple[int, Ticket]]) -> tuple[HeldTicket, ...]:
    """Return tickets with what can become of them in a player's hand; each stands with a number of its own."""
    found = reach(usable(state, player), [ends_of(state, ticket) for _seq, ticket in tickets])
    return tuple(
        judge(state, ticket, seq, known) for (seq, ticket), known in zip(tickets, found, strict=True)
    )


def judge(state: State, ticket: Ticket, seq: int, known: Reach) -> HeldTicket:
    """Return one ticket in words; ``known`` is what can become of it."""
    # When the tickets lie open nothing more is claimed: what is not done has failed.
    failed = known.status == "impossible" or (state.revealed and known.status == "open")
    first = known.options[0] if known.options else None
    words, note = "", ""
    if known.status == "done" and first is not None:
        words, note = _done_words(state, ticket, first), plus(ticket.points)
    elif failed:
        words, note = ("" if state.revealed else _why_not(state, known)), plus(-ticket.points)
    elif first is not None:
        words, note = _open_words(state, known.options), needs(first)
    drawn = first is not None and not failed
    return HeldTicket(
        seq=seq,
        card=ticket.id,
        ends=ticket.ends,
        names=(place_name(state.board, ticket.ends[0]), place_name(state.board, ticket.ends[1])),
        points=ticket.points,
        status="done" if known.status == "done" else "cut" if failed else "open",
        words=words,
        note=note,
        plan=first.plan if drawn and first else (),
        loans=tuple(first.loans.values()) if drawn and first else (),
        stations=first.stations if drawn and first else 0,
        walls=known.cut if 0 < len(known.cut) <= FEW else (),
        mark=deck_mark(state.edition, ticket.deck),
    )


def _done_words(state: State, ticket: Ticket, option: Option) -> str:
    words = [via_words(state, ticket, option.walk.routes)]
    words += [lent(state, city, route) for city, route in option.loans.items()]
    return " ".join(words)


def lent(state: State, city: str, route: str) -> str:
    """Say what a station in a city, standing or new, could use."""
    facts = {
        "city": place_name(state.board, city),
        "route": route_name(state.board, route),
        "owner": state.seat(state.owner[route]).name,
    }
    if any(city in standing for standing in state.stations.values()):
        return str(_("The station in %(city)s may use %(route)s (%(owner)s).", **facts))
    return str(_("A new station in %(city)s could use %(route)s (%(owner)s).", **facts))


def _open_words(state: State, options: Sequence[Option]) -> str:
    """Say what to claim, and what a station would save."""
    first, *others = options
    words = []
    if first.plan:
        plan_routes = [state.board.routes[route] for route in first.plan]
        routes = ", ".join(f"{route_name(state.board, r.id)} ({trains(r.length)})" for r in plan_routes)
        if others and not others[0].claims and not first.loans:
            return ngettext(
                "Claim %(routes)s, or build %(num)d station: %(where)s.",
                "Claim %(routes)s, or build %(num)d stations: %(where)s.",
                others[0].stations,
                routes=routes,
                where=new_stations(state, others[0]),
            )
        words.append(_("Claim %(routes)s.", routes=routes))
    words += [lent(state, city, route) for city, route in first.loans.items()]
    for other in others[:1]:
        where = new_stations(state, other)
        wanted = f"{needs(other)}: {where}" if where else needs(other)
        words.append(_("Or: %(needs)s.", needs=wanted))
    return " ".join(words)


def new_stations(state: State, option: Option) -> str:
    """Return ``Wien for Budapest – Wien``: the cities of new stations and what each would use."""
    return ", ".join(
        str(
            _(
                "%(city)s for %(route)s",
                city=place_name(state.board, city),
                route=route_name(state.board, route),
            )
        )
        for city, route in option.loans.items()
        if not any(city in standing for standing in state.stations.values())
    )


def needs(option: Option) -> str:
    """Return ``7 trains, 2 claims, 1 station``."""
    parts = []
    if option.plan:
        parts += [trains(option.trains), ngettext("%(num)d claim", "%(num)d claims", len(option.plan))]
    if option.stations:
        parts.append(stations(option.stations))
    return ", ".join(parts)


def _why_not(state: State, known: Reach) -> str:
    if 0 < len(known.cut) <= FEW:
        return str(
            _(
                "Closed off by others: %(cities)s.",
                cities=", ".join(place_name(state.board, c) for c in known.cut),
            )
        )
    return say_text(known.reason, state.board, names(state))


def open_together(tickets: Sequence[HeldTicket]) -> tuple[Ticket, ...]:
    """Return the tickets of a hand where several are open, so that it matters what they take together; else none."""
    if sum(ticket.status == "open" for ticket in tickets) < 2:
        return ()
    return tuple(Ticket(ticket.card, ticket.ends, ticket.points) for ticket in tickets)


def hand_words(state: State, player: str, tickets: Sequence[HeldTicket], best: Plan | None) -> str:
    """
    Return the sentence above a hand: what all open tickets take together, or how many are done.

    ``best`` is the best choice among them; where it is not known the sentence says less.
    """
    left = state.trains_left(player)
    box = ngettext("%(num)d train left", "%(num)d trains left", max(left, 0))
    if not tickets:
        return ""
    done = sum(ticket.status == "done" for ticket in tickets)
    many = sum(ticket.status == "open" for ticket in tickets)
    chosen = (
        () if best is None else [tickets[index] for index in best.tickets if tickets[index].status == "open"]
    )
    if many < 2 or best is None or not chosen:
        return str(_("%(done)d of %(all)d done. %(trains)s.", done=done, all=len(tickets), trains=box))
    facts = {"needs": together(best), "trains": box}
    if len(chosen) == many:
        return str(_("All open ones together: %(needs)s. %(trains)s.", **facts))
    chosen_names = ", ".join(between(ticket.names) for ticket in chosen)
    return str(
        _(
            "Not all open ones fit together. Best: %(tickets)s. %(needs)s. %(trains)s.",
            tickets=chosen_names,
            **facts,
        )
    )


def station_worth(state: State) -> int:
    """Return the points of a station that stays unused."""
    return state.edition.stations.points_unused if state.edition.stations else 0


def together(best: Plan) -> str:
    """Return ``7 trains, 3 claims, 1 station``: what the best choice takes."""
    parts = [trains(best.trains), ngettext("%(num)d claim", "%(num)d claims", len(best.claims))]
    if best.stations:
        parts.append(stations(best.stations))
    return ", ".join(parts)
