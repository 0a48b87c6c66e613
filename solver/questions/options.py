"""What may be asked besides the input."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """What may be asked besides the input. ``seconds`` limits one search; ``cards`` are passenger cards played."""

    language: str = "en"
    seconds: float = 5.0
    player: str | None = None
    start: str | None = None
    trains: int | None = None
    stations: int | None = None
    cards: int = 0
    every: bool = False
