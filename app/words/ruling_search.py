"""
Finding rulings by the words that people use at the table, which are often not the words of the rulings.

A query is cut into *parts*: a phrase that ``maps/rulings/words.json`` knows, or a single word. A part fits a ruling by
its own words, compared without their endings, or by one of the *concepts* that its phrase stands for. Rulings are put
in order by the parts that fit: rarer ones count more, and a question counts more than an answer. Sources: the weights
follow BM25F (Robertson and Zaragoza, 2009) with whole fields, the stems are Snowball's.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from app.words.stems import phrase_stems, plain_words, stem

WEIGHTS = {"question": 3.0, "answer": 1.2, "rule": 0.6, "besides": 0.8}
"""What a part counts that is found in a field; a ruling has the best field in full and a part of the others."""
OTHERS = 0.3
"""The part of the other fields."""
CONCEPT = 0.85
"""What a concept counts beside the word itself."""
BEGINNING = 0.7
"""What a word counts that only begins a word of the ruling."""
SHORTEST = 3
"""Letters of a word that may be the beginning of another."""
NEAR = 0.4
"""Rulings that lack a part are shown when they have at least this share of the best score …"""
LEAST_NEAR, MOST_NEAR = 3, 10
"""… and, where a query has several parts, at least and at most so many."""
ELSEWHERE = 0.6
"""What is left of a ruling that does not hold for an edition that the query names …"""
RARE = 0.85
"""… and of one that holds for no edition at all where the query names none; for some of them, so much more."""
"""… and at most so many of them."""


@dataclass(frozen=True, slots=True)
class Searched:
    """
    What the search reads of a ruling.

    Attributes
    ----------
    besides
        Words that it is also found by but does not show.
    features
        What the editions have for which it holds.
    share
        For how many of all editions it holds, 0 to 1.
    """

    id: str
    question: str
    answer: str
    rule: str
    besides: str
    features: frozenset[str] = frozenset()
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """The ids that were found, the best first; ``whole``: one of them has all that was asked for."""

    ids: tuple[str, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Concept:
    """
    One thing with many names: phrases that people type, and those by which a ruling is known to be about it.

    ``when`` is the feature of the editions that it names; who names an edition does not ask about the others.
    """

    id: str
    words: tuple[tuple[str, ...], ...]
    find: tuple[tuple[str, ...], ...]
    when: str = ""


@cache
def _data() -> Mapping[str, Any]:
    file = resources.files("maps").joinpath("rulings", "words.json")
    return dict(json.loads(file.read_text(encoding="utf-8")))


@cache
def _names() -> Mapping[str, str]:
    return {" ".join(plain_words(name)): short for name, short in _data()["names"].items()}


def _words(text: str) -> list[str]:
    """Return the plain words of a text, with a long name of an edition as its short one."""
    joined = f" {' '.join(plain_words(text))} "
    for name, short in _names().items():
        joined = joined.replace(f" {name} ", f" {short} ")
    return joined.split()


@cache
def _known() -> tuple[frozenset[str], tuple[Concept, ...]]:
    concepts = tuple(
        Concept(
            row["concept"],
            tuple(map(phrase_stems, row["words"])),
            tuple(map(phrase_stems, row["find"])),
            row.get("when", ""),
        )
        for row in _data()["concepts"]
    )
    return frozenset(_data()["ignored"]), concepts


def _fits(word: str, part: str) -> bool:
    return word.startswith(part[:-1]) if part.endswith("*") else stem(word) == part


def _begins(words: Sequence[str], at: int, phrase: tuple[str, ...]) -> bool:
    return len(words) - at >= len(phrase) and all(
        _fits(words[at + number], part) for number, part in enumerate(phrase)
    )


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a query: its stems, its words as typed, and the concepts that it stands for."""

    stems: tuple[str, ...]
    typed: tuple[str, ...]
    concepts: tuple[str, ...]


def parts_of(query: str) -> tuple[Part, ...]:
    """Return the parts of a query; words that ask for nothing count only where there is nothing else."""
    ignored, _concepts = _known()
    typed = _words(query)
    words = [word for word in typed if word not in ignored] or typed
    found: dict[tuple[str, ...], Part] = {}
    at = 0
    while at < len(words):
        length, concepts = _named(words, at)
        here = tuple(words[at : at + length])
        part = Part(tuple(map(stem, here)), here, concepts)
        found.setdefault(part.stems, part)
        at += length
    return tuple(found.values())


def _named(words: Sequence[str], at: int) -> tuple[int, tuple[str, ...]]:
    """Return how many words from here belong together, and what they stand for: the longest phrase counts."""
    length, concepts = 1, dict[str, None]()
    for concept in _known()[1]:
        for phrase in (*concept.words, *concept.find):
            if len(phrase) >= length and _begins(words, at, phrase):
                if len(phrase) > length:
                    concepts.clear()
                length = len(phrase)
                concepts[concept.id] = None
    return length, tuple(concepts)


@dataclass(frozen=True, slots=True)
class _Field:
    """The terms of one field of a ruling; of a long field each counts less."""

    terms: frozenset[str]
    weight: float


@dataclass(frozen=True, slots=True)
class _Index:
    fields: Mapping[str, tuple[_Field, ...]]
    rarity: Mapping[str, float]
    """By term: the fewer rulings have it, the more it counts."""

    def score(self, ruling: str, term: str) -> float:
        """Return what a term counts in a ruling."""
        here = sorted((f.weight for f in self.fields[ruling] if term in f.terms), reverse=True)
        return self.rarity[term] * (here[0] + OTHERS * sum(here[1:])) if here else 0.0

    def begun(self, word: str) -> tuple[str, ...]:
        """Return the terms that a word begins."""
        return tuple(term for term in self.rarity if term.startswith(word)) if len(word) >= SHORTEST else ()


def _terms(text: str) -> Iterator[str]:
    words = _words(text)
    yield from map(stem, words)
    for concept in _known()[1]:
        if any(_begins(words, at, phrase) for phrase in concept.find for at in range(len(words))):
            yield f"={concept.id}"


@lru_cache(maxsize=8)
def _index(rulings: tuple[Searched, ...]) -> _Index:
    fields: dict[str, tuple[_Field, ...]] = {}
    lengths = {name: sum(len(getattr(r, name).split()) for r in rulings) / len(rulings) for name in WEIGHTS}
    for ruling in rulings:
        found = []
        for name, weight in WEIGHTS.items():
            text = getattr(ruling, name)
            longer = len(text.split()) / (lengths[name] or 1)
            found.append(_Field(frozenset(_terms(text)), weight / (0.75 + 0.25 * longer)))
        fields[ruling.id] = tuple(found)
    having: dict[str, int] = {}
    for ruling in rulings:
        for term in frozenset().union(*(field.terms for field in fields[ruling.id])):
            having[term] = having.get(term, 0) + 1
    count = len(rulings)
    rarity = {term: math.log(1 + (count - n + 0.5) / (n + 0.5)) for term, n in having.items()}
    return _Index(fields, rarity)


def _ways(index: _Index, part: Part) -> Iterator[tuple[tuple[tuple[str, ...], ...], float]]:
    """Yield the ways to fit a part: terms of which one of each group must be there, and what the way counts."""
    words = []
    for word, bare in zip(part.typed, part.stems, strict=True):
        words.append((bare,) if bare in index.rarity else index.begun(word) or index.begun(bare))
    if all(words):
        exact = all(len(group) == 1 and group[0] in part.stems for group in words)
        yield tuple(words), 1.0 if exact else BEGINNING
    yield from ((((f"={concept}",),), CONCEPT) for concept in part.concepts if f"={concept}" in index.rarity)


def _scores(index: _Index, part: Part, rulings: Collection[str]) -> dict[str, float]:
    """Return what a part counts in every ruling that it fits: the best of its ways."""
    found: dict[str, float] = {}
    for groups, factor in _ways(index, part):
        for ruling in rulings:
            each = [max(index.score(ruling, term) for term in group) for group in groups]
            if all(each):
                found[ruling] = max(found.get(ruling, 0.0), factor * sum(each) / math.sqrt(len(each)))
    return found


def search(query: str, rulings: tuple[Searched, ...], among: Collection[str]) -> Found:
    """
    Return the rulings that fit a query, the best first.

    Parameters
    ----------
    rulings
        All rulings in one language.
    among
        The ids that may be found; how rare a word is follows from all rulings.
    """
    index, parts = _index(rulings), parts_of(query)
    among = [ruling.id for ruling in rulings if ruling.id in among]
    by_part = [_scores(index, part, among) for part in parts]
    worth = [max(scores.values(), default=0.0) for scores in by_part]
    wanted = _editions_named(parts)
    factor = {ruling.id: _concerns(ruling, wanted) for ruling in rulings}
    total = {
        ruling: sum(scores.get(ruling, 0.0) for scores in by_part)
        * _coverage(ruling, by_part, worth)
        * factor[ruling]
        for ruling in among
        if any(ruling in scores for scores in by_part)
    }
    order = sorted(total, key=lambda ruling: -total[ruling])
    whole = [ruling for ruling in order if all(ruling in scores for scores in by_part)]
    near = [ruling for ruling in order if total[ruling] >= NEAR * total[order[0]]]
    near = order[: min(max(len(near), LEAST_NEAR), MOST_NEAR)] if len(parts) > 1 else []
    shown = {*whole, *near}
    return Found(tuple(ruling for ruling in order if ruling in shown), bool(whole))


def _coverage(ruling: str, by_part: Sequence[Mapping[str, float]], worth: Sequence[float]) -> float:
    """Return how much of a query a ruling has, 0.5 to 1, by what its parts could be worth at best."""
    had = sum(best for scores, best in zip(by_part, worth, strict=True) if ruling in scores)
    return 0.5 + 0.5 * had / (sum(worth) or 1)


def _editions_named(parts: Sequence[Part]) -> frozenset[str]:
    """Return the features of the editions that a query names."""
    named = {concept for part in parts for concept in part.concepts}
    return frozenset(concept.when for concept in _known()[1] if concept.when and concept.id in named)


def _concerns(ruling: Searched, wanted: frozenset[str]) -> float:
    """Return how much of its score a ruling keeps: one of few editions less, unless they are named."""
    if wanted:
        return 1.0 if wanted & ruling.features else ELSEWHERE
    return RARE + (1 - RARE) * ruling.share
