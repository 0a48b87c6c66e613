"""A proof drawn on the whole board: the longest trail walked step by step, or the loans of the stations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from flask import get_template_attribute
from markupsafe import Markup

from app.drawing.layout import layout_for
from app.drawing.titles import route_title
from app.drawing.view import board_view
from app.pages.sheet.page import WalkPage
from app.pages.sheet.trail import odd_cities, stops_of
from app.pictures.boards import mini_board
from app.web.i18n import gettext as _
from app.web.i18n import language, place_name, route_name
from app.words.words import trains
from solver.game.state import State
from solver.scoring.sheet import PlayerSheet, Sheet


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
    trail, reason = column.evidence.trail, column.evidence.trail.reason
    stops = stops_of(state, trail)
    last = len(stops) - 1
    if step is not None:
        step = max(0, min(step, last)) if stops else None
    walked = trail.certificate.routes if step is None else trail.certificate.routes[:step]
    if step is None or not stops:
        line = _("The whole trail. Step through it with the arrows.")
    elif step == 0:
        line = _("The trail starts in %(city)s.", city=stops[0].name)
    else:
        stop = stops[step]
        line = _(
            "%(from)s – %(to)s: %(trains)s, %(total)d so far.",
            **{
                "from": stops[step - 1].name,
                "to": stop.name,
                "trains": trains(stop.trains),
                "total": stop.total,
            },
        )
    return WalkPage(
        title=_("%(name)s’s longest trail", name=column.name),
        colour=state.seat(column.player).colour,
        back=back,
        board=_drawn(
            state,
            column,
            lit=walked,
            out=reason.stays_out if step is None else (),
            cities=_marked(column, step),
        ),
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
                    route=route_name(state.board, route),
                    owner=state.seat(state.owner[route]).name,
                )
            )
    return WalkPage(
        title=_("%(name)s’s stations", name=column.name),
        colour=state.seat(column.player).colour,
        back=back,
        board=_drawn(state, column, loans=column.evidence.loans),
        line="",
        step=None,
        previous="",
        next="",
        stops=(),
        words=tuple(words),
    )


def _marked(column: PlayerSheet, step: int | None) -> dict[str, str]:
    """Return the classes of the cities of a trail: its ends and odd cities, or the stop reached and the one before."""
    trail = column.evidence.trail
    cities = trail.certificate.cities
    if step is not None and cities:
        return {
            **dict.fromkeys(cities[:step], "on"),
            **dict.fromkeys(cities[step - 1 : step], "on left"),
            cities[step]: "end",
        }
    marked = dict.fromkeys(cities, "on") | dict.fromkeys(trail.reason.odd_cities, "odd")
    for city in (*cities[:1], *cities[-1:]):
        marked[city] = "end odd" if city in trail.reason.odd_cities else "end"
    return marked


def _drawn(
    state: State,
    column: PlayerSheet,
    *,
    lit: Sequence[str] = (),
    out: Collection[str] = (),
    loans: Mapping[str, str | None] | None = None,
    cities: Mapping[str, str] | None = None,
) -> Markup:
    """Draw the whole board with what a proof lights up; all else fades."""
    board = state.board
    borrowed = {route for route in (loans or {}).values() if route}
    classes = {}
    for route, owner in state.owner.items():
        marks = [f"claimed p-{state.seat(owner).colour}"]
        marks += ["lit"] * (route in lit) + ["out"] * (route in out) + ["loan lit"] * (route in borrowed)
        marks += ["on"] * (loans is not None and owner == column.player)
        classes[route] = " ".join(marks)
    marked = dict(cities or {})
    for player, standing in state.stations.items():
        for city in standing:
            house = f"has-station p-{state.seat(player).colour}" + (
                " on" if loans is not None and city in loans else ""
            )
            marked[city] = f"{marked.get(city, '')} {house}".strip()
    counts = odd_cities(state, column.player, column.evidence.trail) if out or lit else {}
    view = board_view(
        board,
        layout_for(board),
        language=language(),
        title=lambda route: route_title(board, route),
        colours={seat.colour for seat in state.seats},
    )
    macro = get_template_attribute("board/board.svg", "board")
    return Markup(
        macro(
            view,
            label=_("Board"),
            backdrop=mini_board(board)[1],
            routes=classes,
            cities=marked,
            counts={city: n for city, n in counts.items() if "odd" in marked.get(city, "")},
            extra="dimming",
        )
    )
