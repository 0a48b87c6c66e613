"""
The errors of the library, in three classes.

*Invalid*: it cannot be read. *Illegal*: it can be read, the rules forbid it. *Ambiguous*: it fits twice.
Every error carries a stable ``code``, and where it has one the ``path`` of the place in the input.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from solver.words.say import Text

if TYPE_CHECKING:
    from solver.game.objection import Objection


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with an input: where, what, and what it must be; ``text`` says it in any language."""

    path: str
    message: str
    code: str
    text: Text | None = field(default=None, compare=False)

    def line(self) -> str:
        """Return the fault as one line for standard error: ``path: message [code]``; what cannot be printed is ``?``."""
        place = f"{self.path}: " if self.path else ""
        line = f"{place}{self.message} [{self.code}]"
        return "".join(letter if letter.isprintable() else "?" for letter in line)


class StationmasterError(Exception):
    """Base of all errors that the library raises on purpose."""


class InvalidInput(StationmasterError):
    """The input cannot be read; ``faults`` lists everything that is wrong with it, never just the first."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.line() for fault in self.faults))


class InvalidEdition(InvalidInput):
    """An edition, board or deck file cannot be used."""


class InvalidEvent(InvalidInput):
    """An event names something that does not exist, or its fields have the wrong shape."""


class IllegalEvent(StationmasterError):
    """The event can be read, but rules forbid it; ``objections`` lists every rule that it breaks."""

    def __init__(self, objections: Sequence[Objection]) -> None:
        self.objections = tuple(objections)
        super().__init__("; ".join(objection.code for objection in self.objections))


class AmbiguousRoute(StationmasterError):
    """What was typed fits more than one route; ``candidates`` holds their ids."""

    def __init__(self, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(f"fits {len(self.candidates)} routes: {', '.join(self.candidates)}")


class NoAnswer(StationmasterError):
    """The time limit passed before a search could show anything at all."""


class CertificateError(StationmasterError):
    """A search returned something that is not what it claims to be."""
