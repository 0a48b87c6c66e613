"""The fields that answers of the API are made of."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, fields


def whole_field(**kwargs: Any) -> fields.Integer:
    """Return a field of a whole number that is always there."""
    return fields.Integer(required=True, **kwargs)


def text_field(**kwargs: Any) -> fields.String:
    """Return a field of a text that is always there."""
    return fields.String(required=True, **kwargs)


def flag_field(**kwargs: Any) -> fields.Boolean:
    """Return a field of yes or no that is always there."""
    return fields.Boolean(required=True, **kwargs)


def texts_field() -> fields.List[str]:
    """Return a field of a list of texts that is always there."""
    return fields.List(fields.String(), required=True)


def list_field(schema: type[Schema]) -> fields.List[Any]:
    """Return a field of a list of objects that is always there."""
    return fields.List(fields.Nested(schema), required=True)


def part_field(schema: type[Schema], **kwargs: Any) -> fields.Nested:
    """Return a field of an object that is always there."""
    return fields.Nested(schema, required=True, **kwargs)


def loans_field() -> fields.Dict:
    """Return a field of city to route; null where the station borrows nothing."""
    return fields.Dict(keys=fields.String(), values=fields.String(allow_none=True), required=True)


class OpenSchema(Schema):
    """Formats may grow: a client passes over keys that it does not know."""

    class Meta:
        unknown = INCLUDE
