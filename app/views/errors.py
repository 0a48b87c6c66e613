"""Error pages in the same look: a number for those who ask, one plain sentence for everybody, a way back."""

from __future__ import annotations

from flask import Blueprint, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from app.i18n import gettext as _
from app.pages import ErrorPage
from solver.game.errors import InvalidInput

blueprint = Blueprint("errors", __name__)


def sentence(status: int) -> tuple[str, str]:
    """Return the heading and the sentence of an error."""
    known = {
        400: (_("Not understood"), _("The page could not read what was sent.")),
        403: (_("Not yours"), _("This phone may not do that at this table.")),
        404: (_("Nothing here"), _("There is no such page, or no table with this code.")),
        405: (_("Not like this"), _("This address does not take that.")),
        409: (_("Somebody was first"), _("The table has changed meanwhile.")),
        413: (_("Too large"), _("What was sent is too large. Nothing recorded is lost.")),
        429: (_("Too often"), _("Too many tries. Wait a minute, then try again.")),
        500: (_("Our fault"), _("Something went wrong here. Nothing recorded is lost.")),
        503: (_("Busy"), _("The app is busy. Try again in a moment.")),
    }
    return known.get(status, known[400] if status < 500 else known[500])


def wants_json() -> bool:
    """Whether whoever asks is a script and not a person."""
    best = request.accept_mimetypes.best_match(["text/html", "application/json", "application/problem+json"])
    return request.is_json or best in ("application/json", "application/problem+json")


def error_page(status: int, details: tuple[str, ...] = ()) -> ResponseReturnValue:
    """Return an error as a page, or as problem+json for scripts."""
    title, words = sentence(status)
    if wants_json():
        body = {"type": "about:blank", "status": status, "title": title, "detail": " ".join([words, *details])}
        answer = jsonify(body)
        answer.content_type = "application/problem+json"
        return answer, status
    code = (request.view_args or {}).get("code")
    back = url_for("home.home")
    if code and status != 404 and request.endpoint not in ("table.table", None):
        back = url_for("table.table", code=code)
    return render_template("error.html", page=ErrorPage(status, title, words, back, details)), status


@blueprint.app_errorhandler(HTTPException)
def http_error(error: HTTPException) -> ResponseReturnValue:
    """Show an HTTP error; its headers (Allow, Retry-After) stay."""
    status = error.code or 500
    if status < 400:
        return error
    body, code = error_page(status)  # type: ignore[misc]
    kept = [(k, v) for k, v in error.get_headers() if k.lower() not in ("content-type", "content-length")]
    return body, code, kept


@blueprint.app_errorhandler(InvalidInput)
def invalid(error: InvalidInput) -> ResponseReturnValue:
    """Show what is wrong with what was sent, fault by fault."""
    return error_page(400, tuple(fault.line() for fault in error.faults))


@blueprint.app_errorhandler(500)
def broken(_error: Exception) -> ResponseReturnValue:
    """Say that it is our fault, without the traceback."""
    return error_page(500)
