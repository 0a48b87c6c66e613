"""The options behind the question mark, read as strictly as everything else, refused with their names."""

from __future__ import annotations

from typing import Any

from flask import request

from app.web.i18n import LANGUAGES
from solver.checking.faults import fault, refuse
from solver.checking.strict import Name, Number, OneOf, StrictSchema, Whole, YesNo, read
from solver.formats.edition_shape import MAX_ID
from solver.game.errors import Fault

MOST_SECONDS = 5.0


class WholeText(Whole):
    """A whole number in digits."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10):
            raise self.make_error("invalid")
        return super()._deserialize(int(value), *args, **kwargs)


class NumberText(Number):
    """A number in digits."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> float:
        try:
            return super()._deserialize(float(value), *args, **kwargs)
        except ValueError:
            raise self.make_error("invalid") from None


class YesNoText(YesNo):
    """``true`` or ``false``."""

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> bool:
        if value not in ("true", "false"):
            raise self.make_error("invalid")
        return bool(value == "true")


def _what(text: str) -> dict[str, str]:
    return {"description": text}


class LanguageQuery(StrictSchema):
    """The language of sentences."""

    lang = OneOf(
        tuple(LANGUAGES), metadata=_what("Language of sentences; left out, what Accept-Language asks for.")
    )


class SearchQuery(LanguageQuery):
    """How long a search may take."""

    seconds = NumberText(
        0.01,
        MOST_SECONDS,
        load_default=MOST_SECONDS,
        metadata=_what("Limit of one search, in seconds of CPU."),
    )


class PlayerQuery(SearchQuery):
    """Whose question it is."""

    player = Name(MAX_ID, required=True, metadata=_what("Name of the player."))


class OutlookQuery(PlayerQuery):
    """What if so much were left."""

    trains = WholeText(0, 999, metadata=_what("What if so many trains were left."))
    stations = WholeText(0, 999, metadata=_what("What if so many stations were left."))


class ReachQuery(OutlookQuery):
    """Held tickets or all."""

    all = YesNoText(
        load_default=False, metadata=_what("Ask about every ticket of the decks, not only those held.")
    )


class JourneyQuery(PlayerQuery):
    """Where the passenger stands."""

    start = Name(MAX_ID, required=True, data_key="from", metadata=_what("City where the passenger stands."))
    cards = WholeText(0, 999, load_default=0, metadata=_what("Passenger cards played."))


class AfterQuery(LanguageQuery):
    """How far the caller has read."""

    after = WholeText(0, 10**8, load_default=0, metadata=_what("Number of the last entry that is known."))
    view = Name(20, metadata=_what("The `view` of the news that is known."))


QUERIES: dict[str, type[StrictSchema]] = {
    "score": SearchQuery,
    "trail": SearchQuery,
    "reach": ReachQuery,
    "plan": OutlookQuery,
    "ceiling": OutlookQuery,
    "journey": JourneyQuery,
    "pay": LanguageQuery,
    "audit": SearchQuery,
    "read": SearchQuery,
}


def query(schema: type[StrictSchema]) -> dict[str, Any]:
    """
    Return the options of this request.

    Raises
    ------
    InvalidInput
        With every option that is unknown, twice there, or wrong.
    """
    given = request.args.to_dict(flat=False)
    faults: list[Fault] = [
        fault(name[:60], "key-twice", name=name[:60]) for name, values in given.items() if len(values) > 1
    ]
    found, wrong = read(schema(), {name: values[0] for name, values in given.items()})
    refuse([*faults, *wrong])
    return found
