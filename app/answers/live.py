"""
The log over the network: read it, add to it, watch it grow.

    GET  /t/CODE/entries?after=N[&view=K]   news as in ``app.tables.live.news``; with an ETag, so that a poll costs 304
    GET  /t/CODE/stream?after=N[&view=K]    the same messages as server-sent events
    POST /t/CODE/entries                    {"id", "event", "overrule": [codes]}: 201 new, 200 resent, 409, 422, 403

The pages (``/t/CODE/…``) and the API (``/api/v1/tables/CODE/…``) answer alike. Errors are
``application/problem+json``; objections and faults come in the caller's language.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from flask import Response, jsonify, request
from flask_babel import gettext
from werkzeug.exceptions import BadRequest

from app.answers import problems
from app.server import metrics
from app.tables import access, recording
from app.tables.live.hub import TooManyStreams
from app.tables.live.news import Mark, etag, news
from app.tables.live.stream import events
from app.tables.services import services
from app.tables.store import Table
from app.web.addresses import caller
from app.web.body import json_body
from app.web.i18n import language, say_text
from solver.formats.event import entry_json
from solver.game.errors import Fault, InvalidEvent
from solver.game.events import Event
from solver.game.state import State
from solver.words.say import Text

_CODE = re.compile(r"[a-z0-9-]{1,60}")
_KEYS = {"id", "event", "overrule"}


def _mark() -> Mark:
    """Return how far the client has read: what its browser resumes from, else what its address says."""
    resumed = Mark.read(request.headers.get("Last-Event-ID", ""))
    if resumed is not None:
        return resumed
    asked = Mark.read(request.args.get("after", "0"))
    if asked is None:
        raise BadRequest(gettext("“after” must be the number of an entry."))
    return Mark(asked.seq).seen(request.args.get("view", ""))


def entries(code: str) -> Response:
    """Return the entries after a number."""
    table, viewer = access.visit(code)
    snapshot, mark = services().snapshots.of(table.id, table.revision), _mark()
    tag = etag(snapshot, viewer, mark)
    if request.if_none_match.contains_weak(tag):
        answer = Response(status=304)
    else:
        answer = jsonify(news(snapshot, viewer, mark))
    answer.set_etag(tag, weak=True)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def stream(code: str) -> Response:
    """Open a stream of what happens at a table."""
    table, viewer = access.visit(code)
    mark = _mark()
    try:
        watch = services().hub.watch(table.id, viewer.device or caller(), caller())
    except TooManyStreams:
        metrics.STREAMS_REFUSED.inc()
        answer = problems.problem(
            "busy", gettext("Too many phones are watching. The page asks every few seconds instead.")
        )
        answer.headers["Retry-After"] = "60"
        return answer
    services().notifier.start()
    answer = Response(events(services(), watch, viewer.device, mark), mimetype="text/event-stream")
    answer.call_on_close(lambda: watch.hub.leave(watch))
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # nginx would hold events back
    return answer


def add(code: str) -> Response:
    """Add an entry to the log, or say everything that stands in its way."""
    table, viewer = access.visit(code)
    entry_id, event = _read(table)
    outcome = recording.record(table, viewer, event, entry_id=entry_id)
    if isinstance(outcome, recording.Refused):
        return refusal(outcome)
    answer = jsonify(entry_json(outcome.entry))
    answer.status_code = 201 if outcome.fresh else 200
    return answer


def _read(table: Table) -> tuple[str, Event]:
    """Return the id and the event of a request; raise with all faults at once."""
    data = json_body()
    if not isinstance(data, dict):
        raise InvalidEvent([Fault("", gettext("An entry is a JSON object."), "wrong-type")])
    faults = [
        Fault(str(key)[:60], gettext("This key is not known here."), "unknown-key")
        for key in data
        if key not in _KEYS
    ]
    entry_id, overrule = data.get("id"), data.get("overrule", [])
    if not isinstance(entry_id, str) or not recording.ENTRY_ID.fullmatch(entry_id):
        faults.append(Fault("id", gettext("The id is 8 to 60 letters, digits, - or _."), "wrong-value"))
    if (
        not isinstance(overrule, list)
        or len(overrule) > 20
        or not all(isinstance(c, str) and _CODE.fullmatch(c) for c in overrule)
    ):
        faults.append(
            Fault("overrule", gettext("This is a list of at most 20 codes of objections."), "wrong-value")
        )
    try:
        event = recording.event_of(table, data.get("event"))
    except InvalidEvent as error:
        raise InvalidEvent([*faults, *error.faults]) from None
    if faults:
        raise InvalidEvent(faults)
    return str(entry_id), with_overruled(event, overrule)


def with_overruled(event: Event, codes: list[str]) -> Event:
    """Return an event with more rules overruled."""
    return replace(event, overruled=tuple(dict.fromkeys((*event.overruled, *codes))))


def refusal(refused: recording.Refused) -> Response:
    """Return the objections to an act, in the caller's language."""
    found = [
        {
            "code": objection.code,
            "text": _say(objection.text, refused.state),
            "helps": _say(objection.helps, refused.state),
            "rule": _say(objection.rule, refused.state),
            "overrulable": objection.overrulable,
            "facts": {name: _plain(value, refused.state) for name, value in objection.facts.items()},
        }
        for objection in refused.objections
    ]
    title = gettext("Rules stand in the way.")
    answer = problems.problem("objections", title, objections=found, seq=refused.state.seq)
    answer.headers["Content-Language"] = language()
    return answer


def _say(text: Text | None, state: State) -> str:
    return say_text(text, state.board, {seat.id: seat.name for seat in state.seats})


def _plain(value: Any, state: State) -> Any:
    if isinstance(value, Text):
        return _say(value, state)
    if isinstance(value, tuple | list | set | frozenset):
        return [_plain(part, state) for part in value]
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)
