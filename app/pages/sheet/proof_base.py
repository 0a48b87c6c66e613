"""What every proof of the sheet begins with."""

from __future__ import annotations

from typing import Any

from app.words.rules import links_for, row_rule
from solver.game.state import State
from solver.scoring.sheet import PlayerSheet


def proof_base(
    state: State, column: PlayerSheet, row: str, title: str, *, kind: str = "", codes: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return what every proof has; ``codes`` name what its rulings are about before the line of the sheet itself."""
    return {
        "kind": kind or row,
        "row": row,
        "player": column.player,
        "title": title,
        "colour": state.seat(column.player).colour,
        "rule": row_rule(state, row),
        "links": links_for(state, *codes, row),
    }
