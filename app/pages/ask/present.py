"""
Tickets that are still achievable: in lists, in words, and drawn on a little map or the whole board.

What is drawn for an open ticket is the plan with the fewest trains; for one that is out of reach the reason: the cordon
with every way out that is taken, or the shortest way, which takes too many trains.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from flask import get_template_attribute
from markupsafe import Markup

from app.drawing.cordon import cordon_path
from app.drawing.layout import layout_for
from app.pages.ask.page import AskGroup, AskRow, Finding
from app.pages.tickets.page import HeldTicket
from app.pages.tickets.present import judge, judged, needs, new_stations
from app.pictures.boards import board_picture
from app.pictures.mini import MiniMap, Stroke, geometry_of, lines, ticket_map
from app.web.i18n import gettext as _
from app.web.i18n import ngettext, place_name, route_name, say_text
from app.words.search import fold
from app.words.words import names, stations, trains
from solver.game.edition import Ticket
from solver.game.state import State
from solver.scoring.settle import ends_of
from solver.search.network import usable
from solver.search.tickets.option import Option
from solver.search.tickets.reach import Reach, reach

ENOUGH = 10_000
"""Trains and stations for a way that ignores what is left."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """
    What to draw for some tickets of one player.

    Attributes
    ----------
    claims
        Routes still to claim.
    loans
        For each station used, standing or new, the route that it borrows.
    walk
        The routes of the whole way, where there is one.
    cut
        Cities that are closed in.
    barred
        The ways out of them, all taken.
    over
        Whether the claims take more than there is.
    ends
        The ends of the tickets.
    """

    claims: tuple[str, ...] = ()
    loans: Mapping[str, str] | None = None
    walk: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    over: bool = False
    ends: tuple[str, ...] = ()


def drawn_of(state: State, player: str, ticket: Ticket) -> Drawn:
    """Return what to draw for one ticket."""
    return _drawn(state, player, ticket, _known(state, player, [ticket])[0])


def _known(state: State, player: str, tickets: Sequence[Ticket]) -> tuple[Reach, ...]:
    return reach(usable(state, player), [ends_of(state, ticket) for ticket in tickets])


def _drawn(state: State, player: str, ticket: Ticket, known: Reach) -> Drawn:
    if known.options:
        first = known.options[0]
        return Drawn(first.plan, first.loans, first.walk.routes, ends=ticket.ends)
    if known.cut:
        inside = set(known.cut)
        barred = tuple(
            route.id
            for route in state.board.routes.values()
            if len(inside.intersection(route.ends)) == 1
            and (state.owner.get(route.id, player) != player or state.closed(route.id))
        )
        return Drawn(cut=known.cut, barred=barred, ends=ticket.ends)
    free = replace(usable(state, player, trains=ENOUGH), turns=None)
    ways = reach(free, [ends_of(state, ticket)])[0].options
    if not ways:
        return Drawn(ends=ticket.ends)
    last = ways[-1]
    return Drawn(last.plan, last.loans, last.walk.routes, over=True, ends=ticket.ends)


def findings(
    state: State, player: str, tickets: Sequence[Ticket], board_url: Callable[[int], str]
) -> tuple[Finding, ...]:
    """Return everything there is to say about tickets; ``board_url`` is the address that draws the one at a place."""
    known = _known(state, player, tickets)
    return tuple(
        _finding(state, player, ticket, board_url(number), known[number])
        for number, ticket in enumerate(tickets)
    )


def _finding(state: State, player: str, ticket: Ticket, board_url: str, known: Reach) -> Finding:
    line, drawn = judge(state, ticket, 0, known), _drawn(state, player, ticket, known)
    words = [line.words] if line.words else []
    if drawn.over and not state.revealed:
        words.append(_("On the map: the shortest way there could be."))
    if drawn.cut:
        words += _cut_words(state, drawn)
    return Finding(
        names=line.names,
        points=ticket.points,
        status=line.status,
        words=tuple(words),
        ways=_ways(state, known.options) if line.status == "open" else (),
        map=finding_map(state, player, drawn, _label(line)),
        board_url=board_url,
        mark=line.mark,
    )


def _label(line: HeldTicket) -> str:
    return f"{line.names[0]} – {line.names[1]}. {line.words}"


def _cut_words(state: State, drawn: Drawn) -> list[str]:
    """Name the ways out that are taken, by owner: the evidence for a cordon."""
    by_owner: dict[str, list[str]] = {}
    for route in drawn.barred:
        owner = state.owner.get(route)
        by_owner.setdefault(owner or "", []).append(route_name(state.board, route))
    who = names(state)
    found = []
    for owner, routes in by_owner.items():
        listed = ", ".join(dict.fromkeys(routes[:8])) + (" …" if len(routes) > 8 else "")
        if owner:
            found.append(_("%(name)s has: %(routes)s.", name=who[owner], routes=listed))
        else:
            found.append(_("Closed beside a taken track: %(routes)s.", routes=listed))
    return found


def _ways(state: State, options: Sequence[Option]) -> tuple[str, ...]:
    """Return every way: what it needs, and the routes to claim."""
    found = []
    for option in options:
        routes = [state.board.routes[route] for route in option.plan]
        claims = ", ".join(f"{route_name(state.board, route.id)} {route.length}" for route in routes)
        where = new_stations(state, option)
        listed = "; ".join(part for part in (claims, where) if part)
        way = f"{needs(option)}: {listed}" if listed else needs(option)
        if option.claims < len(option.plan):
            way += ". " + ngettext(
                "With more trains %(num)d claim is enough",
                "With more trains %(num)d claims are enough",
                option.claims,
            )
        found.append(way)
    return tuple(found)


def finding_map(state: State, player: str, drawn: Drawn, label: str) -> MiniMap:
    """Return a little map as wide as the page."""
    geometry = geometry_of(state.board)
    loans = _loans(state, player, drawn)
    own = [route.id for route in state.routes_of(player)]
    found = ticket_map(
        geometry,
        state.board,
        colour=state.seat(player).colour,
        ends=drawn.ends,
        owned=own,
        path=[route for route in drawn.walk if route in set(own)],
        plan=() if drawn.over else drawn.claims,
        loans=loans,
        label=label,
        names=[city for end in drawn.ends for city in state.board.places(end)][:6],
        fine=True,
    )
    more = [
        Stroke("todo over", lines(geometry, drawn.claims) if drawn.over else ""),
        Stroke("barred", lines(geometry, drawn.barred)),
        Stroke("cordon", cordon_path(layout_for(state.board), drawn.cut) if drawn.cut else ""),
    ]
    return replace(found, strokes=(*found.strokes, *(stroke for stroke in more if stroke.d)))


def _loans(state: State, player: str, drawn: Drawn) -> dict[str, str]:
    """Return each borrowed route with its owner's colour."""
    return {
        route: state.seat(state.owner[route]).colour
        for route in (drawn.loans or {}).values()
        if route in state.owner and state.owner[route] != player
    }


def whole_board(state: State, player: str, drawn: Drawn) -> Markup:
    """Draw a plan, or the reason why there is none, on the whole board; all else fades."""
    picture = board_picture(state)
    routes, cities = dict(picture.routes), dict(picture.cities)
    colour = state.seat(player).colour

    def add(marks: dict[str, str], key: str, words: str) -> None:
        marks[key] = f"{marks.get(key, '')} {words}".strip()

    for route in state.routes_of(player):
        add(routes, route.id, "on lit" if route.id in drawn.walk else "on")
    for route_id in drawn.claims:
        add(routes, route_id, f"plan {'over' if drawn.over else ''} p-{colour}".replace("  ", " "))
    for route_id in _loans(state, player, drawn):
        add(routes, route_id, "loan lit")
    for route_id in drawn.barred:
        add(routes, route_id, "cut")
    for city in drawn.cut:
        add(cities, city, "on")
    for route_id in (*drawn.walk, *drawn.claims, *drawn.barred):
        for city in state.board.routes[route_id].ends:
            if "on" not in cities.get(city, "").split():
                add(cities, city, "on")
    for city in drawn.loans or {}:
        add(cities, city, "on")
    for end in drawn.ends:
        for city in state.board.places(end):
            add(cities, city, "end")
    macro = get_template_attribute("board/board.svg", "board")
    cordon = cordon_path(layout_for(state.board), drawn.cut) if drawn.cut else ""
    return Markup(
        macro(
            picture.view,
            label=picture.label,
            backdrop=picture.backdrop,
            routes=routes,
            cities=cities,
            titles=picture.titles,
            cordon=cordon,
            extra="dimming",
        )
    )


# Lists -------------------------------------------------------------------------------------------------------------


def deck_groups(
    state: State, player: str, tickets: Sequence[Ticket], url: Callable[[str], str], opened: str
) -> tuple[AskGroup, ...]:
    """Return tickets in three groups: open ones with the fewest trains first, done, out of reach."""
    found = judged(state, player, list(enumerate(tickets)))
    by_status: dict[str, list[tuple[tuple[int, int, str], AskRow]]] = {}
    for line in found:
        ticket = tickets[line.seq]
        row = AskRow(
            key=ticket.id,
            names=line.names,
            points=ticket.points,
            status=line.status,
            note=line.note if line.status == "open" else "",
            url=url("" if ticket.id == opened else ticket.id),
            open=ticket.id == opened,
            mark=line.mark,
        )
        spaces = sum(state.board.routes[route].length for route in line.plan)
        order = (line.stations, spaces if line.status == "open" else 0, fold(" ".join(line.names)))
        by_status.setdefault(line.status, []).append((order, row))
    titles = {"open": _("Can still be completed"), "done": _("Done"), "cut": _("Out of reach")}
    return tuple(
        AskGroup(status, title, tuple(row for _order, row in sorted(by_status[status], key=lambda p: p[0])))
        for status, title in titles.items()
        if status in by_status
    )


def left_words(state: State, player: str) -> str:
    """Return ``15 trains, 2 stations left`` of a player, and the turns left in the last round."""
    parts = [trains(max(state.trains_left(player), 0))]
    if state.edition.stations:
        parts.append(stations(max(state.stations_left(player), 0)))
    if state.last_round is not None:
        turns = state.last_round.turns_left.count(player)
        parts.append(ngettext("%(num)d turn", "%(num)d turns", turns))
    return _("Left: %(what)s.", what=", ".join(parts))


def ticket_names(state: State, ticket: Ticket) -> tuple[str, str]:
    """Return the names of a ticket's ends."""
    return place_name(state.board, ticket.ends[0]), place_name(state.board, ticket.ends[1])


def ticket_words(state: State, player: str, ticket: Ticket) -> tuple[str, ...]:
    """Return what a ticket still takes, or why it is out of reach."""
    known = _known(state, player, [ticket])[0]
    line = judge(state, ticket, 0, known)
    needed = f"{line.note}." if line.status == "open" and line.note else ""
    reason = say_text(known.reason, state.board, names(state))
    return tuple(word for word in dict.fromkeys((needed, line.words, reason)) if word)
