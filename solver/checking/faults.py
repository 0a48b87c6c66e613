"""Faults of outside input: their place, what was found there, what would be right, and how many are told."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from typing import Any

from solver.game.errors import Fault, InvalidInput
from solver.words.say import Text, say

MAX_FAULTS = 100
"""After so many faults the rest is only counted; what a stranger sends is not even read any further."""


MAX_HINTS = 20
"""So many faults of what a stranger sends say which known name was meant: that is looked for among all names."""


MAX_SHOWN = 40
"""So many characters of a refused value or key are quoted."""


@dataclass(slots=True)
class Budget:
    """What one input of a stranger may still cost."""

    hints: int = MAX_HINTS


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


def be_brief(now: bool = True) -> None:
    """From now on in this thread, read like the input of one stranger, no further than the first hundred faults; or not."""
    _budget.set(Budget() if now else None)


@contextmanager
def brief() -> Iterator[None]:
    """Read what a stranger sends: no further than the first hundred faults."""
    before = _budget.set(Budget())
    try:
        yield
    finally:
        _budget.reset(before)


def enough(faults: Sequence[Fault]) -> bool:
    """Whether these are so many faults that nothing more is read."""
    return _budget.get() is not None and len(faults) > MAX_FAULTS


def some(faults: Iterable[Fault]) -> list[Fault]:
    """Return faults as they are found: of a stranger's input only so many as show that there are more."""
    return list(faults if _budget.get() is None else islice(faults, MAX_FAULTS + 1))


def may_hint() -> bool:
    """Whether a fault may say which known name was meant; asked once a fault."""
    budget = _budget.get()
    if budget is None:
        return True
    budget.hints -= 1
    return budget.hints >= 0


def fault_at(where: str, path: Sequence[str | int], data: object, text: Text) -> Fault:
    """Return the fault at a path of the input; the value found there joins the facts of the sentence."""
    for key in path:
        try:
            data = data[key]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            data = None
    return fault(join(where, path), text.code, **{**text.facts, "found": shown(data)})


def fault(path: str, code: str, **facts: Any) -> Fault:
    """Return a fault whose sentence is ``fault-<code>``; ``message`` is the English one, ``text`` is for any language."""
    text = Text(f"fault-{code}", facts)
    return Fault(path, say(text, "en"), code, text)


def join(where: str, path: Sequence[str | int]) -> str:
    """
    Return a readable path: ``routes[17].length``, behind where the input stands.

    ``where`` is the name of a file (``maps/boards/tiny.json: routes[17]``) or the path of an outer value
    (``board.routes[17]``).
    """
    inner = ""
    for key in path:
        inner += f"[{key}]" if isinstance(key, int) else f".{_short(key)}" if inner else _short(key)
    if not where or not inner:
        return where or inner
    return f"{where}: {inner}" if where.endswith(".json") else f"{where}.{inner}"


def shown(value: object) -> Text:
    """Return a refused value as words: texts in quotes and cut, lists and objects only by their kind."""
    if isinstance(value, str):
        return Text("found-text", {"value": _short(value)})
    if isinstance(value, list):
        return Text("found-list", {"count": len(value)})
    if isinstance(value, dict):
        return Text("found-object")
    names: dict[object, str] = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return Text("found-word", {"value": names[value]})
    if isinstance(value, float) and not math.isfinite(value):
        return Text("found-word", {"value": "NaN" if math.isnan(value) else "Infinity"})
    return Text("found-word", {"value": _digits(value)})


def _digits(value: object) -> str:
    """Write a number; a very long one only by its size, since Python refuses to print it."""
    if isinstance(value, int) and abs(value) >= 10**MAX_SHOWN:
        return ("" if value > 0 else "-") + f"10^{MAX_SHOWN}…"
    return str(value)


def _short(text: str) -> str:
    clean = "".join(letter if letter.isprintable() else "?" for letter in text[: MAX_SHOWN + 1])
    return clean if len(text) <= MAX_SHOWN else clean[:MAX_SHOWN] + "…"


@contextmanager
def gathering(faults: list[Fault]) -> Iterator[None]:
    """Let what is refused inside join a list, each fault once, so that what comes after it is looked at as well."""
    try:
        yield
    except InvalidInput as error:
        faults += new_ones(error.faults, faults)


def new_ones(found: Iterable[Fault], known: Iterable[Fault]) -> list[Fault]:
    """Return the faults that are not known yet."""
    told = {(one.path, one.message, one.code) for one in known}
    return [one for one in found if (one.path, one.message, one.code) not in told]


def refuse(faults: Sequence[Fault], error: Callable[[Sequence[Fault]], InvalidInput] = InvalidInput) -> None:
    """Raise the error if there are faults; of very many, the first ``MAX_FAULTS`` and a count of the rest."""
    more = [one.text.facts.get("count", 0) for one in faults if one.code == "more" and one.text]
    faults = [one for one in faults if one.code != "more"]
    if more or len(faults) > MAX_FAULTS:
        if _budget.get() is None and all(more):
            rest = fault("", "more", count=sum(more) + max(0, len(faults) - MAX_FAULTS))
        else:
            text = Text("fault-more-unread")
            rest = Fault("", say(text, "en"), "more", text)
        faults = [*faults[:MAX_FAULTS], rest]
    if faults:
        raise error(faults)
