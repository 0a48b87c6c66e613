"""The first page: join by code, my tables, the editions; and the form of a new table."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask_babel import format_date
from werkzeug.exceptions import NotFound, TooManyRequests
from werkzeug.wrappers import Response as Redirection

from app.pages.home.opening import open_from, opening_page
from app.pages.home.page import EditionCard, HomePage, TableLine
from app.pictures.mini import mini
from app.server import metrics, request_log
from app.tables import access, recording
from app.tables.services import services
from app.tables.snapshots import Unreadable
from app.tables.store import Table, normal_code
from app.web.i18n import gettext as _
from app.web.i18n import title_of
from app.web.static_files import static_url
from app.words.days import moment
from app.words.editions import about
from app.words.final import final_sheet, won_words
from app.words.words import table_title
from solver.formats.load import edition_ids, load_edition
from solver.game.edition import Edition

blueprint = Blueprint("home", __name__)

_FIRST = ("europe", "usa", "america", "ussr", "marklin")
"""The editions of the first page; the variants of their boxes stand behind them."""


@blueprint.get("/")
def home() -> str:
    """Show the first page."""
    return _home()


def _home(code: str = "", fault: str = "") -> str:
    device = access.device_id()
    tables = services().store.recent(device, 12) if device else []
    cards = [_card(edition) for edition in map(load_edition, edition_ids())]
    page = HomePage(
        editions=tuple(sorted((c for c in cards if c.id in _FIRST), key=lambda c: _FIRST.index(c.id))),
        more=tuple(card for card in cards if card.id not in _FIRST),
        tables=tuple(_line(table) for table in tables),
        code=code,
        join_fault=fault,
    )
    return render_template("home/home.html", page=page)


def _card(edition: Edition) -> EditionCard:
    picture, backdrop = mini(edition)
    return EditionCard(edition.id, title_of(edition.title), about(edition), picture, backdrop)


def _line(table: Table) -> TableLine:
    try:
        state, _entries = recording.current(table)
    except Unreadable as fault:
        request_log.unreadable(fault)
        title = title_of(load_edition(table.edition).title) if table.edition in edition_ids() else table.code
        return TableLine(table.code, title, (), _("This table cannot be shown"), "", False)
    names = {seat.id: seat.name for seat in state.seats}
    if state.revealed:
        final = final_sheet(table, state, wait=0.1)
        what = (
            won_words(final)
            if final
            else _("Counted")
            if state.result_shown
            else _("The result is not shown yet")
        )
    elif state.over:
        what = _("The last turn is played")
    elif state.last_round is not None:
        what = _("Last round")
    else:
        what = _("%(player)s is next", player=names.get(state.turn or "", ""))
    day = moment(table.created_at)
    when = "" if day.date() == datetime.now(day.tzinfo).date() else str(format_date(day, "d MMM"))
    colours = tuple(seat.colour for seat in state.seats)
    return TableLine(table.code, table_title(state), colours, what, when, state.revealed)


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
    return render_template("home/new.html", page=opening_page(_edition(edition)))


@blueprint.post("/new/<edition>")
def open_table(edition: str) -> str | Redirection | tuple[str, int]:
    """Open the table, or say what is missing."""
    rules = _edition(edition)
    done = open_from(rules, request.form)
    if isinstance(done, Table):
        metrics.TABLES.labels("form").inc()
        return redirect(url_for("table.table", code=done.code), 303)
    return render_template("home/new.html", page=opening_page(rules, request.form, done)), 400


def _edition(edition: str) -> Edition:
    if edition not in edition_ids():
        raise NotFound
    return load_edition(edition)


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
        "icons": [
            {"src": static_url("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": static_url(f"icons/{width}.png"), "sizes": f"{width}x{width}", "type": "image/png"}
                for width in (192, 512)
            ),
            {
                "src": static_url("icons/maskable-512.png"),
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "maskable",
            },
        ],
    }
    answer = jsonify(body)
    answer.mimetype = "application/manifest+json"
    return answer


@blueprint.get("/favicon.ico")
def favicon() -> Redirection:
    """Browsers ask for this address whatever the page says."""
    return redirect(url_for("static", filename="icon.svg"), 301)
