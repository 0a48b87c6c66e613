"""Error pages in the same look: a number for those who ask, one plain sentence for everybody, a way back."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from gunicorn.http.errors import ParseException  # type: ignore[import-untyped]
from werkzeug.exceptions import (
    BadRequest,
    Forbidden,
    HTTPException,
    InternalServerError,
    NotFound,
    TooManyRequests,
)

from app.answers import problems
from app.api import spec
from app.server import request_log
from app.tables.recording import EntryIdTaken
from app.tables.snapshots import Unreadable
from app.web.i18n import gettext as _
from app.web.security import problem, wants_json
from app.words.error_page import ErrorPage
from app.words.errors import sentence
from app.words.words import fault_line
from solver.game.errors import InvalidInput, NoAnswer

blueprint = Blueprint("errors", __name__)


def error_page(status: int, details: tuple[str, ...] = ()) -> Response:
    """Return an error as a page, or as problem+json for scripts."""
    title, words = sentence(status)
    if wants_json():
        return problem(status, title, detail=" ".join([words, *details]))
    code = (request.view_args or {}).get("code")
    back = url_for("home.home")
    if code and status != 404 and request.endpoint not in ("table.table", None):
        back = url_for("table.table", code=code)
    # A reason of our own says it better than the general sentence.
    lead, *rest = details or (words,)
    return make_response(
        render_template("error.html", page=ErrorPage(status, title, lead, back, tuple(rest))), status
    )


@blueprint.app_errorhandler(HTTPException)
def http_error(error: HTTPException) -> Response | HTTPException:
    """Show an HTTP error; its headers (Allow, Retry-After) stay."""
    status = error.code or 500
    if status < 400:
        return error
    if request.path.startswith("/api/"):
        return _page_of_api(error) or problems.http_error(error)
    own = error.description if error.description != type(error).description and status != 500 else None
    answer = error_page(
        status,
        (own,) if isinstance(error, NotFound | Forbidden | TooManyRequests | BadRequest) and own else (),
    )
    for name, value in error.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            answer.headers[name] = value
    return answer


def _page_of_api(error: HTTPException) -> Response | None:
    """Lead a browser from the root of the API to its page; other callers get their problem."""
    root = request.path.rstrip("/") == spec.PREFIX and request.method in ("GET", "HEAD")
    if not root or not isinstance(error, NotFound) or request.accept_mimetypes.best != "text/html":
        return None
    answer = make_response(redirect(url_for("api_page.page")))
    answer.vary.add("Accept")
    return answer


@blueprint.app_errorhandler(ParseException)
def garbled(_error: ParseException) -> Response | HTTPException:
    """Say that the rest of what was sent makes no sense: chunks of no length, or without an end."""
    return http_error(BadRequest())


@blueprint.app_errorhandler(InvalidInput)
def invalid(error: InvalidInput) -> Response:
    """Show what is wrong with what was sent, fault by fault."""
    return error_page(400, (_("The page could not read what was sent."), *map(fault_line, error.faults)))


@blueprint.app_errorhandler(NoAnswer)
def unanswered(_error: NoAnswer) -> Response:
    """Say that a table is beyond what can be counted: it has more stations than any box."""
    return error_page(503)


@blueprint.app_errorhandler(EntryIdTaken)
def taken(_error: EntryIdTaken) -> Response:
    """Say that a form was sent twice, from different phones or for different acts: the second was not written down."""
    return error_page(
        409, (_("This was not written down: the page was too old. Load it again and repeat it."),)
    )


@blueprint.app_errorhandler(Unreadable)
def unreadable(fault: Unreadable) -> Response:
    """Say that one table cannot be shown; the fault is ours and stands in the log."""
    request_log.unreadable(fault)
    words = _("What is stored of this table cannot be read. The other tables are as they were.")
    if request.path.startswith("/api/"):
        return problems.problem("internal", sentence(500)[0], detail=words)
    return error_page(500, (words,))


@blueprint.app_errorhandler(500)
def broken(_error: Exception) -> Response:
    """Say that it is our fault, without the traceback."""
    if request.path.startswith("/api/"):
        return problems.http_error(InternalServerError())
    return error_page(500)
