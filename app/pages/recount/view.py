"""The recount: the board read aloud, to compare with the cardboard."""

from __future__ import annotations

from flask import Blueprint, render_template

from app.pages.recount.page import recount_page
from app.tables.access import may_see_totals, visit
from app.tables.recording import seen

blueprint = Blueprint("recount", __name__)


@blueprint.get("/t/<code>/recount")
def recount(code: str) -> str:
    """Read the board aloud, player by player."""
    table, viewer = visit(code)
    state, _entries = seen(table, viewer)
    page = recount_page(state, points_shown=may_see_totals(viewer, state, table))
    return render_template("recount/recount.html", page=page, code=table.code)
