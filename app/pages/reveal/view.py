"""
Laying the tickets open: ask the other phones where the game is not over, reveal, show the result.

Each of these is done by a control that is held for a second, or on a page that asks once more (``app.tables.confirming``).
"""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from app.pages.reveal.page import FinishPage
from app.pages.reveal.present import answers_of, is_asked, may_reveal_now, step_words, waiting_words
from app.pages.tickets.page import SeatChoice
from app.tables.access import Denied, need_keeper, new_id, visible_tickets, visit
from app.tables.confirming import TooOld, TooSoon, confirmation, confirmed
from app.tables.recording import EntryIdTaken, Refused, current, event_of, record, seen
from app.tables.store import Table
from app.web.i18n import gettext as _
from app.words.confirm_page import ConfirmPage
from app.words.words import last_round_anchor, obstacle, table_title
from solver.game.state import State

blueprint = Blueprint("reveal", __name__, url_prefix="/t/<code>/finish")


@blueprint.get("")
def finish(code: str) -> str:
    """Lead through the end of the game: reveal, tickets, sheet."""
    return finish_page(code)


def finish_page(code: str, message: str = "") -> str:
    """Return the page of the end of the game, with a message about what was tried."""
    table, viewer = visit(code)
    state, _entries = seen(table, viewer)
    seats = []
    for seat in state.seats:
        held = visible_tickets(viewer, state, seat.id)
        if held is not None:
            seats.append(SeatChoice(seat.id, seat.name, seat.colour, len(held), sum(t.points for t in held)))
    left = state.last_round.turns_left if state.last_round else ()
    players = [
        SeatChoice(seat.id, seat.name, seat.colour, max(state.trains_left(seat.id), 0), 0)
        for seat in (state.seats if viewer.plays and not state.revealed else ())
    ]
    asking = viewer.keeper and not state.revealed
    words = step_words(table, state) if asking else None
    page = FinishPage(
        code=table.code,
        title=table_title(state),
        revealed=state.revealed,
        may_reveal=viewer.keeper,
        turns_left=tuple(state.seat(player).name for player in left),
        last_round=last_round_anchor(state),
        players=tuple(players),
        seats=tuple(seats),
        message=message,
        seq=state.seq,
        step=words.link if words else "",
        hold=words.hold if words else "",
        free=may_reveal_now(table, state) if asking else True,
        answers=answers_of(table, state),
        asked=is_asked(viewer, table, state),
        waiting=waiting_words(table, state) if asking else "",
        shown=state.result_shown,
        result_entry=state.result_entry,
    )
    return render_template(
        "reveal/finish.html",
        page=page,
        seat_url=lambda player: url_for("tickets.seat", code=table.code, player=player),
        routes_url=lambda player: url_for("table.table", code=table.code, recording=1, **{"for": player}),
        sheet_url=url_for("sheet.sheet", code=table.code),
        recount_url=url_for("recount.recount", code=table.code),
        back_url=url_for("table.table", code=table.code),
    )


def _act(state: State) -> str:
    """Return what the next confirmation is for; it is good for this step of this question alone."""
    if not state.over and state.reveal_question is None:
        return f"ask:{state.last_turn}"
    return f"reveal:{state.reveal_question.seq if state.reveal_question else 0}"


@blueprint.get("/reveal")
def ask(code: str) -> ResponseReturnValue:
    """Ask once more. Only the host's phone."""
    table, _viewer = visit(code)
    need_keeper(table)
    state, _entries = current(table)
    if state.revealed:
        return redirect(url_for("reveal.finish", code=table.code), 303)
    return render_template("confirm.html", page=_page(table, state))


def _page(table: Table, state: State, message: str = "") -> ConfirmPage:
    words = step_words(table, state)
    return ConfirmPage(
        title=words.title,
        lead=words.lead,
        button=words.button,
        action=url_for("reveal.reveal", code=table.code),
        fields={"confirm": confirmation(table, _act(state)).token},
        back=url_for("reveal.finish", code=table.code),
        message=message,
    )


@blueprint.post("")
@blueprint.post("/reveal")
def reveal(code: str) -> ResponseReturnValue:
    """Ask the other phones, or lay all tickets open: whatever comes next and was confirmed."""
    table, viewer = visit(code)
    if not viewer.keeper:
        raise Denied(_("Only the keeper of the table may do that."))
    state, _entries = current(table)
    if state.revealed:
        return finish_page(code, _("The tickets are open already.")), 409
    act = _act(state)
    try:
        entry_id = confirmed(table, act, request.form.get("confirm", ""))
    except TooSoon:
        return render_template(
            "confirm.html", page=_page(table, state, _("That was quick. Read it first."))
        ), 409
    except TooOld:
        return finish_page(code, _("The page was too old. Try again.")), 409
    kind = "reveal_asked" if act.startswith("ask:") else "tickets_revealed"
    return _write(code, kind, entry_id)


def _write(code: str, kind: str, entry_id: str, **facts: str) -> ResponseReturnValue:
    table, viewer = visit(code)
    try:
        done = record(table, viewer, event_of(table, {"type": kind, **facts}), entry_id=entry_id)
    except EntryIdTaken:
        return finish_page(code, _("The page was too old. Try again.")), 409
    if isinstance(done, Refused):
        return finish_page(code, " ".join(obstacle(found, done.state).text for found in done.objections)), 409
    return redirect(url_for("reveal.finish", code=code), 303)


@blueprint.post("/answer")
def answer(code: str) -> ResponseReturnValue:
    """Say yes or no for the seats of this phone."""
    _table, viewer = visit(code)
    answers = {"yes": "reveal_agreed", "no": "reveal_refused"}
    kind = answers.get(request.form.get("answer", ""))
    if kind is None or not viewer.seats:
        raise BadRequest
    done: ResponseReturnValue = ""
    for seat in viewer.seats:
        done = _write(code, kind, new_id(), player=seat)
    return done


@blueprint.post("/result")
def result(code: str) -> ResponseReturnValue:
    """Show the result on all phones."""
    return _write(code, "result_shown", request.form.get("entry_id", ""))
