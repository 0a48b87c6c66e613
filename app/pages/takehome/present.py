"""
What is taken home: the board as one file that stands by itself, a play for BG Stats, the address of the public sheet.

The play file holds what BG Stats reads from other apps: source, date, game, players with score, winner and rank. Its
``playDate`` is the start of the game in universal time, as that format wants it; the app shows it in the time of its phone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from flask import current_app, get_template_attribute
from markupsafe import Markup

from app.drawing.backdrop import FRAGMENT, backdrop_svg, land_behind
from app.pictures.boards import board_picture
from app.pictures.strip import HEIGHT, Strip, strip_svg
from app.web.i18n import title_of
from solver.game.events import Entry
from solver.game.state import State
from solver.scoring.sheet import Sheet

WIDTH = 1800
"""Width of the picture, in pixels."""
LONGEST = 12 * 60
"""Minutes beyond which a log was not written in one sitting: then nothing is said about the time."""


# The address of the public sheet -----------------------------------------------------------------------------------


# The board ---------------------------------------------------------------------------------------------------------


def board_file(state: State, look: str = "light", strip: Strip | None = None) -> str:
    """
    Return the board with everything that lies on it as one SVG file: styles and land are in it.

    ``look`` is ``light``, for files that are kept and printed, ``dark``, or ``auto``: as the reader's system is set. A
    ``strip`` under the board says what was played, so that the picture can be shared alone.
    """
    picture = board_picture(state)
    macro = get_template_attribute("board/board.svg", "board")
    land = _land(state)
    body = str(
        macro(
            picture.view,
            label=picture.label,
            backdrop=f"#{FRAGMENT}" if land else "",
            routes=picture.routes,
            cities=picture.cities,
            titles=picture.titles,
        )
    )
    left, top, width, height = (float(number) for number in picture.view.view_box.split())
    under = "" if strip is None else str(strip_svg(strip, left, top + height, width))
    if strip is not None:
        height += width * HEIGHT
    place = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
    ground = f'<rect {place} fill="#f2ebdc" style="fill: var(--paper)"/>'
    opening, rest = body.split(">", 1)
    opening = opening.replace(picture.view.view_box, f"{left:g} {top:g} {width:g} {height:g}")
    rest = rest.rstrip().removesuffix("</svg>") + under + "</svg>"
    size = f'width="{WIDTH}" height="{round(WIDTH * height / width)}"'
    theme = "" if look == "auto" else f' data-theme="{look}"'
    head = f'{opening} xmlns="http://www.w3.org/2000/svg"{theme} {size}>'
    return f"{head}<style>{_styles()}</style>{ground}<defs>{land}</defs>{rest}\n"


def _land(state: State) -> str:
    if not land_behind(state.board):
        return ""
    found = re.search(r"<g .*</g>", backdrop_svg(state.board.id), re.DOTALL)
    return found[0] if found else ""


@cache
def _styles() -> Markup:
    """Return the style sheets of a board, without comments, fit for XML."""
    folder = Path(current_app.root_path, "static", "css")
    text = "\n".join((folder / name).read_text("utf-8") for name in ("tokens.css", "board.css"))
    return Markup(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).replace("&", "&amp;").replace("<", "&lt;"))


# BG Stats ----------------------------------------------------------------------------------------------------------


def play_file(state: State, sheet: Sheet, entries: Sequence[Entry], play: str) -> dict[str, Any]:
    """
    Return a finished game as BG Stats reads it.

    Parameters
    ----------
    play
        Names this play: sent again it is the same one.
    """
    times = [found for found in (_time(entry.at) for entry in entries) if found is not None]
    first = state.players[0] if state.players else ""
    found: dict[str, Any] = {
        "sourceName": "Stationmaster",
        "sourcePlayId": play,
        "game": {
            "name": title_of(state.edition.title),
            "sourceGameId": state.edition.id,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": column.name,
                "sourcePlayerId": column.player,
                "startPlayer": column.player == first,
                "winner": column.rank == 1,
                "score": str(column.total),
                "rank": column.rank,
            }
            for column in sheet.players
        ],
    }
    if times:
        found["playDate"] = min(times).strftime("%Y-%m-%d %H:%M:%S")
        minutes = round((max(times) - min(times)).total_seconds() / 60)
        if 0 < minutes <= LONGEST:
            found["durationMin"] = minutes
    return found


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
