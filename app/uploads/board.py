"""A board or game file that somebody sends, from bytes to a game; nothing here needs the web."""

from __future__ import annotations

from dataclasses import replace

from solver.checking.parse import decoded, parsed
from solver.formats.edition import MAX_ID
from solver.formats.game_file import Game, read_game


def read_game_file(raw: bytes, name: str = "") -> Game:
    """
    Return the game of a file: a game file, or a board alone.

    Parameters
    ----------
    name
        The name of the file; a board that comes alone and without a title of its own is called so.

    Raises
    ------
    InvalidInput
        With every fault of the file.
    """
    game = read_game(parsed(decoded(raw, where=""), where=""), need_places=True)
    if game.board.title or game.file is not None:
        return game
    return replace(game, board=replace(game.board, title={"en": _stem(name) or game.board.id}))


def _stem(name: str) -> str:
    """Return what of a file's name can be printed as a title."""
    stem = name.removesuffix(".json")[:MAX_ID].strip()
    return stem if stem.isprintable() else ""
