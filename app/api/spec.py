"""The OpenAPI document: flask-smorest makes it of the schemas; here is what it needs to know besides."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

import flask_smorest
from flask import Flask, Response
from marshmallow import Schema

from app.answers.problems import CODES
from app.api import examples, schemas, table_answers
from app.web.conditional import unless_known
from solver.checking.strict import Anything, Number
from solver.formats.edition_shape import BoardSchema
from solver.formats.event_shape import FreeTicketSchema, TicketField

F = TypeVar("F", bound=Callable[..., Any])

PREFIX = "/api/v1"
PROBLEM = "application/problem+json"
ABOUT = """\
Send what lies on the table, get what follows from it: the score sheet with its certificates, the longest trail, loans,
what can still be reached. Nothing of it is kept. Tables are logs that only grow; what a caller may see of one follows
from the cookie `stationmaster`, which opening or joining a table sets.

Requests that write to a table carry `X-Stationmaster: 1`, or an `Origin` of this host: that keeps other sites' pages out.
Errors are `application/problem+json`; the page `/api` explains every code.\
"""


class Api(flask_smorest.Api):  # type: ignore[misc]
    """flask-smorest with errors of our own."""

    DEFAULT_ERROR_RESPONSE_NAME = None  # or every operation could answer anything

    def _register_error_handlers(self) -> None:
        """Register none: blueprints answer as ``app.answers.problems`` says."""

    @cached_property
    def _document(self) -> bytes:
        return json.dumps(self.spec.to_dict(), indent=2).encode()

    def _openapi_json(self) -> Response:
        """Return the document, written when it is first asked for: every blueprint has been registered by then."""
        return public_json(self._document)


def public_json(body: bytes) -> Response:
    """Return JSON that is the same for everybody, or 304 when the caller has it already."""
    answer = Response(body, mimetype="application/json")
    answer.headers["Cache-Control"] = "public, no-cache"
    return unless_known(answer)


def make_api(app: Flask) -> Api:
    """Return the API of an app, ready to take blueprints."""
    app.config.update(
        API_TITLE="Stationmaster",
        API_VERSION="1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX=PREFIX,
        API_SPEC_OPTIONS={"info": {"description": ABOUT, "license": {"name": "MIT", "identifier": "MIT"}}},
    )
    api = Api(app)
    converter = api.ma_plugin.converter
    converter.field_mapping[TicketField] = (None, None)
    converter.field_mapping[schemas.EventField] = (None, None)
    converter.field_mapping[schemas.BoardField] = (None, None)
    converter.field_mapping[Anything] = (None, None)
    converter.field_mapping[Number] = ("number", None)
    converter.add_attribute_function(schemas.bounds)
    named: list[type[Schema]] = [FreeTicketSchema, BoardSchema, schemas.Game, *schemas.EVENTS.values()]
    for schema in named:
        api.spec.components.schema(schema.__name__.removesuffix("Schema"), schema=schema)
    api.spec.components.schema("Problem", schema=table_answers.Problem)
    return api


def body(schema: Any, example: Any = None, **more: dict[str, Any]) -> dict[str, Any]:
    """Return the description of a JSON body; ``more`` are other types that it may have."""
    content: dict[str, Any] = {"application/json": {"schema": schema}, **more}
    if example is not None:
        content["application/json"]["examples"] = {"example": {"value": example}}
    return {"required": True, "content": content}


def refuses(blueprint: Any, *codes: str) -> Callable[[F], F]:
    """Return a decorator that writes down with which codes an operation may answer."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(CODES[code][0], []).append(code)

    def decorate(function: F) -> F:
        for status, names in by_status.items():
            words = " ".join(f"`{name}`: {CODES[name][1]}" for name in names)
            document = blueprint.alt_response(
                status, schema=table_answers.Problem, content_type=PROBLEM, description=words
            )
            function = document(function)
        return function

    return decorate


def example_of(command: str) -> Any:
    """Return the body that shows how a command is asked."""
    return examples.BODIES[command]
