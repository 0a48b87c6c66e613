"""What a request may carry: JSON or JSON Lines, no larger, deeper or stranger than meant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import request
from flask_babel import gettext
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from solver.checking.parse import MAX_BYTES, MAX_LOG_BYTES, decoded, parsed, refused

DEPTH = 12
"""Lists and objects inside one another: a position with a board of its own needs six."""
NDJSON = "application/x-ndjson"

UNREADABLE = frozenset(
    {"empty", "not-utf8", "not-json", "too-deep", "number-too-long", "key-twice", "not-a-number"}
)
"""Codes of faults with which nothing of the body can be read: status 400, where all others are 422."""


def json_body() -> Any:
    """
    Return the JSON value that the request carries.

    Raises
    ------
    UnsupportedMediaType, RequestEntityTooLarge, InvalidInput
        It carries something else, too much, or what is no JSON.
    """
    if not request.is_json:
        raise UnsupportedMediaType(gettext("This address takes JSON: Content-Type: application/json."))
    data = parsed(decoded(_raw(), where="body"), where="body")
    if too_deep([data]):
        raise refused("body", "too-deep")
    return data


def lines_body() -> list[str]:
    """Return the lines of a log that the request carries; raises as ``json_body`` does."""
    return decoded(log_body(), where="body", limit=MAX_LOG_BYTES).splitlines()


def log_body() -> bytes:
    """Return the bytes of a log that the request carries."""
    if request.mimetype != NDJSON:
        raise UnsupportedMediaType(
            gettext("This address takes JSON Lines: Content-Type: application/x-ndjson.")
        )
    return _raw()


def _raw() -> bytes:
    """Return the bytes of the body; one that came without its length and reached the limit was cut off there."""
    raw = request.get_data()
    if request.content_length is None and len(raw) >= (request.max_content_length or MAX_BYTES):
        raise RequestEntityTooLarge
    return raw


def too_deep(level: Iterable[Any]) -> bool:
    """Whether values nest deeper than ``DEPTH``; the walk goes level by level, never into itself."""
    for _ in range(DEPTH + 1):
        level = [
            inner
            for value in level
            for inner in (
                value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
            )
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True
