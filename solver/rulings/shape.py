"""The shape of the files in ``maps/rulings``: which keys, which types. ``maps/FORMAT.md`` says what the keys mean."""

from __future__ import annotations

from solver.checking.strict import Anything, ListOf, MapOf, Name, OneOf, Part, StrictSchema

STATUSES = ("official", "given", "platform", "derived", "community", "open", "app")
"""Where an answer comes from; what each means is written in ``maps/FORMAT.md``."""
MAX_KEY = 60
MAX_TEXT = 1000
"""Characters of a question, an answer or a rule."""


def _key() -> Name:
    return Name(MAX_KEY, required=True)


def _words() -> MapOf:
    return MapOf(Name(12), Name(MAX_TEXT), 5, required=True)


class RulingSchema(StrictSchema):
    """One ruling."""

    id = _key()
    when = ListOf(Name(300), 5, required=True)
    status = OneOf(STATUSES, required=True)
    status_in = MapOf(Name(MAX_KEY), OneOf(STATUSES), 10, load_default=dict)
    question = _words()
    answer = _words()
    rule = _words()
    source = ListOf(Name(MAX_KEY), 20, low=1, required=True)
    case = Anything()


class TopicSchema(StrictSchema):
    """The rulings of one topic."""

    topic = _key()
    title = _words()
    rulings = ListOf(Part(RulingSchema), 200, required=True)


class SourcesSchema(StrictSchema):
    """Where answers come from, and boxes that have no edition here."""

    sources = MapOf(Name(MAX_KEY), _words(), 100, required=True)
    boxes = MapOf(Name(MAX_KEY), _words(), 100, required=True)


class LinksSchema(StrictSchema):
    """Which rulings explain a code, by groups of codes."""

    links = MapOf(
        Name(MAX_KEY), MapOf(Name(MAX_KEY), ListOf(Name(MAX_KEY), 20, low=1), 300), 20, required=True
    )
