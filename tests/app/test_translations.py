"""Nothing on a page stays in English when the page is Russian."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file

from app.web import i18n

PROJECT = Path(__file__).resolve().parents[2]
PYTHON = {"_": None, "gettext": None, "lazy_gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
SCRIPTS = {"t": None, "tn": (1, 2)}
JINJA = {"encoding": "utf-8", "newstyle_gettext": "true", "extensions": "jinja2.ext.i18n,jinja2.ext.do"}

Found = tuple[str, str | None, str]
"""Where, context, the first form of the message."""


def _messages(
    suffix: str, folder: str, method: str, keywords: dict[str, object] | None, options: dict[str, str]
) -> Iterator[Found]:
    for path in sorted((PROJECT / folder).rglob(f"*{suffix}")):
        words = {"keywords": keywords} if keywords else {}
        for _line, message, _comments, context in extract_from_file(method, path, options=options, **words):
            first = message[0] if isinstance(message, tuple) else message
            if first:
                yield path.relative_to(PROJECT).as_posix(), context, first


def page_messages() -> list[Found]:
    """Every message that the server says."""
    found = [
        *_messages(".html", "templates", "jinja2", None, JINJA),
        *_messages(".svg", "templates", "jinja2", None, JINJA),
    ]
    return [*found, *_messages(".py", "app", "python", PYTHON, {})]


def script_messages() -> list[Found]:
    """Every message that the scripts say."""
    return list(_messages(".js", "app/static/js", "javascript", SCRIPTS, {}))


def _known(js: bool) -> set[tuple[str | None, str]]:
    known = set()
    for area in i18n.areas():
        for message in i18n.catalogue("ru", area):
            strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
            if message.id and all(strings) and not message.fuzzy and area.startswith("js") == js:
                first = message.id[0] if isinstance(message.id, tuple) else message.id
                known.add((message.context, first))
    return known


def test_every_message_of_the_pages_has_its_russian() -> None:
    known = _known(js=False)
    missing = sorted(
        {(where, text) for where, context, text in page_messages() if (context, text) not in known}
    )
    assert not missing, "\n".join(f"{where}: {text}" for where, text in missing)


def test_every_message_of_the_scripts_has_its_russian() -> None:
    known = _known(js=True)
    missing = sorted(
        {(where, text) for where, _context, text in script_messages() if (None, text) not in known}
    )
    assert not missing, "\n".join(f"{where}: {text}" for where, text in missing)


def test_plurals_have_all_three_forms() -> None:
    for area in i18n.areas():
        for message in i18n.catalogue("ru", area):
            if isinstance(message.id, tuple):
                assert len(message.string) == 3, (area, message.id)
                assert all(message.string), (area, message.id)


def test_placeholders_survive_translation() -> None:
    names = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")
    for area in i18n.areas():
        for message in i18n.catalogue("ru", area):
            if not message.id:
                continue
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
            wanted = {a or b for text in ids for a, b in names.findall(text)}
            for text in strings:
                assert {a or b for a, b in names.findall(text)} <= wanted, (area, text)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_scripts_get_their_strings_as_json(language: str) -> None:
    body, version = i18n.js_strings(language)
    assert len(version) == 12
    assert ("Занимает {player}" in body) == (language == "ru")
