"""Which tables of ``steiner`` there is time for: of all tickets, of all within the trains left, or of the dearest."""

from __future__ import annotations

from collections.abc import Sequence

from solver.search.engine import Deadline
from solver.search.loans import TicketEnds
from solver.search.tickets.layers import Layers
from solver.search.tickets.steiner import SUMS_PER_SECOND, Steiner

WHOLE = 0.4
"""The share of the time that may go into a table which also tells what more trains would do than are left."""

TABLES = 0.8
"""The share of the time that may go into a table; without one the rest goes into the model."""

MOST_TICKETS = 12
"""With more open tickets there are too many sets of them to look at."""


def table_of(layers: Layers, tickets: Sequence[TicketEnds], clock: Deadline) -> Steiner | None:
    """
    Return the table of some tickets; None when there is no time for one, or turns count, which it does not know.

    A small table also tells what more trains would do than are left. A large one leaves that out.
    """
    if len(tickets) > MOST_TICKETS or layers.usable.turns is not None:
        return None
    whole = Steiner(layers, tickets)
    share = clock.left * WHOLE
    if whole.work <= SUMS_PER_SECOND * share and whole.ready(Deadline(share)):
        return whole
    within = Steiner(layers, tickets, most=max(layers.usable.trains, 0))
    return within if within.ready(Deadline(clock.left * TABLES)) else None


def core_of(
    layers: Layers, tickets: Sequence[TicketEnds], clock: Deadline
) -> tuple[Sequence[int], Steiner] | None:
    """Return the dearest tickets of which there is surely time for a table, by index, and their table."""
    dearest = sorted(range(len(tickets)), key=lambda i: -tickets[i].points)[:MOST_TICKETS]
    while layers.usable.turns is None and dearest:
        tables = Steiner(layers, [tickets[i] for i in dearest], most=max(layers.usable.trains, 0))
        if tables.work <= SUMS_PER_SECOND * clock.left and tables.ready(clock):
            return dearest, tables
        dearest.pop()
    return None
