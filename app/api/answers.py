"""What the API gives, for its document: the answers of ``docs/formats.md``, the news of a table, errors."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from app.api.answer_fields import (
    OpenSchema,
    flag_field,
    list_field,
    loans_field,
    part_field,
    text_field,
    texts_field,
    whole_field,
)


class Reason(OpenSchema):
    """Why no trail is longer."""

    method = text_field(metadata={"enum": ["parity", "search"]})
    odd_cities = texts_field()
    left_out = whole_field()
    text = text_field()


class SheetTrail(OpenSchema):
    """A longest trail with its bound."""

    value = whole_field()
    bound = whole_field()
    routes = texts_field()
    why = part_field(Reason)


class SheetTicket(OpenSchema):
    """A ticket with the path that proves it."""

    ticket = text_field()
    points = whole_field()
    completed = flag_field()
    routes = texts_field()
    loans = texts_field()


class SheetPoints(OpenSchema):
    """Points by kind."""

    routes = whole_field()
    tickets = whole_field()
    stations = whole_field()
    goods = whole_field()
    bonuses = whole_field()


class SheetStations(OpenSchema):
    """Stations and what they borrow."""

    built = whole_field()
    left = whole_field()
    loans = loans_field()


class SheetBonus(OpenSchema):
    """A bonus that was won."""

    kind = text_field()
    points = whole_field()
    value = whole_field()


class SheetPlayer(OpenSchema):
    """One column of the sheet."""

    name = text_field()
    rank = whole_field()
    total = whole_field()
    points = part_field(SheetPoints)
    trains_left = whole_field()
    tickets = list_field(SheetTicket)
    completed = whole_field()
    failed = whole_field()
    stations = part_field(SheetStations)
    longest_trail = part_field(SheetTrail)
    bonuses = list_field(SheetBonus)


class Note(OpenSchema):
    """What is remarkable about a sheet."""

    code = text_field()
    text = text_field()


class Sheet(OpenSchema):
    """The score sheet."""

    edition = text_field()
    players = list_field(SheetPlayer)
    winners = texts_field()
    tie_break = fields.String(required=True, allow_none=True)
    notes = list_field(Note)


class TrailAnswer(OpenSchema):
    """A longest trail of a network; routes are indexes."""

    value = whole_field()
    bound = whole_field()
    proven = flag_field()
    routes = fields.List(fields.Integer(), required=True)
    cities = texts_field()
    why = part_field(Reason)


class ReachOption(OpenSchema):
    """What completing a ticket takes with at most so many further stations."""

    stations = whole_field()
    trains = whole_field()
    claims = whole_field()
    plan = texts_field()
    loans = loans_field()


class ReachTicket(OpenSchema):
    """What can become of one ticket."""

    ticket = text_field()
    points = whole_field()
    status = text_field(metadata={"enum": ["done", "open", "impossible"]})
    options = list_field(ReachOption)
    cut = texts_field()
    reason = fields.String(required=True, allow_none=True)


class ReachAnswer(OpenSchema):
    """What can become of each ticket."""

    trains_left = whole_field()
    stations_left = whole_field()
    tickets = list_field(ReachTicket)


class PlanBest(OpenSchema):
    """The best choice among the tickets."""

    tickets = texts_field()
    points = whole_field()
    bound = whole_field()
    trains = whole_field()
    stations = whole_field()
    routes = texts_field()
    loans = loans_field()


class PlanAll(OpenSchema):
    """Whether all tickets can be completed, and with how many trains; null: not found out in time."""

    possible = fields.Boolean(required=True, allow_none=True)
    trains = fields.Integer(required=True, allow_none=True)


class PlanAnswer(OpenSchema):
    """Which tickets can still be completed together."""

    trains_left = whole_field()
    best = part_field(PlanBest)
    all = part_field(PlanAll)
    proven = flag_field()


class CeilingAnswer(OpenSchema):
    """The most that a player can still reach."""

    value = whole_field()
    bound = whole_field()
    proven = flag_field()
    routes = texts_field()
    tickets = texts_field()
    longest = flag_field()
    stations = texts_field()
    loans = loans_field()
    text = text_field()


class JourneyAnswer(OpenSchema):
    """The best journey of a passenger."""

    value = whole_field()
    bound = whole_field()
    proven = flag_field()
    routes = texts_field()
    cities = texts_field()
    tokens = fields.List(fields.Integer(), required=True)
    unknown_goods = fields.List(fields.String())


class PayAnswer(OpenSchema):
    """Whether cards may pay for a route."""

    legal = flag_field()
    extra = whole_field()
    reasons = list_field(Note)
    notes = fields.List(fields.Nested(Note))


class AuditCorrection(OpenSchema):
    """One slip that would explain what was counted."""

    kind = text_field(metadata={"enum": ["missing", "extra", "owner"]})
    class_ = fields.Raw(
        data_key="class", required=True, metadata={"type": "array", "minItems": 3, "maxItems": 3}
    )
    player = text_field()
    recorded_for = fields.String(required=True, allow_none=True)
    candidates = texts_field()
    elsewhere = texts_field()
    text = text_field()


class AuditDoubt(OpenSchema):
    """A reading that is likelier wrong than the record."""

    player = text_field()
    reading = fields.String(required=True, validate=validate.OneOf(("trains_left", "marker")))
    counted = whole_field()
    recorded = fields.Integer(required=True)
    text = text_field()


class AuditAnswer(OpenSchema):
    """Whether record and table agree."""

    consistent = flag_field()
    corrections = list_field(AuditCorrection)
    proven = flag_field()
    count = fields.Integer(required=True, allow_none=True)
    lawful = flag_field()
    alternatives = fields.List(fields.List(fields.Nested(AuditCorrection)), required=True)
    complete = flag_field()
    recount = list_field(AuditDoubt)
    besides = list_field(AuditCorrection)
    text = text_field()


class ReadQuestion(OpenSchema):
    """A route or station that people should look at."""

    kind = text_field(metadata={"enum": ["route", "station"]})
    id = text_field()
    read = fields.String(required=True, allow_none=True)
    because = text_field(metadata={"enum": ["photo", "counts"]})
    counts_say = fields.String(required=True, allow_none=True)
    margin = fields.Float(required=True)
    worth = fields.Float(required=True)


class ReadMismatch(OpenSchema):
    """A player who lies with other pieces than were counted."""

    kind = text_field(metadata={"enum": ["route", "station"]})
    player = text_field()
    read = whole_field()
    counted = whole_field()


class ReadAnswer(OpenSchema):
    """Who owns what on a board read from a photo."""

    owners = fields.Dict(keys=fields.String(), values=fields.String(allow_none=True), required=True)
    stations = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    value = fields.Float(required=True)
    bound = fields.Float(required=True)
    proven = flag_field()
    questions = list_field(ReadQuestion)
    mismatches = list_field(ReadMismatch)
    text = text_field()


# Editions and tables -----------------------------------------------------------------------------------------------


ANSWERS_OF: dict[str, type[Schema]] = {
    "score": Sheet,
    "trail": TrailAnswer,
    "reach": ReachAnswer,
    "plan": PlanAnswer,
    "ceiling": CeilingAnswer,
    "journey": JourneyAnswer,
    "pay": PayAnswer,
    "audit": AuditAnswer,
    "read": ReadAnswer,
}
