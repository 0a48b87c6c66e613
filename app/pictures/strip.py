"""The strip under the picture of a board: what was played and when, who played, and the points that may be seen."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.tables.store import Table
from app.web.i18n import gettext as _
from app.words.days import day_of
from app.words.words import table_title
from solver.game.state import State
from solver.scoring.sheet import Sheet

HEIGHT = 0.105
"""Of the width of the board."""
MOST_LETTERS = 46
"""So many letters of names have room beside one another; longer names are cut off."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A player on the strip; ``points`` is empty where they may not be seen."""

    name: str
    colour: str
    points: str
    first: bool


@dataclass(frozen=True, slots=True)
class Strip:
    """All that is written under a board."""

    head: str
    says: str
    players: tuple[Placed, ...]


def strip_of(table: Table, state: State, sheet: Sheet | None, *, totals: bool) -> Strip:
    """
    Return the strip of a table.

    Parameters
    ----------
    sheet
        The final sheet: then its totals stand there, the winner first. None before the end.
    totals
        Whether points may be shown at all.
    """
    head = f"{table_title(state)} · {day_of(table)}"
    seats = {seat.id: seat for seat in state.seats}
    if sheet is not None and state.revealed:
        columns = sorted(sheet.players, key=lambda column: column.rank)
        players = [Placed(c.name, seats[c.player].colour, str(c.total), c.rank == 1) for c in columns]
        return Strip(head, _("Final score") if state.result_shown else _("Not final yet"), tuple(players))
    shown = totals and not state.revealed
    return Strip(
        head,
        _("On the score track so far") if shown else "",
        tuple(
            Placed(seat.name, seat.colour, _track(state, seat.id) if shown else "", False)
            for seat in state.seats
        ),
    )


def _track(state: State, player: str) -> str:
    return str(state.route_points(player) + sum(state.goods.get(player, ())))


def strip_svg(strip: Strip, left: float, top: float, width: float) -> Markup:
    """Draw a strip in the units of the board, with its upper left corner at a place."""
    high, u = width * HEIGHT, width / 1000
    each = (width - 40 * u) / len(strip.players)
    room = max(MOST_LETTERS // len(strip.players), 4)
    parts = [
        Markup('<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}" style="fill: var(--card)"/>').format(
            left, top, width, high
        ),
        _text(
            left + 20 * u, top + 36 * u, 24 * u, strip.head, "font-family: var(--name-face); font-weight: 600"
        ),
        _text(left + width - 20 * u, top + 36 * u, 20 * u, strip.says, "fill: var(--ink2); text-anchor: end"),
    ]
    for n, player in enumerate(strip.players):
        x, y = left + 20 * u + n * each, top + 84 * u
        name = player.name if len(player.name) <= room else player.name[: room - 1].rstrip() + "…"
        weight = "font-weight: 700" if player.first else ""
        parts += [
            Markup(
                '<rect class="p-{}" x="{:g}" y="{:g}" width="{:g}" height="{:g}" rx="{:g}" style="fill: var(--pc); stroke: var(--wagon-line); stroke-width: {:g}"/>'
            ).format(player.colour, x, y - 18 * u, 34 * u, 20 * u, 4 * u, 1.4 * u),
            _text(x + 42 * u, y, 22 * u, f"{name} {player.points}".strip(), weight),
        ]
    return Markup("").join(parts)


def _text(x: float, y: float, size: float, text: str, style: str) -> Markup:
    return Markup(
        '<text x="{:g}" y="{:g}" style="fill: var(--ink); font-family: var(--face); font-size: {:g}px; {}">{}</text>'
    ).format(x, y, size, style, text)
