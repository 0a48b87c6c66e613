"""
Errors of the API: ``application/problem+json`` (RFC 9457) with codes that stay.

``type`` is the address of the code's explanation on the page of the API, ``code`` the same as a word; ``title`` and
``detail`` are sentences for people, in their language. ``faults`` (what cannot be read, each with its place) and
``objections`` (rules that stand in the way) come on top where there are any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response
from flask_babel import gettext
from werkzeug.exceptions import HTTPException, TooManyRequests

from app.searching.questions import Refused
from app.tables import recording
from app.web import security
from app.web.body import UNREADABLE
from app.web.i18n import say_text
from solver.game.errors import InvalidInput

CODES: Mapping[str, tuple[int, str]] = {
    "unreadable": (400, "The body is empty, no UTF-8, no JSON, nested too deeply, or has a key twice."),
    "bad-request": (400, "Something about the request cannot be understood."),
    "not-allowed": (403, "This caller may not do that at this table, or the request came from another site."),
    "not-found": (404, "There is no such edition, board, deck or table."),
    "method-not-allowed": (405, "The address does not take this method; Allow says which it takes."),
    "objections": (409, "Rules stand in the way; objections names every one of them, and what would help."),
    "entry-id-taken": (409, "This id was used before: by somebody else, or for another entry."),
    "too-large": (413, "The body is larger than a megabyte."),
    "unsupported-media-type": (415, "The body is of another type than the address takes."),
    "faults": (422, "The body or the query can be read and makes no sense; faults names every place."),
    "too-many-requests": (429, "Too many requests from this address; Retry-After says when to come again."),
    "internal": (500, "Our fault. Nothing that was acknowledged is lost."),
    "busy": (503, "All places for searches or streams are taken; Retry-After says when to come again."),
    "out-of-time": (503, "No answer was found within the limits of time and memory."),
}
"""Every code with its status and what it means."""

_BY_STATUS = {400: "bad-request", 409: "entry-id-taken", 413: "too-large", 422: "faults", 503: "busy"}
_STATUS_OF = {status: code for code, (status, _) in CODES.items()} | _BY_STATUS


def problem(code: str, title: str, **more: Any) -> Response:
    """Return an error by its code."""
    return security.problem(CODES[code][0], title, kind=f"/api#{code}", code=code, **more)


def http_error(error: HTTPException) -> Response:
    """Return an error of the framework; its headers (Allow, Retry-After) stay."""
    from app.words.errors import sentence

    status = error.code or 500
    code = _STATUS_OF.get(status)
    title, detail = sentence(status)
    own = error.description if error.description != type(error).description and status != 500 else None
    if code is None:  # a status that has no code of ours, such as 421
        answer = security.problem(status, error.name)
    else:
        answer = problem(code, title, detail=str(own or detail))
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            answer.headers[name] = value
    return answer


def invalid(error: InvalidInput) -> Response:
    """Return everything that is wrong with what was sent."""
    return faulty(
        [
            {"code": one.code, "path": one.path, "message": say_text(one.text) if one.text else one.message}
            for one in error.faults
        ]
    )


def faulty(faults: Sequence[Mapping[str, str]]) -> Response:
    """Return faults that are JSON already; the names of options go without the dashes of the command line."""
    told = [{**one, "path": one["path"].removeprefix("--")} for one in faults]
    if any(one["code"] in UNREADABLE and one["path"].startswith(("body", "line ")) for one in told):
        return problem("unreadable", gettext("The body cannot be read."), faults=told)
    return problem("faults", gettext("What was sent makes no sense in some places."), faults=told)


def _not_answered(error: Refused) -> Response:
    code, title = {
        "out_of_time": ("out-of-time", gettext("No answer was found in time.")),
        "budget": ("too-many-requests", gettext("Too many requests from here. Wait a moment.")),
    }.get(error.why, ("busy", gettext("All searches are busy. Try again in a moment.")))
    answer = problem(code, title)
    answer.headers["Retry-After"] = str(error.retry)
    return answer


def _taken(_error: recording.EntryIdTaken) -> Response:
    return problem(
        "entry-id-taken", gettext("This id was used before, by another phone or for another entry.")
    )


def too_often(seconds: int) -> TooManyRequests:
    """Return the error for an address that asks too much."""
    return TooManyRequests(gettext("Too many requests from here. Wait a moment."), retry_after=seconds)


def init_blueprint(blueprint: Blueprint) -> None:
    """Let a blueprint answer errors as problems."""
    blueprint.register_error_handler(HTTPException, http_error)
    blueprint.register_error_handler(InvalidInput, invalid)
    blueprint.register_error_handler(Refused, _not_answered)
    blueprint.register_error_handler(recording.EntryIdTaken, _taken)
