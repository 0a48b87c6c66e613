"""
The table page, its log, the state for its scripts, and the form that records without a script.

What is picked stands in the address (``?route=…``, ``?city=…``, ``?player=…``, ``?q=…``), so every sheet is a link
and nothing is lost when the page is left.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from app.pages.disputes.view import warned
from app.pages.settings.view import quick
from app.pages.table.log import log_page
from app.pages.table.page import Button, SheetView
from app.pages.table.present import CARRIED, state_json, table_page
from app.pages.table.sheets import overrule_button
from app.pages.visible_table import Seen
from app.tables import access, recording
from app.tables.recording import Refused
from app.tables.store import Table
from app.web.conditional import unless_known
from app.web.forms import event_of, local_address, whole
from app.web.i18n import gettext as _
from app.words.journeys import journey_offers, offer_title, offer_way
from app.words.log_words import say_event
from app.words.words import obstacle
from solver.game.events import Event, Retracted, RevealAsked, RouteClaimed, TicketsRevealed

blueprint = Blueprint("table", __name__, url_prefix="/t/<code>")


@blueprint.get("")
def table(code: str) -> ResponseReturnValue:
    """Show the table."""
    found, viewer = access.visit(code)
    return _show(Seen.of(found, viewer))


def _show(seen: Seen, sheet: SheetView | None = None, carried: dict[str, str] | None = None) -> str:
    args = dict(request.args) if carried is None else carried
    kept = {name: args[name] for name in CARRIED if args.get(name)}

    def at(**changes: Any) -> str:
        return url_for("table.table", code=seen.table.code, **{**kept, **changes})

    def link_start() -> str:
        here = at()
        return here + ("&" if "?" in here else "?")

    page = table_page(seen, args, at, quick=quick(), sheet=sheet)
    return render_template(
        "table/table.html", page=page, closed_url=at, link_start=link_start, carried=lambda: kept
    )


@blueprint.get("/state.json")
def state(code: str) -> ResponseReturnValue:
    """Return what lies on the table for the scripts; unchanged states cost nothing (ETag)."""
    found, viewer = access.visit(code)
    return unless_known(jsonify(state_json(Seen.of(found, viewer))))


@blueprint.get("/journey.json")
def journey(code: str) -> ResponseReturnValue:
    """Return the journeys offered to a standing passenger, the best along own routes first; none where none is known."""
    found, viewer = access.visit(code)
    here = Seen.of(found, viewer).state
    offers = journey_offers(found, here, request.args.get("player", ""), request.args.get("from", ""))
    return jsonify(
        [
            {
                "title": offer_title(offer),
                "cards": offer.cards,
                "value": offer.value,
                "routes": offer.routes,
                "way": offer_way(here, offer),
            }
            for offer in offers
        ]
    )


@blueprint.post("/record")
def record(code: str) -> ResponseReturnValue:
    """Record what a form says; come back with a toast, or with every objection and what may be done about it."""
    found, viewer = access.visit(code)
    event = recording.event_of(found, event_of(request.form))
    if isinstance(event, RevealAsked | TicketsRevealed):
        raise BadRequest(_("Tickets are laid open on the page that finishes the game."))
    entry_id = request.form.get("id", "")
    if not recording.ENTRY_ID.fullmatch(entry_id):
        raise BadRequest
    warning = (
        warned(Seen.of(found, viewer), event.target, request.form) if isinstance(event, Retracted) else None
    )
    if warning:
        return warning
    carried = {name: request.form[f"keep-{name}"] for name in CARRIED if request.form.get(f"keep-{name}")}
    done = recording.record(found, viewer, event, entry_id=entry_id, instead=_wrong_claim(found, event))
    if isinstance(done, Refused):
        return _show(Seen.of(found, viewer), _refused(done, event), carried), 409
    if not carried.get("recording"):
        carried.pop("for", None)
    if request.form.get("back") == "log":
        flash(
            _("Put back.") if request.form.get("again") else _("Taken back. The entry stays readable."), "go"
        )
        return redirect(url_for("table.log", code=code), 303)
    if request.form.get("back"):
        return redirect(local_address(request.form["back"], url_for("table.table", code=code)), 303)
    back: dict[str, Any] = {"code": code, "done": done.entry.seq, **carried}
    return redirect(url_for("table.table", **back), 303)


def _wrong_claim(table: Table, event: Event) -> Retracted | None:
    """Return how the claim is taken back that this one replaces; raise BadRequest where that is no claim of its route."""
    field = request.form.get("instead", "")
    if not field:
        return None
    number, entries = whole(field), recording.current(table)[1]
    old = next((entry.event for entry in entries if entry.seq == number), None)
    if not (isinstance(event, RouteClaimed) and isinstance(old, RouteClaimed) and old.route == event.route):
        raise BadRequest(_("There is no such claim of this route. Load the page again."))
    return Retracted(int(field))


def _refused(done: Refused, event: Event) -> SheetView:
    """Return the sheet that says what stands in the way."""
    state = done.state
    obstacles = tuple(obstacle(found, state) for found in done.objections)
    fields = {
        name: value
        for name, value in request.form.items()
        if name not in ("csrf_token", "id", "overrule") and not name.startswith("keep-")
    }
    title = _("This cannot be taken back") if isinstance(event, Retracted) else say_event(event, state)
    button = Button(title, "", "", fields)
    return SheetView("refused", title, obstacles=obstacles, overrule=overrule_button(button, obstacles))


@blueprint.get("/log")
def log(code: str) -> str:
    """Show the log, newest first, each line with its way back; a very long one page by page."""
    found, viewer = access.visit(code)
    page = log_page(Seen.of(found, viewer), whole(request.args.get("before", "")))
    return render_template("table/log.html", page=page)
