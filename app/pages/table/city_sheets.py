"""
The sheets of cities as the server draws them: stations, and on boards with passengers the goods and the journeys.

A journey without scripts is a chain of links: each one adds a route to ``way`` in the address, the last button records it.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import url_for

from app.pages.goods.present import possible_colours
from app.pages.table.page import Button, SheetView
from app.pages.table.sheets import Address, free_or_owner, overrule_button, standing_in_the_way
from app.web.forms import join_ids
from app.web.i18n import colour_name, pair_name, place_name
from app.web.i18n import gettext as _
from app.words.journeys import Offer, cards_needed, offer_title, way_words
from app.words.obstacle import Obstacle
from app.words.rules import links_for
from app.words.station_price import next_price
from app.words.words import names, passengers, points, stations
from solver.game.events import PassengerPlaced, StationBuilt
from solver.game.fold import walked_cities
from solver.game.objections import objections
from solver.game.state import State


def city_sheet(
    state: State, city: str, active: str, at: Address, *, may_record: bool, afterwards: bool
) -> SheetView:
    """Return the sheet of a city: what stands there, a station or passenger for the active player, its routes."""
    board, who = state.board, names(state)
    here = [who[p] for p, cities in state.stations.items() for c in cities if c == city]
    found = tuple(
        (pair_name(board, route.id), free_or_owner(state, route.id), at(route=route.id))
        for route in board.routes.values()
        if city in route.ends
    )
    buttons: list[Button] = []
    obstacles: tuple[Obstacle, ...] = ()
    over = None
    others: tuple[Button, ...] = ()
    if may_record and state.edition.stations:
        button = _station_button(state, city, active, afterwards=afterwards)
        obstacles = standing_in_the_way(state, StationBuilt(active, city, afterwards=afterwards))
        buttons += [] if obstacles else [button]
        over = overrule_button(button, obstacles) if obstacles else None
        if not here:
            others = tuple(
                _station_button(state, city, p, afterwards=afterwards) for p in state.players if p != active
            )
    links: list[tuple[str, str]] = []
    if may_record and state.edition.passengers:
        buttons += _passenger_buttons(state, city, active)
        if state.stack(city) is None:
            buttons += _goods_buttons(state, city)
        else:
            others = tuple(_goods_buttons(state, city))
        links += [
            (_("%(player)s: start the journey here", player=who[p]), at(rider=p, start=city))
            for p in state.players
            if city in state.standing.get(p, ())
        ]
    return SheetView(
        "city",
        place_name(board, city),
        _stack_words(state, city),
        buttons=tuple(buttons),
        obstacles=obstacles,
        overrule=over,
        others=others,
        others_title=_("For someone else") if state.edition.stations else _("Another colour of goods"),
        links=tuple(links),
        found=found,
        notes=tuple(_("Station of %(player)s", player=name) for name in here),
    )


def _station_button(state: State, city: str, player: str, *, afterwards: bool) -> Button:
    seat, rules = state.seat(player), state.edition.stations
    assert rules is not None
    fields = {"type": "station_built", "player": player, "city": city}
    if afterwards:
        fields["afterwards"] = "1"
    left = state.stations_left(player) - 1
    worth = f"−{points(rules.points_unused)}"
    price = next_price(state, player, city)
    parts = [price, worth, _("%(stations)s left after", stations=stations(left))] if left >= 0 else []
    small = " · ".join(part for part in parts if part)
    return Button(_("Station for %(player)s", player=seat.name), small, seat.colour, fields)


def _passenger_buttons(state: State, city: str, active: str) -> list[Button]:
    """A passenger after a claim."""
    player = state.last_claim[0] if state.last_claim else active
    seat, buttons = state.seat(player), []
    if not objections(state, PassengerPlaced(player, city)):
        fields = {"type": "passenger_placed", "player": player, "city": city}
        buttons.append(Button(_("Passenger for %(player)s", player=seat.name), "", seat.colour, fields))
    return buttons


def _goods_buttons(state: State, city: str) -> list[Button]:
    """The colours that the goods of a city may have on the printed board."""
    passengers = state.edition.passengers
    if passengers is None or state.board.cities[city].terminal_of:
        return []
    return [
        Button(
            _("Goods: %(values)s", values=colour_name(colour)),
            ", ".join(map(str, passengers.tokens[colour])),
            "",
            {"type": "goods_colour_set", "city": city, "colour": colour},
            main=False,
        )
        for colour in possible_colours(state, city)
    ]


def place_sheet(state: State, at: Address) -> SheetView | None:
    """Return the question after a claim: a passenger into which end city? None where none can be placed."""
    if state.last_claim is None:
        return None
    player, route = state.last_claim
    seat, buttons = state.seat(player), []
    for city in state.board.routes[route].ends:
        if not objections(state, PassengerPlaced(player, city)):
            fields = {"type": "passenger_placed", "player": player, "city": city}
            buttons.append(
                Button(place_name(state.board, city), _stack_words(state, city), seat.colour, fields)
            )
    if not buttons:
        return None
    return SheetView(
        "place",
        _("A passenger for %(player)s?", player=seat.name),
        _("%(passengers)s to place", passengers=passengers(state.passengers_left(player))),
        buttons=tuple(buttons),
        links=((_("No passenger"), at()),),
    )


def _stack_words(state: State, city: str) -> str:
    if state.edition.passengers is None:
        return ""
    stack = state.stack(city)
    if stack is None:
        return "" if state.board.cities[city].terminal_of else _("Goods: colour not known")
    left = _("Goods left: %(values)s", values=", ".join(map(str, stack)) or _("none"))
    return left if city in state.goods_colours else f"{left} · {_('as far as we know')}"


def journey_sheet(
    state: State,
    player: str,
    start: str,
    way: Sequence[str],
    *,
    offers: Sequence[Offer],
    at: Address,
) -> SheetView:
    """
    Return the sheet of a journey that is being put together.

    Parameters
    ----------
    way
        The routes so far; what does not join up is left out.
    offers
        The journeys worth proposing.
    """
    board, seat = state.board, state.seat(player)
    good = list(way)
    while (entered := walked_cities(board, start, good)) is None:
        good.pop()
    cities = [start, *entered]
    found = tuple(
        (
            pair_name(board, route.id),
            free_or_owner(state, route.id),
            _longer(at, player, start, [*good, route.id]),
        )
        for route in board.routes.values()
        if cities[-1] in route.ends and route.id in state.owner and route.id not in good
    )
    links = []
    if not good:
        links += [
            (
                f"{offer_title(offer)}: {way_words(state, offer.cities)}",
                _longer(at, player, start, offer.routes),
            )
            for offer in offers
        ]
    if good:
        links.append((_("Back by one route"), _longer(at, player, start, good[:-1])))
    rulings = url_for("rulings.rulings")
    links += [(link.question, f"{rulings}#{link.anchor}") for link in links_for(state, "journey", most=1)]
    fields = {"type": "passenger_moved", "player": player, "start": start, "routes": join_ids(good)}
    small = cards_needed(state, player, good) or seat.name
    done = Button(_("The journey is over"), small, seat.colour, fields)
    tokens = state.edition.passengers.tokens if state.edition.passengers else {}
    values = (0, *sorted({value for stack in tokens.values() for value in stack}))
    unknown = [c for c in dict.fromkeys(entered) if c != start and state.stack(c) is None]
    return SheetView(
        "journey",
        _("Journey of %(player)s", player=seat.name),
        way_words(state, cities),
        buttons=(done,) if good else (),
        links=tuple(links),
        found=found,
        select=tuple(
            (f"token-{c}", _("Token taken in %(city)s", city=place_name(board, c)), values)
            for c in unknown
            if not board.cities[c].terminal_of
        ),
    )


def _longer(at: Address, player: str, start: str, way: Sequence[str]) -> str:
    return at(rider=player, start=start, way=join_ids(way))
