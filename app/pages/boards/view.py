"""
Home-made boards: what a board file is, reading one, and opening a table on it.

Nothing is kept before the table is opened: the board travels in the form, and is read anew like any other file each
time it comes back. Afterwards it belongs to the table and can be fetched from there.
"""

from __future__ import annotations

from importlib import resources
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from limits import RateLimitItemPerMinute
from werkzeug.exceptions import NotFound, TooManyRequests

from app.pages.boards.page import FaultLine
from app.pages.boards.present import (
    board_lines,
    boards_page,
    fault_lines,
    game_lines,
    preview_page,
    rules_page,
)
from app.pages.home.opening import open_from, opening_page
from app.tables import access, recording
from app.tables.services import services
from app.tables.store import Table
from app.uploads.reading import read_body
from app.web import security
from app.web.addresses import caller
from app.web.i18n import gettext as _
from solver.checking.parse import MAX_BYTES
from solver.formats.edition import length_faults
from solver.formats.game_file import Game, game_json
from solver.formats.load import board_ids, edition_ids, load_board, load_edition
from solver.game.edition import Edition
from solver.game.errors import InvalidInput

blueprint = Blueprint("boards", __name__)

FIRST = "europe"
UPLOADS = RateLimitItemPerMinute(60)
"""Boards that one address may have read: drawing a large one takes seconds."""


@blueprint.url_value_preprocessor
def make_room(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let a board of the greatest size through."""
    if endpoint in ("boards.read", "boards.open_table"):
        security.make_room(MAX_BYTES)


@blueprint.get("/boards")
def boards() -> str:
    """Say what a board file is, and take one."""
    return render_template("boards/boards.html", page=boards_page(_edition_id(request.args.get("edition"))))


@blueprint.post("/boards")
def read() -> ResponseReturnValue:
    """Read a file: show the board and the form of a table on it, or everything that is wrong."""
    edition = load_edition(_edition_id(request.form.get("edition")))
    try:
        game = _sent()
    except InvalidInput as invalid:
        return _refused(edition, fault_lines(invalid.faults))
    if game is None:
        missing = FaultLine(_("the file"), _("Choose a file first."), "no-file")
        return _refused(edition, (missing,))
    page = preview_page(game, edition, opening_page(game.rules(edition)))
    return render_template("boards/preview.html", page=page)


@blueprint.post("/boards/open")
def open_table() -> ResponseReturnValue:
    """Open a table on the board that the form brings."""
    edition = load_edition(_edition_id(request.form.get("edition")))
    try:
        game = _sent()
    except InvalidInput as invalid:
        return _refused(edition, fault_lines(invalid.faults))
    if game is None:
        return redirect(url_for("boards.boards"), 303)
    rules = game.rules(edition)
    faults: tuple[str, ...] = ()
    if not length_faults(game.board, rules.route_points):
        done = open_from(rules, request.form, game_json(game))
        if isinstance(done, Table):
            return redirect(url_for("table.table", code=done.code), 303)
        faults = done
    page = preview_page(game, edition, opening_page(rules, request.form, faults))
    return render_template("boards/preview.html", page=page), 400


def _edition_id(wanted: str | None) -> str:
    return wanted if wanted in edition_ids() else FIRST


def _sent() -> Game | None:
    """Return the game of the request: from a file, or from the text that the preview carries; None without either."""
    file = request.files.get("file")
    raw = file.read(MAX_BYTES + 1) if file and file.filename else b""
    name = file.filename or "" if file else ""
    text = request.form.get("board", "")
    if not name and not text:
        return None
    if not services().limits.hit(UPLOADS, "boards", caller()):
        raise TooManyRequests
    found: Game = read_body("board", raw if name else text.encode("utf-8", "surrogatepass"), name)
    return found


def _refused(edition: Edition, faults: tuple[FaultLine, ...]) -> ResponseReturnValue:
    file = request.files.get("file")
    name = file.filename or "" if file else ""
    return render_template("boards/boards.html", page=boards_page(edition.id, file=name, faults=faults)), 422


# Files to fetch ----------------------------------------------------------------------------------------------------


@blueprint.get("/boards/example.json")
def example() -> Response:
    """Return a small board to begin with."""
    return _download(_example("home-made"), "example-board.json")


@blueprint.get("/boards/example-game.json")
def example_game() -> Response:
    """Return the same board with tickets and rules of its own."""
    return _download(_example("own-game"), "example-game.json")


def _example(name: str) -> str:
    return (resources.files("maps") / "examples" / f"{name}.json").read_text(encoding="utf-8")


@blueprint.get("/boards/<board>.json")
def box(board: str) -> Response:
    """Return the board of a box, to be changed."""
    if board not in board_ids():
        raise NotFound
    return _download(board_lines(load_board(board)), f"{board}.json")


@blueprint.get("/t/<code>/about")
def about_table(code: str) -> str:
    """Say by which rules a table plays: its edition and what is known of it, its house rules, its board."""
    table, viewer = access.visit(code)
    state, _entries = recording.seen(table, viewer)
    return render_template("boards/about.html", page=rules_page(table.code, state))


@blueprint.get("/t/<code>/board.json")
def of_table(code: str) -> Response:
    """Return the board that a table plays on, or the whole game where it plays one of its own."""
    table, _viewer = access.visit(code)
    edition, board = recording.rules_of(table)
    if edition.file is not None:
        return _download(game_lines(edition.file), f"game-{table.code}.json")
    return _download(board_lines(board), f"board-{table.code}.json")


def _download(text: str, name: str) -> Response:
    answer = Response(text, mimetype="application/json")
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer
