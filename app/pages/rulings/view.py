"""The rulings: questions people ask at the table, with a search box and a filter by edition."""

from __future__ import annotations

from functools import cache

from flask import (
    Blueprint,
    Response,
    current_app,
    get_template_attribute,
    make_response,
    render_template,
    request,
)
from markupsafe import Markup

from app.pages.rulings.page import RulingsPage, rulings_page
from app.web.conditional import unless_known
from app.web.i18n import gettext as _
from app.web.i18n import language, title_of
from solver.formats.load import edition_ids, load_edition

blueprint = Blueprint("rulings", __name__)


@blueprint.app_context_processor
def marks() -> dict[str, object]:
    """Let every page that links to a ruling say where its answer comes from."""
    return {"ruling_status": status_title}


@blueprint.get("/rulings")
def rulings() -> Response:
    """Show the rulings that fit what was typed and the edition that was chosen."""
    query = request.args.get("q", "")[:80]
    wanted = request.args.get("edition", "")
    editions = [(edition, title_of(load_edition(edition).title)) for edition in edition_ids()]
    page = rulings_page(language(), query, wanted if wanted in dict(editions) else "", editions)
    found = _listed(page) if query or current_app.debug else _listed_once(language(), page.edition)
    return unless_known(make_response(render_template("rulings/rulings.html", page=page, found=found)))


def _listed(page: RulingsPage) -> Markup:
    """Return the rulings of a page, by topic."""
    write = get_template_attribute("rulings/_topics.html", "topics")
    return Markup(write(page, status_title))


@cache
def _listed_once(language: str, edition: str) -> Markup:
    """Return the rulings of an edition in the page's language: they change with the program alone."""
    return _listed(rulings_page(language, "", edition, ()))


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
