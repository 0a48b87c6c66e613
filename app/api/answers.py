"""What the API gives, for its document: the answers of ``docs/formats.md``, the news of a table, errors."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, fields, validate

from app.answers.problems import CODES


def _whole(**kwargs: Any) -> fields.Integer:
    return fields.Integer(required=True, **kwargs)


def _text(**kwargs: Any) -> fields.String:
    return fields.String(required=True, **kwargs)


def _flag(**kwargs: Any) -> fields.Boolean:
    return fields.Boolean(required=True, **kwargs)


def _texts() -> fields.List[str]:
    return fields.List(fields.String(), required=True)


def _list(schema: type[Schema]) -> fields.List[Any]:
    return fields.List(fields.Nested(schema), required=True)


def _part(schema: type[Schema], **kwargs: Any) -> fields.Nested:
    return fields.Nested(schema, required=True, **kwargs)


def _loans() -> fields.Dict:
    """City to route; null where the station borrows nothing."""
    return fields.Dict(keys=fields.String(), values=fields.String(allow_none=True), required=True)


class _Open(Schema):
    """Formats may grow: a client passes over keys that it does not know."""

    class Meta:
        unknown = INCLUDE


class Reason(_Open):
    """Why no trail is longer."""

    method = _text(metadata={"enum": ["parity", "search"]})
    odd_cities = _texts()
    left_out = _whole()
    text = _text()


class SheetTrail(_Open):
    """A longest trail with its bound."""

    value = _whole()
    bound = _whole()
    routes = _texts()
    why = _part(Reason)


class SheetTicket(_Open):
    """A ticket with the path that proves it."""

    ticket = _text()
    points = _whole()
    completed = _flag()
    routes = _texts()
    loans = _texts()


class SheetPoints(_Open):
    """Points by kind."""

    routes = _whole()
    tickets = _whole()
    stations = _whole()
    goods = _whole()
    bonuses = _whole()


class SheetStations(_Open):
    """Stations and what they borrow."""

    built = _whole()
    left = _whole()
    loans = _loans()


class SheetBonus(_Open):
    """A bonus that was won."""

    kind = _text()
    points = _whole()
    value = _whole()


class SheetPlayer(_Open):
    """One column of the sheet."""

    name = _text()
    rank = _whole()
    total = _whole()
    points = _part(SheetPoints)
    trains_left = _whole()
    tickets = _list(SheetTicket)
    completed = _whole()
    failed = _whole()
    stations = _part(SheetStations)
    longest_trail = _part(SheetTrail)
    bonuses = _list(SheetBonus)


class Note(_Open):
    """What is remarkable about a sheet."""

    code = _text()
    text = _text()


class Sheet(_Open):
    """The score sheet."""

    edition = _text()
    players = _list(SheetPlayer)
    winners = _texts()
    tie_break = fields.String(required=True, allow_none=True)
    notes = _list(Note)


class TrailAnswer(_Open):
    """A longest trail of a network; routes are indexes."""

    value = _whole()
    bound = _whole()
    proven = _flag()
    routes = fields.List(fields.Integer(), required=True)
    cities = _texts()
    why = _part(Reason)


class ReachOption(_Open):
    """What completing a ticket takes with at most so many further stations."""

    stations = _whole()
    trains = _whole()
    claims = _whole()
    plan = _texts()
    loans = _loans()


class ReachTicket(_Open):
    """What can become of one ticket."""

    ticket = _text()
    points = _whole()
    status = _text(metadata={"enum": ["done", "open", "impossible"]})
    options = _list(ReachOption)
    cut = _texts()
    reason = fields.String(required=True, allow_none=True)


class ReachAnswer(_Open):
    """What can become of each ticket."""

    trains_left = _whole()
    stations_left = _whole()
    tickets = _list(ReachTicket)


class PlanBest(_Open):
    """The best choice among the tickets."""

    tickets = _texts()
    points = _whole()
    bound = _whole()
    trains = _whole()
    stations = _whole()
    routes = _texts()
    loans = _loans()


class PlanAll(_Open):
    """Whether all tickets can be completed, and with how many trains; null: not found out in time."""

    possible = fields.Boolean(required=True, allow_none=True)
    trains = fields.Integer(required=True, allow_none=True)


class PlanAnswer(_Open):
    """Which tickets can still be completed together."""

    trains_left = _whole()
    best = _part(PlanBest)
    all = _part(PlanAll)
    proven = _flag()


class CeilingAnswer(_Open):
    """The most that a player can still reach."""

    value = _whole()
    bound = _whole()
    proven = _flag()
    routes = _texts()
    tickets = _texts()
    longest = _flag()
    stations = _texts()
    loans = _loans()
    text = _text()


class JourneyAnswer(_Open):
    """The best journey of a passenger."""

    value = _whole()
    bound = _whole()
    proven = _flag()
    routes = _texts()
    cities = _texts()
    tokens = fields.List(fields.Integer(), required=True)
    unknown_goods = fields.List(fields.String())


class PayAnswer(_Open):
    """Whether cards may pay for a route."""

    legal = _flag()
    extra = _whole()
    reasons = _list(Note)
    notes = fields.List(fields.Nested(Note))


class AuditCorrection(_Open):
    """One slip that would explain what was counted."""

    kind = _text(metadata={"enum": ["missing", "extra", "owner"]})
    class_ = fields.Raw(
        data_key="class", required=True, metadata={"type": "array", "minItems": 3, "maxItems": 3}
    )
    player = _text()
    recorded_for = fields.String(required=True, allow_none=True)
    candidates = _texts()
    elsewhere = _texts()
    text = _text()


class AuditDoubt(_Open):
    """A reading that is likelier wrong than the record."""

    player = _text()
    reading = fields.String(required=True, validate=validate.OneOf(("trains_left", "marker")))
    counted = _whole()
    recorded = fields.Integer(required=True)
    text = _text()


class AuditAnswer(_Open):
    """Whether record and table agree."""

    consistent = _flag()
    corrections = _list(AuditCorrection)
    proven = _flag()
    count = fields.Integer(required=True, allow_none=True)
    lawful = _flag()
    alternatives = fields.List(fields.List(fields.Nested(AuditCorrection)), required=True)
    complete = _flag()
    recount = _list(AuditDoubt)
    besides = _list(AuditCorrection)
    text = _text()


# Editions and tables -----------------------------------------------------------------------------------------------


class EditionLine(_Open):
    """One edition in the list."""

    id = _text()
    title = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    board = _text()
    decks = _texts()
    players = fields.List(fields.Integer(), required=True)
    url = _text()


class EditionList(_Open):
    """All editions."""

    editions = _list(EditionLine)


class EntryAnswer(_Open):
    """An entry of the log; of a secret one only its number and the type of event ``secret``."""

    seq = _whole()
    at = fields.String()
    seat = fields.String(allow_none=True)
    id = fields.String()
    event = fields.Raw(required=True, metadata={"type": "object"})


class News(_Open):
    """Entries after a number, as this caller may read them; ``reset`` says that they are the whole log anew."""

    seq = _whole()
    revision = _whole()
    view = _text()
    reset = _flag()
    entries = _list(EntryAnswer)


class TableSeat(_Open):
    """A seat; ``mine``: this caller holds it."""

    id = _text()
    name = _text()
    colour = _text()
    mine = _flag()
    tickets = fields.Integer(
        required=True, allow_none=True, metadata={"description": "null while they are secret"}
    )


class TableAnswer(_Open):
    """A table as this caller may see it; ``position`` leaves out the tickets that are secret."""

    code = _text()
    edition = _text()
    created_at = _text()
    role = _text(metadata={"enum": ["keeper", "player", "watcher"]})
    locked = _flag()
    options = fields.Raw(required=True, metadata={"type": "object"})
    seq = _whole()
    revision = _whole()
    view = _text()
    turn = fields.String(required=True, allow_none=True)
    revealed = _flag()
    result_shown = _flag()
    over = _flag()
    seats = _list(TableSeat)
    position = fields.Raw(required=True, metadata={"type": "object"})


class AnyObject(Schema):
    """An object as ``maps/FORMAT.md`` describes it."""

    class Meta:
        unknown = INCLUDE


class FaultAnswer(_Open):
    """One place that cannot be read."""

    code = _text()
    path = _text()
    message = _text()


class Problem(Schema):
    """An error (RFC 9457)."""

    class Meta:
        unknown = INCLUDE

    type = _text(metadata={"format": "uri-reference"})
    status = _whole()
    title = _text()
    detail = fields.String()
    code = fields.String(required=True, metadata={"enum": list(CODES)})
    faults = fields.List(fields.Nested(FaultAnswer))
    objections = fields.List(fields.Dict())


ANSWERS_OF: dict[str, type[Schema]] = {
    "score": Sheet,
    "trail": TrailAnswer,
    "reach": ReachAnswer,
    "plan": PlanAnswer,
    "ceiling": CeilingAnswer,
    "journey": JourneyAnswer,
    "pay": PayAnswer,
    "audit": AuditAnswer,
}
