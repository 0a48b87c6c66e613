"""One entry of the log in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry of the log in words."""

    seq: int
    text: str
    player: str
    colour: str
    worth: str
    when: str
    at: str
    retracted: bool
    can_retract: bool
    secret: bool = False
    notes: tuple[str, ...] = ()
    put_back: int = 0
    """The number of the retraction that struck this line out, where this phone may take that back; else 0."""
    reason: str = ""
    """Why it was taken back, where somebody said so."""
