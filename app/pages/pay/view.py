"""May these cards pay for that route? A page of its own, and one for every table with its rules and board."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.pages.pay.present import Asked, asked, pay_page
from app.tables import access, recording
from solver.formats.load import edition_ids, load_edition
from solver.game.state import State

blueprint = Blueprint("pay", __name__)

FIRST = "europe"
"""The edition that is shown first: it has everything that a payment can be about."""


@blueprint.get("/pay")
def pay() -> ResponseReturnValue:
    """Show the page for any edition and its board."""
    wanted = request.args.get("edition", "")
    edition = load_edition(wanted if wanted in edition_ids() else FIRST)
    found = asked(edition, edition.board, request.args)
    return _answer(found, action=url_for("pay.pay"), extra=[("edition", edition.id)])


@blueprint.get("/t/<code>/pay")
def table_pay(code: str) -> ResponseReturnValue:
    """Show the page for a table: its edition, its board."""
    table, viewer = access.visit(code)
    edition, board = recording.rules_of(table)
    found = asked(edition, board, request.args)
    state, _entries = recording.seen(table, viewer)
    return _answer(
        found,
        action=url_for("pay.table_pay", code=table.code),
        code=table.code,
        state=state,
        players=viewer.seats or state.players,
    )


def _answer(
    found: Asked,
    *,
    action: str,
    code: str = "",
    extra: list[tuple[str, str]] | None = None,
    state: State | None = None,
    players: Collection[str] = (),
) -> ResponseReturnValue:
    """Show the page; after a button without a script come back to an address that can be loaded again."""
    if request.args.get("step"):
        return redirect(f"{action}?{urlencode([*(extra or []), *found.query()])}", 303)
    back = url_for("home.home")
    if code:
        back = url_for("table.table", code=code, route=found.route.id if found.on_board else None)
    page = pay_page(found, code=code, action=action, back=back, state=state, players=players)
    return render_template("pay/_form.html" if request.args.get("fragment") else "pay/pay.html", page=page)
