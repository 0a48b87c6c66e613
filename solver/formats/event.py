"""
Events and entries: JSON to frozen data and back, with everything that is wrong said at once.

Here only shape is judged, and whatever would leave an event without a meaning of its own (a ticket nobody knows).
Whether routes, cities and players exist at this table is asked by ``solver.game.objections``.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from solver.checking.faults import fault, fault_at, join, may_hint, refuse
from solver.checking.strict import (
    Anything,
    Name,
    StrictSchema,
    Whole,
    read,
)
from solver.formats.edition import ticket_id
from solver.formats.edition_shape import MAX_ID
from solver.formats.event_shape import SCHEMAS, Time
from solver.formats.game_file import load_rules
from solver.game.edition import Board, Edition, Ticket
from solver.game.errors import Fault, InvalidEvent, InvalidInput
from solver.game.events import (
    EVENT_TYPES,
    Entry,
    Event,
    Seat,
    TableOpened,
    TicketsKept,
)
from solver.words.say import Text, say

MAX_ENTRIES = 5000
LIKELY = 8
"""So many known names are compared letter by letter with one that nobody knows."""


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
                load_rules(loaded["edition"], loaded["board"], where=join(where, ["board"]))
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
