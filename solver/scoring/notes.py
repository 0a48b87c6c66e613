"""
What the sheet says besides numbers: what a position breaks, what was overruled, what could not be proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from solver.game.edition import Ticket
from solver.game.state import State
from solver.scoring.notes_passengers import passenger_notes
from solver.scoring.sheet import Evidence, Note
from solver.words.say import Text, sentences

if TYPE_CHECKING:
    from solver.scoring.coupling import Coupled


def note(code: str, **facts: object) -> Note:
    """Return a note whose sentence is ``note-<code>``."""
    return Note(code, Text(f"note-{code}", facts))


def state_notes(state: State) -> Iterator[Note]:
    """Yield what is wrong or unusual with what lies on the table."""
    for player in state.players:
        yield from _player(state, player)
    yield from _parallels(state)
    yield from _cities(state)
    yield from passenger_notes(state)
    yield from _tickets(state)
    for length in sorted({state.board.routes[route].length for route in state.owner}):
        if length not in state.edition.route_points:
            yield note("no-route-points", length=length)
    for seq, code in state.overruled:
        what = f"overruled-{code}"
        known = what in sentences("en")
        yield note(
            "overruled", entry=seq, what=Text(what) if known else Text("overruled-other", {"code": code})
        )
    known_extra = {seq for seq, code in state.overruled if code == "turn-not-left"}
    for seq, player in state.extra_turns.items():
        if seq not in known_extra:
            yield note("extra-turn", entry=seq, player=player)
    for journey in state.journeys:
        if journey.unclaimed:
            yield note("journey-unclaimed", entry=journey.seq, routes=journey.unclaimed)
    for seq in state.idle:
        yield note("idle-entry", entry=seq)
    for rule, value in state.house_rules.items():
        if value != state.edition.switches.get(rule, False):
            yield note("house-rule", rule=Text(f"switch-{rule}-{'on' if value else 'off'}"))


def _player(state: State, player: str) -> Iterator[Note]:
    left = state.trains_left(player)
    if left < 0:
        trains = state.edition.trains
        yield note("too-many-trains", player=player, laid=trains - left, trains=trains)
    stations, built = state.edition.stations, len(state.stations.get(player, ()))
    if stations is None and built:
        yield note("no-stations", player=player)
    elif stations is not None and built > stations.count:
        yield note("too-many-stations", player=player, built=built, count=stations.count)
    passengers = state.edition.passengers
    used = len(state.standing.get(player, ())) + state.moved.get(player, 0)
    if passengers is None and (used or state.goods.get(player)):
        yield note("no-passengers", player=player)
    elif passengers is not None and used > passengers.count:
        yield note("too-many-passengers", player=player, used=used, count=passengers.count)


def _parallels(state: State) -> Iterator[Note]:
    """Parallel routes that one player has both of, or of which two are taken although only one may be used."""
    seen: set[str] = set()
    limit = state.edition.parallel_routes_closed_up_to
    for route in state.owner:
        taken = [r for r in (route, *state.board.parallels[route]) if r in state.owner]
        if route in seen or len(taken) < 2:
            continue
        seen.update(taken)
        owners = [state.owner[r] for r in taken]
        a, b = state.board.routes[route].ends
        for owner in dict.fromkeys(o for o in owners if owners.count(o) > 1):
            yield note("parallel-own", player=owner, a=a, b=b)
        # A single player at a table is no game yet, only a sum.
        if len(set(owners)) > 1 and len(state.seats) <= limit:
            yield note("parallel-closed", players=tuple(dict.fromkeys(owners)), a=a, b=b, limit=limit)


def _cities(state: State) -> Iterator[Note]:
    stations = [(city, player) for player, cities in state.stations.items() for city in cities]
    for city in dict.fromkeys(city for city, _ in stations):
        owners = [player for at, player in stations if at == city]
        if len(owners) > 1:
            yield note("station-city-taken", city=city, players=tuple(owners))


def _tickets(state: State) -> Iterator[Note]:
    """
    Yield cards that are counted more than once, but only where tickets lie open.

    That is after the reveal, before which it would tell a hand, and in a position, which has no entries and no secrets.
    """
    if not state.revealed and state.seq:
        return
    holders: dict[tuple[str, int], list[tuple[str, Ticket]]] = {}
    for player in state.players:
        for ticket in state.tickets.get(player, ()):
            holders.setdefault((ticket.id, ticket.points), []).append((player, ticket))
    for found in holders.values():
        players = tuple(dict.fromkeys(player for player, _ticket in found))
        if len(found) > 1 and state.exists_once(found[0][1]):
            a, b = found[0][1].ends
            yield note("ticket-twice", players=players, a=a, b=b, times=len(found))


def unproven_notes(evidence: Mapping[str, Evidence]) -> Iterator[Note]:
    """Yield what the searches could not settle in time."""
    for player, found in evidence.items():
        if not found.trail.proven:
            facts = {"value": found.trail.value, "bound": found.trail.bound}
            yield note("trail-not-proven", player=player, **facts)
        if not found.proven:
            yield note("loans-not-proven", player=player)


def coupled_notes(coupled: Coupled, totals: Callable[..., Mapping[str, int]]) -> Iterator[Note]:
    """Say that the loans of several players hang on each other and none of the outcomes is the only one."""
    if coupled.settled:
        return
    outcomes = [totals(choices) for choices in coupled.outcomes]
    if not outcomes:
        yield Note("stations-coupled", Text("note-stations-coupled-none"))
        return
    lists = tuple(
        Text("coupled-outcome", {"totals": tuple(_total(player, total) for player, total in row.items())})
        for row in outcomes
    )
    yield Note("stations-coupled", Text("note-stations-coupled", {"outcomes": lists}))


def _total(player: str, total: int) -> Text:
    return Text("coupled-total", {"player": player, "total": total})
