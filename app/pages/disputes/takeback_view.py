"""Taking everything back to an entry: one page that lists all of it, one transaction that does it."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.pages.disputes.takeback import everything_page
from app.pages.disputes.view import reason_of
from app.pages.visible_table import Seen
from app.tables.access import visit
from app.tables.recording import EntryIdTaken, Refused
from app.tables.taking_back import Outdated, take_back_to
from app.web.forms import whole
from app.web.i18n import gettext as _
from app.words.words import obstacle

blueprint = Blueprint("takeback", __name__, url_prefix="/t/<code>/history/back")


@blueprint.get("")
def everything(code: str) -> str:
    """List what would be taken back, before anything is."""
    return _page(code, request.args.get("at", ""))


def _page(code: str, at: str, blocked: str = "") -> str:
    table, viewer = visit(code)
    seen = Seen.of(table, viewer)
    number = whole(at)
    place = max(1, min(seen.state.seq if number is None else number, seen.state.seq))
    page = everything_page(seen, place, reason=request.form.get("reason", ""), blocked=blocked)
    return render_template("disputes/back.html", page=page)


@blueprint.post("")
def take_back(code: str) -> ResponseReturnValue:
    """Take it back, all or nothing; the list is shown again when the log has grown since it was made."""
    table, viewer = visit(code)
    at, last = whole(request.form.get("at", "")) or 1, whole(request.form.get("last", "")) or 0
    try:
        done = take_back_to(
            table,
            viewer,
            at,
            last=last,
            reason=reason_of(request.form),
            entry_id=request.form.get("entry_id", ""),
        )
    except Outdated:
        flash(_("Something was recorded meanwhile. Look at the list again."), "wait")
        return _page(code, str(at)), 409
    except EntryIdTaken:
        flash(_("The page was too old. Try again."), "wait")
        return _page(code, str(at)), 409
    if isinstance(done, Refused):
        return _page(code, str(at), " ".join(obstacle(one, done.state).text for one in done.objections)), 409
    flash(_("Taken back. The entries stay readable."), "go")
    return redirect(url_for("disputes.history", code=code), 303)
