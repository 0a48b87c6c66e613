"""
The sheet at the bottom of the table page, as the server draws it when no script runs.

A picked route, city or player, or a search, becomes a title, what is known, and buttons. A button is an event in the
fields of a form (see ``app.web.forms``): one tap records it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.pages.table.page import Button, Half, SheetView
from app.web.i18n import gettext as _
from app.web.i18n import ngettext, pair_name, place_name, route_colour
from app.words.obstacle import Obstacle
from app.words.search import find_cities, find_routes
from app.words.words import (
    names,
    obstacle,
    passengers,
    points,
    route_kind,
    spaces,
    stations_left,
    trains,
)
from solver.game.edition import Route
from solver.game.events import Event, RouteClaimed
from solver.game.objections import objections
from solver.game.state import State

Address = Callable[..., str]
"""Makes the address of this table with other things picked: ``at(route=…)``."""


def _title(text: str) -> str:
    return text[:1].upper() + text[1:]


def standing_in_the_way(state: State, event: Event) -> tuple[Obstacle, ...]:
    """Return what would be said if the event were recorded now."""
    return tuple(obstacle(found, state) for found in objections(state, event))


def route_sheet(
    state: State, picked: str, active: str, at: Address, *, may_record: bool, afterwards: bool
) -> SheetView:
    """Return the sheet of a route and its parallels."""
    board = state.board
    route = board.routes[picked]
    ids = sorted([picked, *board.parallels[picked]])
    owner_name = names(state)
    free = [r for r in ids if r not in state.owner and not state.closed(r)]
    if picked not in free and free and picked not in state.owner:
        picked, route = free[0], board.routes[free[0]]
    sheet = SheetView(
        "route",
        pair_name(board, picked),
        _kind(state, route),
        halves=tuple(_half(state, r, picked, owner_name, at) for r in ids),
    )
    if not may_record:
        return sheet
    holder = state.owner.get(picked)
    if holder is not None:
        others = _it_was(state, picked, holder)
        return replace(
            sheet,
            buttons=(_back_button(state, picked, holder),),
            others=others,
            others_title=_("Wrong player"),
            seldom=_take_up(state, route, holder, active),
        )
    claim = _claim_button(state, picked, active, afterwards=afterwards)
    found = standing_in_the_way(state, RouteClaimed(active, picked, afterwards=afterwards))
    others = tuple(
        _claim_button(state, picked, p, afterwards=afterwards) for p in state.players if p != active
    )
    if found:
        sheet = replace(sheet, obstacles=found, overrule=overrule_button(claim, found))
    else:
        sheet = replace(sheet, buttons=(claim,), seldom=_controller(state, route, active))
    return replace(sheet, others=others, others_title=_("For someone else"))


def _kind(state: State, route: Route) -> str:
    """Return what the route is, and how many controllers are left where one could be played on it."""
    kind, controller = route_kind(state.board, state.edition, route), state.edition.controller
    if controller is None or route.length > controller.length_at_most:
        return kind
    left = state.controllers_left
    return f"{kind} · " + ngettext("%(num)d controller left", "%(num)d controllers left", left)


def _half(state: State, route: str, picked: str, who: Mapping[str, str], at: Address) -> Half:
    found = state.board.routes[route]
    owner = state.owner.get(route, "")
    says = who.get(owner, "") if owner else (_("closed") if state.closed(route) else _("free"))
    return Half(
        id=route,
        colour=found.colour,
        title=_title(route_colour(state.board, route)),
        length=found.length,
        ferry=found.ferry,
        tunnel=found.tunnel,
        owner=owner,
        owner_colour=state.seat(owner).colour if owner else "",
        says=says,
        picked=route == picked,
        url=at(route=route),
    )


def _claim_button(state: State, route: str, player: str, *, afterwards: bool) -> Button:
    length = state.board.routes[route].length
    worth = points(state.edition.route_points.get(length, 0))
    left = state.trains_left(player) - length
    small = f"+{worth} · " + _("%(trains)s left after", trains=trains(left)) if left >= 0 else f"+{worth}"
    fields = {"type": "route_claimed", "player": player, "route": route}
    if afterwards:
        fields["afterwards"] = "1"
    seat = state.seat(player)
    return Button(_("Claim for %(player)s", player=seat.name), small, seat.colour, fields)


def _controller(state: State, route: Route, player: str) -> tuple[Button, ...]:
    controller = state.edition.controller
    if controller is None or route.length > controller.length_at_most:
        return ()
    claim = _claim_button(state, route.id, player, afterwards=False)
    title = _("%(player)s builds by controller", player=state.seat(player).name)
    fields = {**claim.fields, "controller": "1"}
    return (Button(title, f"{_('without cards')} · {claim.small}", "", fields, main=False),)


def _take_up(state: State, route: Route, holder: str, active: str) -> tuple[Button, ...]:
    controller = state.edition.controller
    if controller is None or holder == active or route.length > controller.length_at_most:
        return ()
    lost = points(state.edition.route_points.get(route.length, 0))
    title = _("%(player)s takes this up by controller", player=state.seat(active).name)
    fields = {"type": "route_dismantled", "player": active, "route": route.id}
    small = f"{state.seat(holder).name}: −{lost}, +{trains(route.length)}"
    return (Button(title, small, "", fields, main=False),)


def _back_button(state: State, route: str, holder: str) -> Button:
    fields = {"type": "retracted", "target": str(state.claimed_at[route])}
    return Button(_("Take this claim back"), state.seat(holder).name, "", fields, main=False)


def _it_was(state: State, route: str, holder: str) -> tuple[Button, ...]:
    """
    Return the buttons that give a claim to the player whose it was: it is taken back and recorded anew.

    The new claim is a turn only where the old one was the last turn; else it would come after turns that followed it.
    """
    fields = {"type": "route_claimed", "route": route, "instead": str(state.claimed_at[route])}
    if state.claimed_at[route] != state.last_turn:
        fields["afterwards"] = "1"
    if route in state.controlled:
        fields["controller"] = "1"
    return tuple(
        Button(_("It was %(player)s", player=seat.name), "", seat.colour, {**fields, "player": seat.id})
        for seat in state.seats
        if seat.id != holder
    )


def overrule_button(button: Button, found: tuple[Obstacle, ...]) -> Button | None:
    """Return the button that plays over every rule in the way; None when one of them cannot be played over."""
    if not all(one.overrulable for one in found):
        return None
    codes = ",".join(one.code for one in found)
    return Button(_("We play it so"), button.title, "", {**button.fields, "overrule": codes}, main=False)


def free_or_owner(state: State, route: str) -> str:
    """Return ``yellow, 4 spaces · free``."""
    found = state.board.routes[route]
    owner = state.owner.get(route)
    says = names(state)[owner] if owner else (_("closed") if state.closed(route) else _("free"))
    return f"{route_colour(state.board, route)}, {spaces(found.length)} · {says}"


def player_sheet(state: State, player: str, at: Address, *, hide: bool, may_record: bool) -> SheetView:
    """Return the sheet of a player: his numbers, and whose routes to record or to show."""
    seat = state.seat(player)
    parts = [trains(state.trains_left(player))]
    goods = sum(state.goods.get(player, ()))
    if not hide:
        parts.append(points(state.route_points(player) + goods))
    if state.edition.stations:
        parts.append(stations_left(state.stations_left(player)))
    if state.edition.passengers:
        parts.append(_("%(passengers)s to place", passengers=passengers(state.passengers_left(player))))
        parts += [] if hide else [_("%(sum)d for goods", sum=goods)]
    links = []
    buttons: tuple[Button, ...] = ()
    if may_record:
        links += [
            (_("Record for %(player)s", player=seat.name), at(**{"for": player})),
            (
                _("All of %(player)s’s routes in a row", player=seat.name),
                at(**{"for": player, "recording": "1"}),
            ),
        ]
        links += [
            (_("Journey from %(city)s", city=place_name(state.board, city)), at(rider=player, start=city))
            for city in state.standing.get(player, ())
        ]
        fields = {"type": "turn_taken", "player": player}
        buttons = (
            Button(_("End the turn without a claim"), _("Cards or tickets drawn"), "", fields, main=False),
        )
    links.append((_("Show only %(player)s", player=seat.name), at(only=player)))
    return SheetView("player", seat.name, " · ".join(parts), links=tuple(links), buttons=buttons)


def search_sheet(state: State, query: str, kind: str, at: Address, player: str = "") -> SheetView:
    """Return the sheet of a search: routes between two cities, or cities for a station, and for whom is recorded."""
    who = state.seat(player).name if player else ""
    board = state.board
    found: tuple[tuple[str, str, str], ...] = ()
    if kind == "station":
        cities = find_cities(board, query) if query else []
        found = tuple((place_name(board, c), "", at(city=c)) for c in cities[:12])
        sub = _("Station for %(player)s", player=who) if who else ""
        return SheetView("search-station", _("Which city?"), sub, query=query, found=found)
    routes = find_routes(board, query) if query else []
    found = tuple((pair_name(board, r.id), free_or_owner(state, r.id), at(route=r.id)) for r in routes[:16])
    sub = _("Claim for %(player)s", player=who) if who else ""
    return SheetView("search-route", _("Which route?"), sub, query=query, found=found)
