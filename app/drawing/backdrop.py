"""
The land behind a board as a file of its own, so that browsers fetch it once.

The page copies it with ``<use href="…#land">``. Its colours are custom properties, which the copy inherits from the
page: the file is the same in the light and in the dark.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from importlib import resources

from app.drawing.layout import facts_of, layout_for
from solver.formats.load import board_ids, load_board
from solver.game.edition import Board

FRAGMENT = "land"


@cache
def backdrop_svg(board_id: str) -> str:
    """Return the land, lakes and rivers behind a board as SVG in the board's units; empty when there are none."""
    if board_id not in board_ids():
        return ""
    file = resources.files("maps") / "backdrops" / f"{board_id}.json"
    if not file.is_file():
        return ""
    data = json.loads(file.read_text("utf-8"))
    scale = layout_for(load_board(board_id)).width / data["viewBox"][0]
    land, water, rivers = (data.get(key) or "" for key in ("land", "water", "rivers"))
    parts = [
        f'<path fill="none" stroke="var(--sea2)" stroke-width="{9 / scale:.2f}" d="{land}"/>',
        f'<path fill="var(--land)" stroke="var(--shore)" stroke-width="{1 / scale:.2f}" fill-rule="evenodd" d="{land}"/>',
        f'<path fill="none" stroke="var(--sea2)" stroke-width="{2.4 / scale:.2f}" stroke-linecap="round" d="{rivers}"/>',
        f'<path fill="var(--lake)" stroke="var(--shore)" stroke-width="{0.6 / scale:.2f}" d="{water}"/>',
    ]
    shapes = "".join(part for part, d in zip(parts, (land, land, rivers, water), strict=True) if d)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        f'<g id="{FRAGMENT}" transform="scale({scale:.4f})" stroke-linejoin="round">{shapes}</g></svg>\n'
    )


def land_behind(board: Board) -> str:
    """Return the hash of the land behind a board; empty for home-made boards, whatever they call themselves."""
    known = board.id in board_ids() and facts_of(board) == facts_of(load_board(board.id))
    return backdrop_hash(board.id) if known else ""


@cache
def backdrop_hash(board_id: str) -> str:
    """Return a short hash of the backdrop, for its address; empty when there is none."""
    svg = backdrop_svg(board_id)
    return sha256(svg.encode()).hexdigest()[:12] if svg else ""
