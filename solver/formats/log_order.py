"""
What no single entry of a log shows: a table that is opened twice, and entries taken back that cannot be.

The table itself would have refused these when they came (``solver.game.objections``), so no export holds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from solver.checking.faults import fault
from solver.game.errors import Fault
from solver.game.events import Entry, Retracted, TableOpened
from solver.game.strikes import Strikes


def order_faults(entries: Sequence[Entry], places: Mapping[int, str]) -> Iterator[Fault]:
    """
    Yield what the entries of a log, the opening first, do not allow each other.

    Parameters
    ----------
    entries
        The entries in order.
    places
        Where each stands in the input, by its number.
    """
    before: set[int] = set()
    strikes = Strikes()
    for index, entry in enumerate(entries):
        event = entry.event
        if index and isinstance(event, TableOpened):
            yield fault(f"{places[entry.seq]}.event", "opened-once")
        if isinstance(event, Retracted):
            code = ""
            if event.target not in before:
                code = "no-such-entry"
            elif event.target == entries[0].seq:
                code = "opening-stays"
            elif strikes.struck(event.target):
                code = "already-retracted"
            if code:
                yield fault(f"{places[entry.seq]}.event.target", code, target=event.target)
            else:
                strikes.add(entry.seq, event.target)
        before.add(entry.seq)
