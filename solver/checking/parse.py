"""
From bytes to JSON: what is too large, broken or not JSON at all is refused in one sentence.

``json`` alone would let ``NaN`` through, keep the last of two equal keys, and end in a traceback on deep nesting.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from solver.checking.faults import fault
from solver.game.errors import InvalidInput

MAX_BYTES = 1_000_000
"""Bytes of one position, network or payment."""
MAX_LOG_BYTES = 8_000_000
"""Bytes of one exported log."""


class _Refused(ValueError):
    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


def refused(where: str, code: str, **facts: Any) -> InvalidInput:
    """Return the error for an input of which nothing can be read."""
    return InvalidInput([fault(where, code, **facts)])


def decoded(raw: bytes, *, where: str = "input", limit: int = MAX_BYTES) -> str:
    """
    Return bytes as text.

    Raises
    ------
    InvalidInput
        When there is nothing, more than ``limit`` bytes, or no UTF-8.
    """
    if len(raw) > limit:
        raise refused(where, "too-large", most=limit)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise refused(where, "not-utf8", line=line, byte=error.start) from error
    if not text.strip():
        raise refused(where, "empty")
    return text


def parsed(text: str, *, where: str = "input") -> Any:
    """
    Return the JSON value of a text.

    Raises
    ------
    InvalidInput
        With one fault, which names line and column where there is one.
    """
    try:
        return json.loads(text, parse_constant=_constant, object_pairs_hook=_object)
    except _Refused as error:
        raise refused(where, error.code, **error.facts) from error
    except json.JSONDecodeError as error:
        facts = {"line": error.lineno, "column": error.colno}
        raise refused(where, "not-json", **facts) from error
    except RecursionError as error:
        raise refused(where, "too-deep") from error
    except ValueError as error:  # a number of thousands of digits
        raise refused(where, "number-too-long") from error


def _constant(name: str) -> Any:
    raise _Refused("not-a-number", name=name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _Refused("key-twice", name=twice[:40])
    return found
