"""
Structured logs: one line a request and whatever goes wrong, as JSON, with an id that is found in the answer too.

Nothing secret is written: of an address only its pattern (``/t/<code>/entries``), since codes and tokens of seats let
people in; of a phone nothing; of a body nothing. Where a proxy sends ``X-Request-ID``, that id is kept.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from typing import Any

import structlog
from flask import Flask, Response, g, got_request_exception, request

from app.server import metrics

HEADER = "X-Request-ID"
_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_QUIET = {"/healthz", "/readyz", "/metrics", "/static/<version>/<path:filename>"}
"""Addresses that are asked all the time: they are counted, and logged only when they fail."""


def init_app(app: Flask, how: str) -> None:
    """
    Configure logging, and log every request of an app.

    Parameters
    ----------
    how
        ``json``, ``text`` or ``off``; empty: text on a terminal, JSON elsewhere.
    """
    configure(how)
    # Flask would write the address of whatever failed, with the code in it.
    app.logger.disabled = True

    @app.before_request
    def begin() -> None:
        given = request.headers.get(HEADER, "")
        g.request_id = given if _ID.fullmatch(given) else secrets.token_hex(8)
        g.begun = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=g.request_id)

    @app.after_request
    def end(answer: Response) -> Response:
        if "begun" not in g:  # an earlier step refused the request
            return answer
        seconds, rule = time.perf_counter() - g.begun, rule_of_request()
        answer.headers[HEADER] = g.request_id
        metrics.requested(rule, request.method, answer.status_code, seconds)
        if how != "off" and (rule not in _QUIET or answer.status_code >= 500):
            _write(
                "info",
                "request",
                method=request.method[:10],
                rule=rule,
                status=answer.status_code,
                milliseconds=round(1000 * seconds, 1),
                bytes=answer.content_length,
            )
        return answer

    @got_request_exception.connect_via(app)
    def failed(_sender: Flask, exception: BaseException, **_more: Any) -> None:
        _write("error", "request_failed", rule=rule_of_request(), exc_info=exception)

    app.extensions["stationmaster_logs"] = failed  # signals hold their receivers weakly


class _Stream:
    """
    Standard error as structlog writes to it; what cannot be written is lost, and no answer with it.

    Whoever reads the log may be gone (a broken pipe), the disk may be full, a supervisor may have closed the stream:
    none of that is the fault of a table. ``failing`` says whether the last line was lost, until one is written again.
    """

    failing = False

    def msg(self, message: str) -> None:
        """Write a line."""
        try:
            sys.stderr.write(message + "\n")
            sys.stderr.flush()
        except (OSError, ValueError, AttributeError):  # gone; closed; never there
            _Stream.failing = True
        else:
            _Stream.failing = False

    debug = info = warning = error = critical = msg


def failing() -> bool:
    """Return whether the last line of the log could not be written; the next line that is written ends it."""
    return _Stream.failing


def _write(level: str, event: str, **facts: Any) -> None:
    """Log an event; whatever goes wrong in that, the answer goes out."""
    try:
        getattr(structlog.get_logger("app"), level)(event, **facts)
    except Exception:  # a value that cannot be rendered, a traceback that cannot be formatted
        _Stream.failing = True


def unreadable(fault: Exception) -> None:
    """Log that a list goes on without one of its tables; the fault names the table by its number."""
    _write("error", "table_unreadable", table=fault.args[0], exc_info=fault)


def rule_of_request() -> str:
    """Return the pattern of the address that was asked for; ``none`` where there is no such address."""
    return request.url_rule.rule if request.url_rule is not None else "none"


def configure(how: str) -> None:
    """Let structlog write to standard error, a line an event."""
    text = how == "text" or (how == "" and sys.stderr.isatty())
    last: Any = structlog.dev.ConsoleRenderer(colors=False) if text else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([] if text else [structlog.processors.format_exc_info]),
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.CRITICAL if how == "off" else logging.INFO
        ),
        # It looks standard error up each time: whoever catches it may have replaced it.
        logger_factory=lambda *_: _Stream(),
        cache_logger_on_first_use=False,
    )
