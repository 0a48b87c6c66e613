"""The log as a file."""

from __future__ import annotations

import json

from flask import Response, make_response

from app.tables.access import Hidden, visit
from app.tables.recording import seen
from app.words.days import file_name
from app.words.files import as_download
from solver.formats.log import log_lines


def log_export(code: str) -> Response:
    """Send the log as JSON Lines, without what this phone may not read."""
    table, viewer = visit(code)
    state, entries = seen(table, viewer)
    readable = [entry for entry in entries if not isinstance(entry, Hidden)]
    lines = (json.dumps(line, ensure_ascii=False) for line in log_lines(table.edition, readable))
    answer = make_response("".join(f"{line}\n" for line in lines))
    return as_download(answer, "application/x-ndjson; charset=utf-8", file_name(table, state, "jsonl"))
