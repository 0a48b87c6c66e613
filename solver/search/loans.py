"""What a station borrows, and the ends of a ticket: the terms in which searches and certificates speak."""

from __future__ import annotations

from dataclasses import dataclass

Loan = tuple[str, str, str]
"""A rival's route with its two ends."""


@dataclass(frozen=True, slots=True)
class TicketEnds:
    """A ticket as the searches see it: points, and for each end the cities at any of which it is met."""

    points: int
    ends: tuple[tuple[str, ...], tuple[str, ...]]
