"""A proof drawn on the whole board: the longest trail walked step by step, or the loans of the stations."""

from __future__ import annotations

from collections.abc import Callable

from app.i18n import gettext as _
from app.i18n import place_name
from app.pages_sheet import WalkPage
from app.presenting.trail import stops_of
from app.presenting.words import pair_name
from solver.game.sheet import PlayerSheet, Sheet
from solver.game.state import State


def walk_page(
    state: State,
    sheet: Sheet,
    kind: str,
    player: str,
    *,
    step: int | None,
    at: Callable[[int], str],
    back: str,
) -> WalkPage:
    """
    Return the board page of a proof.

    Parameters
    ----------
    kind
        ``trail`` or ``loans``.
    step
        The stop reached, counted from 0; None shows the whole trail.
    at
        From a step to its address.
    """
    column = sheet.of(player)
    return _trail(state, column, step, at, back) if kind == "trail" else _loans(state, column, back)


def _trail(
    state: State, column: PlayerSheet, step: int | None, at: Callable[[int], str], back: str
) -> WalkPage:
    trail = column.evidence.trail
    stops = stops_of(state, trail)
    last = len(stops) - 1
    if step is not None:
        step = max(0, min(step, last)) if stops else None
    if step is None or not stops:
        line = _("The whole trail. Step through it with the arrows.")
    elif step == 0:
        line = _("The trail starts in %(city)s.", city=stops[0].name)
    else:
        stop = stops[step]
        line = _(
            "%(from)s – %(to)s: %(trains)d. Together %(total)d.",
            **{"from": stops[step - 1].name, "to": stop.name, "trains": stop.trains, "total": stop.total},
        )
    return WalkPage(
        title=_("%(name)s: the longest trail", name=column.name),
        colour=state.seat(column.player).colour,
        back=back,
        board=None,
        line=line,
        step=step,
        previous=at(step - 1) if step else "",
        next=at(0 if step is None else step + 1) if stops and (step is None or step < last) else "",
        stops=stops,
    )


def _loans(state: State, column: PlayerSheet, back: str) -> WalkPage:
    words = []
    for city, route in column.evidence.loans.items():
        if route is None:
            words.append(_("%(city)s: the station uses no route.", city=place_name(state.board, city)))
        else:
            words.append(
                _(
                    "%(city)s: uses %(route)s (%(owner)s).",
                    city=place_name(state.board, city),
                    route=pair_name(state.board, state.board.routes[route]),
                    owner=state.seat(state.owner[route]).name,
                )
            )
    return WalkPage(
        title=_("%(name)s: the stations", name=column.name),
        colour=state.seat(column.player).colour,
        back=back,
        board=None,
        line="",
        step=None,
        previous="",
        next="",
        stops=(),
        words=tuple(words),
    )
