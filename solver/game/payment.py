"""
May these cards pay for that route, and how many more does a tunnel ask for?

Source: ``maps/rulings/payment.json``: a route takes one card a space, of one colour, locomotives as
jokers; a grey route any one colour; a ferry at least so many locomotives as it has locomotive spaces. Before a tunnel
is built up to three cards are revealed: each of the colour laid and each locomotive asks for one more card of that
colour or a locomotive; when only locomotives were laid, only locomotives count and are asked for. Märklin's
locomotive +4 is a joker only on routes of at least four spaces.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.game.edition import ROUTE_COLOURS, Edition, Route
from solver.words.say import Text

LOCOMOTIVE = "locomotive"
LONG_LOCOMOTIVE = "locomotive4"
LONG_FROM = 4
"""Spaces from which on the locomotive +4 is a joker."""
REVEALED = 3
CARD_COLOURS = tuple(colour for colour in ROUTE_COLOURS if colour != "gray")
CARDS = (*CARD_COLOURS, LOCOMOTIVE, LONG_LOCOMOTIVE)
OTHER_CARDS = ("controller", "passenger")
"""Cards that may turn up when a tunnel is built and match nothing."""


@dataclass(frozen=True, slots=True)
class Payment:
    """
    The answer for one payment.

    ``legal``: the cards laid pay for the route, whatever is revealed. ``extra``: how many more cards are due.
    ``only_locomotives``: these must be locomotives. ``matching``: the revealed cards that ask for them.
    """

    legal: bool
    extra: int
    only_locomotives: bool
    reasons: tuple[Text, ...]
    matching: tuple[str, ...] = ()


def cards_of(edition: Edition) -> tuple[str, ...]:
    """Return the kinds of cards of a box that pay; the locomotives +4 lie in the box with the passengers."""
    return CARDS if edition.passengers else CARDS[:-1]


def held_of(edition: Edition, card: str) -> float:
    """Return how many cards of a kind the box of an edition has; without limit where no source says."""
    kind = "colour" if card in CARD_COLOURS else card
    return edition.cards.get(kind, math.inf)


def revealable(edition: Edition) -> tuple[str, ...]:
    """Return the kinds of cards of a box that a tunnel may turn up, among them some that match nothing."""
    others = (edition.controller, edition.passengers)
    return (*cards_of(edition), *(card for card, held in zip(OTHER_CARDS, others, strict=True) if held))


def pay(route: Route, cards: Mapping[str, int], reveal: Sequence[str] = ()) -> Payment:
    """
    Return whether cards pay for a route.

    Parameters
    ----------
    route
        Its length, colour, ferry spaces, and whether it is a tunnel.
    cards
        How many cards of each kind are laid down, before anything is revealed.
    reveal
        The cards revealed for a tunnel, at most three; fewer when there are no more.
    """
    laid = {card: count for card, count in cards.items() if count}
    colours = tuple(card for card in laid if card in CARD_COLOURS)
    reasons = [*_count(route, laid), *_colours(route, colours), *_locomotives(route, laid)]
    legal = not reasons
    extra, only, matching = 0, False, []
    if route.tunnel and len(colours) <= 1:
        only = not colours
        matching = [card for card in reveal if card in (LOCOMOTIVE, LONG_LOCOMOTIVE, *colours)]
        extra = len(matching)
        if extra:
            code = "pay-extra-locomotives" if only else "pay-extra"
            facts = {"extra": extra, "matching": tuple(matching), "colour": colours[0] if colours else ""}
            reasons.append(Text(code, facts))
    return Payment(legal, extra, only and extra > 0, tuple(reasons), tuple(matching))


def _count(route: Route, laid: Mapping[str, int]) -> list[Text]:
    given = sum(laid.values())
    facts = {"given": given, "length": route.length}
    if given < route.length:
        return [Text("pay-too-few", facts)]
    return [Text("pay-too-many", facts)] if given > route.length else []


def _colours(route: Route, colours: Sequence[str]) -> list[Text]:
    if len(colours) > 1:
        return [Text("pay-two-colours", {"colours": tuple(colours)})]
    if colours and route.colour not in ("gray", colours[0]):
        return [Text("pay-wrong-colour", {"colour": colours[0], "wanted": route.colour})]
    return []


def _locomotives(route: Route, laid: Mapping[str, int]) -> list[Text]:
    found = []
    locomotives = laid.get(LOCOMOTIVE, 0)
    if laid.get(LONG_LOCOMOTIVE):
        if route.length >= LONG_FROM:
            locomotives += laid[LONG_LOCOMOTIVE]
        else:
            found.append(Text("pay-long-locomotive", {"from": LONG_FROM, "length": route.length}))
    if locomotives < route.ferry:
        found.append(Text("pay-ferry", {"ferry": route.ferry, "given": locomotives}))
    return found
