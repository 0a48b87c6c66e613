"""
Sentences for people, in Russian and English.

The library never builds a sentence where a fact is found: it makes a ``Text``, a stable code with the facts in it
(city ids, numbers, names of players). ``say`` turns it into a sentence of one language. The sentences live in
``solver/sentences/<language>.json``; plural forms are written out there as
``{trains|one=вагон|few=вагона|many=вагонов}`` after the number, and ``{city:c}`` looks up the name of a city.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "ru")


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence that is not yet in any language: its code and the facts that fill it."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@cache
def sentences(language: str) -> Mapping[str, str]:
    """Return the sentences of one language by code."""
    found = (resources.files("solver") / "sentences" / f"{language}.json").read_text(encoding="utf-8")
    return dict(json.loads(found))


def plural(language: str, number: int) -> str:
    """Return the CLDR plural category of a whole number: ``one``, ``few``, ``many`` (ru) or ``one``, ``other`` (en)."""
    n = abs(number)
    if language == "en":
        return "one" if n == 1 else "other"
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


_PLACE = re.compile(r"\{(?P<key>[a-z_]+)(?::(?P<how>[a-z]+))?(?P<forms>(?:\|[a-z]+=[^|}]*)+)?\}")


def say(text: Text, language: str, name: Callable[[str, str], str] = lambda _kind, key: key) -> str:
    """
    Return the sentence of a text in one language.

    ``name(kind, id)`` gives the printed name of a thing: kind ``c`` for a city, ``r`` for a route, ``p`` for a player,
    ``k`` for a colour. Lists are joined with commas and the word for *and*.
    """

    def fill(match: re.Match[str]) -> str:
        value = text.facts[match["key"]]
        if match["forms"]:
            forms = dict(form.split("=", 1) for form in match["forms"][1:].split("|"))
            return forms[plural(language, int(value))]
        how = match["how"]
        if isinstance(value, Text):
            return say(value, language, name)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return enumerate_words([_word(part, how, language, name) for part in value], language)
        return _word(value, how, language, name)

    return _PLACE.sub(fill, sentences(language)[text.code])


def signed(number: int) -> str:
    """Return a number as people write it: below zero with a true minus sign."""
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


def _word(value: Any, how: str | None, language: str, name: Callable[[str, str], str]) -> str:
    if isinstance(value, Text):
        return say(value, language, name)
    if isinstance(value, int) and not how:
        return signed(value)
    return name(how, str(value)) if how else str(value)


def enumerate_words(words: Sequence[str], language: str) -> str:
    """Join words as a sentence does: ``a, b and c``."""
    joiner = {"en": " and ", "ru": " и "}[language]
    return joiner.join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
