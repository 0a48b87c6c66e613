# mypy: disable-error-code="untyped-decorator"
"""
``POST /api/v1/score`` and its sisters: a question in, an answer out, nothing kept.

They take and give what the command line takes and gives, by the same functions. They read no cookie, so pages of other
sites may ask them too.
"""

from __future__ import annotations

import json
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint
from limits import RateLimitItemPerMinute

from app.answers import problems
from app.api import spec
from app.api.answers import ANSWERS_OF
from app.api.query import QUERIES, query
from app.api.schemas import Network, Position
from app.searching import strangers
from app.tables.services import services
from app.web.addresses import caller
from app.web.body import NDJSON, json_body, lines_body
from app.web.i18n import language
from solver.checking.strict import StrictSchema
from solver.formats.position import PositionSchema
from solver.questions.inputs import INPUTS

blueprint = Blueprint("api_questions", __name__, url_prefix=spec.PREFIX, description="Questions")
problems.init_blueprint(blueprint)

_INPUTS: dict[str, type[StrictSchema]] = {
    **dict.fromkeys(INPUTS, Position),
    "pay": INPUTS["pay"],
    "read": INPUTS["read"],
    "trail": Network,
}
assert all(issubclass(_INPUTS[name], schema) for name, schema in INPUTS.items())
assert INPUTS["score"] is PositionSchema

_ABOUT = {
    "score": (
        "The score sheet",
        "Of a position, or of a log in JSON Lines: every line with its certificate.",
    ),
    "trail": (
        "The longest trail",
        "Of a network: value, bound, the routes in walking order, and why it is not longer.",
    ),
    "reach": (
        "What can still be reached",
        "Of each ticket: done, open with what it takes, or impossible with the cut.",
    ),
    "plan": ("Tickets together", "The choice among held tickets that is worth most with the trains left."),
    "ceiling": ("The most a player can reach", "If nobody else claims anything more."),
    "journey": ("A passenger's best journey", "From a city, with the tokens it takes."),
    "pay": ("May these cards pay?", "For a route, and how many more a tunnel asks for after the reveal."),
    "read": (
        "Who owns what on a photo",
        "From log-likelihoods by route and city: owners, stations, what to look at first, counts that disagree.",
    ),
    "audit": ("Do record and table agree?", "If not, the fewest slips that would explain what was counted."),
}


def _answer(command: str) -> Response:
    """Answer one question."""
    _not_too_often()
    asked = query(QUERIES[command])
    lines = command == "score" and request.mimetype == NDJSON
    data = lines_body() if lines else json_body()
    options = {"language": language(), "seconds": asked.get("seconds", 5.0), "every": asked.get("all", False)}
    options |= {
        name: asked[name] for name in ("player", "start", "trains", "stations", "cards") if name in asked
    }
    found = strangers.answer(command, data, options)
    if "faults" in found:
        return problems.faulty(found["faults"])
    answer = Response(dumped(found["answer"]), mimetype="application/json")
    answer.headers["Content-Language"] = options["language"]
    return answer


def _not_too_often() -> None:
    rate = services().settings.api_rate
    if rate and not services().limits.hit(RateLimitItemPerMinute(rate), "api", caller()):
        raise problems.too_often(10)


def dumped(answer: Any) -> bytes:
    """Return an answer as JSON, as the command line prints it."""
    try:
        return json.dumps(answer, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:  # half a surrogate pair in a name
        return json.dumps(answer).encode() + b"\n"


def _add(command: str) -> None:
    title, about = _ABOUT[command]
    more = {NDJSON: {"schema": {"type": "string"}}} if command == "score" else {}

    def view() -> Response:
        return _answer(command)

    view.__name__ = command
    view.__doc__ = f"{title}\n\n{about}"
    view = blueprint.doc(
        operationId=command,
        requestBody=spec.body(_INPUTS[command], spec.example_of(command), **more),
        parameters=[{"in": "query", "schema": QUERIES[command]}],
    )(view)
    view = blueprint.alt_response(200, schema=ANSWERS_OF[command], success=True, description="The answer")(
        view
    )
    view = spec.refuses(
        blueprint,
        "unreadable",
        "too-large",
        "unsupported-media-type",
        "faults",
        "too-many-requests",
        "busy",
        "out-of-time",
    )(view)
    blueprint.route(f"/{command}", methods=["POST"])(view)


for _command in _ABOUT:
    _add(_command)


@blueprint.after_request
def _for_everybody(answer: Response) -> Response:
    return shared(answer)


def shared(answer: Response) -> Response:
    """Let pages of other sites read an answer that depends on no cookie."""
    answer.headers["Access-Control-Allow-Origin"] = "*"
    answer.headers["Access-Control-Expose-Headers"] = "Retry-After, ETag, X-Request-ID"
    if request.method == "OPTIONS":
        answer.headers["Access-Control-Allow-Headers"] = "Content-Type, If-None-Match"
        answer.headers["Access-Control-Allow-Methods"] = answer.headers.get("Allow", "")
        answer.headers["Access-Control-Max-Age"] = "86400"
    return answer
