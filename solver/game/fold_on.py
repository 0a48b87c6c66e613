"""
A log that has grown: what follows from it, worked out from what lay on the table before, not from the beginning.

``fold_on`` returns exactly what ``fold`` returns for the whole log. It asks of the newest states that are kept whether the
entries behind one reach back before it; where none do, they alone are put into effect on a copy of it. An undo reaches
as far as what it takes back, so the states before the last few entries are worth keeping. What reaches back:

- a retraction of an earlier entry;
- a claim afterwards while a retraction waits for one: it may count at the place of an earlier claim;
- a passenger that rests on a claim, and a colour of goods, which holds from the beginning.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from solver.game.edition import Board, Edition
from solver.game.events import Entry, GoodsColourSet, PassengerPlaced, Retracted, RouteClaimed
from solver.game.fold import fold, lay
from solver.game.state import State
from solver.game.turns import TURNS

KEPT = 6
"""So many states before the newest one are worth keeping: three steps back, one after the other, reach no further."""

_ENDS_CORRECTION = (*TURNS, PassengerPlaced)
"""Acts after which an earlier retraction waits for no correction any more (``solver.game.order``)."""


def fold_on(
    kept: Iterable[State], edition: Edition, entries: Sequence[Entry], board: Board | None = None
) -> State:
    """
    Return the state that follows from a log.

    Parameters
    ----------
    kept
        States that followed from beginnings of this log, by the same edition and board, the newest first.
    edition, entries, board
        As for ``fold``.
    """
    for state in kept:
        place = bisect_right(entries, state.seq, key=lambda entry: entry.seq)
        if state.seats and _carries(state, entries[:place], entries[place:]):
            return _laid_on(state, entries, entries[place:])
    return fold(edition, entries, board)


def _carries(state: State, before: Sequence[Entry], more: Sequence[Entry]) -> bool:
    """Whether nothing in more entries changes what the entries before them meant."""
    first = more[0].seq if more else 0
    waits = any(isinstance(entry.event, Retracted) for entry in _since_last_act(before))
    for entry in more:
        match entry.event:
            case Retracted(target=target) if target < first:
                return False
            case RouteClaimed(afterwards=True) if waits:
                return False
            case PassengerPlaced() | GoodsColourSet():
                return False
    # A corrected claim was the last entry, so it is offered to be completed: with more entries it may not be.
    return state.last_claim is None or state.claimed_at.get(state.last_claim[1]) not in state.places


def _since_last_act(entries: Sequence[Entry]) -> Iterator[Entry]:
    for entry in reversed(entries):
        if isinstance(entry.event, _ENDS_CORRECTION):
            return
        yield entry


def _laid_on(state: State, entries: Sequence[Entry], more: Sequence[Entry]) -> State:
    """Put more entries into effect; what retractions were played over stands behind everything else, in a fold too."""
    then = state.copied()
    held = _cut_off_retractions(then, entries)
    lay(then, more)
    newest = _cut_off_retractions(then, entries)
    then.overruled += held + newest
    return then


def _cut_off_retractions(state: State, entries: Sequence[Entry]) -> list[tuple[int, str]]:
    """Take the end that belongs to retractions off what was played over, and return it."""
    end = len(state.overruled)
    while end:
        place = bisect_left(entries, state.overruled[end - 1][0], key=lambda entry: entry.seq)
        if not isinstance(entries[place].event, Retracted):
            break
        end -= 1
    cut = state.overruled[end:]
    del state.overruled[end:]
    return cut
