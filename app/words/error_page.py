"""What an error page may read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What ``error.html`` reads: a number for those who ask, a sentence for everybody."""

    status: int
    title: str
    sentence: str
    back: str
    details: tuple[str, ...] = ()
