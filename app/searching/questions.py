"""What is asked of the pool, how far it is, and why it may be refused."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from app.server import metrics


class Refused(Exception):
    """
    A question was not taken.

    Attributes
    ----------
    why
        ``busy``: too many wait; ``budget``: this address has used its share; ``out_of_time``: no answer came within
        the limits; ``left``: nobody waits for it any more.
    retry
        In how many seconds it may be asked again.
    """

    def __init__(self, why: str, retry: float) -> None:
        super().__init__(why)
        self.why, self.retry = why, max(1, math.ceil(retry))
        metrics.REFUSED_SEARCHES.labels(why).inc()


@dataclass(frozen=True, slots=True)
class Progress:
    """
    How far a question is.

    Attributes
    ----------
    value
        The best answer so far; None while there is none.
    running
        Whether a better one may still come.
    seconds
        Seconds of CPU that the answer was searched for; 0 without one.
    busy
        Too many questions wait: this one was not taken.
    failed
        The search broke off: out of memory, or a certificate that did not hold.
    place
        Its number among those that wait; 0 when it does not wait.
    later
        In how many seconds it can be taken, because whoever asks has used his share; 0 when it was taken.
    """

    value: Any = None
    running: bool = True
    seconds: float = 0.0
    busy: bool = False
    failed: bool = False
    place: int = 0
    later: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """
    A question of one of our pages.

    Attributes
    ----------
    key
        Names the question and everything that its answer depends on, and nothing else.
    search, arguments
        What to call, by its name in ``app.searching.worker``. It is given ``seconds`` as well.
    asker
        The table, with whom other tables take turns.
    subject
        What stays the same when the table goes on: a newer question about it takes the place of an older one.
    payers
        Who pays for the seconds of CPU.
    final
        Whether an answer needs no more searching.
    """

    key: Hashable
    search: str
    arguments: tuple[Any, ...]
    asker: Hashable = None
    subject: Hashable = None
    payers: tuple[Hashable, ...] = ()
    final: Callable[[Any], bool] = lambda _value: True


def gap_of(value: Any) -> int | None:
    """Return by how much the bound of an answer is above its value; None where it has no bound."""
    trails = getattr(value, "trails", None)
    if trails is not None:
        return max((trail.bound - trail.value for trail in trails.values()), default=0)
    bound, least = getattr(value, "bound", None), getattr(value, "value", getattr(value, "points", None))
    return None if bound is None or least is None else int(bound - least)
