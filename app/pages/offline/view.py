"""
Without network: the service worker, the page it shows instead of others, and what every page tells it.

Browsers run service workers on https and on this machine itself. A table on plain http in the LAN does without: acts
wait on the phone all the same, only a page that is not open yet cannot be opened.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, current_app, make_response, render_template, url_for
from werkzeug.exceptions import NotFound

from app.web.config import TEMPLATES
from app.web.i18n import LANGUAGES, js_strings, language, speaking
from app.web.lean import lean
from app.web.static_files import static_url

blueprint = Blueprint("offline", __name__)

_FILES = (
    *(f"css/{name}.css" for name in ("tokens", "board", "look", "shell")),
    "js/offline/offline.js",
    *(f"js/shared/{name}.js" for name in ("faults", "shell", "dom", "i18n", "net", "outbox", "store")),
    "icon.svg",
)
"""What the page without network is made of; everything else is kept when a page that needs it was open."""


def strings_url() -> str:
    """Return the address of the scripts' strings in the page's language."""
    code = language()
    return url_for("settings.strings", code=code, v=js_strings(code)[1])


@blueprint.app_context_processor
def frame() -> dict[str, object]:
    """What base.html hands to ``shell.js``."""
    return {"strings_url": strings_url}


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """Return the service worker: its script with a hash of all that pages are made of, and what it fetches first."""
    first = [static_url(file) for file in _FILES]
    version = f"{current_app.config['STATIC_VERSION']}-{_templates()}"
    source = lean(Path(current_app.root_path, "static/js/sw.js").read_text("utf-8"), ".js")
    answer = make_response(
        f"const VERSION = {json.dumps(version)};\nconst FIRST = {json.dumps(first)};\n{source}"
    )
    answer.mimetype = "text/javascript"
    answer.headers["Cache-Control"] = "public, no-cache"
    answer.headers["Service-Worker-Allowed"] = "/"
    return answer


@cache
def _templates() -> str:
    """Return a hash of the templates: a page kept on a phone is renewed when they change."""
    digest = sha256()
    for path in sorted(TEMPLATES.rglob("*")):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


@blueprint.get("/offline/<code>")
def offline(code: str) -> Response:
    """Show that there is no network, in one language; the service worker keeps this page for later."""
    if code not in LANGUAGES:
        raise NotFound
    with speaking(code):
        answer = make_response(render_template("offline/offline.html"))
    answer.headers["Content-Language"] = code
    return answer
