# mypy: disable-error-code="untyped-decorator"
"""``GET /api/v1/editions`` and what they are made of: boards and decks, as they lie in ``maps``."""

from __future__ import annotations

import json
from functools import cache

from flask import Response, url_for
from flask_babel import gettext
from flask_smorest import Blueprint
from werkzeug.exceptions import NotFound

from app.answers import problems
from app.api import spec
from app.api.query import LanguageQuery, query
from app.api.questions import shared
from app.api.spec import public_json
from app.api.table_answers import AnyObject, EditionList
from solver.formats.load import board_ids, edition_ids, load_edition
from solver.formats.raw import raw_json

blueprint = Blueprint(
    "api_library", __name__, url_prefix=spec.PREFIX, description="Editions, boards and decks"
)
problems.init_blueprint(blueprint)
blueprint.after_request(shared)

_ETAG = {"headers": {"ETag": {"schema": {"type": "string"}, "description": "For If-None-Match."}}}


@cache
def _file(folder: str, name: str) -> bytes:
    """Return a file of ``maps`` as JSON."""
    return raw_json(folder, name).encode()


def _of(folder: str, name: str, known: tuple[str, ...]) -> Response:
    query(LanguageQuery)
    if name not in known:
        raise NotFound(gettext("There is no “%(name)s” here.", name=name[:60]))
    return public_json(_file(folder, name))


@blueprint.route("/editions")
@blueprint.doc(operationId="editions", parameters=[{"in": "query", "schema": LanguageQuery}])
@blueprint.alt_response(200, schema=EditionList, success=True, description="All editions", **_ETAG)
@blueprint.alt_response(304, description="Nothing has changed", success=True)
@spec.refuses(blueprint, "faults")
def editions() -> Response:
    """The editions

    Each with its title, its board and decks, and the least and the most players.
    """
    query(LanguageQuery)
    found = []
    for name in edition_ids():
        edition = load_edition(name)
        found.append(
            {
                "id": name,
                "title": dict(edition.title),
                "board": edition.board.id,
                "decks": [deck.id for deck in edition.decks],
                "players": list(edition.players),
                "url": url_for(".edition", edition=name),
            }
        )
    body = json.dumps({"editions": found}, ensure_ascii=False).encode()
    return public_json(body)


@blueprint.route("/editions/<edition>")
@blueprint.doc(operationId="edition", parameters=[{"in": "query", "schema": LanguageQuery}])
@blueprint.alt_response(
    200, schema=AnyObject, success=True, description="Its rules, as maps/FORMAT.md says", **_ETAG
)
@blueprint.alt_response(304, description="Nothing has changed", success=True)
@spec.refuses(blueprint, "not-found", "faults")
def edition(edition: str) -> Response:
    """The rules of an edition"""
    return _of("editions", edition, edition_ids())


@blueprint.route("/boards/<board>")
@blueprint.doc(operationId="board", parameters=[{"in": "query", "schema": LanguageQuery}])
@blueprint.alt_response(
    200, schema=AnyObject, success=True, description="Cities and routes, as maps/FORMAT.md says", **_ETAG
)
@blueprint.alt_response(304, description="Nothing has changed", success=True)
@spec.refuses(blueprint, "not-found", "faults")
def board(board: str) -> Response:
    """A board with its cities and routes"""
    return _of("boards", board, board_ids())


@blueprint.route("/decks/<deck>")
@blueprint.doc(operationId="deck", parameters=[{"in": "query", "schema": LanguageQuery}])
@blueprint.alt_response(
    200, schema=AnyObject, success=True, description="Tickets, as maps/FORMAT.md says", **_ETAG
)
@blueprint.alt_response(304, description="Nothing has changed", success=True)
@spec.refuses(blueprint, "not-found", "faults")
def deck(deck: str) -> Response:
    """A deck of tickets"""
    known = {one.id for name in edition_ids() for one in load_edition(name).decks}
    return _of("decks", deck, tuple(known))
