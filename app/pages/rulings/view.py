"""The rulings: questions people ask at the table, with a search box and a filter by edition."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from app.pages.rulings.page import rulings_page
from app.web.i18n import gettext as _
from app.web.i18n import language, title_of
from solver.formats.load import edition_ids, load_edition

blueprint = Blueprint("rulings", __name__)


@blueprint.app_context_processor
def marks() -> dict[str, object]:
    """Let every page that links to a ruling say where its answer comes from."""
    return {"ruling_status": status_title}


@blueprint.get("/rulings")
def rulings() -> str:
    """Show the rulings that fit what was typed and the edition that was chosen."""
    query = request.args.get("q", "")[:80]
    wanted = request.args.get("edition", "")
    editions = [(edition, title_of(load_edition(edition).title)) for edition in edition_ids()]
    page = rulings_page(language(), query, wanted if wanted in dict(editions) else "", editions)
    return render_template("rulings/rulings.html", page=page)


def status_title(status: str) -> str:
    """Return where a ruling comes from, in a few words: a rulebook, another text, other people, or nothing yet."""
    known = {
        "official": _("official"),
        "given": _("this edition’s own rules"),
        "platform": _("official, as Board Game Arena plays it"),
        "derived": _("follows from the rules"),
        "community": _("from players or programs, in no rulebook"),
        "open": _("open question"),
        "app": _("about this app"),
    }
    return str(known[status])
