"""A board file that somebody sends, from bytes to a board; nothing here needs the web."""

from __future__ import annotations

from dataclasses import replace

from solver.checking.parse import decoded, parsed
from solver.formats.edition import MAX_ID, read_board
from solver.game.edition import Board


def read_board_file(raw: bytes, name: str = "") -> Board:
    """
    Return the board of a file.

    Parameters
    ----------
    name
        The name of the file; a board without a title of its own is called so.

    Raises
    ------
    InvalidInput
        With every fault of the file.
    """
    data = parsed(decoded(raw, where=""), where="")
    board = read_board(data, need_places=True)
    return board if board.title else replace(board, title={"en": _stem(name) or board.id})


def _stem(name: str) -> str:
    """Return what of a file's name can be printed as a title."""
    stem = name.removesuffix(".json")[:MAX_ID].strip()
    return stem if stem.isprintable() else ""
