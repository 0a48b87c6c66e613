"""
Who is right: the record against what lies on the table, and the log step by step.

An audit is an address: what was counted stands in it, so it can be passed on and asked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.pages.disputes.present import audit_page, counting_rows, history_page
from app.pages.disputes.takeback import one_page, rest_on
from app.pages.visible_table import Seen
from app.searching.answers import Asker, audit_of
from app.searching.charging import charge
from app.searching.questions import Progress
from app.tables import recording
from app.tables.access import may_see_totals, view_key, visit
from app.tables.recording import EntryIdTaken, Refused
from app.web.forms import local_address, whole
from app.web.i18n import gettext as _
from app.words.words import obstacle
from solver.game.events import Retracted
from solver.game.state import State
from solver.search.audit.verify import ROUND, Reading

blueprint = Blueprint("disputes", __name__, url_prefix="/t/<code>")
charge(blueprint)

MAX_REASON = 200


@blueprint.get("/audit")
def audit(code: str) -> str:
    """Compare the record with the trains left in the boxes and the markers on the score track."""
    table, viewer = visit(code)
    seen = Seen.of(table, viewer)
    state = seen.state
    typed = {
        player: (
            request.args.get(f"trains-{player}", "").strip()[:6],
            request.args.get(f"marker-{player}", "").strip()[:6],
        )
        for player in state.players
    }
    readings, faults = _readings(state, typed)
    found: Progress | None = None
    if readings and not faults:
        found = audit_of(Asker(table, view_key(viewer, state)), state, readings)
    rows = counting_rows(state, typed, shown=may_see_totals(viewer, state, table))
    here = request.full_path.rstrip("?")
    page = audit_page(seen, rows, readings, found, faults=faults, here=here)
    return render_template("disputes/audit.html", page=page, may_write=viewer.plays)


def _readings(state: State, typed: dict[str, tuple[str, str]]) -> tuple[dict[str, Reading], tuple[str, ...]]:
    """Return what was counted, and what of it cannot be: each in a sentence."""
    readings: dict[str, Reading] = {}
    faults = []
    for player, (trains, marker) in typed.items():
        name, most = state.seat(player).name, state.edition.trains
        left, stands = _number(trains), _number(marker)
        if trains and (left is None or left > most):
            faults.append(
                _("%(name)s: trains left must be a number from 0 to %(most)d.", name=name, most=most)
            )
        if marker and stands is None:
            faults.append(_("%(name)s: the marker must stand on a number from 0 to 99.", name=name))
        elif stands is not None and stands >= ROUND:
            faults.append(
                _(
                    "%(name)s: the score track ends at 99. For %(typed)d enter %(shown)d.",
                    name=name,
                    typed=stands,
                    shown=stands % ROUND,
                )
            )
        if trains or marker:
            readings[player] = Reading(left, stands)
    return readings, tuple(faults)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() else None


@blueprint.get("/history")
def history(code: str) -> str:
    """Show the board after any entry of the log."""
    return _history(code)


def _history(code: str, refused: Refused | None = None, at: str = "") -> str:
    table, viewer = visit(code)
    seen = Seen.of(table, viewer)
    wanted = at or request.args.get("at", "")
    number = _number(wanted[:9])
    page = history_page(
        seen,
        seen.state.seq if number is None else number,
        lambda n: url_for(".history", code=table.code, at=n),
        obstacles=tuple(obstacle(found, refused.state) for found in refused.objections) if refused else (),
        back=url_for("table.log", code=table.code),
    )
    part = "disputes/_history.html" if request.args.get("part") else "disputes/history.html"
    return render_template(part, page=page)


def reason_of(form: Mapping[str, str]) -> str:
    """Return why something is taken back, on one line."""
    return " ".join(form.get("reason", "").split())[:MAX_REASON]


def warned(seen: Seen, target: int, form: Mapping[str, str]) -> tuple[str, int] | None:
    """Return the page that warns of what rests on an entry; None when nothing does, or the form has told it already."""
    told = {whole(number) for number in form.get("warned", "").split(",")}
    rests = rest_on(seen, target)
    if told.issuperset(rests):
        return None
    return render_template("disputes/back.html", page=one_page(seen, target, rests, form)), 409


@blueprint.post("/history")
def retract(code: str) -> ResponseReturnValue:
    """Take an entry back, with the reason; come back to where it was asked. Warn of the entries that rest on it first."""
    table, viewer = visit(code)
    target = _number(request.form.get("target", "")[:9]) or 0
    seen = Seen.of(table, viewer)
    warning = warned(seen, target, request.form)
    if warning:
        return warning
    reason = reason_of(request.form)
    event = recording.event_of(
        table, {"type": "retracted", "target": target, **({"reason": reason} if reason else {})}
    )
    assert isinstance(event, Retracted)
    if request.form.get("warned"):  # which said of every claim that it would lose its route
        event = replace(event, overruled=("claim-loses-route",))
    here = url_for(".history", code=table.code, at=target)
    try:
        done = recording.record(table, viewer, event, entry_id=request.form.get("entry_id", ""))
    except EntryIdTaken:
        flash(_("The page was too old. Try again."), "wait")
        return redirect(here, 303)
    if isinstance(done, Refused):
        return _history(code, done, str(target)), 409
    put_back = any(isinstance(entry.event, Retracted) and entry.seq == target for entry in seen.readable)
    flash(_("Put back.") if put_back else _("Taken back. The entry stays readable."), "go")
    return redirect(local_address(request.form.get("back", ""), here), 303)
