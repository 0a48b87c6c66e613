"""
What the page of rulings may read: questions people ask at the table, their answers and the rule behind each.

The rulings are those of ``solver.rulings.book``. Which of them explain an objection, a line of the sheet, a verdict or
any other answer is one table, ``maps/rulings/links.json``: the ruling that fits best comes first. ``ruling_links`` reads
it; where no ruling fits there is no link.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from app.words.ruling_links import RulingLink, ruling_links, words_in
from app.words.ruling_search import Found, Searched, search
from solver.formats.load import edition_ids, load_edition
from solver.game.edition import Edition
from solver.rulings import book as library
from solver.rulings.book import load_rulings
from solver.rulings.features import features_of
from solver.rulings.shape import STATUSES

__all__ = ["STATUSES", "Ruling", "RulingLink", "all_rulings", "find_rulings", "ruling_links", "rulings_page"]

ALL = "all"
"""Stands for every edition where a mark says which editions it is for."""
SPECIAL = 3
"""A ruling that holds for so many editions or fewer is also found by their names."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where an answer comes from, for some editions: their titles, ``all`` for every one of them."""

    status: str
    editions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """
    One ruling in one language.

    Attributes
    ----------
    editions
        The ids of the editions that it holds for.
    marks
        Its status for each of them, those of one status together.
    silent
        Whether the text of an edition in ``marks`` leaves open what the answer takes from another text.
    """

    id: str
    topic: str
    editions: tuple[str, ...]
    question: str
    answer: str
    rule: str
    status: str
    marks: tuple[Mark, ...]
    sources: tuple[str, ...]
    silent: bool = False

    @property
    def anchor(self) -> str:
        """The fragment under which the page shows this ruling."""
        return self.id.lower()


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a filter."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RulingsPage:
    """
    All that ``rulings/rulings.html`` reads.

    Attributes
    ----------
    topics
        The rulings by topic, id and title first; after a search one list without a title, what fits best first.
    near
        Whether nothing has all that was asked for, so that the nearest rulings are shown.
    """

    query: str
    edition: str
    editions: tuple[Choice, ...]
    topics: tuple[tuple[str, str, tuple[Ruling, ...]], ...]
    shown: int
    total: int
    near: bool = False


def link_table() -> Mapping[str, tuple[str, ...]]:
    """Return for every code the ids of the rulings that explain it, the best first."""
    return load_rulings().links


def _source_names(ruling: library.Ruling, language: str) -> tuple[str, ...]:
    sources = load_rulings().sources
    return tuple(words_in(sources[key], language) for key in ruling.source)


@cache
def _holding() -> Mapping[str, tuple[str, ...]]:
    """Return for every ruling the ids of the editions that it holds for."""
    features = {name: features_of(load_edition(name)) for name in edition_ids()}
    return {
        ruling.id: tuple(name for name, has in features.items() if ruling.holds(has))
        for ruling in load_rulings().rulings
    }


def _marks(ruling: library.Ruling, language: str, edition: Edition | None) -> tuple[Mark, ...]:
    editions = [edition] if edition else [load_edition(name) for name in _holding()[ruling.id]]
    by_status: dict[str, list[str]] = {}
    for one in editions:
        by_status.setdefault(ruling.status_for(one.texts), []).append(words_in(one.title, language))
    boxes = [words_in(load_rulings().boxes[box], language) for box in ruling.boxes]
    if boxes or not by_status:
        by_status.setdefault(ruling.status, []).extend(boxes)
    if len(by_status) == 1 and len(editions) == len(edition_ids()):
        return (Mark(next(iter(by_status)), (ALL,)),)
    return tuple(Mark(status, tuple(titles)) for status, titles in by_status.items())


def _in_language(ruling: library.Ruling, language: str, edition: Edition | None) -> Ruling:
    marks = _marks(ruling, language, edition)
    return Ruling(
        id=ruling.id,
        topic=ruling.topic,
        editions=_holding()[ruling.id],
        question=words_in(ruling.question, language),
        answer=words_in(ruling.answer, language),
        rule=words_in(ruling.rule, language),
        status=ruling.status_for(edition.texts) if edition else ruling.status,
        marks=marks,
        sources=_source_names(ruling, language),
        silent=ruling.status != "open" and any(mark.status == "open" for mark in marks),
    )


@cache
def all_rulings(language: str, edition: str = "") -> tuple[Ruling, ...]:
    """
    Return every ruling in one language, in the order of the topic files.

    Parameters
    ----------
    edition
        The id of an edition: then only what holds for it, each ruling with its status there.
    """
    chosen = load_edition(edition) if edition else None
    return tuple(
        _in_language(ruling, language, chosen)
        for ruling in load_rulings().rulings
        if chosen is None or edition in _holding()[ruling.id]
    )


@cache
def _searched(language: str) -> tuple[Searched, ...]:
    """Return what the search reads of every ruling."""
    return tuple(
        Searched(
            ruling.id,
            ruling.question,
            ruling.answer,
            ruling.rule,
            " ".join(_besides(ruling, language)),
            frozenset().union(*(features_of(load_edition(name)) for name in ruling.editions)),
            len(ruling.editions) / len(edition_ids()),
        )
        for ruling in all_rulings(language)
    )


def _besides(ruling: Ruling, language: str) -> Iterable[str]:
    """Yield what a ruling is also found by: its topic, its editions where they are few, names of cards and switches."""
    yield words_in(load_rulings().topics[ruling.topic], language)
    if len(ruling.editions) <= SPECIAL:
        yield from (title for mark in ruling.marks for title in mark.editions)
    for edition in map(load_edition, ruling.editions):
        for bonus in edition.bonuses:
            if ruling.id in link_table().get(bonus.kind, ()):
                yield from bonus.title.values()


def search_rulings(language: str, query: str = "", edition: str = "") -> tuple[tuple[Ruling, ...], bool]:
    """
    Return the rulings that fit a query, the best first, and whether one of them has all that was asked for.

    Parameters
    ----------
    query
        A question, a few words or the number of a ruling; empty: every ruling in the order of the files.
    edition
        The id of an edition: then only what holds for it.
    """
    every = {ruling.id: ruling for ruling in all_rulings(language, edition)}
    named = tuple(ruling for ruling in every.values() if ruling.anchor == query.strip().casefold())
    if named or not query.strip():
        return named or tuple(every.values()), True
    found: Found = search(query, _searched(language), every)
    return tuple(every[one] for one in found.ids), found.whole


def find_rulings(language: str, query: str = "", edition: str = "") -> tuple[Ruling, ...]:
    """Return the rulings that fit a query, the best first, as ``search_rulings``."""
    return search_rulings(language, query, edition)[0]


def rulings_page(language: str, query: str, edition: str, editions: Iterable[tuple[str, str]]) -> RulingsPage:
    """Return what the page shows for one search."""
    found, whole = search_rulings(language, query, edition)
    titles = load_rulings().topics
    sections: list[tuple[str, str, tuple[Ruling, ...]]] = [
        (topic, words_in(titles[topic], language), tuple(r for r in found if r.topic == topic))
        for topic in dict.fromkeys(ruling.topic for ruling in found)
    ]
    if query.strip():
        sections = [("found", "", found)] if found else []
    return RulingsPage(
        query=query,
        edition=edition,
        editions=tuple(Choice(value, title, value == edition) for value, title in editions),
        topics=tuple(sections),
        shown=len(found),
        total=len(all_rulings(language)),
        near=not whole,
    )
