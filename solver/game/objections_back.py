"""
What follows from a retraction for the entries that were accepted since.

An entry that is taken back, or put back in force, may leave less room on the table than there was: a route has another
owner meanwhile, the trains and stations are used up, the name is somebody else's. So the log is folded with the
retraction and without, and whatever lies there anew is judged as an act that comes next. What the table had played over
when it was written down is not asked again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from solver.game.events import (
    Entry,
    Event,
    PassengerPlaced,
    Retracted,
    RouteClaimed,
    RouteDismantled,
    SeatChanged,
    StationBuilt,
)
from solver.game.fold import fold
from solver.game.objection import Objection, objection
from solver.game.state import State

_JUDGED = {
    "too-few-trains",
    "parallel-own",
    "parallel-closed",
    "controllers-all-played",
    "no-stations-left",
    "station-city-taken",
    "seat-twice",
    "colour-twice",
    "no-passengers-left",
    "passenger-city-taken",
}
"""What depends on the table as it is now; whose turn it was, and the like, was judged when the entry was written."""


Judge = Callable[[State, Event], tuple[Objection, ...]]
"""What says which rules an act breaks: ``solver.game.objections.objections``, which asks this module in turn."""


def following(state: State, event: Retracted, entries: Sequence[Entry], judge: Judge) -> Iterator[Objection]:
    """Yield every rule that a retraction would break by what it puts on the table, or takes from another entry."""
    last = entries[-1]
    then = fold(state.edition, (*entries, Entry(last.seq + 1, last.at, None, "", event)), state.board)
    by_seq = {entry.seq: entry.event for entry in entries}
    back = {
        seq: by_seq[seq]
        for seq in sorted(state.retracted - then.retracted)
        if not isinstance(by_seq[seq], Retracted)
    }
    yield from _without_effect(state, then, by_seq, back, judge)
    played_over = {code for one in back.values() for code in getattr(one, "overruled", ())}
    told: set[tuple[str, str]] = set()
    for act in _anew(state, then, by_seq, back):
        for found in judge(state, act):
            who = (found.code, getattr(act, "player", ""))
            if found.code not in _JUDGED or found.code in played_over or who in told:
                continue
            if found.code == "too-few-trains" and then.trains_left(who[1]) >= 0:
                continue  # it gets trains back at the same time
            told.add(who)
            yield found


def _without_effect(
    state: State, then: State, by_seq: Mapping[int, Event], back: Mapping[int, Event], judge: Judge
) -> Iterator[Objection]:
    """Yield what would stay in the log and mean nothing: an entry put back for nothing, a claim that loses its route."""
    for seq in then.idle:
        event = by_seq[seq]
        if seq in back:
            taken = [o for o in judge(state, event) if o.code == "route-taken"]
            yield from taken or [objection("back-without-effect", "log", overrulable=False, entry=seq)]
        elif isinstance(event, RouteClaimed) and not state.is_idle(seq):
            yield objection(
                "claim-loses-route",
                "one-owner",
                helps="retract",
                entry=seq,
                player=event.player,
                route=event.route,
                owner=then.owner[event.route],
            )


def _anew(
    state: State, then: State, by_seq: Mapping[int, Event], back: Mapping[int, Event]
) -> Iterator[Event]:
    """Yield what lies on the table anew as acts; no act is in the last round or out of turn."""
    for route, owner in then.owner.items():
        if state.owner.get(route) != owner:
            anew = route in then.controlled and route not in state.controlled
            claim = by_seq[then.claimed_at[route]]
            over = getattr(claim, "overruled", ())
            yield RouteClaimed(owner, route, controller=anew, afterwards=True, overruled=over)
    for player, cities in then.stations.items():
        for city in (Counter(cities) - Counter(state.stations.get(player, ()))).elements():
            yield StationBuilt(player, city, afterwards=True)
    for seat in then.seats:
        if seat != state.seat(seat.id):
            yield SeatChanged(seat.id, seat.name, seat.colour)
    for player, cities in then.standing.items():
        for city in (Counter(cities) - Counter(state.standing.get(player, ()))).elements():
            yield PassengerPlaced(player, city)
    for event in back.values():
        if isinstance(event, RouteDismantled):
            yield event
