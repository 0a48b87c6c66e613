"""The journeys that a standing passenger is offered: the best one along own routes, and with passenger cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.searching.answers import journeys_of
from app.tables.store import Table
from app.web.i18n import gettext as _
from app.web.i18n import ngettext, place_name
from app.words.words import points
from solver.game.fold import walked_cities
from solver.game.state import State
from solver.questions.journey import unknown_goods

MOST_CARDS = 2
"""Passenger cards that are tried: a third one in one journey is rare, and can be tapped by hand."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A journey worth proposing: passenger cards it takes, what it brings, its routes, and its cities with the start."""

    cards: int
    value: int
    routes: tuple[str, ...]
    cities: tuple[str, ...]


def journey_offers(table: Table, state: State, player: str, start: str) -> tuple[Offer, ...]:
    """
    Return the best journey of a passenger, and the better ones that take passenger cards, cards ascending.

    Nothing where nobody stands, nothing can be gained, or no answer is found in time.
    """
    if state.edition.passengers is None or start not in state.standing.get(player, ()):
        return ()
    found: list[Offer] = []
    most = MOST_CARDS if state.switch("passenger_cards") else 0
    for cards, outcome in enumerate(journeys_of(table, state, player, start, most)):
        routes = tuple(outcome.certificate.routes)
        if outcome.value > (found[-1].value if found else 0):
            entered = walked_cities(state.board, start, routes) or ()
            found.append(Offer(cards, outcome.value, routes, (start, *entered)))
    return tuple(found)


def offer_title(offer: Offer) -> str:
    """Return ``Best: 9 points`` or ``With 1 passenger card: 12 points``."""
    worth = points(offer.value)
    if not offer.cards:
        return _("Best: %(points)s", points=worth)
    return ngettext(
        "With %(num)d passenger card: %(points)s",
        "With %(num)d passenger cards: %(points)s",
        offer.cards,
        points=worth,
    )


def offer_way(state: State, offer: Offer) -> str:
    """Return the cities of a journey, and those whose goods nobody has entered: they count for nothing in it."""
    way, unknown = way_words(state, offer.cities), set(unknown_goods(state))
    left_out = [place_name(state.board, city) for city in dict.fromkeys(offer.cities[1:]) if city in unknown]
    if not left_out:
        return way
    return f"{way}. " + _("Not counted, goods not entered: %(cities)s.", cities=", ".join(left_out))


def cards_needed(state: State, player: str, routes: Sequence[str]) -> str:
    """Return how many passenger cards a journey takes, in words; empty for a journey along own routes."""
    if not state.switch("passenger_cards"):
        return ""
    rivals = sum(state.owner.get(route, player) != player for route in routes)
    if not rivals:
        return ""
    return ngettext("%(num)d passenger card to play", "%(num)d passenger cards to play", rivals)


def way_words(state: State, cities: Sequence[str]) -> str:
    """Return ``Berlin → Leipzig → Berlin``."""
    return " → ".join(place_name(state.board, city) for city in cities)
