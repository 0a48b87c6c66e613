"""The proof behind every number of the sheet: one function a row, each from the sheet's evidence to what a page shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from app.pages.recount.page import route_groups
from app.pages.sheet.bonus_proofs import bonus_proof
from app.pages.sheet.page import Urls
from app.pages.sheet.present import MINUS, row_keys, row_title, signed, value_of
from app.pages.sheet.proof_base import proof_base
from app.pages.sheet.proof_page import (
    Addend,
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
)
from app.pages.sheet.trail import trail_proof
from app.pictures.mini import Geometry, ticket_map
from app.web.i18n import between, ngettext, place_name, route_name
from app.web.i18n import gettext as _
from app.words.rules import tie_words
from app.words.verdict import listed, tie_codes, tie_of, tie_sentences
from app.words.words import plus, points, trains
from solver.game.state import State
from solver.scoring.settle import ticket_ends
from solver.scoring.sheet import PlayerSheet, Sheet, TicketLine
from solver.search.network import loan_choices, network
from solver.search.stations.stations import alternatives


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
    return builders[row]() if row in builders else bonus_proof(state, sheet, column, row, known)


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
    words: tuple[str, ...] = ()
    codes: tuple[str, ...] = ("below-zero",) if column.total < 0 else ()
    if column.player not in known:
        words = (_("The tickets are still closed and not counted."),)
    tie = tie_of(sheet, column.player) if state.revealed else None
    if tie is not None:
        words, codes = tie_sentences(state, sheet, column.player), (*tie_codes(sheet, tie), *codes)
    base = proof_base(state, column, "total", title, codes=codes)
    if tie is not None:
        base["rule"] += " " + tie_words(state)
    return TotalProof(**base, words=words, lines=tuple(lines), total=column.total)


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
        **proof_base(state, column, "routes", title),
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
        **proof_base(state, column, row, title, kind="tickets"),
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
        words.append(_apart(state, column.name))
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


def _apart(state: State, name: str) -> str:
    """Say that a ticket is not connected: by routes, and by stations where the edition has any."""
    if state.edition.stations is None:
        return _("%(name)s’s routes do not join the two cities.", name=name)
    return _("%(name)s’s routes and stations do not join the two cities.", name=name)


def _borrowed(state: State, column: PlayerSheet, route: str) -> str:
    city = next((c for c, lent in column.evidence.loans.items() if lent == route), "")
    words = _(
        "The station in %(city)s lends %(route)s (%(owner)s).",
        city=place_name(state.board, city) if city else "?",
        route=route_name(state.board, route),
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
        **proof_base(state, column, "stations", title, codes=("loans",) if loans else ()),
        words=words,
        map=drawn,
        loans=tuple(_loan(state, column, city, route) for city, route in loans.items()),
        board_url=board_url(f"loans:{column.player}") if loans else "",
    )


def _loan(state: State, column: PlayerSheet, city: str, route: str | None) -> LoanProof:
    words = loan_words(state, column, route)
    return LoanProof(place_name(state.board, city), words, other_loans(state, column, city))


def loan_words(state: State, column: PlayerSheet, route: str | None) -> str:
    """Return which route a station uses and which tickets that completes."""
    if route is None:
        return _("Uses no route: none would complete more.")
    helped = [
        between(place_name(state.board, end) for end in line.ticket.ends)
        for line in column.evidence.tickets
        if route in line.loans
    ]
    facts = {
        "route": route_name(state.board, route),
        "owner": state.seat(state.owner[route]).name,
    }
    if not helped:
        return _("Uses %(route)s (%(owner)s).", **facts)
    # English counts nothing here; Russian has another case for several.
    return ngettext(
        "Uses %(route)s (%(owner)s). It completes %(tickets)s.",
        "Uses %(route)s (%(owner)s). It completes %(tickets)s.",
        len(helped),
        tickets=listed(helped),
        **facts,
    )


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
    return f"{route_name(state.board, route)} ({owner})"


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
    codes = ("journey",) if journeys else ()
    return GoodsProof(
        **proof_base(state, column, "goods", title, codes=codes), words=words, journeys=journeys
    )
