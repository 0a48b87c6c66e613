"""
Objections to acts with passengers and goods.

Source: ``maps/rulings/passengers.json`` (Märklin) and the switches ``token_each_visit``, ``passenger_cards``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solver.game.events import GoodsColourSet, PassengerMoved, PassengerPlaced
from solver.game.fold import walked_cities
from solver.game.objection import Objection, city_unknown, objection, route_unknown, turn_not_left
from solver.game.state import State


def passenger_placed(state: State, event: PassengerPlaced) -> Iterator[Objection]:
    """After a claim one passenger may be put in an end city of that route."""
    city = state.board.cities.get(event.city)
    facts: dict[str, Any] = {"player": event.player, "city": event.city}
    passengers = state.edition.passengers
    if city is None:
        yield city_unknown(event.city)
        return
    if passengers is None:
        yield objection("no-passengers", "no-passengers", overrulable=False, **facts)
        return
    if state.passengers_left(event.player) <= 0:
        yield objection("no-passengers-left", "passenger-count", **facts, count=passengers.count)
    if city.terminal_of:
        yield objection("passenger-in-country", "passenger-country", **facts)
    if state.last_claim is None or state.last_claim[0] != event.player:
        yield objection("passenger-not-just-claimed", "passenger-place", **facts)
    else:
        route = state.board.routes[state.last_claim[1]]
        if event.city not in route.ends:
            helps, where = _other_ends(state, event)
            a, b = route.ends
            yield objection(
                "passenger-not-end", "passenger-place", helps=helps, **{**facts, **where, "a": a, "b": b}
            )
    for owner, cities in state.standing.items():
        if event.city in cities:
            helps, where = _other_ends(state, event)
            yield objection(
                "passenger-city-taken", "passenger-city", helps=helps, **facts, **where, owner=owner
            )


def _other_ends(state: State, event: PassengerPlaced) -> tuple[str | None, dict[str, Any]]:
    """
    Return what helps who may not put the passenger where he wants, and the cities that the sentence names.

    Only the ends of the route just claimed may be named, and of these only cities in which nobody stands.
    """
    if state.last_claim is None or state.last_claim[0] != event.player:
        return None, {}
    standing = {city for cities in state.standing.values() for city in cities}
    free = [
        city
        for city in state.board.routes[state.last_claim[1]].ends
        if city != event.city and city not in standing and not state.board.cities[city].terminal_of
    ]
    if len(free) == 2:
        return "end-city", {"a": free[0], "b": free[1]}
    return ("only-end", {"other": free[0]}) if free else (None, {})


def passenger_moved(state: State, event: PassengerMoved) -> Iterator[Objection]:
    """A passenger travels along own routes, each once, and along rivals' routes for passenger cards."""
    facts: dict[str, Any] = {"player": event.player, "start": event.start}
    if state.edition.passengers is None:
        yield objection("no-passengers", "no-passengers", overrulable=False, **facts)
        return
    if event.start not in state.standing.get(event.player, ()):
        standing = tuple(state.standing.get(event.player, ()))
        code = "journey-not-standing" if standing else "journey-nobody-stands"
        yield objection(code, "passenger-move", overrulable=False, **facts, standing=standing)
    unknown = [route for route in event.routes if route not in state.board.routes]
    yield from map(route_unknown, unknown)
    if not event.routes:
        yield objection("journey-empty", "passenger-move", **facts)
    if not unknown:
        yield from _journey(state, event)
    yield from turn_not_left(state, event.player)


def _journey(state: State, event: PassengerMoved) -> Iterator[Objection]:
    facts: dict[str, Any] = {"player": event.player, "start": event.start}
    for route in dict.fromkeys(event.routes):
        if event.routes.count(route) > 1:
            yield objection("journey-route-twice", "passenger-once", **facts, route=route)
        if route not in state.owner:
            yield objection("journey-not-own-route", "passenger-move", **facts, route=route)
        elif state.owner[route] != event.player and not state.switch("passenger_cards"):
            owner = state.owner[route]
            yield objection("journey-rival-route", "passenger-own", **facts, route=route, owner=owner)
    entered = walked_cities(state.board, event.start, event.routes)
    if entered is None:
        at = next(i for i in range(len(event.routes)) if not _joined(state, event, i + 1))
        city = (walked_cities(state.board, event.start, event.routes[:at]) or (event.start,))[-1]
        yield objection(
            "journey-broken", "passenger-move", overrulable=False, **facts, city=city, route=event.routes[at]
        )
        return
    for city in dict.fromkeys(entered):
        if state.board.cities[city].terminal_of:
            yield objection("passenger-in-country", "passenger-country", player=event.player, city=city)
    yield from _tokens(state, event, entered)


def _joined(state: State, event: PassengerMoved, count: int) -> bool:
    return walked_cities(state.board, event.start, event.routes[:count]) is not None


def _tokens(state: State, event: PassengerMoved, entered: tuple[str, ...]) -> Iterator[Objection]:
    """Where a city's goods are not known the token must be said; where they are known it is the top one."""
    passengers = state.edition.passengers
    assert passengers is not None
    for city in dict.fromkeys(entered):
        if city == event.start or state.board.cities[city].terminal_of:
            continue
        stack, said = state.stack(city), event.tokens.get(city)
        facts: dict[str, Any] = {"player": event.player, "city": city}
        if stack is None:
            values = state.possible_tokens(city)
            if said is None:
                yield objection("token-unknown", "token-top", helps="token", **facts, values=values)
            elif said and said not in values:
                yield objection(
                    "token-no-such", "token-top", helps="token", **facts, value=said, values=values
                )
        elif said is not None and said != next(iter(stack), 0):
            yield objection("token-not-top", "token-top", **facts, value=said, top=next(iter(stack), 0))
    for city in event.tokens:
        if city not in entered or city == event.start:
            yield objection("token-elsewhere", "token-top", player=event.player, city=city)


def rival_routes(state: State, event: PassengerMoved) -> tuple[str, ...]:
    """Return the rivals' routes of a journey: each needs a passenger card. This is told, never refused."""
    return tuple(r for r in event.routes if state.owner.get(r, event.player) != event.player)


def goods_colour_set(state: State, event: GoodsColourSet) -> Iterator[Objection]:
    """
    The table says what its printed board shows; so many cities have each colour.

    What a board file says of goods is an assumption: it forbids nothing, whatever the city.
    """
    passengers = state.edition.passengers
    city = state.board.cities.get(event.city)
    facts: dict[str, Any] = {"city": event.city, "colour": event.colour}
    if city is None:
        yield city_unknown(event.city)
        return
    if passengers is None:
        yield objection("goods-colour-none", "no-passengers", overrulable=False, **facts)
        return
    if event.colour not in passengers.tokens:
        known = tuple(passengers.tokens)
        yield objection("goods-colour-unknown", "goods-colours", overrulable=False, **facts, known=known)
        return
    if city.terminal_of:
        yield objection("goods-colour-country", "passenger-country", **facts)
    yield from _colour_counts(state, event)


def _colour_counts(state: State, event: GoodsColourSet) -> Iterator[Objection]:
    passengers = state.edition.passengers
    assert passengers is not None
    most = passengers.cities_of.get(event.colour)
    others = sum(colour == event.colour for city, colour in state.goods_colours.items() if city != event.city)
    if most is not None and others >= most:
        yield objection(
            "goods-colour-full", "goods-colours", city=event.city, colour=event.colour, count=most
        )
    tokens = list(passengers.tokens[event.colour])
    for value in state.said_tokens.get(event.city, ()):
        if value in tokens:
            tokens.remove(value)
        else:
            yield objection(
                "goods-colour-tokens", "goods-colours", city=event.city, colour=event.colour, value=value
            )
            return
