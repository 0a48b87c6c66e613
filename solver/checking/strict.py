"""
Reading JSON strictly: fields that accept exactly what is meant, and say in a sentence what they wanted.

marshmallow walks the input and refuses unknown keys. It would still read ``"4"`` as 4.0 and ``"yes"`` as true, and it
says *Not a valid integer* where a person asks *what then?* So every field here is strict and knows what it wants
(``must``). ``read`` turns all that went wrong into ``Fault``s, each with the place (``routes[17].length``), what was
found there and what it must be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from marshmallow import Schema, ValidationError, fields

from solver.checking.faults import MAX_FAULTS, fault_at, some
from solver.game.errors import Fault
from solver.game.names import tidy_name
from solver.words.say import Text


class StrictField(fields.Field[Any]):
    """Every refusal of a field is what it must be, with a code: a wrong type, a wrong value or nothing at all."""

    must: Text

    def make_error(self, key: str, **_kwargs: Any) -> ValidationError:
        code = {"required": "missing-key", "validator_failed": "wrong-value"}.get(key, "wrong-type")
        return ValidationError([Text(code, {"must": self.must})])


class Whole(StrictField, fields.Integer):
    """A whole number from ``low`` to ``high``; neither 4.0 nor "4" nor true."""

    def __init__(self, low: int, high: int, *, must: str = "must-whole", **kwargs: Any) -> None:
        self.low, self.high = low, high
        self.must = Text(must, {"low": low, "high": high})
        super().__init__(strict=True, **kwargs)

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid")
        if not self.low <= value <= self.high:
            raise self.make_error("validator_failed")
        return value


class Number(StrictField, fields.Float):
    """A finite number from ``low`` to ``high``."""

    def __init__(self, low: float, high: float, **kwargs: Any) -> None:
        self.low, self.high = low, high
        self.must = Text("must-number", {"low": f"{low:,g}", "high": f"{high:,g}"})
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.make_error("invalid")
        if not self.low <= value <= self.high:  # false for NaN too
            raise self.make_error("validator_failed")
        return float(value)


JOINERS = "\u200c\u200d"
"""Unprintable by themselves, they hold together what people write: families of emoji, words of Persian."""

_BLANKS = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Counted as printable, they show nothing: a name of these is no name, and one more in a name makes it look like another."""


class Name(StrictField, fields.String):
    """A printable text of 1 to ``high`` characters that neither starts nor ends with a space."""

    def __init__(self, high: int, **kwargs: Any) -> None:
        self.high = high
        self.must = Text("must-text", {"high": high})
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if not 0 < len(value) <= self.high or value.strip() != value or not readable(value):
            raise self.make_error("validator_failed")
        return value


class PersonName(Name):
    """A name of a person: as ``Name``, and in one form for what looks the same (``solver.game.names``)."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        return tidy_name(super()._deserialize(value, *args, **kwargs))


def readable(text: str) -> bool:
    """Whether a text shows nothing but printable characters, and something at all."""
    shown = text.translate(dict.fromkeys(map(ord, JOINERS)))
    return bool(shown) and shown.isprintable() and not _BLANKS.intersection(shown)


class OneOf(StrictField, fields.String):
    """One of a few words."""

    def __init__(self, choices: Sequence[str], **kwargs: Any) -> None:
        self.choices = tuple(choices)
        self.must = Text("must-one-of", {"choices": self.choices})
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if value not in self.choices:
            raise self.make_error("validator_failed")
        return value


ALSO_CALLED: Mapping[str, tuple[str, ...]] = {
    "grey": ("gray",),
    "pink": ("purple", "violet"),
    "purple": ("violet",),
    "violet": ("purple",),
}
"""Other words for a colour: cards and routes know it as purple, sets of trains as violet."""


def colour_id(value: Any, choices: Sequence[str]) -> Any:
    """Return the id that a word for a colour means among some, in whatever case; what means none stays as it is."""
    if not isinstance(value, str) or value in choices:
        return value
    word = value.casefold()
    return next((name for name in (word, *ALSO_CALLED.get(word, ())) if name in choices), value)


class Colour(OneOf):
    """A colour, by its id or another word for it."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        return super()._deserialize(colour_id(value, self.choices), *args, **kwargs)


class YesNo(StrictField, fields.Boolean):
    """``true`` or ``false``, nothing that merely looks like it."""

    must = Text("must-yes-no")

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class ListOf(StrictField, fields.List[Any]):
    """A list of ``low`` to ``high`` members."""

    def __init__(self, member: fields.Field[Any], high: int, *, low: int = 0, **kwargs: Any) -> None:
        self.low, self.high = low, high
        must = "must-count" if low == high else "must-list"
        self.must = Text(must, {"low": low, "high": high})
        super().__init__(member, **kwargs)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        if not self.low <= len(value) <= self.high:
            raise self.make_error("validator_failed")
        read_members: list[Any] = super()._deserialize(value, *args, **kwargs)
        return read_members


class MapOf(StrictField, fields.Dict):
    """An object of at most ``high`` keys, all of one kind, with values of one kind."""

    def __init__(self, key: fields.Field[Any], value: fields.Field[Any], high: int, **kwargs: Any) -> None:
        self.high = high
        self.must = Text("must-map", {"high": high})
        super().__init__(keys=key, values=value, **kwargs)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        if len(value) > self.high:
            raise self.make_error("validator_failed")
        try:
            return super()._deserialize(value, *args, **kwargs)  # type: ignore[no-untyped-call]
        except ValidationError as error:
            raise ValidationError(dict(self._by_key(error.messages_dict))) from error

    def _by_key(self, messages: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Drop marshmallow's extra level ``key``/``value``, so that errors nest as the input does."""
        for key, parts in messages.items():
            if "key" in parts:
                wanted = getattr(self.key_field, "must", self.must)
                yield key, [Text("wrong-name", {"must": wanted})]
            else:
                yield key, parts["value"]


class Part(StrictField, fields.Nested):
    """An object with a schema of its own."""

    must = Text("must-object")


class StrictSchema(Schema):
    """A schema that refuses unknown keys and names those it knows."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        known: Any = Text("unknown-key", {"known": tuple(self.fields)})
        wrong: Any = Text("wrong-type", {"must": Text("must-object")})
        self.error_messages = {**self.error_messages, "unknown": known, "type": wrong}

    def _deserialize(self, data: Any, **kwargs: Any) -> Any:
        """Read an object; of thousands of unknown keys marshmallow would make a message each."""
        if isinstance(data, Mapping) and len(data) > len(self.load_fields) + MAX_FAULTS + 1:
            known = {field.data_key or name for name, field in self.load_fields.items()}
            strange = islice((key for key in data if key not in known), MAX_FAULTS + 1)
            data = {key: data[key] for key in (*(known & data.keys()), *strange)}
        return super()._deserialize(data, **kwargs)


def read(schema: Schema, data: object, *, where: str = "") -> tuple[dict[str, Any], list[Fault]]:
    """Return what a schema reads from parsed JSON, and everything that is wrong with its shape."""
    try:
        return dict(schema.load(data)), []  # type: ignore[arg-type]
    except ValidationError as error:
        return {}, some(fault_at(where, path, data, text) for path, text in _leaves(error.messages, ()))


def _leaves(messages: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Text]]:
    if isinstance(messages, Mapping):
        for key, part in sorted(messages.items(), key=_unknown_last):
            yield from _leaves(part, path if key == "_schema" else (*path, key))
    else:
        yield path, messages[0]


def _unknown_last(item: tuple[Any, Any]) -> str:
    """Marshmallow finds unknown keys through a set: sorted, they come in the same order in every process."""
    key, part = item
    unknown = isinstance(part, list) and isinstance(part[0], Text) and part[0].code == "unknown-key"
    return str(key) if unknown else ""


class Anything(StrictField, fields.Raw):
    """A value that is read by hand."""

    must = Text("must-object")
