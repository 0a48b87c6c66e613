"""The first page: join by code, my tables, the editions; and the form of a new table."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask_babel import format_date
from werkzeug.exceptions import NotFound, TooManyRequests
from werkzeug.wrappers import Response as Redirection

from app import access, recording
from app.i18n import gettext as _
from app.i18n import title_of
from app.pages import EditionCard, HomePage, NewTablePage, SeatField, SwitchField, TableLine
from app.presenting.editions import about, mini, switch_words
from app.presenting.words import obstacle
from app.security import static_url
from app.services import services
from app.store import Table, normal_code
from solver.game.edition import Edition
from solver.game.errors import InvalidInput
from solver.game.events import Seat
from solver.game.load import edition_ids, load_edition

blueprint = Blueprint("home", __name__)

_FIRST = ("europe", "usa", "ussr", "marklin")
"""The editions whose boards differ come first; the rest follow in alphabetical order."""


@blueprint.get("/")
def home() -> str:
    """Show the first page."""
    return _home()


def _home(code: str = "", fault: str = "") -> str:
    device = access.device_id()
    tables = services().store.recent(device, 12) if device else []
    ids = sorted(edition_ids(), key=lambda i: (_FIRST.index(i) if i in _FIRST else 9, i))
    page = HomePage(
        editions=tuple(_card(load_edition(i)) for i in ids),
        tables=tuple(_line(table) for table in tables),
        code=code,
        join_fault=fault,
    )
    return render_template("home.html", page=page)


def _card(edition: Edition) -> EditionCard:
    picture, backdrop = mini(edition)
    return EditionCard(edition.id, title_of(edition.title), about(edition), picture, backdrop)


def _line(table: Table) -> TableLine:
    state, _entries = recording.current(table)
    names = {seat.id: seat.name for seat in state.seats}
    if state.revealed:
        what = _("Counted")
    elif state.over:
        what = _("The last turn is played")
    elif state.last_round is not None:
        what = _("Last round")
    else:
        what = _("%(player)s is next", player=names.get(state.turn or "", ""))
    day = datetime.fromisoformat(table.created_at.replace("Z", "+00:00"))
    when = "" if day.date() == datetime.now(UTC).date() else str(format_date(day, "d MMM"))
    colours = tuple(seat.colour for seat in state.seats)
    return TableLine(table.code, title_of(state.edition.title), colours, what, when, state.revealed)


@blueprint.get("/join")
def join() -> str | Redirection | tuple[str, int]:
    """Take the code from the first page's field and go to its table."""
    code = normal_code(request.args.get("code", ""))
    try:
        table, viewer = access.visit(code)
    except (NotFound, TooManyRequests) as refused:
        status = refused.code or 404
        fault = refused.description or ""
        return _home(code[:6], str(fault)), status
    if viewer.member:
        return redirect(url_for("table.table", code=table.code), 303)
    return redirect(url_for("share.join_page", code=table.code), 303)


@blueprint.get("/new/<edition>")
def new_table(edition: str) -> str:
    """Show the form of a new table."""
    return _form(_edition(edition))


@blueprint.post("/new/<edition>")
def open_table(edition: str) -> str | Redirection | tuple[str, int]:
    """Open the table, or say what is missing."""
    rules = _edition(edition)
    fields = _fields(rules)
    seats = [Seat(f"p{f.number}", f.name, f.colour) for f in fields if f.name]
    switches = {name: bool(request.form.get(f"rule-{name}")) for name in rules.switches}
    options = {"hide_totals": bool(request.form.get("hide_totals"))}
    faults = _faults(rules, seats)
    if not faults:
        try:
            done = recording.open_table(rules.id, seats, house_rules=switches, options=options)
        except InvalidInput as invalid:
            faults = tuple(fault.line() for fault in invalid.faults)
        else:
            if isinstance(done, Table):
                return redirect(url_for("table.table", code=done.code), 303)
            faults = tuple(obstacle(found, done.state).text for found in done.objections)
    return _form(rules, fields, faults), 400


def _edition(edition: str) -> Edition:
    if edition not in edition_ids():
        raise NotFound
    return load_edition(edition)


def _fields(edition: Edition) -> tuple[SeatField, ...]:
    return tuple(
        SeatField(
            number,
            " ".join(request.form.get(f"name-{number}", "").split())[:40],
            request.form.get(f"colour-{number}", edition.colours[number - 1]),
        )
        for number in range(1, edition.players[1] + 1)
    )


def _faults(edition: Edition, seats: list[Seat]) -> tuple[str, ...]:
    """Return what a person can mend in the form; the rest is left to the library."""
    faults = []
    least = edition.players[0]
    if len(seats) < least:
        faults.append(_("At least %(number)d players need a name.", number=least))
    names = [seat.name.casefold() for seat in seats]
    faults += [
        _("Two players are called %(name)s. Give one of them another name.", name=seat.name)
        for at, seat in enumerate(seats)
        if seat.name.casefold() in names[:at]
    ]
    taken: dict[str, str] = {}
    for seat in seats:
        if seat.colour in taken:
            faults.append(
                _("%(one)s and %(two)s have the same colour.", one=taken[seat.colour], two=seat.name)
            )
        taken.setdefault(seat.colour, seat.name)
    return tuple(faults)


def _form(edition: Edition, fields: tuple[SeatField, ...] = (), faults: tuple[str, ...] = ()) -> str:
    posted = request.method == "POST"
    switches = tuple(
        SwitchField(name, *switch_words(name), bool(request.form.get(f"rule-{name}")) if posted else default)
        for name, default in edition.switches.items()
    )
    page = NewTablePage(
        edition=edition,
        title=title_of(edition.title),
        about=about(edition),
        seats=fields or tuple(SeatField(n, "", edition.colours[n - 1]) for n in range(1, edition.players[1] + 1)),
        least=edition.players[0],
        most=edition.players[1],
        switches=switches,
        hide_totals=bool(request.form.get("hide_totals")),
        faults=faults,
    )
    return render_template("new.html", page=page)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return what a phone needs to put the app on its home screen."""
    body: dict[str, Any] = {
        "name": "Stationmaster",
        "short_name": "Stationmaster",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#1d3b34",
        "theme_color": "#1d3b34",
        "icons": [{"src": static_url("icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    answer = jsonify(body)
    answer.mimetype = "application/manifest+json"
    return answer


@blueprint.get("/favicon.ico")
def favicon() -> Redirection:
    """Browsers ask for this address whatever the page says."""
    return redirect(url_for("static", filename="icon.svg"), 301)


