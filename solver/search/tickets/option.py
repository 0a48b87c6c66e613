"""One way to complete a ticket."""

from __future__ import annotations

from dataclasses import dataclass

from solver.search.verify import Trail


@dataclass(frozen=True, slots=True)
class Option:
    """
    One way to complete a ticket.

    Attributes
    ----------
    stations
        At most so many further stations.
    trains
        The fewest further trains with them.
    claims
        The fewest claims of any way with so many stations that the trains left allow.
    plan
        The routes to claim for ``trains``.
    loans
        For each station used, standing or new, the route that it borrows.
    walk
        The whole way from one end of the ticket to the other.
    """

    stations: int
    trains: int
    claims: int
    plan: tuple[str, ...]
    loans: dict[str, str]
    walk: Trail
