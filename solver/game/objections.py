"""
Which rules an act breaks: all of them at once, as data.

An objection says what was tried and what stands in the way (``text``), what would help (``helps``) and which rule it
follows from (``rule``). A table may play over a rule: the event then carries the objection's code in ``overruled``.
Only what would leave the log without a meaning cannot be overruled: an id that nobody knows, a route that has an
owner already, a journey that does not join up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from solver.game.events import (
    Entry,
    Event,
    GoodsColourSet,
    PassengerMoved,
    PassengerPlaced,
    ResultShown,
    Retracted,
    RevealAgreed,
    RevealAsked,
    RevealRefused,
    RouteClaimed,
    RouteDismantled,
    SeatChanged,
    StationBuilt,
    TableOpened,
    TicketsKept,
    TicketsRevealed,
    TurnTaken,
)
from solver.game.names import same_name_key
from solver.game.objection import Objection, city_unknown, objection, route_unknown, turn_not_left
from solver.game.objections_back import following
from solver.game.objections_passengers import goods_colour_set, passenger_moved, passenger_placed
from solver.game.revealing import obstacles
from solver.game.state import State
from solver.words.say import Text


def objections(
    state: State, event: Event, entries: Sequence[Entry] = (), held: Collection[str] = ()
) -> tuple[Objection, ...]:
    """
    Return every rule that an event would break if it came next.

    Parameters
    ----------
    state
        What lies on the table before the event.
    event
        The act; what it names in ``overruled`` is listed all the same.
    entries
        The whole log. Only a retraction needs it: without the log it is not known what would follow from it.
    held
        The seats that phones other than the host's hold. Only a reveal needs them: they have to say yes.
    """
    if isinstance(event, TableOpened):
        return tuple(_table_opened(state, event))
    if not state.seats:
        return (objection("table-not-opened", "log", overrulable=False),)
    player = getattr(event, "player", None)
    if player is not None and player not in state.players:
        seats = tuple(seat.name for seat in state.seats)
        return (objection("seat-unknown", "log", overrulable=False, seat=player, seats=seats),)
    if state.result_entry and not _may_follow_result(state, event):
        return (_final(state, event),)
    found: Iterable[Objection] = ()
    match event:
        case SeatChanged():
            found = _seat_changed(state, event)
        case RouteClaimed():
            found = _route_claimed(state, event)
        case RouteDismantled():
            found = _route_dismantled(state, event)
        case StationBuilt():
            found = _station_built(state, event)
        case TicketsKept():
            found = _tickets_kept(state, event)
        case PassengerPlaced():
            found = passenger_placed(state, event)
        case PassengerMoved():
            found = passenger_moved(state, event)
        case GoodsColourSet():
            found = goods_colour_set(state, event)
        case TurnTaken():
            found = turn_not_left(state, event.player)
        case TicketsRevealed():
            found = _tickets_revealed(state, event, held)
        case RevealAsked():
            found = _reveal_asked(state)
        case RevealAgreed() | RevealRefused():
            if state.revealed or state.reveal_question is None:
                found = [objection("nothing-asked", "reveal", overrulable=False, player=event.player)]
        case ResultShown():
            found = [] if state.revealed else [objection("not-revealed", "result", overrulable=False)]
        case Retracted():
            found = list(_retracted(state, event))
            if not found and entries:
                found = following(state, event, entries, objections)
    return tuple(found)


def _may_follow_result(state: State, event: Event) -> bool:
    """Whether an act changes no total, or takes the showing of the result back."""
    if isinstance(event, Retracted):
        return event.target == state.result_entry
    return isinstance(event, SeatChanged)


def _final(state: State, event: Event) -> Objection:
    """Return the objection to whatever comes after the result was shown; only that entry itself can be taken back."""
    if isinstance(event, ResultShown):
        return objection("result-shown-already", "result", overrulable=False, entry=state.result_entry)
    return objection("result-shown", "result", helps="result", overrulable=False, entry=state.result_entry)


def _reveal_asked(state: State) -> Iterator[Objection]:
    if state.revealed:
        yield objection("already-revealed", "log", overrulable=False)
    elif state.over:
        yield objection("reveal-needs-no-question", "reveal", overrulable=False)


def _tickets_revealed(state: State, event: TicketsRevealed, held: Collection[str]) -> Iterator[Objection]:
    """Before the last turn every seat that a phone holds has to say yes. Source: ruling RC-05."""
    if state.revealed:
        yield objection("already-revealed", "log", overrulable=False)
        return
    helps = {"reveal-not-asked": "ask-reveal", "reveal-unanswered": "wait-for-answers"}
    for code, seats in obstacles(state, held, event.without):
        names = tuple(state.seat(player).name for player in seats)
        yield objection(code, "reveal", helps=helps.get(code), overrulable=False, seats=names)


def standing_objections(state: State, event: Event, entries: Sequence[Entry] = ()) -> tuple[Objection, ...]:
    """Return the objections that the event does not carry as overruled, or that cannot be overruled."""
    overruled = getattr(event, "overruled", ())
    found = objections(state, event, entries)
    return tuple(o for o in found if not (o.overrulable and o.code in overruled))


def _table_opened(state: State, event: TableOpened) -> Iterator[Objection]:
    if state.seats:
        yield objection("table-already-opened", "log", overrulable=False)
    low, high = state.edition.players
    if not low <= len(event.seats) <= high:
        yield objection("seats-number", "seats", count=len(event.seats), low=low, high=high)
    for kind, key_of in (("id", str), ("name", same_name_key), ("colour", str)):
        values = [getattr(seat, kind) for seat in event.seats]
        keys = [key_of(value) for value in values]
        for value in (value for at, value in enumerate(values) if keys.index(keys[at]) != at):
            if kind == "colour":
                yield objection("colour-twice", "colours", colour=value)
            else:
                yield objection("seat-twice", "log", overrulable=False, seat=value)


def _seat_changed(state: State, event: SeatChanged) -> Iterator[Objection]:
    for seat in state.seats:
        if seat.id == event.player:
            continue
        if same_name_key(seat.name) == same_name_key(event.name):
            yield objection("seat-twice", "log", overrulable=False, seat=event.name)
        if seat.colour == event.colour:
            yield objection("colour-twice", "colours", colour=event.colour)


def _route_claimed(state: State, event: RouteClaimed) -> Iterator[Objection]:
    route = state.board.routes.get(event.route)
    if route is None:
        yield route_unknown(event.route)
        return
    facts: dict[str, Any] = {"player": event.player, "route": route.id}
    if route.id in state.owner:
        yield _route_taken(state, event)
    else:
        yield from _parallels(state, event)
    if route.length > state.trains_left(event.player):
        left = state.trains_left(event.player)
        yield objection("too-few-trains", "trains", **facts, length=route.length, left=left)
    if route.length not in state.edition.route_points:
        yield objection("no-route-points", "route-points", **facts, length=route.length)
    if event.controller:
        yield from _controller(state, event.player, route.id, route.length, "controller-too-long")
    if not event.afterwards:
        yield from turn_not_left(state, event.player)


def _route_taken(state: State, event: RouteClaimed) -> Objection:
    """One route has one owner; where parallel routes are all taken, say who has which."""
    board = state.board
    every = (event.route, *board.parallels[event.route])
    taken = [route for route in every if route in state.owner]
    facts: dict[str, Any] = {
        "player": event.player,
        "route": event.route,
        "owner": state.owner[event.route],
        "entry": state.claimed_at.get(event.route, 0),
        "taken": tuple(
            Text("half-taken", {"owner": state.owner[r], "colour": board.routes[r].colour}) for r in taken
        ),
    }
    helps = "retract" if facts["entry"] else None
    # The other route of the pair helps only if this player may take it.
    free = [route for route in every if route not in state.owner]
    if free and not state.closed(free[0]) and event.player not in {state.owner[r] for r in taken}:
        facts["free"] = tuple(free)
        helps = "retract-or-parallel" if facts["entry"] else "parallel"
    if len(taken) > 1 and not free:
        made = objection("route-taken", "one-owner", helps=helps, overrulable=False, **facts)
        a, b = board.routes[event.route].ends
        return Objection(
            made.code,
            Text("objection-route-taken-all", {**facts, "a": a, "b": b}),
            made.helps,
            made.rule,
            False,
            facts,
        )
    return objection("route-taken", "one-owner", helps=helps, overrulable=False, **facts)


def _parallels(state: State, event: RouteClaimed) -> Iterator[Objection]:
    """One player never has two parallel routes; with few players the second is closed to all. Source: ``maps/rulings/doubles.json``."""
    rivals = []
    for other in state.board.parallels[event.route]:
        owner = state.owner.get(other)
        if owner is None:
            continue
        facts: dict[str, Any] = {"player": event.player, "route": event.route, "other": other, "owner": owner}
        facts["entry"] = state.claimed_at.get(other, 0)
        helps = "retract" if facts["entry"] else None
        if owner == event.player:
            yield objection("parallel-own", "parallel-own", helps=helps, **facts)
        else:
            rivals.append((helps, facts))
    limit = state.edition.parallel_routes_closed_up_to
    if rivals and len(state.seats) <= limit:
        helps, facts = rivals[0]
        yield objection("parallel-closed", "parallel-closed", helps=helps, **facts, limit=limit)


def _controller(state: State, player: str, route: str, length: int, too_long: str) -> Iterator[Objection]:
    """A controller is one of few cards and works on short routes. Source: USSR rules 19 to 21."""
    controller = state.edition.controller
    if controller is None:
        yield objection("no-controller", "no-controller", player=player)
        return
    facts: dict[str, Any] = {
        "player": player,
        "cards": controller.cards,
        "at_most": controller.length_at_most,
    }
    if sum(state.controllers_played.values()) >= controller.cards:
        yield objection("controllers-all-played", "controller", helps="reshuffled", **facts)
    if length > controller.length_at_most:
        yield objection(too_long, "controller", **facts, route=route, length=length)


def _route_dismantled(state: State, event: RouteDismantled) -> Iterator[Objection]:
    route = state.board.routes.get(event.route)
    if route is None:
        yield route_unknown(event.route)
        return
    facts: dict[str, Any] = {"player": event.player, "route": route.id}
    owner = state.owner.get(route.id)
    if owner is None:
        yield objection("dismantle-free", "controller-rival", overrulable=False, **facts)
    elif owner == event.player:
        yield objection("dismantle-own", "controller-rival", helps="retract-own", **facts)
    yield from _controller(state, event.player, route.id, route.length, "dismantle-too-long")
    yield from turn_not_left(state, event.player)


def _station_built(state: State, event: StationBuilt) -> Iterator[Objection]:
    if event.city not in state.board.cities:
        yield city_unknown(event.city)
        return
    facts: dict[str, Any] = {"player": event.player, "city": event.city}
    stations = state.edition.stations
    if stations is None:
        yield objection("no-stations", "no-stations", overrulable=False, **facts)
        return
    owners = [player for player, cities in state.stations.items() if event.city in cities]
    if owners:
        yield objection("station-city-taken", "station-city", helps="other-city", **facts, owner=owners[0])
    if state.stations_left(event.player) <= 0:
        yield objection("no-stations-left", "station-count", **facts, count=stations.count)
    if not event.afterwards:
        yield from turn_not_left(state, event.player)


def _tickets_kept(state: State, event: TicketsKept) -> Iterator[Objection]:
    for ticket in event.tickets:
        for end in ticket.ends:
            if not state.board.knows(end):
                yield objection("ticket-unknown", "log", overrulable=False, id=end)
        if ticket.points <= 0 or len(set(ticket.ends)) < 2:
            yield objection(
                "ticket-points-invalid", "ticket", overrulable=False, points=ticket.points, ends=ticket.ends
            )


def _retracted(state: State, event: Retracted) -> Iterator[Objection]:
    if not 1 <= event.target <= state.seq:
        yield objection("entry-unknown", "log", overrulable=False, entry=event.target, last=state.seq)
    elif event.target == 1:
        yield objection("opening-stays", "log", overrulable=False, entry=event.target)
    elif event.target in state.stays:
        code = state.stays[event.target]
        yield objection(code, "reveal", helps=None, overrulable=False, entry=event.target)
    elif event.target in state.retracted:
        yield objection("already-retracted", "log", overrulable=False, entry=event.target)
