"""
Settings of one browser: language, light or dark, quick mode. All of them live in cookies, none on the server.

The blueprint also gives every template what the frame of a page needs: the chosen theme, the address that switches the
language, whether quick mode is on.
"""

from __future__ import annotations

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Redirection

from app.pages.settings.page import SettingsPage
from app.web import i18n
from app.web.config import version
from app.web.forms import local_address

blueprint = Blueprint("settings", __name__)

THEMES = ("system", "light", "dark")
_YEAR = 365 * 24 * 3600


def theme() -> str:
    """Return the theme this browser has chosen, or an empty string when it follows the system."""
    chosen = request.cookies.get("theme", "")
    return chosen if chosen in ("light", "dark") else ""


def quick() -> bool:
    """Whether a tap on a route claims it at once (with Undo) instead of asking for one more tap."""
    return request.cookies.get("quick", "") == "1"


def language_url(code: str) -> str:
    """Return the address that switches this browser to a language and comes back to the page being shown."""
    return url_for("settings.choose_language", code=code, next=_here())


@blueprint.app_context_processor
def frame() -> dict[str, object]:
    """Everything that base.html reads besides the page itself."""
    rulings = "rulings.rulings" in current_app.view_functions
    return {
        "theme": theme(),
        "quick": quick(),
        "language_url": language_url,
        "rulings_url": url_for("rulings.rulings") if rulings else "",
    }


@blueprint.get("/settings")
def settings() -> str:
    """Show the settings."""
    return render_template(
        "settings/settings.html",
        page=SettingsPage(
            theme=theme() or "system", quick=quick(), themes=THEMES, back=_back(), version=version()
        ),
    )


@blueprint.post("/settings")
def save() -> Redirection:
    """Keep what was chosen and come back."""
    answer = redirect(url_for("settings.settings", next=_back()), 303)
    chosen = request.form.get("theme", "system")
    if chosen in THEMES:
        _keep(answer, "theme", chosen)
    _keep(answer, "quick", "1" if request.form.get("quick") else "0")
    if request.form.get("language", "") in i18n.LANGUAGES:
        _keep(answer, i18n.COOKIE, request.form["language"])
    return answer


@blueprint.get("/language/<code>")
def choose_language(code: str) -> Redirection:
    """Switch the language by a plain link. It changes how pages read and nothing else, so GET will do."""
    if code not in i18n.LANGUAGES:
        raise NotFound
    answer = redirect(_back(), 303)
    _keep(answer, i18n.COOKIE, code)
    return answer


@blueprint.get("/strings/<code>.json")
def strings(code: str) -> Response:
    """Return the strings of the scripts in one language; the address carries a hash, so it may be kept for ever."""
    if code not in i18n.LANGUAGES:
        raise NotFound
    body, version = i18n.js_strings(code)
    answer = make_response(body)
    answer.content_type = "application/json; charset=utf-8"
    if request.args.get("v") == version:
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer


def _keep(answer: Redirection, name: str, value: str) -> None:
    answer.set_cookie(name, value, max_age=_YEAR, samesite="Lax", path="/")


def _here() -> str:
    return request.full_path.rstrip("?") if request.method == "GET" else request.path


def _back() -> str:
    """Return the page to go back to: only ever an address of this app."""
    return local_address(request.values.get("next", ""), url_for("home.home"))
