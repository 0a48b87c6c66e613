"""
Finding rulings by the words that people use at the table, which are often not the words of the rulings.

``maps/rulings/words.json`` holds groups of words: who types one of ``words`` also finds what one of ``find`` finds.
A word is compared without its ending, so that plurals and cases do not matter; ``*`` ends what only has to begin so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from app.presenting.search import fold

SHORTEST = 3
"""Letters of a word that an ending leaves standing."""


@dataclass(frozen=True, slots=True)
class Group:
    """Words that people type, each as its parts, and the words by which the same is found."""

    words: tuple[tuple[str, ...], ...]
    find: tuple[tuple[str, ...], ...]


@cache
def _data() -> Mapping[str, Any]:
    file = resources.files("maps").joinpath("rulings", "words.json")
    return dict(json.loads(file.read_text(encoding="utf-8")))


@cache
def _endings() -> tuple[str, ...]:
    every = {ending for endings in _data()["endings"].values() for ending in endings}
    return tuple(sorted(every, key=lambda ending: (-len(ending), ending)))


def stem(word: str) -> str:
    """Return a folded word without its longest ending."""
    for ending in _endings():
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            return word.removesuffix(ending)
    return word


def _parts(phrase: str) -> tuple[str, ...]:
    """Return the parts of a phrase of the file: stems, or beginnings with their ``*``."""
    return tuple(
        f"{fold(part)}*" if part.endswith("*") else stem(fold(part)) for part in phrase.split() if fold(part)
    )


@cache
def _known() -> tuple[frozenset[str], tuple[Group, ...]]:
    groups = tuple(
        Group(
            tuple(_parts(phrase) for phrase in row["words"]),
            tuple(tuple(fold(phrase).split()) for phrase in row["find"]),
        )
        for row in _data()["groups"]
    )
    return frozenset(fold(word) for word in _data()["ignored"]), groups


def _is(typed: str, part: str) -> bool:
    return typed.startswith(part[:-1]) if part.endswith("*") else stem(typed) == part


def _begins(words: Sequence[str], phrase: tuple[str, ...]) -> bool:
    return len(words) >= len(phrase) and all(_is(*pair) for pair in zip(words, phrase, strict=False))


def wanted(query: str) -> list[tuple[tuple[str, ...], ...]]:
    """Return what a query asks for: every element must be found, by one of its ways; a way is beginnings of words."""
    ignored, groups = _known()
    typed = fold(query).split()
    words = [word for word in typed if word not in ignored] or typed
    found: list[tuple[tuple[str, ...], ...]] = []
    while words:
        length, ways = _next(words, groups)
        found.append(ways)
        words = words[length:]
    return found


def _next(words: Sequence[str], groups: Sequence[Group]) -> tuple[int, tuple[tuple[str, ...], ...]]:
    """Return how many words belong together, and the ways to find them: the longest phrase that fits counts."""
    length, ways = 1, list[tuple[str, ...]]()
    for group in groups:
        for phrase in group.words:
            if len(phrase) >= length and _begins(words, phrase):
                ways = [*(ways if len(phrase) == length else []), *group.find]
                length = len(phrase)
    itself = tuple(stem(word) for word in words[:length])
    return length, tuple(dict.fromkeys([itself, *ways]))


def matches(text: str, asked: Sequence[tuple[tuple[str, ...], ...]]) -> bool:
    """Whether a text has everything that is asked for."""
    words = fold(text).split()

    def holds(way: tuple[str, ...]) -> bool:
        return all(any(word.startswith(part) for word in words) for part in way)

    return all(any(map(holds, ways)) for ways in asked)
