# mypy: disable-error-code="untyped-decorator"
"""
``/api/v1/tables``: open, read, add, watch, export, import.

Reading, adding and watching are the very calls of the phones' pages (``app.answers.live``); who the caller is, and so
what it may see and do, follows from the same cookie.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Response, jsonify, url_for
from flask_smorest import Blueprint

from app.answers import live, log_file, problems
from app.api import spec
from app.api.query import AfterQuery, LanguageQuery, query
from app.api.schemas import NewEntry, NewTable, NewTableDocument
from app.api.table_answers import EntryAnswer, News, TableAnswer
from app.server import metrics
from app.tables import access, importing, recording
from app.tables.live.news import view_of
from app.tables.rates import count_table
from app.tables.services import services
from app.tables.store import Table
from app.uploads.reading import read_body
from app.web import security
from app.web.body import NDJSON, json_body, log_body
from app.web.security import HEADER
from solver.checking.faults import refuse
from solver.checking.parse import MAX_LOG_BYTES
from solver.checking.strict import read
from solver.formats.front import position_json
from solver.formats.game_file import load_rules
from solver.game.events import Seat

blueprint = Blueprint("api_tables", __name__, url_prefix=spec.PREFIX, description="Tables")
problems.init_blueprint(blueprint)


@blueprint.url_value_preprocessor
def make_room(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let a log of the greatest size in: what was exported comes back."""
    if endpoint == "api_tables.import_table":
        security.make_room(MAX_LOG_BYTES)


_WRITES = {
    "in": "header",
    "name": HEADER,
    "required": True,
    "schema": {"type": "string", "minLength": 1, "pattern": "^[A-Za-z0-9]+$"},
    "description": "Any word, such as 1: a page of another site cannot send it.",
    "example": "1",
}
_LANGUAGE = {"in": "query", "schema": LanguageQuery}
_LOCATION = {"headers": {"Location": {"schema": {"type": "string"}, "description": "The table."}}}
_WRITE_CODES = (
    "unreadable",
    "bad-request",
    "not-allowed",
    "objections",
    "too-large",
    "unsupported-media-type",
    "faults",
)


@blueprint.route("/tables", methods=["POST"])
@blueprint.doc(
    operationId="openTable",
    parameters=[_LANGUAGE, _WRITES],
    requestBody=spec.body(NewTableDocument, spec.example_of("tables")),
)
@blueprint.alt_response(201, schema=TableAnswer, success=True, description="The table", **_LOCATION)
@spec.refuses(blueprint, *_WRITE_CODES, "too-many-requests")
def open_table() -> Response:
    """Open a table

    The caller becomes its keeper and holds all seats: keep the cookie.
    """
    query(LanguageQuery)
    found, faults = read(NewTable(), json_body())
    refuse(faults)
    rules, _board = load_rules(found["edition"], found["board"])
    _not_too_often()
    done = recording.open_table(
        found["edition"],
        _seats(found, rules.colours),
        house_rules=found["house_rules"],
        options=found["options"],
        board=found["board"],
        overruled=found["overrule"],
    )
    return _opened(done, "api")


def _seats(found: dict[str, Any], colours: Sequence[str]) -> list[Seat]:
    given = [seat.get("colour") for seat in found["seats"]]
    free = [colour for colour in colours if colour not in given]
    return [
        Seat(
            seat.get("id", f"p{number}"), seat["name"], seat.get("colour") or (free.pop(0) if free else "red")
        )
        for number, seat in enumerate(found["seats"], 1)
    ]


def _not_too_often() -> None:
    if not count_table():
        raise problems.too_often(60)


def _opened(done: Table | recording.Refused, how: str) -> Response:
    if isinstance(done, recording.Refused):
        return live.refusal(done)
    metrics.TABLES.labels(how).inc()
    answer = jsonify(_table(done, access.viewer_of(done)))
    answer.status_code = 201
    answer.headers["Location"] = url_for(".table", code=done.code)
    return answer


@blueprint.route("/tables/<code>")
@blueprint.doc(operationId="table", parameters=[_LANGUAGE])
@blueprint.alt_response(200, schema=TableAnswer, success=True, description="The table")
@spec.refuses(blueprint, "not-allowed", "not-found", "faults", "too-many-requests")
def table(code: str) -> Response:
    """A table as this caller may see it"""
    query(LanguageQuery)
    return jsonify(_table(*access.visit(code)))


def _table(table: Table, viewer: access.Viewer) -> dict[str, Any]:
    """Return a table as JSON, without what this caller may not know."""
    snapshot = services().snapshots.of(table.id)
    table, state = snapshot.table, access.visible_state(viewer, snapshot.state, snapshot.entries)
    seats = []
    for seat in state.seats:
        held = access.visible_tickets(viewer, snapshot.state, seat.id)
        seats.append(
            {
                "id": seat.id,
                "name": seat.name,
                "colour": seat.colour,
                "mine": viewer.holds(seat.id),
                "tickets": None if held is None else len(held),
            }
        )
    return {
        "code": table.code,
        "edition": table.edition,
        "created_at": table.created_at,
        "role": viewer.role,
        "locked": table.locked,
        "options": dict(table.options),
        "seq": state.seq,
        "revision": table.revision,
        "view": view_of(snapshot, viewer),
        "turn": state.turn,
        "revealed": state.revealed,
        "result_shown": state.result_shown,
        "over": state.over,
        "seats": seats,
        "position": position_json(state),
    }


@blueprint.route("/tables/<code>/entries")
@blueprint.doc(operationId="entries", parameters=[{"in": "query", "schema": AfterQuery}])
@blueprint.alt_response(200, schema=News, success=True, description="The entries after a number")
@blueprint.alt_response(304, description="Nothing has changed", success=True)
@spec.refuses(blueprint, "not-allowed", "not-found", "faults", "too-many-requests")
def entries(code: str) -> Response:
    """The log after a number

    With an ETag, so that asking again costs 304. Secret entries of others are bare numbers.
    """
    query(AfterQuery)
    return live.entries(code)


@blueprint.route("/tables/<code>/entries", methods=["POST"])
@blueprint.doc(
    operationId="addEntry",
    parameters=[_LANGUAGE, _WRITES],
    requestBody=spec.body(NewEntry, spec.example_of("entries")),
)
@blueprint.alt_response(201, schema=EntryAnswer, success=True, description="It is written")
@blueprint.alt_response(
    200, schema=EntryAnswer, success=True, description="It was written before, under this id"
)
@spec.refuses(blueprint, *_WRITE_CODES, "entry-id-taken", "not-found", "too-many-requests")
def add_entry(code: str) -> Response:
    """Add an entry to the log

    The id is made by the client: sent again after a lost answer, the entry is there once.
    """
    query(LanguageQuery)
    return live.add(code)


@blueprint.route("/tables/<code>/stream")
@blueprint.doc(operationId="stream", parameters=[{"in": "query", "schema": AfterQuery}])
@blueprint.alt_response(
    200,
    schema={"type": "object", "properties": {name: {"type": "string"} for name in ("id", "event", "data")}},
    content_type="text/event-stream",
    success=True,
    description="Events named `news`, each with the same JSON as the entries, and `beat` where 15 s brought none; "
    "ends after five minutes",
)
@spec.refuses(blueprint, "not-allowed", "not-found", "faults", "too-many-requests", "busy")
def stream(code: str) -> Response:
    """The log as it grows"""
    query(AfterQuery)
    return live.stream(code)


@blueprint.route("/tables/<code>/export")
@blueprint.doc(operationId="exportTable", parameters=[_LANGUAGE])
@blueprint.alt_response(
    200, schema={"type": "string"}, content_type=NDJSON, success=True, description="The log as JSON Lines"
)
@spec.refuses(blueprint, "not-allowed", "not-found", "faults", "too-many-requests")
def export(code: str) -> Response:
    """The log as a file

    Secret entries of others are left out.
    """
    query(LanguageQuery)
    return log_file.log_export(code)


@blueprint.route("/import", methods=["POST"])
@blueprint.doc(
    operationId="importTable",
    parameters=[_LANGUAGE, _WRITES],
    requestBody={"required": True, "content": {NDJSON: {"schema": {"type": "string"}}}},
)
@blueprint.alt_response(201, schema=TableAnswer, success=True, description="The new table", **_LOCATION)
@spec.refuses(blueprint, *_WRITE_CODES, "too-many-requests")
def import_table() -> Response:
    """Open a table with a log that was exported

    What happened is not judged again; the numbers of the entries close up where secret ones were left out.
    """
    query(LanguageQuery)
    log = read_body("log", log_body())
    _not_too_often()
    return _opened(importing.import_table(log), "import")
