"""
Everything about language: one module, so that no page thinks about it.

English is the msgid. Every area of the pages keeps its Russian in ``app/translations/<area>/ru.po``; all of them are
merged in memory when the first page asks, so no compiled catalogue is ever committed. Areas whose name begins with
``js`` hold the strings of the ES modules and are also served to the browser as one JSON a language
(``js_strings``), where a plural is a list in the order of ``Intl.PluralRules``' categories ``one, few, many``.

The page's language comes from the cookie ``language`` (set by the link on every page), else from what the browser
asks for, else it is English. Days and times are written in the time zone of the cookie ``zone`` (``static/js/shared/zone.js``
sets it), else in universal time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import tzinfo
from functools import cache
from hashlib import sha256
from importlib import resources
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import Flask, g, has_app_context, request
from flask_babel import Babel, Domain, force_locale, get_locale
from markupsafe import Markup
from pytz import UnknownTimeZoneError, timezone  # type: ignore[import-untyped]

from solver.game import naming
from solver.game.edition import Board, Words
from solver.words.say import Text, say, signed

LANGUAGES: Mapping[str, str] = {"en": "English", "ru": "Русский"}
"""The languages of the pages, each by the name its speakers give it."""

T = TypeVar("T", bound=str)

COOKIE = "language"
ZONE_COOKIE = "zone"


def gettext(message: str, **values: object) -> str:
    """Return a message in the page's language; ``%(name)s`` stands for a value."""
    text = str(_speech().words.ugettext(message))
    return true_minus(text % values, values.values()) if values else text


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """Return a counted message in the page's language; ``%(num)d`` stands for the number."""
    text = str(_speech().words.ungettext(one, many, abs(num)))
    return true_minus(text % {"num": num, **values}, (num, *values.values()))


def pgettext(context: str, message: str, **values: object) -> str:
    """Return a message that means different things in different places, for one of them."""
    text = str(_speech().words.upgettext(context, message))
    return true_minus(text % values, values.values()) if values else text


def true_minus(text: T, numbers: Iterable[object]) -> T:
    """Return a text in which those of the numbers that are below zero have a true minus sign, as in the tables."""
    for number in numbers:
        if isinstance(number, int) and number < 0:
            text = type(text)(re.sub(rf"(?<!\w){number}(?!\d)", signed(number), text))
    return text


def init_app(app: Flask) -> None:
    """Give the app its languages, and every template ``place_name``, ``say_text``, ``language`` and ``title_of``."""
    _MergedBabel(app, default_locale="en", locale_selector=_chosen, timezone_selector=_zone)
    app.jinja_env.globals.update(
        place_name=place_name,
        title_of=title_of,
        language=language,
        languages=LANGUAGES,
        colour_name=colour_name,
        _=_say,
        gettext=_say,
        ngettext=_say_counted,
        pgettext=_say_in_context,
    )
    app.jinja_env.filters["signed"] = signed


def _say(message: str, **values: object) -> str:
    """Return what templates call for a message: every value is escaped; ``%%`` is a percent sign in each."""
    return _markup(_speech().words.ugettext(message), values)


def _say_counted(one: str, many: str, num: int, **values: object) -> str:
    """Return what templates call for a counted message: minus two points are as many as two are."""
    return _markup(_speech().words.ungettext(one, many, abs(num)), {"num": num, **values})


def _say_in_context(context: str, message: str, **values: object) -> str:
    return _markup(_speech().words.upgettext(context, message), values)


def _markup(text: str, values: Mapping[str, object]) -> Markup:
    if not values and "%" not in text:
        return Markup(text)
    return true_minus(Markup(text) % values, values.values())


class _Speech(NamedTuple):
    """The language of a page, and everything that can be said in it."""

    language: str
    words: Translations


def _speech() -> _Speech:
    """Return what the page is written in, found out once a request: a page says hundreds of messages."""
    if not has_app_context():
        return _Speech("en", translations("en"))
    kept = g._get_current_object()  # four times as fast as through the proxy
    found: _Speech | None = kept.get("speech")
    if found is None:
        locale = get_locale()
        chosen = locale.language if locale is not None and locale.language in LANGUAGES else "en"
        found = kept.speech = _Speech(chosen, translations(chosen))
    return found


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Write what is made in the block in this language, whatever the browser asks for."""
    before = g.pop("speech", None)
    try:
        with force_locale(language):
            yield
    finally:
        g.pop("speech", None)
        if before is not None:
            g.speech = before


def language() -> str:
    """Return the language of the page being made: ``en`` or ``ru``."""
    return _speech().language


def _chosen() -> str:
    asked = request.args.get("lang", "") if request.path.startswith("/api/") else ""
    if asked in LANGUAGES:
        return asked
    wanted = request.cookies.get(COOKIE, "")
    return wanted if wanted in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES)) or "en"


def _zone() -> tzinfo | None:
    try:
        found: tzinfo = timezone(request.cookies.get(ZONE_COOKIE, "UTC")[:60])
    except UnknownTimeZoneError:
        return None
    return found


class _MergedDomain(Domain):  # type: ignore[misc]
    """Flask-Babel's domain, fed from the merged catalogues instead of from compiled files."""

    def get_translations(self) -> Translations:
        return translations(language())


class _MergedBabel(Babel):  # type: ignore[misc]
    @property
    def domain_instance(self) -> Domain:
        return _MergedDomain()


@cache
def catalogue(language: str, area: str) -> Catalog:
    """Return one area's catalogue as it lies in the tree; empty where the area has none in this language."""
    path = resources.files("app").joinpath("translations", area, f"{language}.po")
    if not path.is_file():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=area)


@cache
def areas() -> tuple[str, ...]:
    """Return the names of all areas, sorted."""
    root = resources.files("app").joinpath("translations")
    return tuple(sorted(path.name for path in root.iterdir() if path.is_dir()))


@cache
def translations(language: str) -> Translations:
    """Return all areas of one language merged into one catalogue; English answers with the msgids themselves."""
    merged = Catalog(locale=language, fuzzy=False)
    for area in areas():
        for message in catalogue(language, area):
            if message.id and message.string:
                merged.add(message.id, message.string, context=message.context)
    compiled = BytesIO()
    write_mo(compiled, merged)
    compiled.seek(0)
    return Translations(compiled)


@cache
def js_strings(language: str) -> tuple[str, str]:
    """Return the strings of the ES modules as JSON, and a short hash of it for the address."""
    found: dict[str, str | list[str]] = {}
    for area in areas():
        if area.startswith("js"):
            for message in catalogue(language, area):
                if message.id and message.string:
                    key = message.id if isinstance(message.id, str) else message.id[0]
                    found[key] = message.string if isinstance(message.string, str) else list(message.string)
    body = json.dumps({"language": language, "strings": found}, ensure_ascii=False, sort_keys=True)
    return body, sha256(body.encode()).hexdigest()[:12]


def place_name(board: Board, place: str) -> str:
    """Return the printed name of a city or country in the page's language."""
    return board.name(place, language())


def title_of(words: Words) -> str:
    """Return a title given in several languages in the page's language."""
    return words.get(language()) or words.get("en") or next(iter(words.values()), "")


def colour_name(colour: str) -> str:
    """Return the word for a route's or player's colour, as a route or a set of trains is called (masculine in Russian)."""
    return _COLOURS[colour]() if colour in _COLOURS else colour


_COLOURS: Mapping[str, Callable[[], str]] = {
    "red": lambda: gettext("red"),
    "blue": lambda: gettext("blue"),
    "green": lambda: gettext("green"),
    "yellow": lambda: gettext("yellow"),
    "orange": lambda: gettext("orange"),
    "purple": lambda: gettext("purple"),
    "violet": lambda: gettext("violet"),
    "black": lambda: gettext("black"),
    "white": lambda: gettext("white"),
    "gray": lambda: gettext("grey"),
}


def between(ends: Iterable[str]) -> str:
    """Return ``Berlin – Warszawa``; in Russian, where no line may begin with a dash, it stays with the name before it."""
    return ("\N{NO-BREAK SPACE}– " if language() == "ru" else " – ").join(ends)


def route_name(board: Board, route: str) -> str:
    """Return a route's name in the page's language, the same as the library's: ``Boston – Montréal (grey 2)``."""
    return _unbroken(naming.route_name(board, route, language()))


def pair_name(board: Board, route: str) -> str:
    """Return a route's two cities without what tells it apart from others between them."""
    return _unbroken(naming.pair_name(board, route, language()))


def route_mark(board: Board, route: str) -> str:
    """Return what tells a route apart from others between the same cities, ``grey 2``; empty where there is none."""
    return naming.route_mark(board, route, language())


def route_colour(board: Board, route: str) -> str:
    """Return a route's colour, numbered where another one between the same cities has it too."""
    return route_mark(board, route) or colour_name(board.routes[route].colour)


def _unbroken(name: str) -> str:
    return between(name.split(" – "))


def say_text(text: Text | None, board: Board | None = None, players: Mapping[str, str] | None = None) -> str:
    """Return a sentence of the library in the page's language, with the names of places, routes and players in it."""
    if text is None:
        return ""

    def name(kind: str, key: str) -> Any:
        if kind == "p":
            return (players or {}).get(key, key)
        if kind == "k":
            return colour_name(key)
        if board is None:
            return key
        return route_name(board, key) if kind == "r" else place_name(board, key)

    return say(text, language(), name)
