"""Boards with their drawings."""

import pytest

from app.drawing.layout import layout_for
from solver.formats.load import board_ids, load_board


@pytest.fixture(params=board_ids())
def board(request):
    """Every board that comes with the project."""
    return load_board(request.param)


@pytest.fixture
def layout(board):
    """The board's drawing, as the pages get it."""
    return layout_for(board)
