"""The board as a few lines, for little maps."""

from __future__ import annotations

from dataclasses import dataclass

from app.drawing.layout import BoardLayout
from solver.game.edition import Board


@dataclass(frozen=True, slots=True)
class MiniView:
    """A board as a small picture: one path a colour, a dot a city; ``board/mini.svg`` reads it."""

    view_box: str
    all: str
    strokes: tuple[tuple[str, str], ...]
    dots: str


def mini_view(board: Board, layout: BoardLayout) -> MiniView:
    """Return a board as a small picture: whole units, parallel routes as one line in the first one's colour."""
    by_colour: dict[str, list[str]] = {}
    seen: set[frozenset[str]] = set()
    for route in board.routes.values():
        if frozenset(route.ends) not in seen:
            seen.add(frozenset(route.ends))
            axis = layout.axis(*route.ends, layout.routes[route.id].bow)
            points = [round(v) for point in (axis.start, axis.handle, axis.end) for v in point]
            a, b, c, d, e, f = points
            by_colour.setdefault(route.colour, []).append(
                f"M{a} {b}L{e} {f}" if axis.straight else f"M{a} {b}Q{c} {d} {e} {f}"
            )
    strokes = tuple((colour, "".join(paths)) for colour, paths in by_colour.items())
    box = (-layout.edge, -layout.edge, layout.width + 2 * layout.edge, layout.height + 2 * layout.edge)
    return MiniView(
        view_box=" ".join(str(round(v)) for v in box),
        all="".join(d for _, d in strokes),
        strokes=strokes,
        dots="".join(f"M{round(x)} {round(y)}h.01" for x, y in layout.cities.values()),
    )
