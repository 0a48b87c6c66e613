"""Passengers and goods of a table, on boards that have them: journeys on offer, stacks left, colours still to name."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, NotFound

from app.pages.goods.present import Overrule, assumed_goods, goods_page, rest_colour, token_words
from app.pages.visible_table import Seen
from app.tables import access, recording
from app.tables.recording import Refused
from app.web.i18n import gettext as _
from app.words.words import obstacle
from solver.game.events import GoodsColourSet
from solver.questions.journey import unknown_goods

blueprint = Blueprint("goods", __name__, url_prefix="/t/<code>/goods")


@blueprint.get("")
def goods(code: str) -> str:
    """Show the page."""
    return _show(code)


def _show(code: str, message: str = "", overrule: Overrule | None = None) -> str:
    seen = _seen(code)
    page = goods_page(
        seen.table,
        seen.state,
        partial(url_for, "table.table", code=seen.table.code),
        hide=seen.hide_totals,
        may_record=seen.viewer.plays,
        message=message,
        overrule=overrule,
    )
    return render_template("goods/goods.html", page=page, token_words=token_words)


def _seen(code: str) -> Seen:
    table, viewer = access.visit(code)
    seen = Seen.of(table, viewer)
    if seen.state.edition.passengers is None:
        raise NotFound
    return seen


@blueprint.post("")
def name_colour(code: str) -> ResponseReturnValue:
    """
    Write down the colour of a city's goods; without a city, that of all cities that have none yet.

    Fields: ``colour``, ``city`` (may be missing), ``overrule`` (codes with commas between, may be missing), ``id``.
    For all cities the colour must be the only one left, as the page offers it; each city is an entry of its own, so
    that each can be taken back alone.
    """
    seen = _seen(code)
    colour, entry_id = request.form.get("colour", ""), request.form.get("id", "")
    if not 8 <= len(entry_id) <= 50:
        raise BadRequest
    city = request.form.get("city", "")
    overruled = [each for each in request.form.get("overrule", "").split(",") if each]
    if not city and (not colour or colour != rest_colour(seen.state)):
        return _show(code, _("The page was too old. Try again.")), 409
    for number, each in enumerate([city] if city else unknown_goods(seen.state)):
        data = {"type": "goods_colour_set", "city": each, "colour": colour, "overruled": overruled}
        event = recording.event_of(seen.table, data)
        assert isinstance(event, GoodsColourSet)
        done = recording.record(seen.table, seen.viewer, event, entry_id=f"{entry_id}-{number}")
        if isinstance(done, Refused):
            said = " ".join(obstacle(o, done.state).text for o in done.objections)
            over = Overrule(each, colour, ",".join(o.code for o in done.objections))
            return _show(code, said, over if all(o.overrulable for o in done.objections) else None), 409
    part = "assumed" if city in assumed_goods(seen.state) else "unknown"
    return redirect(url_for("goods.goods", code=seen.table.code) + f"#{part}", 303)
