"""
What stations cost, in words.

Source: ``maps/rulings/stations.json``: the first one card, the second two, the third three, each time of one colour; in the USSR edition
the first card has the colour of a route out of that city, any colour where one of these is grey.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from app.web.i18n import colour_name, ngettext
from app.web.i18n import gettext as _
from solver.game.edition import Board, Edition, StationPrice
from solver.game.state import State


def price_words(price: StationPrice, board: Board | None = None, city: str = "") -> str:
    """Return ``2 cards of one colour``; with a city the colours that its routes allow."""
    if not price.of_route:
        return ngettext("%(num)d card of any colour", "%(num)d cards of one colour", price.cards)
    if board is None:
        return ngettext(
            "%(num)d card of a route’s colour there (of any, if one is grey)",
            "%(num)d cards of a route’s colour there (of any, if one is grey)",
            price.cards,
        )
    colours = sorted({route.colour for route in board.routes.values() if city in route.ends})
    if not colours or "gray" in colours:
        return ngettext("%(num)d card of any colour", "%(num)d cards of one colour", price.cards)
    words = [colour_name(colour) for colour in colours]
    return ngettext(
        "%(num)d card: %(colours)s",
        "%(num)d cards: %(colours)s",
        price.cards,
        colours=_(" or ").join(filter(None, [", ".join(words[:-1]), words[-1]])),
    )


def prices_by_city(board: Board, edition: Edition) -> list[dict[str, Any]]:
    """
    Return what the first, second … station costs wherever one may stand, for the scripts of the table page.

    Each is ``{"says": words, "in": {city: words}}``: ``in`` holds the cities in which other words are true.
    """
    found = []
    for price in edition.stations.price if edition.stations else ():
        there = {city: price_words(price, board, city) for city in board.cities}
        says = Counter(there.values()).most_common(1)[0][0] if there else price_words(price)
        found.append({"says": says, "in": {city: words for city, words in there.items() if words != says}})
    return found


def all_prices(edition: Edition) -> tuple[str, ...]:
    """Return what the first, second … station costs; empty where there are none."""
    return tuple(price_words(price) for price in edition.stations.price) if edition.stations else ()


def next_price(state: State, player: str, city: str = "") -> str:
    """Return what a player's next station costs, in a city when one is given; empty where none can be built."""
    rules = state.edition.stations
    built = len(state.stations.get(player, ()))
    if rules is None or not built < len(rules.price) or state.stations_left(player) <= 0:
        return ""
    return price_words(rules.price[built], state.board if city else None, city)


def price_list(edition: Edition) -> str:
    """Return ``Price: 1 card …, then 2 cards …``; locomotives are jokers here as everywhere."""
    listed = _(", then ").join(all_prices(edition))
    return _("Price: %(prices)s. Locomotives are jokers.", prices=listed) if listed else ""
