"""
Events and entries: JSON to frozen data and back, with everything that is wrong said at once.

Here only shape is judged, and whatever would leave an event without a meaning of its own (a ticket nobody knows).
Whether routes, cities and players exist at this table is asked by ``solver.game.objections``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from marshmallow import fields

from solver.checking.strict import (
    Anything,
    Colour,
    ListOf,
    MapOf,
    Name,
    OneOf,
    Part,
    PersonName,
    StrictSchema,
    Whole,
    YesNo,
    _Says,
    fault,
    fault_at,
    join,
    may_hint,
    read,
    refuse,
)
from solver.formats.edition import read_board, ticket_id
from solver.formats.edition_shape import MAX_ID, MAX_POINTS
from solver.game.edition import PLAYER_COLOURS, Board, Edition, Ticket
from solver.game.errors import Fault, InvalidEvent, InvalidInput
from solver.game.events import (
    EVENT_TYPES,
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
    Seat,
    SeatChanged,
    StationBuilt,
    TableOpened,
    TicketsKept,
    TicketsRevealed,
    TurnTaken,
)
from solver.words.say import Text, say

MAX_PLAYERS = 8
MAX_HELD = 200
"""Tickets of one player."""
MAX_ENTRIES = 5000
MAX_TEXT = 200
LIKELY = 8
"""So many known names are compared letter by letter with one that nobody knows."""
MAX_JOURNEY = 100
"""Routes of one journey."""
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z")


class TicketField(_Says, fields.Raw):
    """A ticket as it stands in JSON: the id of a card, or two ends and points."""

    must = Text("must-ticket")

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> Any:
        if isinstance(value, str):
            return Name(2 * MAX_ID + 6).deserialize(value)
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        return FreeTicketSchema().load(value)


class Remark(Name):
    """A text that may also be empty."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        return "" if value == "" else super()._deserialize(value, *args, **kwargs)


class Time(_Says, fields.String):
    """A moment in UTC, as entries carry it: to the second or finer, with a ``Z``."""

    must = Text("must-time")

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        try:
            real = _TIME.fullmatch(value) is not None and datetime.fromisoformat(value) is not None
        except ValueError:  # a thirteenth month
            real = False
        if not real:
            raise self.make_error("validator_failed")
        return value


class FreeTicketSchema(StrictSchema):
    """A ticket that was entered by two ends and points."""

    ends = ListOf(Name(MAX_ID), 2, low=2, required=True)
    points = Whole(1, MAX_POINTS, must="must-points", required=True)


class SeatSchema(StrictSchema):
    """A player's place at the table."""

    id = Name(MAX_ID, required=True)
    name = PersonName(MAX_ID, required=True)
    colour = Colour(PLAYER_COLOURS, required=True)


def _id() -> Name:
    return Name(MAX_ID, required=True)


def _overruled() -> ListOf:
    return ListOf(Name(MAX_ID), 30, load_default=list)


class _EventSchema(StrictSchema):
    type = OneOf(tuple(EVENT_TYPES), required=True)
    overruled = _overruled()


class _PlayerSchema(_EventSchema):
    player = _id()


class TableOpenedSchema(_EventSchema):
    """The table was opened."""

    edition = _id()
    seats = ListOf(Part(SeatSchema), MAX_PLAYERS, low=1, required=True)
    house_rules = MapOf(Name(MAX_ID), YesNo(), 20, load_default=dict)
    board = Anything(load_default=None, allow_none=True)


class SeatChangedSchema(_PlayerSchema):
    """Another name or colour."""

    name = PersonName(MAX_ID, required=True)
    colour = Colour(PLAYER_COLOURS, required=True)


class RouteClaimedSchema(_PlayerSchema):
    """A route was claimed."""

    route = _id()
    controller = YesNo(load_default=False)
    afterwards = YesNo(load_default=False)


class RouteDismantledSchema(_PlayerSchema):
    """A route was taken up."""

    route = _id()


class StationBuiltSchema(_PlayerSchema):
    """A station was built."""

    city = _id()
    afterwards = YesNo(load_default=False)


class TicketsKeptSchema(_PlayerSchema):
    """Tickets are held."""

    tickets = ListOf(TicketField(), MAX_HELD, required=True)


class PassengerPlacedSchema(_PlayerSchema):
    """A passenger was placed."""

    city = _id()


class PassengerMovedSchema(_PlayerSchema):
    """A passenger travelled."""

    start = _id()
    routes = ListOf(Name(MAX_ID), MAX_JOURNEY, required=True)
    tokens = MapOf(Name(MAX_ID), Whole(0, MAX_POINTS, must="must-points"), MAX_JOURNEY, load_default=dict)


class GoodsColourSetSchema(_EventSchema):
    """A city's goods colour."""

    city = _id()
    colour = _id()


class TicketsRevealedSchema(_EventSchema):
    """All tickets lie open."""

    without = ListOf(Name(MAX_ID), MAX_PLAYERS, load_default=list)
    show_later = YesNo(load_default=False)


class RetractedSchema(_EventSchema):
    """An entry was taken back."""

    target = Whole(1, 10**9, required=True)
    reason = Remark(MAX_TEXT, load_default="")


SCHEMAS: Mapping[type, type[StrictSchema]] = {
    TableOpened: TableOpenedSchema,
    SeatChanged: SeatChangedSchema,
    RouteClaimed: RouteClaimedSchema,
    RouteDismantled: RouteDismantledSchema,
    StationBuilt: StationBuiltSchema,
    TicketsKept: TicketsKeptSchema,
    PassengerPlaced: PassengerPlacedSchema,
    PassengerMoved: PassengerMovedSchema,
    GoodsColourSet: GoodsColourSetSchema,
    TurnTaken: _PlayerSchema,
    RevealAsked: _EventSchema,
    RevealAgreed: _PlayerSchema,
    RevealRefused: _PlayerSchema,
    TicketsRevealed: TicketsRevealedSchema,
    ResultShown: _EventSchema,
    Retracted: RetractedSchema,
}

_NAMES = {kind: name for name, kind in EVENT_TYPES.items()}


def closest(name: str, known: Iterable[str]) -> str:
    """
    Return the known name that looks most like a given one, else any of them, else nothing.

    Comparing two names letter by letter takes as long as many names: only those are compared that share most pairs of
    letters with the given one.
    """
    given = _pairs(name[:MAX_ID])
    likely = sorted(known, key=lambda one: -len(given & (have := _pairs(one))) / (len(given) + len(have)))
    return next(iter(difflib.get_close_matches(name[:MAX_ID], likely[:LIKELY], 1, 0.0)), "")


def _pairs(name: str) -> set[str]:
    padded = f" {name.casefold()} "
    return {padded[at : at + 2] for at in range(len(padded) - 1)}


def name_unknown(path: str, code: str, name: str, known: Iterable[str]) -> Fault:
    """Return the fault that nobody knows a name, with the one that was meant while hints are left."""
    if may_hint():
        return fault(path, code, name=name, closest=closest(name, known))
    text = Text(f"fault-{code}-plain", {"name": name})
    return Fault(path, say(text, "en"), code, text)


def _in_order(ticket: str) -> str:
    """Return a ticket's id with its ends in alphabetical order, as ids have them; a number behind them stays."""
    a, mark, rest = ticket.partition("--")
    b, *number = rest.split("--")
    return "--".join([*sorted((a, b)), *number]) if mark else ticket


def ticket_from_json(
    data: Any, *, edition: Edition, board: Board, where: str, faults: list[Fault]
) -> Ticket | None:
    """Return the ticket of JSON that has the right shape; add to ``faults`` what the board does not know."""
    if isinstance(data, str):
        found = edition.tickets.get(data) or edition.tickets.get(_in_order(data))
        if found is None:
            faults.append(name_unknown(where, "ticket-unknown", data, edition.tickets))
            return None
        ticket = found
    else:
        a, b = data["ends"]
        ticket = Ticket(ticket_id((a, b)), (a, b), data["points"])
    unknown = [end for end in ticket.ends if not board.knows(end)]
    if ticket.ends[0] == ticket.ends[1]:
        faults.append(fault(join(where, ["ends"]), "same-ends", name=ticket.ends[0]))
    for end in unknown:
        path = where if isinstance(data, str) else join(where, ["ends", ticket.ends.index(end)])
        faults.append(fault(path, "unknown-city", name=end))
    return None if unknown else ticket


def ticket_json(ticket: Ticket) -> str | dict[str, Any]:
    """Return a ticket as JSON: the id of a card, else its ends and points."""
    return ticket.id if ticket.deck else {"ends": list(ticket.ends), "points": ticket.points}


@cache
def _made(schema: type[StrictSchema]) -> StrictSchema:
    """Return the one object of a schema: it keeps nothing of what it reads, and making it takes longer than reading."""
    return schema()


def event_from_json(data: object, *, edition: Edition, board: Board, where: str = "event") -> Event:
    """
    Return the event of parsed JSON.

    Parameters
    ----------
    data
        What ``json.loads`` gave.
    edition, board
        The rules and the board of the table: they know the tickets and house rules that may be named.
    where
        The path of the event in a larger input; begins every fault's path.

    Raises
    ------
    InvalidEvent
        With every fault of the event, each with its path.
    """
    kind = data.get("type") if isinstance(data, dict) else None
    schema = SCHEMAS[EVENT_TYPES[kind]] if isinstance(kind, str) and kind in EVENT_TYPES else None
    if schema is None:
        path = ["type"] if isinstance(data, dict) else []
        text = Text("wrong-value", {"must": Text("must-one-of", {"choices": tuple(EVENT_TYPES)})})
        if not path:
            text = Text("wrong-type", {"must": Text("must-object")})
        raise InvalidEvent([fault_at(where, path, data, text)])
    loaded, faults = read(_made(schema), data, where=where)
    refuse(faults, InvalidEvent)
    made = EVENT_TYPES[loaded.pop("type")]
    if made is TableOpened:
        loaded["seats"] = tuple(Seat(**seat) for seat in loaded["seats"])
        faults += house_rule_faults(loaded["house_rules"], edition, join(where, ["house_rules"]))
        if loaded["board"] is not None:
            try:
                read_board(loaded["board"], where=join(where, ["board"]))
            except InvalidInput as error:
                faults += error.faults
    if made is TicketsKept:
        tickets = [
            ticket_from_json(
                ticket, edition=edition, board=board, where=join(where, ["tickets", index]), faults=faults
            )
            for index, ticket in enumerate(loaded["tickets"])
        ]
        loaded["tickets"] = tuple(ticket for ticket in tickets if ticket is not None)
    for key in ("routes", "overruled", "without"):
        if key in loaded:
            loaded[key] = tuple(loaded[key])
    refuse(faults, InvalidEvent)
    event: Event = made(**loaded)
    return event


def house_rule_faults(rules: Mapping[str, bool], edition: Edition, where: str) -> list[Fault]:
    """Return a fault for every house rule that the edition does not name as a switch."""
    known = tuple(edition.switches)
    return [fault(join(where, [name]), "unknown-key", known=known) for name in rules if name not in known]


def event_json(event: Event) -> dict[str, Any]:
    """Return an event as JSON; what says nothing (an empty list, false) is left out."""
    data: dict[str, Any] = {"type": _NAMES[type(event)]}
    for name in event.__dataclass_fields__:
        value = getattr(event, name)
        if name == "seats":
            value = [{"id": seat.id, "name": seat.name, "colour": seat.colour} for seat in value]
        elif name == "tickets":
            value = [ticket_json(ticket) for ticket in value]
        elif isinstance(value, tuple):
            value = list(value)
        elif isinstance(value, Mapping):
            value = dict(value)
        if value in (False, None, "", {}) or (name in ("overruled", "without") and not value):
            continue
        data[name] = value
    return data


class _EntrySchema(StrictSchema):
    seq = Whole(1, 10**9, required=True)
    at = Time(required=True)
    seat = Name(MAX_ID, allow_none=True, load_default=None)
    id = Name(MAX_ID, required=True)
    event = Anything(required=True)


def entry_from_json(data: object, *, edition: Edition, board: Board, where: str = "entry") -> Entry:
    """Return the entry of parsed JSON; raise InvalidEvent with every fault."""
    loaded, faults = read(_EntrySchema(), data, where=where)
    event: Event | None = None
    if isinstance(data, dict) and "event" in data:
        try:
            event = event_from_json(data["event"], edition=edition, board=board, where=join(where, ["event"]))
        except InvalidEvent as error:
            faults += error.faults
    refuse(faults, InvalidEvent)
    assert event is not None
    return Entry(loaded["seq"], loaded["at"], loaded["seat"], loaded["id"], event)


def entry_json(entry: Entry) -> dict[str, Any]:
    """Return an entry as JSON."""
    return {
        "seq": entry.seq,
        "at": entry.at,
        "seat": entry.seat,
        "id": entry.id,
        "event": event_json(entry.event),
    }
