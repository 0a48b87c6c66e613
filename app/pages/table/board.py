"""The land behind a board, as a file that browsers fetch once."""

from __future__ import annotations

from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from app.drawing.backdrop import backdrop_hash, backdrop_svg

blueprint = Blueprint("board", __name__)


@blueprint.get("/land/<board>.<version>.svg")
def backdrop(board: str, version: str) -> Response:
    """Return land, lakes and rivers; the address carries a hash of them."""
    if not version or backdrop_hash(board) != version:
        raise NotFound
    answer = Response(backdrop_svg(board), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer
