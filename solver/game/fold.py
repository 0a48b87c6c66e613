"""
From a log to what lies on the table.

``fold`` is a pure function that never judges and never raises on an accepted log. An entry that has lost its meaning,
because something before it was retracted, has no effect and is listed in ``State.idle``. ``solver.game.order`` says
where an entry counts and on which other it rests, ``solver.game.turns`` what a turn does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from solver.game.edition import Board, Edition
from solver.game.events import (
    Entry,
    Event,
    GoodsColourSet,
    PassengerMoved,
    PassengerPlaced,
    ResultShown,
    Retracted,
    RouteClaimed,
    RouteDismantled,
    Seat,
    SeatChanged,
    StationBuilt,
    TableOpened,
    TicketsKept,
    TicketsRevealed,
)
from solver.game.order import claims_of_passengers, corrections, retracted
from solver.game.revealing import entries_that_stay, question_after
from solver.game.state import Journey, State
from solver.game.turns import is_turn, tick


def in_force(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that were not retracted, in order, without the retractions themselves."""
    entries = list(entries)
    dead = retracted(entries)
    return [e for e in entries if e.seq not in dead and not isinstance(e.event, Retracted)]


def fold(edition: Edition, entries: Sequence[Entry], board: Board | None = None) -> State:
    """
    Return the state that follows from a log.

    Parameters
    ----------
    edition
        The rules that the table plays by.
    entries
        The whole log in order of ``seq``. The first entry opens the table.
    board
        A home-made board that replaces the edition's.
    """
    state = State(edition=edition, board=board or edition.board)
    lay(state, entries)
    return state


def lay(state: State, entries: Sequence[Entry]) -> None:
    """
    Put entries into effect on what lies on the table, and keep their numbers.

    They are the whole log, or such a part of its end as ``solver.game.fold_on`` allows.
    """
    alive = in_force(entries)
    # What the printed board shows is no act: it holds from the beginning, whenever it was written down.
    for entry in alive:
        if isinstance(entry.event, GoodsColourSet) and entry.event.city in state.board.cities:
            state.goods_colours[entry.event.city] = entry.event.colour
    places, dead = corrections(entries), retracted(entries)
    _play(state, entries, alive, places)
    state.retracted |= dead
    state.stays.update(entries_that_stay(entries))
    for entry in entries:
        state.reveal_question = question_after(state.reveal_question, entry)
    for entry in entries:
        if isinstance(entry.event, Retracted) and entry.seq not in dead:
            state.overruled.extend((entry.seq, code) for code in entry.event.overruled)
    state.places.update({entry.seq: places[entry.seq] for entry in alive if entry.seq in places})
    # What was written down last may still be completed, wherever it counts: a passenger goes with a corrected claim.
    for entry in alive[-1:]:
        if isinstance(entry.event, RouteClaimed) and entry.seq in places and entry.seq not in state.idle:
            state.last_claim = (entry.event.player, entry.event.route)
    state.seq = entries[-1].seq if entries else state.seq


def _play(state: State, entries: Sequence[Entry], alive: Sequence[Entry], places: Mapping[int, int]) -> None:
    """Put every entry into effect at its place, but those that rest on a claim without effect."""
    by_seq = {entry.seq: entry for entry in entries}
    rests_on = dict(claims_of_passengers(entries, state.board))
    claimed: set[tuple[int, str]] = set()
    for entry in sorted(alive, key=lambda entry: (places.get(entry.seq, entry.seq), entry.seq)):
        event, place, claim = entry.event, places.get(entry.seq, entry.seq), rests_on.get(entry.seq)
        if isinstance(event, PassengerPlaced) and claim is not None:
            lost = (places.get(claim, claim), event.player) not in claimed
        else:
            lost = False
        if lost or not _apply(state, entry, turn=is_turn(by_seq[place].event)):
            state.idle.append(entry.seq)
        elif isinstance(event, RouteClaimed):
            claimed.add((place, event.player))
    state.idle.sort()


def after(state: State, event: Event) -> State:
    """
    Return what would lie on the table if this event came next; the given state stays as it is.

    What needs the entries before it is not done here: a retraction changes nothing, and a colour of goods named now
    leaves earlier journeys as they were. ``fold`` the whole log for that.
    """
    then = state.copied()
    then.seq += 1
    entry = Entry(then.seq, "", None, "", event)
    then.reveal_question = question_after(then.reveal_question, entry)
    then.stays.update(entries_that_stay([entry]))
    if isinstance(event, GoodsColourSet) and event.city in state.board.cities:
        then.goods_colours[event.city] = event.colour
    if not _apply(then, entry, turn=is_turn(event)):
        then.idle.append(then.seq)
    return then


def _apply(state: State, entry: Entry, *, turn: bool) -> bool:
    """Put one event into effect; return False when it means nothing in this state."""
    event = entry.event
    player = getattr(event, "player", None)
    if player is not None and player not in state.players:
        return False
    match event:
        case TableOpened():
            done = _open(state, event)
        case SeatChanged():
            state.seats = tuple(
                Seat(s.id, event.name, event.colour) if s.id == event.player else s for s in state.seats
            )
            done = True
        case RouteClaimed():
            done = _claim(state, event, entry.seq)
        case RouteDismantled():
            done = _dismantle(state, event, entry.seq)
        case StationBuilt():
            done = event.city in state.board.cities
            if done:
                state.stations.setdefault(event.player, []).append(event.city)
        case TicketsKept():
            state.tickets.setdefault(event.player, []).extend(event.tickets)
            done = True
        case PassengerPlaced():
            state.standing.setdefault(event.player, []).append(event.city)
            state.last_claim = None
            done = True
        case PassengerMoved():
            done = _travel(state, event, entry.seq)
        case TicketsRevealed():
            state.revealed = True
            state.result_shown = not event.show_later
            done = True
        case ResultShown():
            done = state.revealed
            if done:
                state.result_shown, state.result_entry = True, entry.seq
        case _:
            done = True
    if done:
        state.overruled.extend((entry.seq, code) for code in getattr(event, "overruled", ()))
        tick(state, entry, turn=turn)
    return done


def _open(state: State, event: TableOpened) -> bool:
    state.seats = event.seats
    state.house_rules = {
        name: event.house_rules.get(name, default) for name, default in state.edition.switches.items()
    }
    return True


def _claim(state: State, event: RouteClaimed, seq: int) -> bool:
    if event.route in state.owner or event.route not in state.board.routes:
        return False
    state.owner[event.route] = event.player
    state.claimed_at[event.route] = seq
    state.last_claim = (event.player, event.route)
    if event.controller:
        state.controlled.add(event.route)
        state.controllers_played[event.player] = state.controllers_played.get(event.player, 0) + 1
    return True


def _dismantle(state: State, event: RouteDismantled, seq: int) -> bool:
    if event.route not in state.owner:
        return False
    state.taken_up[seq] = state.owner.pop(event.route)
    state.claimed_at.pop(event.route, None)
    state.controlled.discard(event.route)
    state.controllers_played[event.player] = state.controllers_played.get(event.player, 0) + 1
    return True


def walked_cities(board: Board, start: str, routes: Sequence[str]) -> tuple[str, ...] | None:
    """Return the cities entered when walking ``routes`` from ``start``; None when they do not join up."""
    here, entered = start, []
    for route in routes:
        if route not in board.routes or here not in board.routes[route].ends:
            return None
        ends = board.routes[route].ends
        here = ends[1] if here == ends[0] else ends[0]
        entered.append(here)
    return tuple(entered)


def _travel(state: State, event: PassengerMoved, seq: int) -> bool:
    """Move a passenger and take the tokens. Source: Märklin rules 11 and 13, and the switch ``token_each_visit``."""
    standing = state.standing.get(event.player, [])
    entered = walked_cities(state.board, event.start, event.routes)
    if event.start not in standing or entered is None:
        return False
    standing.remove(event.start)
    state.moved[event.player] = state.moved.get(event.player, 0) + 1
    seen = {event.start}
    said = dict(event.tokens)
    got: list[tuple[str, int]] = []
    for city in entered:
        if city == event.start or (city in seen and not state.switch("token_each_visit")):
            continue
        seen.add(city)
        stack = state.stack(city)
        named = said.pop(city, None)
        value = _token(stack, named)
        if named:
            state.said_tokens.setdefault(city, []).append(named)
        if value:
            state.taken.setdefault(city, []).append(value)
            state.goods.setdefault(event.player, []).append(value)
        got.append((city, value))
    over_it = "journey-not-own-route" in event.overruled
    unclaimed = () if over_it else tuple(r for r in dict.fromkeys(event.routes) if r not in state.owner)
    state.journeys.append(
        Journey(event.player, event.start, event.routes, entered, tuple(got), seq, unclaimed)
    )
    return True


def _token(stack: tuple[int, ...] | None, said: int | None) -> int:
    """Return the token that was taken: what the table said where that can be, else the top one (0: none)."""
    if stack is None:
        return said or 0
    return said if said in stack else next(iter(stack), 0)
