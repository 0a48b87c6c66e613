"""
What protects every page alike: headers, form tokens, errors as JSON.

Nothing here forces https: a table in the living room runs on plain http. Cookies are marked *secure* exactly when the
request came over https.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit

from flask import Flask, Response, g, jsonify, request, session
from flask.json.provider import DefaultJSONProvider
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_babel import gettext
from flask_compress import Compress
from gunicorn.http.errors import ParseException  # type: ignore[import-untyped]
from itsdangerous import URLSafeTimedSerializer
from markupsafe import Markup
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.middleware.proxy_fix import ProxyFix

from app.web.signing import ClockSigner
from solver.checking.faults import be_brief

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_YEAR = 365 * 24 * 3600
_SAFE = ("GET", "HEAD", "OPTIONS")
_OPEN = ("api_questions",)
"""Blueprints that read no cookie and write nothing: pages of other sites may use them."""
_API = ("live", "api_tables")
"""Blueprints that take no forms."""
FIELD = "csrf_token"
HEADER = "X-Stationmaster"
"""A header that a foreign page cannot send without asking first; scripts send it with every request that writes."""
_FORM = 50_000
"""Bytes of a form around a file."""
_HEARD = 64_000_000
"""Bytes of a body that is too large which are read all the same, and thrown away."""


def init_app(app: Flask, *, proxies: int, body_limit: int) -> None:
    """Protect an app: cookies, limits, headers, form tokens, compression."""
    app.config.update(
        SESSION_COOKIE_NAME="stationmaster",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=_YEAR,
        MAX_CONTENT_LENGTH=body_limit,
        MAX_FORM_MEMORY_SIZE=body_limit,
        MAX_FORM_PARTS=500,
        COMPRESS_MIMETYPES=[
            "text/html", "text/css", "text/plain", "text/javascript", "text/csv", "image/svg+xml",
            "application/json", "application/problem+json", "application/manifest+json", "application/x-ndjson",
        ],  # never text/event-stream: a compressor holds events back
        COMPRESS_ALGORITHM=["br", "zstd", "gzip", "deflate"],  # the first that a browser takes: br makes pages lightest
        COMPRESS_BR_LEVEL=5,  # from here on it looks for context; a table page costs 10 ms
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
    )  # fmt: skip
    app.session_interface = _Sessions()
    app.json = _Json(app)
    app.wsgi_app = _whole_bodies(_Hosts(app.wsgi_app))  # type: ignore[method-assign, assignment]
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies, proxies, proxies)  # type: ignore[method-assign]
    Compress(app)
    app.before_request(be_brief)
    app.teardown_request(lambda _error: be_brief(False))
    app.before_request(_check_origin)
    app.after_request(_add_headers)
    app.after_request(_hear_out)
    app.jinja_env.globals.update(csrf_field=csrf_field, csrf_token=csrf_token, csp_nonce=csp_nonce)


def _whole_bodies(inner: WSGIApplication) -> WSGIApplication:
    """
    Let nobody read half a body as if it were whole.

    The server promises that its stream ends with the body, and breaks that where the sender hangs up or has no time
    left. Without the promise the stream is read as far as its length says, and too little of it is a bad request.
    A body in chunks says itself where it ends, and the server sees to that.
    """

    def call(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ.get("CONTENT_LENGTH"):
            environ.pop("wsgi.input_terminated", None)
        return inner(environ, start)

    return call


class _Hosts:
    """Refuses a request for a host whose name cannot be one: no address can be made with it, not even of an error page."""

    def __init__(self, inner: WSGIApplication) -> None:
        self.inner = inner

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer as the app does, unless the name is nonsense."""
        try:
            environ.get("HTTP_HOST", "").rpartition(":")[0].encode("idna")
            environ.get("HTTP_HOST", "").encode("idna")
        except UnicodeError:
            return Response("The host of this address cannot be.\n", 400, mimetype="text/plain")(
                environ, start
            )
        return self.inner(environ, start)


class _Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie: *secure* exactly on https, renewed by pages and not by what pages fetch."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs cookies; a cookie from before the clock was set back is as good as ever."""
        found = super().get_signing_serializer(app)
        if found is not None:
            found.signer = ClockSigner
        return found

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Keep the session out of what everybody may keep: no cookie in a public answer, and no copy for each cookie."""
        if not response.cache_control.public:
            super().save_session(app, session, response)

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:  # noqa: ARG002
        fetched = request.endpoint == "static" or request.blueprint in (*_API, *_OPEN, "api_library")
        return session.modified or (session.permanent and not fetched)


class _Json(DefaultJSONProvider):
    """Flask's JSON, strict in what it reads: what is no JSON is a bad request, never an error of ours."""

    ensure_ascii = False

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """Write JSON; half a surrogate pair, which no encoding can carry, is escaped."""
        text = super().dumps(obj, **kwargs)
        try:
            text.encode()
        except UnicodeEncodeError:
            return super().dumps(obj, **{**kwargs, "ensure_ascii": True})
        return text

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Read JSON; NaN and Infinity are none, and nesting has an end."""
        try:
            return super().loads(s, parse_constant=_no_number, **kwargs)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")


def make_room(size: int) -> None:
    """
    Let a request carry a file of so many bytes, and a form around it.

    To be called before anything reads the body, by a preprocessor of the blueprint.
    """
    request.max_content_length = size + _FORM
    request.max_form_memory_size = size + _FORM


# Forms and scripts that write --------------------------------------------------------------------------------------


def csrf_token() -> str:
    """Return a form token of this session. It differs each time, so that compression cannot betray it."""
    salt = secrets.token_hex(8)
    return f"{salt}{_mac(salt)}"


def csrf_field() -> Markup:
    """Return the hidden field that every form which posts must carry."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, csrf_token())


def _mac(salt: str) -> str:
    if "csrf" not in session:
        session.permanent = True
        session["csrf"] = secrets.token_hex(16)
    return hmac.new(session["csrf"].encode(), salt.encode(), hashlib.sha256).hexdigest()[:32]


def _valid_token(token: str) -> bool:
    return len(token) == 48 and hmac.compare_digest(token[16:], _mac(token[:16]))


def _check_origin() -> None:
    """Refuse a request that writes unless it comes from a page of this app."""
    if request.method in _SAFE or request.blueprint in _OPEN or request.routing_exception is not None:
        return
    if request.is_json or request.blueprint in _API:
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise Forbidden(gettext("This request came from another site."))
        if origin is None and HEADER not in request.headers:
            raise Forbidden(gettext("This request does not say that it comes from a page of this site."))
    elif not _valid_token(request.form.get(FIELD, "")):
        raise BadRequest(gettext("This form is too old. Go back, load the page again and repeat it."))


# Headers -----------------------------------------------------------------------------------------------------------


def csp_nonce() -> str:
    """Return the nonce of this answer, for the rare page that cannot do without an inline style or script."""
    if "csp_nonce" not in g:
        g.csp_nonce = secrets.token_urlsafe(12)
    return str(g.csp_nonce)


def _policy() -> str:
    nonce = f" 'nonce-{g.csp_nonce}'" if "csp_nonce" in g else ""
    return (
        f"default-src 'self'; script-src 'self'{nonce}; style-src 'self'{nonce}; img-src 'self' data: blob:; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    )


def _add_headers(response: Response) -> Response:
    headers = response.headers
    headers.setdefault("Content-Security-Policy", _policy())
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("X-Frame-Options", "DENY")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
    if "Cache-Control" not in headers:
        headers["Cache-Control"] = "private, no-cache"
    return response


def _hear_out(response: Response) -> Response:
    """Read what is too large to its end: a browser that is cut off while it sends never reads the answer."""
    if response.status_code == 413:
        body, left = request.environ["wsgi.input"], _HEARD
        with contextlib.suppress(
            OSError, ParseException
        ):  # the sender hung up, took too long, or sends nonsense
            while left > 0 and (part := body.read(min(left, 65_536))):
                left -= len(part)
    return response


# Errors as JSON ----------------------------------------------------------------------------------------------------


def problem(status: int, title: str, *, kind: str = "about:blank", **more: Any) -> Response:
    """Return an error as ``application/problem+json`` (RFC 9457)."""
    answer = jsonify({"type": kind, "status": status, "title": title, **more})
    answer.status_code = status
    answer.mimetype = "application/problem+json"
    answer.headers["Cache-Control"] = "no-store"
    return answer


def wants_json() -> bool:
    """Whether the caller reads JSON rather than pages."""
    if request.is_json or request.path.startswith("/api/"):
        return True
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"
