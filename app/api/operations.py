"""What operators ask: does it live, may it be asked, what does it count."""

from __future__ import annotations

from ipaddress import ip_address

from flask import Blueprint, Response, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import NotFound

from app.server import metrics, request_log
from app.tables.services import services
from app.tables.store.migrate import is_current

blueprint = Blueprint("operations", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Say that the process lives."""
    return _plain("ok\n")


@blueprint.get("/readyz")
def readyz() -> Response:
    """
    Say whether the process may be sent requests.

    Its database answers, has the shape of this version and all that was acknowledged; its log can be written.
    """
    if services().hub.closed:
        return _plain("stopping\n", 503)
    try:
        current = is_current(services().store.engine)
    except SQLAlchemyError:
        return _plain("no database\n", 503)
    if not current:
        return _plain("to be migrated\n", 503)
    if services().store.damage:
        return _plain(f"{services().store.damage}\n", 503)
    return _plain("the log cannot be written\n", 503) if request_log.failing() else _plain("ready\n")


_PASSED_ON = ("X-Forwarded-For", "Forwarded", "Via")
"""What proxies add to the requests that they pass on."""


@blueprint.get("/metrics")
def numbers() -> Response:
    """Give the numbers to whoever may read them."""
    who = services().settings.metrics
    if who == "off" or (who == "local" and not _from_here()):
        raise NotFound
    answer = _plain("")
    answer.set_data(metrics.text())
    answer.content_type = "text/plain; version=0.0.4; charset=utf-8"
    return answer


def _from_here() -> bool:
    """Whether a request comes from this machine; behind a proxy that nobody told us of, every request seems to."""
    if not services().settings.proxies and any(name in request.headers for name in _PASSED_ON):
        return False
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def _plain(text: str, status: int = 200) -> Response:
    answer = Response(text, status, mimetype="text/plain")
    answer.headers["Cache-Control"] = "no-store"
    return answer
