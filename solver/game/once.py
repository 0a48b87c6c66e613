"""What follows from a board alone, worked out once for each board in memory and forgotten with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import ref

from solver.game.edition import Board

T = TypeVar("T")


def once_per_board(work_out: Callable[[Board], T]) -> Callable[[Board], T]:
    """
    Return a function that works something out once a board.

    Boards are told apart by what they are and not by what they say: two equal ones are worked out twice, and comparing
    them would take longer than most of what is kept here. Nobody may change what is returned.
    """
    kept: dict[int, tuple[ref[Board], T]] = {}

    @wraps(work_out)
    def found(board: Board) -> T:
        number = id(board)
        known = kept.get(number)
        if known is not None and known[0]() is board:
            return known[1]
        value = work_out(board)
        kept[number] = (ref(board, lambda _gone: kept.pop(number, None)), value)
        return value

    return found
