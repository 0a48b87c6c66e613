"""The rulings: questions people ask at the table, with a search box and a filter by edition."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from app.i18n import gettext as _
from app.i18n import language, title_of
from app.pages_rulings import rulings_page
from solver.game.load import edition_ids, load_edition

blueprint = Blueprint("rulings", __name__)


@blueprint.get("/rulings")
def rulings() -> str:
    """Show the rulings that fit what was typed and the edition that was chosen."""
    query = request.args.get("q", "")[:80]
    wanted = request.args.get("edition", "")
    editions = [(edition, title_of(load_edition(edition).title)) for edition in edition_ids()]
    page = rulings_page(language(), query, wanted if wanted in dict(editions) else "", editions)
    return render_template(
        "rulings/rulings.html",
        page=page,
        status_title=status_title,
        edition_title=edition_title,
    )


def status_title(status: str) -> str:
    """Return how sure a ruling is, in a word."""
    known = {"official": _("official"), "derived": _("follows from the rules"), "open": _("open question")}
    return str(known[status])


def edition_title(edition: str) -> str:
    """Return an edition's title; an edition that the app does not know is named by its id."""
    if edition in edition_ids():
        return title_of(load_edition(edition).title)
    return _("all editions") if edition == "all" else edition.replace("_", " ").replace("-", " ").title()
