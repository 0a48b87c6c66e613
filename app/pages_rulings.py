"""
What the page of rulings may read: questions people ask at the table, their answers and the rule behind each.

The data lie in ``maps/rulings/<topic>.json``. Which rulings explain an objection, a line of the sheet, a verdict or any
other answer is one table, ``maps/rulings/links.json``: the ruling that fits best comes first. ``ruling_links`` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from app.presenting.ruling_search import matches, wanted

STATUSES = ("official", "given", "platform", "derived", "community", "open", "app")
"""Where an answer comes from; what each means is written in ``maps/FORMAT.md``."""
LAST = ("record", "boards")
"""The topics that come last: how this app keeps a record, and boards that it does not keep."""
NO_TOPICS = ("sources.json", "links.json", "words.json")


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
    topics = [f.name.removesuffix(".json") for f in folder.iterdir() if f.name not in NO_TOPICS]
    for topic in sorted(topics, key=lambda name: (LAST.index(name) + 1 if name in LAST else 0, name)):
        data = json.loads(folder.joinpath(f"{topic}.json").read_text(encoding="utf-8"))
        found.extend((topic, ruling) for ruling in data["rulings"])
    return tuple(found)


@cache
def link_table() -> Mapping[str, tuple[str, ...]]:
    """Return for every code the ids of the rulings that explain it, the best first."""
    file = resources.files("maps").joinpath("rulings", "links.json")
    groups = json.loads(file.read_text(encoding="utf-8"))
    return {code: tuple(ids) for rows in groups.values() for code, ids in rows.items()}


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
            status=raw["status"],
            sources=tuple(_in(sources.get(key, key), language) for key in raw.get("source", ())),
        )
        for topic, raw in _raw()
    )


@cache
def _by_id(language: str) -> Mapping[str, Ruling]:
    return {ruling.id: ruling for ruling in all_rulings(language)}


def ruling_links(
    codes: str | Sequence[str], language: str, edition: str | None = None, *, most: int = 3
) -> tuple[RulingLink, ...]:
    """
    Return the rulings that explain an objection, a note, a line of the sheet or another answer, the best first.

    Parameters
    ----------
    codes
        A key of ``maps/rulings/links.json``, such as the code of an objection (``parallel-closed``) or a line of the
        sheet (``longest_trail``); or several, the one that matters most first.
    edition
        When given, rulings of other editions are left out.
    most
        At most so many.
    """
    found: dict[str, RulingLink] = {}
    known, table = _by_id(language), link_table()
    for code in [codes] if isinstance(codes, str) else codes:
        for ruling in (known[ruling_id] for ruling_id in table.get(code, ())):
            if edition is None or _concerns(ruling, edition):
                found.setdefault(ruling.id, RulingLink(ruling.anchor, ruling.question))
    return tuple(found.values())[:most]


def _concerns(ruling: Ruling, edition: str) -> bool:
    """Whether a ruling holds for an edition; ``usa`` covers ``usa-1910`` and the like."""
    return "all" in ruling.editions or any(
        edition == known or edition.startswith(f"{known}-") for known in ruling.editions
    )


def find_rulings(language: str, query: str = "", edition: str = "") -> tuple[Ruling, ...]:
    """Return the rulings in which every word of the query occurs, as it was typed or as the rulings say it."""
    every = [ruling for ruling in all_rulings(language) if not edition or _concerns(ruling, edition)]
    named = tuple(ruling for ruling in every if ruling.anchor == query.strip().casefold())
    if named:
        return named
    asked = wanted(query)

    def text(ruling: Ruling) -> str:
        title = _in(_titles()[ruling.topic], language)
        return f"{ruling.id} {title} {ruling.question} {ruling.answer} {ruling.rule}"

    return tuple(ruling for ruling in every if matches(text(ruling), asked))


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
