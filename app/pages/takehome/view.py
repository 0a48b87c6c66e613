"""
Take it home: a public final sheet, the board as a picture, a play for BG Stats, and a log back in again.

The public sheet is for whoever has its address, after the reveal only. It shows what lay open on the table and the day,
and neither the code, nor phones, nor times of day; from there no way leads to the table.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import NoResultFound
from werkzeug.exceptions import NotFound, TooManyRequests

from app.pages.sheet.link import sheet_token, table_of_token
from app.pages.sheet.page import SheetPage
from app.pages.sheet.present import columns_of, notes_of, rows_of
from app.pages.sheet.printed import printed_of
from app.pages.sheet.proofs import proof_of
from app.pages.sheet.walk import walk_page
from app.pages.takehome.page import HomePage, ImportPage, PublicPage
from app.pages.takehome.present import board_file, play_file
from app.pictures.mini import geometry_of
from app.pictures.strip import Strip, strip_of
from app.searching.answers import final_sheet
from app.searching.charging import charge
from app.tables import recording
from app.tables.access import Denied, Hidden, may_see_totals, visit
from app.tables.importing import import_table
from app.tables.rates import count_table
from app.tables.recording import Refused, seen
from app.tables.services import services
from app.tables.store import Table
from app.uploads.reading import read_body
from app.web import security
from app.web.i18n import gettext as _
from app.words.days import file_name
from app.words.editions import house_rules
from app.words.verdict import verdict_of
from app.words.waiting import counting, still_counting, told, waiting
from app.words.words import fault_line, obstacle, table_title
from solver.checking.parse import MAX_LOG_BYTES
from solver.game.errors import InvalidInput
from solver.game.state import State

blueprint = Blueprint("takehome", __name__)
charge(blueprint, table=False)

SHOWN = 30
"""So many faults of a file are told at once."""
LOOKS = ("light", "dark", "auto")


@blueprint.url_value_preprocessor
def make_room(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let a log of the greatest size in: what was exported comes back."""
    if endpoint == "takehome.import_log":
        security.make_room(MAX_LOG_BYTES)


@blueprint.get("/t/<code>/takehome")
def home(code: str) -> str:
    """Offer everything that can be taken home."""
    table, viewer = visit(code)
    state, _entries = seen(table, viewer)
    link = url_for(".public", token=sheet_token(table.id), _external=True) if state.revealed else ""
    page = HomePage(
        code=table.code,
        title=table_title(state),
        link=link,
        board_url=url_for(".board", code=table.code),
        picture=file_name(table, state, "png"),
        csv_url=url_for("sheet.table_csv", code=table.code) if may_see_totals(viewer, state, table) else "",
        log_url=url_for("sheet.log", code=table.code),
        play_url=url_for(".play", code=table.code) if state.revealed else "",
    )
    return render_template("takehome/home.html", page=page)


@blueprint.get("/t/<code>/board.svg")
def board(code: str) -> Response:
    """Send the board as a file that stands by itself: what lies open on it, who played, and points that may be seen."""
    table, viewer = visit(code)
    state, _entries = seen(table, viewer)
    totals = may_see_totals(viewer, state, table)
    sheet = final_sheet(table, state).sheet if state.revealed else None
    return _svg(state, file_name(table, state, "svg"), strip=strip_of(table, state, sheet, totals=totals))


@blueprint.get("/t/<code>/play.bgsplay")
def play(code: str) -> Response:
    """Send the finished game as a play for BG Stats."""
    table, viewer = visit(code)
    state, entries = seen(table, viewer)
    if not state.revealed:
        raise Denied(_("The play file is made when the tickets lie open."))
    found = final_sheet(table, state)
    if found.sheet is None or not found.settled:
        raise still_counting(found.progress)
    readable = [entry for entry in entries if not isinstance(entry, Hidden)]
    name = hashlib.sha256(f"play of {sheet_token(table.id)}".encode()).hexdigest()[:20]
    body = json.dumps(play_file(state, found.sheet, readable, name), ensure_ascii=False, indent=1)
    return _file(body + "\n", "application/json; charset=utf-8", file_name(table, state, "bgsplay"))


def _svg(state: State, name: str, look: str = "light", strip: Strip | None = None) -> Response:
    answer = _file(board_file(state, look, strip), "image/svg+xml; charset=utf-8", name)
    # Read as a page of its own it may use its own styles and nothing else.
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return answer


def _file(body: str, kind: str, name: str) -> Response:
    answer = make_response(body)
    answer.content_type = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


# The public sheet --------------------------------------------------------------------------------------------------


@blueprint.get("/s/<token>")
def public(token: str) -> ResponseReturnValue:
    """Show the final sheet to whoever has the address; every number opens its proof."""
    table, state = _public(token)
    found = final_sheet(table, state)
    sheet = found.sheet
    if sheet is None:
        page = SheetPage("", _("Final score"), counting(found.progress), waiting=True)
        return told(_open(_page(token, table, state, page)), found)

    def url(key: str) -> str:
        return url_for(".public", token=token, open=key) + "#c-" + key

    opened = request.args.get("open", "")[:80]
    proof = None
    if opened:
        proof = proof_of(
            state,
            sheet,
            opened,
            geometry=geometry_of(state.board),
            url=url,
            board_url=lambda show: url_for(".public_board", token=token, show=show),
            known=state.players,
        )
    page = SheetPage(
        code="",
        title=_("Final score"),
        verdict=verdict_of(state, sheet),
        columns=columns_of(state, sheet, ranked=True),
        rows=rows_of(state, sheet, url=url, opened=opened if proof else "", known=state.players, ranked=True),
        proof=proof,
        notes=notes_of(state, sheet),
        house_rules=house_rules(state),
        printed=printed_of(table, state, sheet),
        better=waiting(found.progress),
    )
    if request.args.get("part"):
        if proof is None:
            abort(404)
        return _open(render_template("sheet/_open.html", page=page, proof=proof))
    return _open(_page(token, table, state, page))


def _page(token: str, table: Table, state: State, sheet: SheetPage) -> str:
    picture = file_name(table, state, "png")
    page = PublicPage(table_title(state), sheet, url_for(".public_file", token=token), picture)
    return render_template("takehome/public.html", page=page)


@blueprint.get("/s/<token>/board")
def public_board(token: str) -> ResponseReturnValue:
    """Draw a proof on the whole board: the longest trail, step by step, or the loans of the stations."""
    table, state = _public(token)
    found = final_sheet(table, state)
    kind, _colon, player = request.args.get("show", "")[:80].partition(":")
    if player not in state.players or kind not in ("trail", "loans"):
        abort(404)
    if found.sheet is None:
        raise still_counting(found.progress)
    step = request.args.get("step", "")
    key = f"{'longest_trail' if kind == 'trail' else 'stations'}:{player}"
    page = walk_page(
        state,
        found.sheet,
        kind,
        player,
        step=int(step) if step.isascii() and step.isdecimal() and len(step) < 4 else None,
        at=lambda n: url_for(".public_board", token=token, show=f"{kind}:{player}", step=n),
        back=url_for(".public", token=token, open=key),
    )
    part = "sheet/_walk_part.html" if request.args.get("part") else "sheet/board.html"
    return _open(render_template(part, page=page))


@blueprint.get("/s/<token>/board.svg")
def public_file(token: str) -> Response:
    """Send the board of a finished game as a file; with ``look`` as the picture of the page, light or dark like it."""
    table, state = _public(token)
    look, name = request.args.get("look", ""), file_name(table, state, "svg")
    if look not in LOOKS:
        strip = strip_of(table, state, final_sheet(table, state).sheet, totals=True)
        return _svg(state, name, strip=strip)
    answer = _svg(state, name, look)
    answer.headers["Content-Disposition"] = "inline"
    return answer


def _public(token: str) -> tuple[Table, State]:
    """Return the table of a public address; NotFound unless its tickets lie open."""
    number = table_of_token(token)
    try:
        table = services().store.table(number) if number is not None else None
    except NoResultFound:  # it was given away with old tables
        table = None
    if table is not None:
        state, _entries = recording.current(table)
        if state.revealed:
            return table, state
    raise NotFound(_("There is no final sheet at this address."))


def _open(body: str) -> Response:
    answer = make_response(body)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


# A log back in -----------------------------------------------------------------------------------------------------


@blueprint.get("/import")
def choose_file() -> str:
    """Ask for a log that was exported."""
    return render_template("takehome/import.html", page=ImportPage())


@blueprint.post("/import")
def import_log() -> ResponseReturnValue:
    """Open a table with a log; or say everything that is wrong with it."""
    file = request.files.get("file")
    raw = file.read() if file else b""
    if not raw:
        return _refused((_("Choose a file first."),))
    try:
        log = read_body("log", raw, "file")
    except InvalidInput as wrong:
        return _refused(tuple(fault_line(fault) for fault in wrong.faults))
    if not count_table():
        raise TooManyRequests(retry_after=60)
    done = import_table(log)
    if isinstance(done, Refused):
        return _refused(tuple(obstacle(found, done.state).text for found in done.objections))
    return redirect(url_for("table.table", code=done.code), 303)


def _refused(faults: tuple[str, ...]) -> ResponseReturnValue:
    page = ImportPage(faults[:SHOWN], max(len(faults) - SHOWN, 0))
    return render_template("takehome/import.html", page=page), 422
