"""
The rulings: questions people ask at the table, their answers, the rule behind each, and when they hold.

The data lie in ``maps/rulings/<topic>.json``; ``maps/FORMAT.md`` says what each key means. A ruling holds by feature
(``solver.rulings.features``) and has its status by the rule text that an edition follows: what one rulebook says another
text may leave open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from solver.checking.faults import fault, join, refuse
from solver.checking.parse import parsed
from solver.checking.strict import StrictSchema, read
from solver.game.edition import Words
from solver.game.errors import Fault, InvalidEdition, InvalidInput
from solver.rulings.features import CHOICES, PLAIN, VALUED
from solver.rulings.shape import LinksSchema, SourcesSchema, TopicSchema

LAST = ("record", "boards")
"""The topics that come last: how this app keeps a record, and boards that it does not keep."""
NO_TOPICS = ("sources", "links", "words")
"""The files of the folder that hold no rulings."""
OR = "|"
"""Between features of which one is enough."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """
    One ruling in all languages.

    Attributes
    ----------
    when
        Features that must all be there (``a|b``: one of the two); without any it holds everywhere.
    status
        Where the answer comes from, unless ``status_in`` says otherwise for the text that an edition follows.
    """

    id: str
    topic: str
    when: tuple[str, ...]
    status: str
    question: Words
    answer: Words
    rule: Words
    source: tuple[str, ...]
    status_in: Mapping[str, str] = field(default_factory=dict)

    def holds(self, features: Collection[str]) -> bool:
        """Whether this ruling holds for what has these features."""
        return all(any(one in features for one in wanted.split(OR)) for wanted in self.when)

    def status_for(self, texts: Sequence[str]) -> str:
        """Return where the answer comes from for an edition that follows these texts, the decisive one first."""
        return next((self.status_in[text] for text in texts if text in self.status_in), self.status)

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes without an edition here that this ruling is about."""
        named = (one for wanted in self.when for one in wanted.split(OR))
        return tuple(one.partition(":")[2] for one in named if one.startswith("box:"))


@dataclass(frozen=True, slots=True)
class Rulings:
    """All rulings in the order of the topics, the topics' titles, the sources, the boxes, and what explains what."""

    rulings: tuple[Ruling, ...]
    topics: Mapping[str, Words]
    sources: Mapping[str, Words]
    boxes: Mapping[str, Words]
    links: Mapping[str, tuple[str, ...]]


@cache
def load_rulings() -> Rulings:
    """
    Return the rulings that come with the project.

    Raises
    ------
    InvalidEdition
        When their files have faults.
    """
    faults: list[Fault] = []
    loaded = _load(faults)
    refuse(faults, InvalidEdition)
    return loaded


@cache
def rulings_by_id() -> Mapping[str, Ruling]:
    """Return the rulings by their ids."""
    return {ruling.id: ruling for ruling in load_rulings().rulings}


def explaining(codes: Iterable[str], features: Collection[str] | None) -> Iterator[Ruling]:
    """
    Yield the rulings that explain any of several codes of ``maps/rulings/links.json``, each once, the best first.

    ``features`` are what the table has (``features_of``), None: rulings of all editions.
    """
    table, known = load_rulings().links, rulings_by_id()
    ids = dict.fromkeys(one for code in codes for one in table.get(code, ()))
    yield from (known[one] for one in ids if features is None or known[one].holds(features))


def first_ruling(code: str, features: Collection[str]) -> str | None:
    """Return the id of the ruling that explains a code best for what has these features, None where none holds."""
    return next((ruling.id for ruling in explaining([code], features)), None)


def rulings_check(editions: Collection[str], switches: Collection[str]) -> tuple[int, tuple[Fault, ...]]:
    """Return how many rulings there are and everything that is wrong with them, for these editions and switches."""
    faults: list[Fault] = []
    loaded = _load(faults)
    names = {"edition": editions, "switch": switches, "text": loaded.sources, "box": loaded.boxes}
    for ruling in loaded.rulings:
        where = f"maps/rulings/{ruling.topic}.json: {ruling.id}"
        faults += _unknown(ruling, where, {**CHOICES, **names}, loaded.sources)
    return len(loaded.rulings), tuple(faults)


def _load(faults: list[Fault]) -> Rulings:
    folder = resources.files("maps").joinpath("rulings")
    names = (entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json"))
    topics = sorted(
        (name for name in names if name not in NO_TOPICS),
        key=lambda name: (LAST.index(name) + 1 if name in LAST else 0, name),
    )
    rulings: dict[str, Ruling] = {}
    titles: dict[str, Words] = {}
    for topic in topics:
        data = _read(TopicSchema(), topic, faults)
        titles[topic] = data.get("title", {})
        for row in data.get("rulings", ()):
            where = join(_where(topic), [row["id"]])
            if row["id"] in rulings:
                faults.append(fault(where, "named-twice", name=row["id"]))
            rulings[row["id"]] = Ruling(
                topic=topic,
                when=tuple(row["when"]),
                source=tuple(row["source"]),
                **{key: row[key] for key in ("id", "status", "status_in", "question", "answer", "rule")},
            )
    sources = _read(SourcesSchema(), "sources", faults)
    groups: Mapping[str, Mapping[str, Sequence[str]]] = _read(LinksSchema(), "links", faults).get("links", {})
    links = {code: tuple(ids) for rows in groups.values() for code, ids in rows.items()}
    for code, ids in links.items():
        where = join(_where("links"), [code])
        faults += [fault(where, "unknown-ruling", name=one) for one in ids if one not in rulings]
    return Rulings(
        tuple(rulings.values()), titles, sources.get("sources", {}), sources.get("boxes", {}), links
    )


def _where(name: str) -> str:
    return f"maps/rulings/{name}.json"


def _read(schema: StrictSchema, name: str, faults: list[Fault]) -> dict[str, Any]:
    text = resources.files("maps").joinpath("rulings", f"{name}.json").read_text(encoding="utf-8")
    try:
        loaded, wrong = read(schema, parsed(text, where=_where(name)), where=_where(name))
    except InvalidInput as error:
        loaded, wrong = {}, list(error.faults)
    faults += wrong
    return loaded


def _unknown(
    ruling: Ruling, where: str, names: Mapping[str, Collection[str]], sources: Collection[str]
) -> Iterator[Fault]:
    for feature in (one for wanted in ruling.when for one in wanted.split(OR)):
        kind, colon, value = feature.partition(":")
        known = kind in VALUED and value in names.get(kind, (value,)) if colon else feature in PLAIN
        if not known:
            yield fault(join(where, ["when"]), "unknown-feature", name=feature)
    for key in (*ruling.source, *ruling.status_in):
        if key not in sources:
            yield fault(join(where, ["source"]), "unknown-source", name=key)
