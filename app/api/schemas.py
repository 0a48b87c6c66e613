"""
What the API reads, for its document: the schemas of ``solver`` themselves, with what they read by hand spelled out.

The bodies are read by the library, not by these; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, fields

from solver.checking.strict import (
    Anything,
    Colour,
    ListOf,
    MapOf,
    Name,
    Number,
    OneOf,
    Part,
    PersonName,
    StrictSchema,
    Whole,
    YesNo,
)
from solver.formats.edition_shape import MAX_ID, BoardSchema, DeckSchema, EditionSchema
from solver.formats.event_shape import MAX_PLAYERS, SCHEMAS, Remark, TableOpenedSchema, TicketField
from solver.formats.game_file import MAX_DECKS, VERSION, GameSchema, SpacesSchema
from solver.formats.position import PositionSchema
from solver.game.edition import PLAYER_COLOURS
from solver.game.events import EVENT_TYPES
from solver.questions.commands import NetworkSchema

ENTRY_ID = "^[A-Za-z0-9_-]{8,60}$"
OBJECTION = "^[a-z0-9-]{1,60}$"


class BoardField(Anything):
    """A board of one's own, or a game file."""


class _GameDeck(DeckSchema):
    title = MapOf(Name(12), Name(500), 5)
    board = Name(MAX_ID)


class _GameEdition(EditionSchema):
    board = Name(MAX_ID)
    decks = ListOf(Name(MAX_ID), 10)


class Game(GameSchema):
    """A board of one's own with tickets, rules and places of spaces, as far as somebody has them."""

    version = Whole(1, VERSION, required=True)
    board = Part(BoardSchema, required=True)  # type: ignore[assignment]
    decks = ListOf(Part(_GameDeck), MAX_DECKS, load_default=list)
    edition = Part(_GameEdition, allow_none=True, load_default=None)  # type: ignore[assignment]
    spaces = Part(SpacesSchema, allow_none=True, load_default=None)  # type: ignore[assignment]


class Position(PositionSchema):
    """What lies on the table now; a board or game of its own replaces the edition's."""

    board = BoardField(allow_none=True, load_default=None)


class Network(NetworkSchema):
    """The routes of one player's network: two names and a length each."""

    routes = ListOf(
        Anything(
            metadata={
                "type": "array",
                "minItems": 3,
                "maxItems": 3,
                "items": {
                    "anyOf": [
                        {"type": "string", "maxLength": 200},
                        {"type": "integer", "minimum": 1, "maximum": 999},
                    ]
                },
                "description": "end, end, length in spaces",
            }
        ),
        1000,
        required=True,
    )


class _TableOpened(TableOpenedSchema):
    board = BoardField(allow_none=True, load_default=None)


def _event_schema(name: str) -> type[Schema]:
    """Return the schema of one type of event, by which ``type`` tells it from the others."""
    base = _TableOpened if name == "table_opened" else SCHEMAS[EVENT_TYPES[name]]
    title = "".join(part.title() for part in name.split("_"))
    found: type[Schema] = type(
        title, (base,), {"type": OneOf((name,), required=True), "__doc__": base.__doc__}
    )
    return found


EVENTS: Mapping[str, type[Schema]] = {name: _event_schema(name) for name in EVENT_TYPES}


class EventField(fields.Raw):
    """One of the events."""


def _overrule() -> ListOf:
    return ListOf(
        Name(60, metadata={"pattern": OBJECTION}),
        20,
        load_default=list,
        metadata={"description": "Codes of objections that the table overrules."},
    )


class NewEntry(StrictSchema):
    """An entry for the log: an id made by the client, and what happened."""

    id = fields.String(required=True, metadata={"pattern": ENTRY_ID})
    event = EventField(required=True)
    overrule = _overrule()


class NewSeat(StrictSchema):
    """A player; without an id the seats are called p1, p2 and so on, without a colour they get one that is free."""

    id = Name(MAX_ID)
    name = PersonName(MAX_ID, required=True)
    colour = Colour(PLAYER_COLOURS)


class NewTableOptions(StrictSchema):
    """Options of a table."""

    hide_totals = YesNo(load_default=False)


class NewTable(StrictSchema):
    """A table to be opened."""

    edition = Name(MAX_ID, required=True)
    seats = ListOf(Part(NewSeat), MAX_PLAYERS, low=1, required=True)
    house_rules = MapOf(Name(MAX_ID), YesNo(), 20, load_default=dict)
    options = Part(NewTableOptions, load_default=lambda: {"hide_totals": False})
    board = Anything(load_default=None, allow_none=True)
    overrule = _overrule()


class NewTableDocument(NewTable):
    """A table to be opened; a board or game of its own replaces the edition's."""

    board = BoardField(allow_none=True, load_default=None)


# For the document --------------------------------------------------------------------------------------------------


def bounds(self: Any, field: fields.Field[Any], **_kwargs: Any) -> dict[str, Any]:
    """Return the bounds that a strict field of the library keeps, in the words of JSON Schema."""
    match field:
        case Whole() | Number():
            return {"minimum": field.low, "maximum": field.high}
        case Remark():
            return {"maxLength": field.high, "pattern": r"^$|^\S(.*\S)?$"}
        case Name():
            return {"minLength": 1, "maxLength": field.high, "pattern": r"^\S(.*\S)?$"}
        case OneOf():
            nothing = [None] if field.allow_none else []
            return {"enum": [*field.choices, *nothing]}
        case ListOf():
            return {"minItems": field.low, "maxItems": field.high}
        case MapOf():
            return {"maxProperties": field.high}
        case TicketField():
            return {
                "anyOf": [
                    {"type": "string", "maxLength": 2 * MAX_ID + 6},
                    self.resolve_nested_schema("FreeTicket"),
                ]
            }
        case BoardField():
            either = [self.resolve_nested_schema(name) for name in ("Board", "Game")]
            return {"anyOf": [*either, {"type": "null"}]}
        case EventField():
            return {"oneOf": [self.resolve_nested_schema(schema) for schema in EVENTS.values()]}
    return {}
