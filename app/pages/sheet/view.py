"""
The way to the end: reveal, enter what everybody holds, read the sheet, take it home.

The sheet counts only what the phone that asks may see; before the reveal it says so.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.answers.log_file import log_export
from app.pages.sheet.link import sheet_token
from app.pages.sheet.page import SheetPage
from app.pages.sheet.present import (
    columns_of,
    notes_of,
    ordered,
    row_keys,
    row_title,
    rows_of,
    value_of,
)
from app.pages.sheet.printed import printed_of
from app.pages.sheet.proofs import proof_of
from app.pages.sheet.walk import walk_page
from app.pictures.mini import geometry_of
from app.searching.answers import NOTHING, final_sheet
from app.searching.answers import Counted as Found
from app.searching.charging import charge
from app.tables.access import Denied, Viewer, may_see_totals, view_key, visible_tickets, visit
from app.tables.recording import seen
from app.tables.store import Table
from app.web.i18n import gettext as _
from app.words.days import file_name
from app.words.editions import house_rules, origin
from app.words.files import as_download
from app.words.final import early_words
from app.words.verdict import Verdict, verdict_of
from app.words.waiting import counting, still_counting, told, waiting
from solver.game.state import State
from solver.scoring.sheet import Sheet

blueprint = Blueprint("sheet", __name__, url_prefix="/t/<code>")
charge(blueprint, table=False)


@dataclass(frozen=True, slots=True)
class Counted:
    """A table as one phone may count it, and the sheet as far as it is known."""

    table: Table
    viewer: Viewer
    state: State
    known: tuple[str, ...]
    found: Found
    shared: bool = False
    """Whether several hands are behind this one phone, and therefore none of them is counted."""


def _counted(code: str) -> Counted:
    table, viewer = visit(code)
    state, _entries = seen(table, viewer)
    known = tuple(player for player in state.players if visible_tickets(viewer, state, player) is not None)
    # A phone that goes round the table shows each hand behind its shutter; the sheet has none, so it counts no hand.
    shared = not state.revealed and len(known) > 1
    if shared:
        known, state = (), replace(state, tickets={})
    if not state.revealed:
        # A bonus for most tickets cannot be given while hands are closed.
        open_bonuses = tuple(bonus for bonus in state.edition.bonuses if bonus.kind != "most_tickets")
        state = replace(state, edition=replace(state.edition, bonuses=open_bonuses))
    shown = may_see_totals(viewer, state, table)
    found = final_sheet(table, state, view=view_key(viewer, state)) if shown else NOTHING
    return Counted(table, viewer, state, known, found, shared)


@blueprint.get("/sheet")
def sheet(code: str) -> ResponseReturnValue:
    """Show the sheet; ``open`` names the number whose proof is open, ``part`` asks for that proof alone."""
    counted = _counted(code)
    page = _page(counted, request.args.get("open", "")[:80])
    if request.args.get("part"):
        if page.proof is None:
            abort(404)
        return _private(render_template("sheet/_open.html", page=page, proof=page.proof))
    urls = {
        f"{name}_url": url_for(endpoint, code=counted.table.code)
        for name, endpoint in {
            "back": "table.table",
            "finish": "reveal.finish",
            "recount": "recount.recount",
            "csv": "sheet.table_csv",
            "log": "sheet.log",
        }.items()
    }
    # What is handed on lets people look and nothing else; before the reveal there is nothing to hand on.
    token = sheet_token(counted.table.id) if counted.state.revealed else ""
    urls["public_url"] = url_for("takehome.public", token=token, _external=True) if token else ""
    return told(_private(render_template("sheet/sheet.html", page=page, **urls)), counted.found)


def _page(counted: Counted, opened: str) -> SheetPage:
    state, found, code = counted.state, counted.found.sheet, counted.table.code
    final = state.revealed
    title = _("Final score") if final else _("Score so far")
    if found is None:
        return _closed(counted, title)

    def url(key: str) -> str:
        return url_for("sheet.sheet", code=code, open=key) + "#c-" + key

    def board_url(show: str) -> str:
        return url_for("sheet.board", code=code, show=show)

    proof = None
    if opened:
        proof = proof_of(
            state,
            found,
            opened,
            geometry=geometry_of(state.board),
            url=url,
            board_url=board_url,
            known=counted.known,
        )
    return SheetPage(
        code=code,
        title=title,
        verdict=_final(counted, found) if final else _so_far(counted),
        columns=columns_of(state, found, ranked=final),
        rows=rows_of(
            state, found, url=url, opened=opened if proof else "", known=counted.known, ranked=final
        ),
        proof=proof,
        notes=notes_of(state, found),
        house_rules=house_rules(state),
        about=origin(state),
        so_far=not final,
        printed=printed_of(counted.table, state, found),
        better=waiting(counted.found.progress),
    )


def _closed(counted: Counted, title: str) -> SheetPage:
    """The page without numbers: totals are covered, or the searches are still going on."""
    state, code = counted.state, counted.table.code
    if may_see_totals(counted.viewer, state, counted.table):
        return SheetPage(code, title, counting(counted.found.progress), waiting=True)
    words = Verdict(
        _("Totals are covered"), (_("This table shows no points before the tickets are revealed."),)
    )
    return SheetPage(code, title, words)


def _so_far(counted: Counted) -> Verdict:
    state = counted.state
    names = [state.seat(player).name for player in counted.known]
    lines = [_("The game is not over: what the others hold is still closed.")]
    if counted.shared:
        lines = [
            _("The game is not over. Several hands are on this phone: tickets count when they are revealed.")
        ]
    elif names and any(state.tickets.get(player) for player in counted.known):
        lines.append(_("Counted with the tickets of: %(names)s.", names=", ".join(names)))
    else:
        lines.append(_("Counted without any tickets."))
    return Verdict(_("Score so far"), tuple(lines))


def _final(counted: Counted, found: Sheet) -> Verdict:
    """Return who wins, and whose tickets nobody has entered: forgotten ones are the commonest wrong total."""
    state, verdict = counted.state, verdict_of(counted.state, found)
    empty = [seat.name for seat in state.seats if not state.tickets.get(seat.id)]
    if not empty or not state.edition.decks:
        return verdict
    hint = _("No tickets entered: %(names)s.", names=", ".join(empty))
    return replace(verdict, lines=(*verdict.lines, hint))


@blueprint.get("/sheet/board")
def board(code: str) -> ResponseReturnValue:
    """Draw a proof on the whole board: ``show=trail:anna`` with ``step``, or ``show=loans:anna``."""
    counted = _counted(code)
    kind, _colon, player = request.args.get("show", "")[:80].partition(":")
    if player not in counted.state.players or kind not in ("trail", "loans"):
        abort(404)
    if kind == "loans" and player not in counted.known:
        abort(404)
    found = _numbers(counted)
    step = request.args.get("step", "")
    page = walk_page(
        counted.state,
        found,
        kind,
        player,
        step=int(step) if step.isdecimal() and len(step) < 4 else None,
        at=lambda n: url_for("sheet.board", code=code, show=f"{kind}:{player}", step=n),
        back=url_for(
            "sheet.sheet", code=code, open=f"{'longest_trail' if kind == 'trail' else 'stations'}:{player}"
        ),
    )
    return _private(
        render_template(
            "sheet/_walk_part.html" if request.args.get("part") else "sheet/board.html", page=page
        )
    )


def _numbers(counted: Counted) -> Sheet:
    """
    Return the sheet.

    Raises
    ------
    Denied, ServiceUnavailable
        This table shows no points yet; they are still being worked out.
    """
    found = counted.found
    if found.sheet is not None and found.settled:
        return found.sheet
    if may_see_totals(counted.viewer, counted.state, counted.table):
        raise still_counting(found.progress)
    raise Denied(_("This table shows no points before the tickets are revealed."))


@blueprint.get("/sheet.csv")
def table_csv(code: str) -> Response:
    """Send the sheet as a table for a spreadsheet."""
    counted = _counted(code)
    state, columns = counted.state, ordered(_numbers(counted))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([_("Line"), *(harmless(column.name) for column in columns)])
    if state.revealed:
        writer.writerow([_("Place"), *(column.rank for column in columns)])
    for row in row_keys(state):
        closed = row in ("completed", "failed", "most_tickets")
        values = ["" if closed and c.player not in counted.known else value_of(c, row) for c in columns]
        writer.writerow([row_title(row), *values])
    writer.writerow([_("Trains left"), *(column.trains_left for column in columns)])
    writer.writerow([_("Longest trail, in trains"), *(column.evidence.trail.value for column in columns)])
    if early := early_words(state):
        writer.writerow([early])
    # The mark at the front tells spreadsheets that the text is UTF-8.
    answer = make_response("\ufeff" + out.getvalue())
    return as_download(answer, "text/csv; charset=utf-8", file_name(counted.table, state, "csv"))


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return "'" + text if text.lstrip()[:1] in ("=", "+", "-", "@", "\t", "\r", "|") and text else text


def _private(body: str) -> Response:
    answer = make_response(body)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/log.jsonl")
def log(code: str) -> Response:
    """Send the log as JSON Lines, without what this phone may not read."""
    return log_export(code)
