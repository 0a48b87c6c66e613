"""
The ticket windows: the tickets of one seat behind a shutter, and adding to them.

Before the reveal a window opens only for a phone that holds the seat (``app.tables.access`` decides); after it, everybody's
tickets can be read and entered from every phone that plays. Without ``show`` no ticket is in the page at all, so a phone
that goes round the table shows nothing until its next owner asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirection

from app.pages.tickets.page import MOST_POINTS, Card, HeldTicket, SeatChoice, TicketsPage
from app.pages.tickets.present import (
    cards_of,
    find_place,
    hand_words,
    held_by_others,
    held_tickets,
    matching,
    open_together,
    ticket_places,
)
from app.pictures.mini import MiniMap, geometry_of, ticket_map
from app.searching.answers import Asker, best_plan
from app.searching.charging import charge
from app.tables.access import Denied, Hidden, Viewer, opened, view_key, visible_tickets, visit
from app.tables.recording import ENTRY_ID, EntryIdTaken, Refused, event_of, record, seen
from app.tables.store import Table
from app.web.forms import whole
from app.web.i18n import gettext as _
from app.web.i18n import place_name, say_text
from app.words.deal import deal_words, lacking_words
from app.words.words import obstacle
from solver.game.errors import InvalidInput
from solver.game.state import State

blueprint = Blueprint("tickets", __name__)
charge(blueprint)


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed into the free entry, to be shown again when it could not be read."""

    a: str = ""
    b: str = ""
    points: str = ""


@blueprint.get("/t/<code>/tickets")
def choose(code: str) -> str | Redirection:
    """Ask whose tickets, where this phone may open more than one window."""
    table, viewer = visit(code)
    state, _entries = seen(table, viewer)
    seats = _windows(state, viewer)
    if len(seats) == 1:
        return redirect(url_for(".seat", code=table.code, player=seats[0].id), 303)
    return render_template(
        "tickets/choose.html", seats=seats, seat_url=_seat_url(table), back_url=_table_url(table)
    )


@blueprint.get("/t/<code>/tickets/<player>")
def seat(code: str, player: str) -> Response:
    """Show one seat's window: closed, or with ``show`` open."""
    table, viewer = visit(code)
    added = whole(request.args.get("added", "")) or 0
    return _window(table, viewer, player, part=bool(request.args.get("part")), added=added)


@blueprint.post("/t/<code>/tickets/<player>")
def change(code: str, player: str) -> Response | Redirection:
    """Add a ticket of the deck or a free one, or take one back."""
    table, viewer = visit(code)
    state, _entries = seen(table, viewer)
    _need_window(state, viewer, player)
    typed = Typed(request.form.get("a", ""), request.form.get("b", ""), request.form.get("points", ""))
    message, status, added = _record(table, viewer, state, player, request.form)
    part = bool(request.form.get("part"))
    if status == 200 and not part:
        # The address names the line of the log, never the ticket.
        here = url_for(".seat", code=table.code, player=player, show=1, added=added or None)
        return redirect(here + ("#added" if added else ""), 303)
    return _window(
        table,
        viewer,
        player,
        changed=True,
        part=part,
        message=message,
        status=status,
        typed=typed if status != 200 else None,
        added=added,
    )


def _record(
    table: Table, viewer: Viewer, state: State, player: str, form: Mapping[str, str]
) -> tuple[str, int, int]:
    """Write down what a form asks for; return a sentence, a status, and the line of the log where a ticket was added."""
    try:
        data = _event(state, player, form)
        event = event_of(table, data)
    except ValueError as wrong:
        return str(wrong), 422, 0
    except InvalidInput as wrong:
        return " ".join(say_text(fault.text) or fault.message for fault in wrong.faults), 422, 0
    try:
        done = record(table, viewer, event, entry_id=_id(form, data), seat=player)
    except EntryIdTaken:
        return _("The page was too old. Try again."), 409, 0
    if isinstance(done, Refused):
        return " ".join(obstacle(found, done.state).text for found in done.objections), 409, 0
    if not done.fresh and done.entry.seq in seen(table, viewer)[0].retracted:
        return _("The page was too old. Try again."), 409, 0
    return "", 200, 0 if form.get("retract") else done.entry.seq


def _id(form: Mapping[str, str], data: Mapping[str, object]) -> str:
    """
    Return the id of an entry: the form's, and which ticket it adds.

    A page has many cards, and several may be tapped before the next page is there; one that is sent again is still the
    same act.
    """
    given = form.get("entry_id", "")
    if "tickets" not in data or not ENTRY_ID.fullmatch(given):
        return given
    return f"{given[:40]}-{sha256(repr(data['tickets']).encode()).hexdigest()[:16]}"


def _event(state: State, player: str, form: Mapping[str, str]) -> dict[str, object]:
    """Return the event of a form as JSON; ValueError holds a sentence for the person who typed."""
    if form.get("retract"):
        return {"type": "retracted", "target": whole(form["retract"]) or 0}
    if not form.get("free"):
        return {"type": "tickets_kept", "player": player, "tickets": [form.get("ticket", "")]}
    ends = [_place(state, form.get(key, "")) for key in ("a", "b")]
    points = whole(form.get("points", "").strip())
    if ends[0] == ends[1]:
        raise ValueError(_("Both ends are the same city. A ticket joins two."))
    if points is None or not 1 <= points <= MOST_POINTS:
        raise ValueError(_("The points must be a number from 1 to %(most)d.", most=MOST_POINTS))
    return {"type": "tickets_kept", "player": player, "tickets": [{"ends": ends, "points": points}]}


def _place(state: State, typed: str) -> str:
    found = find_place(state.board, typed)
    if len(found) == 1:
        return found[0]
    if not found:
        raise ValueError(_("There is no city “%(name)s” on this board.", name=typed[:40]))
    names = ", ".join(place_name(state.board, place) for place in found[:5])
    raise ValueError(_("“%(name)s” fits several cities: %(names)s.", name=typed[:40], names=names))


def _window(
    table: Table,
    viewer: Viewer,
    player: str,
    *,
    changed: bool = False,
    part: bool = False,
    message: str = "",
    status: int = 200,
    typed: Typed | None = None,
    added: int = 0,
) -> Response:
    state, entries = seen(table, viewer)
    _need_window(state, viewer, player)
    is_open = changed or opened(state, request.args)
    log = [entry for entry in entries if not isinstance(entry, Hidden)]
    tickets = held_tickets(state, player, log) if is_open else ()
    seat = state.seat(player)
    query = request.args.get("q", "")[:60]
    cards = cards_of(state.edition, state.board, {t.card for t in tickets}) if is_open else ()
    if state.revealed:
        tickets, cards = _with_others(state, player, tickets, cards)
    together = () if state.revealed else open_together(tickets)
    best = best_plan(Asker(table, view_key(viewer, state)), state, player, together) if together else None
    page = TicketsPage(
        seat=player,
        name=seat.name,
        colour=seat.colour,
        open=is_open,
        revealed=state.revealed,
        lead=hand_words(state, player, tickets, best.value if best else None),
        tickets=tickets,
        cards=matching(cards, query) if query else cards,
        places=ticket_places(state.board) if is_open else (),
        query=query,
        others=_windows(state, viewer),
        candidates=any(deck.candidates for deck in state.edition.decks),
        deal=deal_words(state.edition),
        lacking=lacking_words(state.edition, state.tickets.get(player, [])) if is_open else "",
    )
    here = url_for(".seat", code=table.code, player=player)
    body = render_template(
        "tickets/_list.html" if part else "tickets/seat.html",
        page=page,
        here=here,
        part_url=url_for(".seat", code=table.code, player=player, part=1),
        back_url=url_for("reveal.finish", code=table.code) if state.revealed else _table_url(table),
        seat_url=_seat_url(table),
        may_write=viewer.plays,
        message=message,
        added=next((ticket for ticket in tickets if ticket.seq == added), None),
        free=typed,
        free_open=typed is not None and bool(request.form.get("free")),
        most_points=MOST_POINTS,
        map_of=lambda ticket: _map(state, player, ticket),
    )
    answer = make_response(body, status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _with_others(
    state: State, player: str, tickets: tuple[HeldTicket, ...], cards: tuple[Card, ...]
) -> tuple[tuple[HeldTicket, ...], tuple[Card, ...]]:
    """Say where another player holds the same card. Only after the reveal: before it, that would tell his hand."""
    others = held_by_others(state, player)
    once = {(t.id, t.points) for held in state.tickets.values() for t in held if state.exists_once(t)}
    also = {
        ticket: _("Also held by: %(names)s. A card exists once: was that a slip?", names=names)
        for ticket, names in others.items()
        if ticket in once
    }
    return (
        tuple(
            replace(t, also=" ".join(filter(None, (t.also, also.get((t.card, t.points), "")))))
            for t in tickets
        ),
        tuple(replace(c, also=others.get((c.id, c.points), "")) for c in cards),
    )


def _map(state: State, player: str, ticket: HeldTicket) -> MiniMap:
    return ticket_map(
        geometry_of(state.board),
        state.board,
        colour=state.seat(player).colour,
        ends=ticket.ends,
        owned=[route.id for route in state.routes_of(player)],
        plan=ticket.plan,
        walls=ticket.walls,
        loans={
            route: state.seat(state.owner[route]).colour for route in ticket.loans if route in state.owner
        },
    )


def _need_window(state: State, viewer: Viewer, player: str) -> None:
    if player not in state.players:
        abort(404)
    if visible_tickets(viewer, state, player) is None:
        raise Denied(_("Only the phone that holds a seat sees its tickets."))


def _windows(state: State, viewer: Viewer) -> tuple[SeatChoice, ...]:
    found = []
    for seat in state.seats:
        held = visible_tickets(viewer, state, seat.id)
        if held is not None:
            found.append(SeatChoice(seat.id, seat.name, seat.colour, len(held), sum(t.points for t in held)))
    return tuple(found)


def _seat_url(table: Table) -> Callable[[str], str]:
    return lambda player: url_for("tickets.seat", code=table.code, player=player)


def _table_url(table: Table) -> str:
    return url_for("table.table", code=table.code)
