"""The proof behind every number of the sheet: one function a row, each from the sheet's evidence to what a page shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from app.i18n import between, language, ngettext, place_name
from app.i18n import gettext as _
from app.pages_recount import RecountRoute, route_groups, route_mark, route_words
from app.pages_rulings import ruling_links
from app.pages_sheet import (
    Addend,
    BonusProof,
    GoodsProof,
    JourneyProof,
    LoanProof,
    Other,
    Proof,
    RoutesProof,
    StationsProof,
    TicketProof,
    TicketsProof,
    TotalProof,
    Urls,
    Value,
)
from app.presenting.mini import Geometry, ticket_map
from app.presenting.sheet import MINUS, bonus_title, row_keys, row_title, signed, value_of
from app.presenting.trail import trail_proof
from app.presenting.verdict import listed, tie_sentences
from app.presenting.words import pair_name, plus, points, trains
from solver.game.bonuses import BONUS_KINDS
from solver.game.edition import Route
from solver.game.sheet import PlayerSheet, Sheet, TicketLine
from solver.game.state import State
from solver.search.network import loan_choices, network
from solver.search.stations import alternatives
from solver.settle import ticket_ends


def proof_of(
    state: State,
    sheet: Sheet,
    key: str,
    *,
    geometry: Geometry,
    url: Urls,
    board_url: Urls,
    known: Collection[str],
) -> Proof | None:
    """
    Return the proof of one number, or None when the sheet has no such number or it may not be seen.

    Parameters
    ----------
    key
        ``row:player``.
    url, board_url
        From a key to the address of a proof on the sheet, and of the board page that draws it.
    known
        The players whose tickets may be seen.
    """
    row, _colon, player = key.partition(":")
    if row not in row_keys(state) or player not in state.players:
        return None
    if player not in known and row in ("completed", "failed", "most_tickets"):
        return None
    column = sheet.of(player)
    builders: Mapping[str, Callable[[], Proof]] = {
        "total": partial(_total, state, sheet, column, url, known),
        "routes": partial(_routes, state, column),
        "completed": partial(_tickets, state, column, geometry, done=True),
        "failed": partial(_tickets, state, column, geometry, done=False),
        "stations": partial(_stations, state, column, geometry, board_url),
        "goods": partial(_goods, state, column),
        "longest_trail": partial(trail_proof, state, sheet, column, geometry, board_url),
    }
    return builders[row]() if row in builders else _bonus(state, sheet, column, row, known)


def _base(state: State, column: PlayerSheet, row: str, title: str, kind: str = "") -> dict[str, Any]:
    return {
        "kind": kind or row,
        "row": row,
        "player": column.player,
        "title": title,
        "colour": state.seat(column.player).colour,
        "links": ruling_links(row, language(), state.edition.id, most=2),
    }


def _total(state: State, sheet: Sheet, column: PlayerSheet, url: Urls, known: Collection[str]) -> Proof:
    lines = []
    for row in row_keys(state)[1:]:
        if column.player not in known and row in ("completed", "failed", "most_tickets"):
            continue
        value = value_of(column, row)
        lines.append(
            Addend(
                row_title(row),
                plus(value) if row != "routes" else str(value),
                value < 0,
                url(f"{row}:{column.player}"),
            )
        )
    title = _("%(name)s’s total: %(points)s", name=column.name, points=points(column.total))
    words = tie_sentences(sheet, column.player)
    if column.player not in known:
        words = (_("The tickets are still closed and not counted."),)
    return TotalProof(
        **_base(state, column, "total", title), words=words, lines=tuple(lines), total=column.total
    )


def _routes(state: State, column: PlayerSheet) -> Proof:
    laid = sum(route.length for route in state.routes_of(column.player))
    words = (
        _(
            "%(laid)s on the board, %(left)s in the box.",
            laid=trains(laid),
            left=column.trains_left,
        ),
    )
    title = _("%(name)s’s routes: %(points)s", name=column.name, points=points(column.points.routes))
    return RoutesProof(
        **_base(state, column, "routes", title),
        words=words,
        groups=route_groups(state, column.player),
    )


def _tickets(state: State, column: PlayerSheet, geometry: Geometry, *, done: bool) -> Proof:
    lines = [line for line in column.evidence.tickets if line.completed is done]
    row = "completed" if done else "failed"
    value = value_of(column, row)
    if done:
        title = _("%(name)s’s completed tickets: %(points)s", name=column.name, points=points(value))
    else:
        lost = f"{MINUS * (value < 0)}{points(-value)}"
        title = _("%(name)s’s failed tickets: %(points)s", name=column.name, points=lost)
    return TicketsProof(
        **_base(state, column, row, title, "tickets"),
        tickets=tuple(_ticket(state, column, line, geometry) for line in lines),
        empty=_("No ticket is completed.") if done else _("No ticket failed."),
    )


def _ticket(state: State, column: PlayerSheet, line: TicketLine, geometry: Geometry) -> TicketProof:
    board, ticket = state.board, line.ticket
    ends = (place_name(board, ticket.ends[0]), place_name(board, ticket.ends[1]))
    words = []
    if line.completed:
        spaces = sum(board.routes[route].length for route in (*line.routes, *line.loans))
        count = len(line.routes) + len(line.loans)
        # The dash stays with the name before it: no line begins with one.
        words.append("\N{NO-BREAK SPACE}– ".join(place_name(board, city) for city in line.cities))
        routes = ngettext("%(num)d route", "%(num)d routes", count)
        words.append(f"{routes}, {trains(spaces)}.")
        words += [_borrowed(state, column, route) for route in line.loans]
    else:
        words.append(_("%(name)s’s routes and stations do not join the two cities.", name=column.name))
    drawn = ticket_map(
        geometry,
        board,
        colour=state.seat(column.player).colour,
        ends=ticket.ends,
        owned=[route.id for route in state.routes_of(column.player)],
        path=line.routes,
        loans={route: state.seat(state.owner[route]).colour for route in line.loans},
        label=" – ".join(ends),
        fine=True,
    )
    return TicketProof(ends, ticket.points, line.completed, tuple(words), drawn)


def _borrowed(state: State, column: PlayerSheet, route: str) -> str:
    city = next((c for c, lent in column.evidence.loans.items() if lent == route), "")
    words = _(
        "The station in %(city)s lends %(route)s (%(owner)s).",
        city=place_name(state.board, city) if city else "?",
        route=pair_name(state.board, state.board.routes[route]),
        owner=state.seat(state.owner[route]).name,
    )
    return str(words)


def _stations(state: State, column: PlayerSheet, geometry: Geometry, board_url: Urls) -> Proof:
    rules = state.edition.stations
    each = rules.points_unused if rules else 0
    left = max(column.stations_left, 0)
    left_words = ngettext(
        "%(num)d station is left: %(num)d × %(each)d = %(sum)d.",
        "%(num)d stations are left: %(num)d × %(each)d = %(sum)d.",
        left,
        each=each,
        sum=left * each,
    )
    words = (left_words if left else _("No station is left."),)
    loans = column.evidence.loans
    drawn = None
    if loans:
        drawn = ticket_map(
            geometry,
            state.board,
            colour=state.seat(column.player).colour,
            ends=(),
            stations=tuple(loans),
            owned=[route.id for route in state.routes_of(column.player)],
            loans={route: state.seat(state.owner[route]).colour for route in loans.values() if route},
            names=tuple(loans),
            label=_("%(name)s’s stations on the board", name=column.name),
            fine=True,
        )
    title = _("%(name)s’s stations left: %(points)s", name=column.name, points=points(column.points.stations))
    return StationsProof(
        **_base(state, column, "stations", title),
        words=words,
        map=drawn,
        loans=tuple(_loan(state, column, city, route) for city, route in loans.items()),
        board_url=board_url(f"loans:{column.player}") if loans else "",
    )


def _loan(state: State, column: PlayerSheet, city: str, route: str | None) -> LoanProof:
    if route is None:
        words = _("Uses no route: none would complete more.")
    else:
        helped = [
            between(place_name(state.board, end) for end in line.ticket.ends)
            for line in column.evidence.tickets
            if route in line.loans
        ]
        facts = {
            "route": pair_name(state.board, state.board.routes[route]),
            "owner": state.seat(state.owner[route]).name,
        }
        if helped:
            # English counts nothing here; Russian has another case for several.
            words = ngettext(
                "Uses %(route)s (%(owner)s). It completes %(tickets)s.",
                "Uses %(route)s (%(owner)s). It completes %(tickets)s.",
                len(helped),
                tickets=listed(helped),
                **facts,
            )
        else:
            words = _("Uses %(route)s (%(owner)s).", **facts)
    return LoanProof(place_name(state.board, city), words, other_loans(state, column, city))


def other_loans(state: State, column: PlayerSheet, city: str) -> tuple[Other, ...]:
    """Return what this station would have given with every other route out of its city."""
    own, choices = network(state, column.player), loan_choices(state, column.player)
    found = alternatives(own, ticket_ends(state, column.player), choices, column.evidence.loans)
    now = column.evidence.ticket_points
    return tuple(
        Other(
            _loan_name(state, other.route),
            _(
                "tickets %(points)s, %(completed)s",
                points=signed(other.points),
                completed=ngettext("%(num)d completed", "%(num)d completed", other.completed),
            )
            if other.points != now
            else _("the same points"),
        )
        for other in found
        if other.city == city and other.route is not None
    )


def _loan_name(state: State, route: str) -> str:
    owner = state.seat(state.owner[route]).name
    return f"{pair_name(state.board, state.board.routes[route])} ({owner})"


def values_of(state: State, sheet: Sheet, kind: str, here: str, known: Collection[str]) -> tuple[Value, ...]:
    """Return everybody's value for a bonus, the best first."""
    measure = BONUS_KINDS[kind]
    return tuple(
        Value(
            column.name,
            state.seat(column.player).colour,
            "?" if kind == "most_tickets" and column.player not in known else str(measure(column.tally)),
            value_of(column, kind),
            column.player == here,
        )
        for column in sorted(sheet.players, key=lambda c: -measure(c.tally))
    )


def bonus_words(state: State, sheet: Sheet, kind: str) -> tuple[str, ...]:
    """Return who gets a bonus and why, in a sentence."""
    award = next((award for award in sheet.bonuses if award.kind == kind), None)
    if award is None:
        return ()
    if not award.players:
        return (_("The best value is 0, so nobody gets this bonus."),)
    winners = listed([state.seat(player).name for player in award.players])
    facts = {"bonus": bonus_title(kind), "names": winners, "points": points(award.points)}
    if len(award.players) > 1:
        return (_("%(bonus)s: %(names)s, %(points)s each.", **facts),)
    return (_("%(bonus)s: %(names)s, %(points)s.", **facts),)


def _bonus_head(column: PlayerSheet, kind: str) -> str:
    facts = {"name": column.name, "points": points(value_of(column, kind))}
    known = {
        "most_tickets": _("%(name)s’s ticket bonus: %(points)s", **facts),
        "most_ferries": _("%(name)s’s ferry bonus: %(points)s", **facts),
        "most_tunnels": _("%(name)s’s tunnel bonus: %(points)s", **facts),
    }
    return str(known[kind])


def _bonus(state: State, sheet: Sheet, column: PlayerSheet, kind: str, known: Collection[str]) -> Proof:
    counted: Callable[[Route], bool] = {
        "most_ferries": lambda route: route.ferry > 0,
        "most_tunnels": lambda route: route.tunnel,
    }.get(kind, lambda _route: False)
    routes = [
        RecountRoute(route.id, route_words(state, route), route_mark(state, route))
        for route in state.routes_of(column.player)
        if counted(route)
    ]
    return BonusProof(
        **_base(state, column, kind, _bonus_head(column, kind), "bonus"),
        words=bonus_words(state, sheet, kind),
        values=values_of(state, sheet, kind, column.player, known),
        values_head=bonus_title(kind),
        routes=tuple(sorted(routes, key=lambda route: route.name)),
        routes_head=_("Routes that count"),
    )


def _goods(state: State, column: PlayerSheet) -> Proof:
    journeys = tuple(
        JourneyProof(
            head=_("From %(city)s", city=place_name(state.board, journey.start)),
            total=sum(value for _city, value in journey.taken),
            stops=tuple((place_name(state.board, city), value) for city, value in journey.taken),
        )
        for journey in state.journeys
        if journey.player == column.player
    )
    title = _("%(name)s’s goods: %(points)s", name=column.name, points=points(column.points.goods))
    standing = [place_name(state.board, city) for city in state.standing.get(column.player, ())]
    words = (
        (_("Still standing, without points: %(cities)s.", cities=", ".join(standing)),) if standing else ()
    )
    return GoodsProof(**_base(state, column, "goods", title), words=words, journeys=journeys)
