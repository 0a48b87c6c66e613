"""What the pages on the way to open tickets may read."""

from __future__ import annotations

from dataclasses import dataclass

from app.pages.tickets.page import SeatChoice


@dataclass(frozen=True, slots=True)
class Answer:
    """How a seat has answered the question whether the tickets may be laid open."""

    name: str
    colour: str
    says: str


@dataclass(frozen=True, slots=True)
class FinishPage:
    """
    What ``sheet/finish.html`` reads.

    ``seats`` are those whose tickets this phone may open, ``last_round`` is the place of the ruling about it.
    ``players`` are those whose routes it may record in a row, with the trains that they have left for a count.
    ``step`` and ``hold`` are the words of the host's next step, as a link and as what is held; ``answers`` says how the
    other phones have answered, ``asked`` whether this one is. ``shown``: the result has been shown.
    """

    code: str
    title: str
    revealed: bool
    may_reveal: bool
    turns_left: tuple[str, ...]
    last_round: str
    players: tuple[SeatChoice, ...]
    seats: tuple[SeatChoice, ...]
    message: str = ""
    seq: int = 0
    step: str = ""
    hold: str = ""
    free: bool = True
    answers: tuple[Answer, ...] = ()
    asked: bool = False
    waiting: str = ""
    shown: bool = False
    result_entry: int = 0
