"""A rule that stands in the way, ready to be read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One rule that stands in the way, ready to be read."""

    code: str
    text: str
    helps: str
    rule: str
    overrulable: bool
    link: str = ""
