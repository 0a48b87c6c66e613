"""Boards as pictures: what ``app.drawing`` computes, asked for by pages."""

from __future__ import annotations

from typing import Any

from solver.game.edition import Board


def mini_board(board: Board) -> tuple[Any, str]:
    """Return the little map of a board, and the address of the land behind it."""
    return None, ""


def board_svg(page: Any) -> str:
    """Return the board of a table page as SVG."""
    return ""
