"""
What the page of rulings may read: questions people ask at the table, their answers and the rule behind each.

The data lie in ``maps/rulings/<topic>.json``. A ruling may name in ``explains`` the codes of objections and the lines of
the sheet that it explains; ``ruling_links`` finds them from there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from app.presenting.search import fold

STATUSES = ("official", "derived", "open")
LAST = "boards"
"""The topic that comes last: it is about boards that this app does not keep."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling in one language."""

    id: str
    topic: str
    editions: tuple[str, ...]
    question: str
    answer: str
    rule: str
    status: str
    sources: tuple[str, ...]
    explains: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """The fragment under which the page shows this ruling."""
        return self.id.lower()


@dataclass(frozen=True, slots=True)
class RulingLink:
    """A way from a verdict to the ruling that explains it."""

    anchor: str
    question: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a filter."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RulingsPage:
    """All that ``rulings/rulings.html`` reads."""

    query: str
    edition: str
    editions: tuple[Choice, ...]
    topics: tuple[tuple[str, str, tuple[Ruling, ...]], ...]
    shown: int
    total: int


@cache
def _raw() -> tuple[tuple[str, Mapping[str, Any]], ...]:
    folder = resources.files("maps").joinpath("rulings")
    if not folder.is_dir():
        return ()
    found: list[tuple[str, Mapping[str, Any]]] = []
    for file in sorted(folder.iterdir(), key=lambda f: (f.name == f"{LAST}.json", f.name)):
        if not file.name.endswith(".json") or file.name == "sources.json":
            continue
        data = json.loads(file.read_text(encoding="utf-8"))
        topic = file.name.removesuffix(".json")
        found.extend((topic, ruling) for ruling in data["rulings"])
    return tuple(found)


@cache
def _titles() -> Mapping[str, Mapping[str, str]]:
    folder = resources.files("maps").joinpath("rulings")
    return {
        topic: json.loads(folder.joinpath(f"{topic}.json").read_text(encoding="utf-8"))["title"]
        for topic in dict.fromkeys(topic for topic, _ruling in _raw())
    }


@cache
def _sources() -> Mapping[str, Mapping[str, str] | str]:
    file = resources.files("maps").joinpath("rulings", "sources.json")
    if not file.is_file():
        return {}
    data = json.loads(file.read_text(encoding="utf-8"))
    return dict(data.get("sources", data))


def _in(words: Mapping[str, str] | str, language: str) -> str:
    if isinstance(words, str):
        return words
    return words.get(language) or words.get("en", "")


@cache
def all_rulings(language: str) -> tuple[Ruling, ...]:
    """Return every ruling in one language, in the order of the topic files."""
    sources = _sources()
    return tuple(
        Ruling(
            id=raw["id"],
            topic=topic,
            editions=tuple(raw["editions"]),
            question=_in(raw["question"], language),
            answer=_in(raw["answer"], language),
            rule=_in(raw["rule"], language),
            status=raw["status"] if raw["status"] in STATUSES else "derived",
            sources=tuple(_in(sources.get(key, key), language) for key in raw.get("source", ())),
            explains=tuple(raw.get("explains", ())),
        )
        for topic, raw in _raw()
    )


def ruling_links(
    code: str, language: str, edition: str | None = None, *, most: int = 3
) -> tuple[RulingLink, ...]:
    """
    Return the rulings that explain an objection, a note or a line of the sheet.

    Parameters
    ----------
    code
        The code of an objection or note (``parallel-closed``), or a line of the sheet (``longest_trail``).
    edition
        When given, rulings of other editions are left out.
    most
        At most so many.
    """
    found = [
        RulingLink(ruling.anchor, ruling.question)
        for ruling in all_rulings(language)
        if code in ruling.explains and (edition is None or _concerns(ruling, edition))
    ]
    return tuple(found[:most])


def _concerns(ruling: Ruling, edition: str) -> bool:
    """Whether a ruling holds for an edition; ``usa`` covers ``usa-1910`` and the like."""
    return "all" in ruling.editions or any(
        edition == known or edition.startswith(f"{known}-") for known in ruling.editions
    )


def find_rulings(language: str, query: str = "", edition: str = "") -> tuple[Ruling, ...]:
    """Return the rulings in which every word of the query occurs (as the beginning of a word is enough)."""
    words = fold(query).split()

    def matches(ruling: Ruling) -> bool:
        if edition and not _concerns(ruling, edition):
            return False
        text = fold(f"{ruling.id} {ruling.question} {ruling.answer} {ruling.rule}")
        return all(word in text for word in words)

    return tuple(ruling for ruling in all_rulings(language) if matches(ruling))


def rulings_page(language: str, query: str, edition: str, editions: Iterable[tuple[str, str]]) -> RulingsPage:
    """Return what the page shows for one search."""
    found = find_rulings(language, query, edition)
    topics = tuple(dict.fromkeys(ruling.topic for ruling in found))
    return RulingsPage(
        query=query,
        edition=edition,
        editions=tuple(Choice(value, title, value == edition) for value, title in editions),
        topics=tuple(
            (topic, _in(_titles()[topic], language), tuple(r for r in found if r.topic == topic))
            for topic in topics
        ),
        shown=len(found),
        total=len(all_rulings(language)),
    )
