"""What the API answers about editions and tables, and its errors."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields

from app.answers.problems import CODES
from app.api.answer_fields import OpenSchema, flag_field, list_field, text_field, texts_field, whole_field


class EditionLine(OpenSchema):
    """One edition in the list."""

    id = text_field()
    title = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    board = text_field()
    decks = texts_field()
    players = fields.List(fields.Integer(), required=True)
    url = text_field()


class EditionList(OpenSchema):
    """All editions."""

    editions = list_field(EditionLine)


class EntryAnswer(OpenSchema):
    """An entry of the log; of a secret one only its number and the type of event ``secret``."""

    seq = whole_field()
    at = fields.String()
    seat = fields.String(allow_none=True)
    id = fields.String()
    event = fields.Raw(required=True, metadata={"type": "object"})


class News(OpenSchema):
    """Entries after a number, as this caller may read them; ``reset`` says that they are the whole log anew."""

    seq = whole_field()
    revision = whole_field()
    view = text_field()
    reset = flag_field()
    entries = list_field(EntryAnswer)


class TableSeat(OpenSchema):
    """A seat; ``mine``: this caller holds it."""

    id = text_field()
    name = text_field()
    colour = text_field()
    mine = flag_field()
    tickets = fields.Integer(
        required=True, allow_none=True, metadata={"description": "null while they are secret"}
    )


class TableAnswer(OpenSchema):
    """A table as this caller may see it; ``position`` leaves out the tickets that are secret."""

    code = text_field()
    edition = text_field()
    created_at = text_field()
    role = text_field(metadata={"enum": ["keeper", "player", "watcher"]})
    locked = flag_field()
    options = fields.Raw(required=True, metadata={"type": "object"})
    seq = whole_field()
    revision = whole_field()
    view = text_field()
    turn = fields.String(required=True, allow_none=True)
    revealed = flag_field()
    result_shown = flag_field()
    over = flag_field()
    seats = list_field(TableSeat)
    position = fields.Raw(required=True, metadata={"type": "object"})


class AnyObject(Schema):
    """An object as ``maps/FORMAT.md`` describes it."""

    class Meta:
        unknown = INCLUDE


class FaultAnswer(OpenSchema):
    """One place that cannot be read."""

    code = text_field()
    path = text_field()
    message = text_field()


class Problem(Schema):
    """An error (RFC 9457)."""

    class Meta:
        unknown = INCLUDE

    type = text_field(metadata={"format": "uri-reference"})
    status = whole_field()
    title = text_field()
    detail = fields.String()
    code = fields.String(required=True, metadata={"enum": list(CODES)})
    faults = fields.List(fields.Nested(FaultAnswer))
    objections = fields.List(fields.Dict())
