"""The log in words: one line an entry, with what it was worth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from flask_babel import format_time

from app.tables.access import Hidden
from app.web.i18n import colour_name, ngettext, place_name, route_name
from app.web.i18n import gettext as _
from app.words.editions import house_rules
from app.words.journeys import cards_needed, way_words
from app.words.log_line import LogLine
from app.words.words import names, plus, trains
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
from solver.game.fold import in_force
from solver.game.state import State


def say_event(event: Event, state: State) -> str:
    """Return one act as a short sentence that needs no case or gender of a name."""
    who = names(state).get(getattr(event, "player", ""), "")
    board = state.board
    match event:
        case TableOpened():
            return _("The table was opened.")
        case SeatChanged():
            return _("%(player)s has a new name or colour.", player=event.name)
        case RouteClaimed():
            line = f"{who}: {route_name(board, event.route)}"
            return f"{line} ({_('controller')})" if event.controller else line
        case RouteDismantled():
            return _("%(player)s took up %(route)s", player=who, route=route_name(board, event.route))
        case StationBuilt():
            return _("%(player)s: station in %(city)s", player=who, city=place_name(board, event.city))
        case TicketsKept():
            return ngettext(
                "%(player)s: %(num)d ticket kept",
                "%(player)s: %(num)d tickets kept",
                len(event.tickets),
                player=who,
            )
        case PassengerPlaced():
            return _("%(player)s: passenger in %(city)s", player=who, city=place_name(board, event.city))
        case PassengerMoved():
            return _("%(player)s: journey from %(city)s", player=who, city=place_name(board, event.start))
        case GoodsColourSet():
            line = _("Goods colour set: %(city)s", city=place_name(board, event.city))
            return f"{line}, {colour_name(event.colour)}"
        case TurnTaken():
            return _("%(player)s: turn without a claim", player=who)
        case RevealAsked():
            return _("The host asks whether all tickets may be laid open.")
        case RevealAgreed():
            return _("%(player)s: yes, lay the tickets open", player=who)
        case RevealRefused():
            return _("%(player)s: no, keep the tickets closed", player=who)
        case TicketsRevealed():
            late = ", ".join(names(state).get(player, player) for player in event.without)
            open_now = _("All tickets lie open.")
            return f"{open_now} {_('No answer from: %(players)s.', players=late)}" if late else open_now
        case ResultShown():
            return _("The result is shown.")
        case Retracted():
            return _("Entry %(number)d was taken back.", number=event.target)


def said(entry: Entry, state: State) -> str:
    """Return an entry as a short sentence, with what the state knows of it: whose route was taken up, at which price."""
    text, owner = say_event(entry.event, state), state.taken_up.get(entry.seq)
    if isinstance(entry.event, RouteDismantled) and owner is not None:
        lost = state.edition.route_points.get(state.board.routes[entry.event.route].length, 0)
        return f"{text}; {names(state)[owner]}: {plus(-lost)}"
    if state.is_idle(entry.seq):
        return f"{text} ({_('without effect')})"
    return text


def worth(event: Event, state: State, seq: int) -> str:
    """Return what an act (entry number ``seq``) brought in points, as ``+7``; empty where it brings none by itself."""
    if state.is_idle(seq):
        return ""
    if isinstance(event, PassengerMoved):
        journey = state.journey(seq)
        return plus(sum(value for _city, value in journey.taken)) if journey else ""
    if isinstance(event, RouteClaimed) and event.route in state.board.routes:
        return plus(state.edition.route_points.get(state.board.routes[event.route].length, 0))
    return ""


def log_lines(
    entries: Sequence[Entry | Hidden],
    state: State,
    *,
    retractable: Collection[int] = (),
    restorable: Collection[int] = (),
    shown: Collection[int] | None = None,
) -> tuple[LogLine, ...]:
    """
    Return the log, newest first.

    Parameters
    ----------
    entries
        The whole log, as far as this phone may read it.
    retractable
        Numbers of the entries that this phone may take back.
    restorable
        Numbers of the retractions that this phone may take back.
    shown
        Numbers of the entries that are wanted; left out, all.
    """
    struck = {e.event.target: e for e in entries if isinstance(e, Entry) and isinstance(e.event, Retracted)}
    alive = {entry.seq for entry in in_force(entry for entry in entries if isinstance(entry, Entry))}
    colours = {seat.id: seat.colour for seat in state.seats}
    lines = (
        _line(entry, state, alive, colours, retractable)
        for entry in reversed(entries)
        if shown is None or entry.seq in shown
    )
    return tuple(
        _struck(line, struck.get(line.seq), restorable) if line.retracted else line for line in lines
    )


def _struck(line: LogLine, by: Entry | None, restorable: Collection[int]) -> LogLine:
    """Return a line that was taken back with the reason, and the way to put it back where this phone may."""
    if by is None or not isinstance(by.event, Retracted):
        return line
    return replace(line, put_back=by.seq if by.seq in restorable else 0, reason=by.event.reason)


def newest(entries: Sequence[Entry], most: int) -> list[Entry]:
    """Return the newest entries in their order; tickets that a player kept one after the other are one entry."""
    found: list[Entry] = []
    for entry in reversed(entries):
        after = found[-1].event if found else None
        event = entry.event
        if isinstance(event, TicketsKept) and isinstance(after, TicketsKept) and event.player == after.player:
            found[-1] = replace(found[-1], event=replace(after, tickets=(*event.tickets, *after.tickets)))
        elif len(found) == most:
            break
        else:
            found.append(entry)
    return found[::-1]


def _line(
    entry: Entry | Hidden,
    state: State,
    alive: Collection[int],
    colours: Mapping[str, str],
    retractable: Collection[int],
) -> LogLine:
    if isinstance(entry, Hidden):
        return LogLine(entry.seq, _("Something secret."), "", "", "", "", "", False, False, secret=True)
    event = entry.event
    player = getattr(event, "player", "")
    dead = entry.seq not in alive and not isinstance(event, Retracted)
    return LogLine(
        seq=entry.seq,
        text=said(entry, state),
        player=player,
        colour=colours.get(player, ""),
        worth="" if dead else worth(event, state, entry.seq),
        when=_clock(entry.at),
        at=entry.at,
        retracted=dead,
        can_retract=entry.seq in retractable and not dead,
        notes=_notes(entry, state),
    )


def _notes(entry: Entry, state: State) -> tuple[str, ...]:
    event = entry.event
    notes: list[str] = []
    if isinstance(event, TableOpened):
        notes += house_rules(state) or [_("No house rules.")]
    if isinstance(event, Retracted) and event.reason:
        notes.append(event.reason)
    if isinstance(event, PassengerMoved):
        notes += _journey_notes(event, state, entry.seq)
    if isinstance(event, RouteDismantled) and entry.seq in state.taken_up:
        back = trains(state.board.routes[event.route].length)
        owner = names(state)[state.taken_up[entry.seq]]
        notes.append(_("%(player)s: %(trains)s back in the box.", player=owner, trains=back))
    if getattr(event, "overruled", ()):
        notes.append(_("The table played over a rule."))
    if state.is_idle(entry.seq):
        claim = isinstance(event, RouteClaimed)  # it rests on nothing, but another claim may hold the route
        notes.append(
            _("Without effect: the route had an owner already.")
            if claim
            else _("Without effect: what it rests on was taken back.")
        )
    notes += _turn_notes(entry.seq, state)
    if entry.seq in state.places:
        notes.append(
            _("Put right: it counts in the place of entry %(number)d.", number=state.places[entry.seq])
        )
    elif getattr(event, "afterwards", False):
        notes.append(_("Written down afterwards."))
    if getattr(event, "controller", False):
        notes.append(_("By a controller, without cards."))
    return tuple(notes)


def _turn_notes(seq: int, state: State) -> Iterator[str]:
    """Say what was out of turn."""
    who = names(state)
    if seq in state.skipped:
        players = ", ".join(who[player] for player in state.skipped[seq])
        yield _("No turn is recorded before it for: %(players)s.", players=players)
    if seq in state.extra_turns:
        yield _("An extra turn: in the last round everybody has one.")


def _journey_notes(event: PassengerMoved, state: State, seq: int) -> list[str]:
    """Say the way of a journey, the tokens it brought, and the passenger cards it took."""
    journey = state.journey(seq)
    if journey is None:
        return []
    taken = [f"{place_name(state.board, city)} {value}" for city, value in journey.taken if value]
    parts = [
        way_words(state, (journey.start, *journey.cities)),
        cards_needed(state, event.player, event.routes),
    ]
    if taken:
        parts.append(_("Goods: %(values)s", values=", ".join(taken)))
    if journey.unclaimed:
        gone = ", ".join(route_name(state.board, route) for route in journey.unclaimed)
        parts.append(_("Nobody owned on this way: %(routes)s.", routes=gone))
    return [part for part in parts if part]


def _clock(at: str) -> str:
    try:
        return str(format_time(datetime.fromisoformat(at.replace("Z", "+00:00")), "HH:mm"))
    except ValueError:
        return ""
