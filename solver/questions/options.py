"""What may be asked of a command besides its input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


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


Answer = Callable[[Any, Options], dict[str, Any]]
