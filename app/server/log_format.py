"""
The server's own lines (gunicorn: starts, stops, workers that fail) in the form of the application's: one JSON value each.

Without Flask or structlog: gunicorn's first process loads this, and is to start at once.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]


def line(event: str, level: str = "info", at: float | None = None, **more: str) -> str:
    """Return one line of a log: what happened, how bad it is, when (seconds since 1970, else now), and what else."""
    moment = datetime.now(UTC) if at is None else datetime.fromtimestamp(at, UTC)
    timestamp = moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
    return json.dumps({"event": event, **more, "level": level, "timestamp": timestamp})


class JsonLine(logging.Formatter):
    """A record of Python's ``logging`` as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; a traceback is one text in it."""
        more = {"exception": self.formatException(record.exc_info)} if record.exc_info else {}
        return line(
            record.getMessage(),
            record.levelname.lower(),
            record.created,
            logger=record.name,
            process=str(record.process),
            **more,
        )


class ServerLogger(Logger):  # type: ignore[misc]
    """gunicorn's logger with its lines as JSON."""

    def setup(self, cfg: Any) -> None:
        """Do as gunicorn does, then change how lines are written."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonLine())
