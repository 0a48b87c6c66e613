"""
Ask the table: which tickets are still achievable, alone and together, which to keep, and the most that is possible.

The whole deck can be looked at from any player's place, from what lies open alone. The tickets of a seat are asked
about only on a phone that holds it (after the reveal: on every phone), behind the same shutter as the tickets
themselves, and never in an address: cards just drawn travel in a form.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirection

from app.pages.ask.keep import keep_form, keep_view, seems_dealt
from app.pages.ask.most import is_over, most_view, over_view, own_most
from app.pages.ask.page import AskPlayer, DeckPage, DrawnPage, HandPage, KeepView, MostView
from app.pages.ask.plan import drawn_plan, together_view
from app.pages.ask.present import (
    deck_groups,
    drawn_of,
    findings,
    left_words,
    ticket_names,
    ticket_words,
    whole_board,
)
from app.pages.tickets.page import SeatChoice, Shutter
from app.pages.tickets.present import begins, cards_of
from app.searching.answers import Asker, best_keep, best_plan
from app.searching.charging import charge
from app.tables.access import (
    Denied,
    Viewer,
    may_see_most,
    opened,
    set_options,
    view_key,
    visible_tickets,
    visit,
)
from app.tables.recording import seen
from app.tables.store import Table
from app.web.i18n import between
from app.web.i18n import gettext as _
from app.words.search import place_keys
from solver.game.edition import Ticket
from solver.game.state import State
from solver.questions.reach import deck_of
from solver.search.tickets.keep import MOST_DRAWN

blueprint = Blueprint("ask", __name__, url_prefix="/t/<code>")
charge(blueprint)


def _asker(table: Table, viewer: Viewer, state: State) -> Asker:
    """Return a table as one phone may know it."""
    return Asker(table, view_key(viewer, state))


# The deck from any player's place ----------------------------------------------------------------------------------


@blueprint.get("/ask")
def deck(code: str) -> str:
    """Show the whole deck from a player's place."""
    table, viewer = visit(code)
    state, _entries = seen(table, viewer)
    player = _player(state, viewer)
    tickets = {ticket.id: ticket for ticket in deck_of(state)} if player else {}
    query, opened = request.args.get("q", "")[:60], request.args.get("ticket", "")[:120]
    shown = [ticket for ticket in tickets.values() if not query or _fits(state, ticket, query)]

    def url(player: str = player, ticket: str = "") -> str:
        return url_for(".deck", code=table.code, player=player, q=query or None, ticket=ticket or None)

    def board_url(ticket: str) -> str:
        return url_for(".drawn", code=table.code, player=player, ticket=ticket)

    asked = [tickets[opened]] if opened in tickets else []
    found = findings(state, player, asked, lambda _number: board_url(opened))
    page = DeckPage(
        code=table.code,
        players=tuple(
            AskPlayer(s.id, s.name, s.colour, url(player=s.id), s.id == player) for s in state.seats
        ),
        player=player,
        colour=state.seat(player).colour,
        left=left_words(state, player),
        groups=deck_groups(state, player, shown, lambda ticket: url(ticket=ticket) + "#here", opened),
        finding=found[0] if found else None,
        query=query,
        windows=_windows(state, viewer),
        candidates=any(one.candidates for one in state.edition.decks),
        most=_most(table, viewer, state),
        may_switch=viewer.keeper and not state.revealed,
        most_on=may_see_most(viewer, state, table),
    )
    return render_template("ask/deck.html", page=page)


@blueprint.post("/ask")
def switch(code: str) -> Redirection:
    """Let this table see the most that is still possible, or not. Only the keeper may."""
    table, _viewer = visit(code)
    wanted = request.form.get("most", "")
    if wanted in ("on", "off"):
        set_options(table, show_most=wanted == "on")
    return redirect(url_for(".deck", code=table.code) + "#most", 303)


@blueprint.get("/ask-board")
def drawn(code: str) -> str:
    """Draw a ticket of the deck on the whole board: the plan, or the reason why there is none."""
    table, viewer = visit(code)
    state, _entries = seen(table, viewer)
    player = _player(state, viewer)
    ticket = {found.id: found for found in deck_of(state)}.get(request.args.get("ticket", "")[:120])
    if ticket is None:
        abort(404)
    back = url_for(".deck", code=table.code, player=player, ticket=ticket.id) + "#here"
    return render_template("ask/board.html", page=_drawn_page(state, player, ticket, back))


def _drawn_page(state: State, player: str, ticket: Ticket, back: str) -> DrawnPage:
    return DrawnPage(
        title=between(ticket_names(state, ticket)),
        colour=state.seat(player).colour,
        back=back,
        board=whole_board(state, player, drawn_of(state, player, ticket)),
        words=(
            f"{state.seat(player).name}. {left_words(state, player)}",
            *ticket_words(state, player, ticket),
        ),
    )


def _player(state: State, viewer: Viewer) -> str:
    wanted = request.args.get("player", "")
    if wanted in state.players:
        return wanted
    own = [player for player in state.players if viewer.holds(player)]
    return own[0] if own else state.players[0]


def _fits(state: State, ticket: Ticket, query: str) -> bool:
    words = " ".join(key for end in ticket.ends for key in place_keys(state.board)[end])
    return begins(words, query)


def _windows(state: State, viewer: Viewer) -> tuple[SeatChoice, ...]:
    """Return the seats whose tickets this phone may ask about; how many they hold is not said in front of a shutter."""
    return tuple(
        SeatChoice(seat.id, seat.name, seat.colour, 0, 0)
        for seat in state.seats
        if visible_tickets(viewer, state, seat.id) is not None
    )


def _most(table: Table, viewer: Viewer, state: State) -> MostView | None:
    if not may_see_most(viewer, state, table):
        return None
    if is_over(state):
        return _over(table, state)
    # What several hands on one phone hold is not mixed into a page that lies open for all of them.
    return most_view(Asker(table), replace(state, tickets={}))


def _over(table: Table, state: State) -> MostView:
    sheet, finish = (url_for(page, code=table.code) for page in ("sheet.sheet", "reveal.finish"))
    return over_view(state, sheet_url=sheet, finish_url=finish)


# The tickets of one seat -------------------------------------------------------------------------------------------


@blueprint.get("/ask/<seat>")
def hand(code: str, seat: str) -> Response:
    """Show the tickets of one seat: closed, or with ``show`` (or ``part``, for the page's script) open."""
    table, viewer = visit(code)
    return _hand(table, viewer, seat)


@blueprint.post("/ask/<seat>")
def drawn_cards(code: str, seat: str) -> Response:
    """Compare the cards just drawn: which of them to keep."""
    table, viewer = visit(code)
    return _hand(table, viewer, seat, drawn=True)


@blueprint.get("/ask/<seat>/board")
def hand_board(code: str, seat: str) -> Response:
    """Draw one ticket of a hand (``n``, by its place), or the best choice of all, on the whole board: closed, or open."""
    table, viewer = visit(code)
    state, _entries = seen(table, viewer)
    tickets = _tickets(state, viewer, seat)
    number = request.args.get("n", "")
    number = number if number.isdecimal() and len(number) < 4 else ""
    found, here = state.seat(seat), url_for(".hand_board", code=table.code, seat=seat)
    shutter = Shutter(
        name=found.name,
        colour=found.colour,
        open=opened(state, request.args),
        revealed=state.revealed,
        here=here,
        part=url_for(".hand_board", code=table.code, seat=seat, n=number or None, part=1),
        back=url_for(".hand", code=table.code, seat=seat),
        carried=(("n", number),) if number else (),
    )
    if not shutter.open:
        page = DrawnPage("", found.colour, shutter.back, "", (), shutter)
    else:
        asker, back = _asker(table, viewer, state), url_for(".hand", code=table.code, seat=seat, show=1)
        drawn = _drawn_hand(asker, state, seat, tickets=tickets, number=number, back=back)
        page = replace(drawn, shutter=shutter)
    part = bool(request.args.get("part"))
    return _private(render_template("ask/_board.html" if part else "ask/board.html", page=page))


def _drawn_hand(
    asker: Asker, state: State, seat: str, *, tickets: tuple[Ticket, ...], number: str, back: str
) -> DrawnPage:
    if number:
        if int(number) >= len(tickets):
            abort(404)
        return _drawn_page(state, seat, tickets[int(number)], back)
    found = best_plan(asker, state, seat, tickets)
    view = together_view(state, seat, tickets, found, "")
    board = "" if found.value is None else whole_board(state, seat, drawn_plan(tickets, found.value))
    return DrawnPage(
        title=_("The best choice"),
        colour=state.seat(seat).colour,
        back=back,
        board=board,
        words=(view.head, *view.words) if board else (view.waiting.words,),
    )


def _tickets(state: State, viewer: Viewer, seat: str) -> tuple[Ticket, ...]:
    if seat not in state.players:
        abort(404)
    held = visible_tickets(viewer, state, seat)
    if held is None:
        raise Denied(_("Only the phone that holds a seat sees its tickets."))
    return held


def _hand(table: Table, viewer: Viewer, seat: str, *, drawn: bool = False) -> Response:
    state, _entries = seen(table, viewer)
    held = _tickets(state, viewer, seat)
    found = state.seat(seat)
    here = url_for(".hand", code=table.code, seat=seat)
    is_open = drawn or opened(state, request.args)
    page = HandPage(table.code, seat, found.name, found.colour, is_open, state.revealed)
    if page.open:
        page = _open_hand(table, viewer, state, page, held)
    part = bool(request.values.get("part"))
    body = render_template(
        "ask/_hand.html" if part else "ask/hand.html",
        page=page,
        here=here,
        part_url=url_for(".hand", code=table.code, seat=seat, part=1),
        back_url=url_for(".deck", code=table.code),
        tickets_url=url_for("tickets.seat", code=table.code, player=seat),
    )
    return _private(body)


def _open_hand(
    table: Table, viewer: Viewer, state: State, page: HandPage, held: tuple[Ticket, ...]
) -> HandPage:
    asker, seat = _asker(table, viewer, state), page.seat
    board = url_for(".hand_board", code=table.code, seat=seat, show=1)
    found = findings(state, seat, held, lambda number: f"{board}&n={number}")
    together = None
    if len(held) > 1 and not state.revealed:
        together = together_view(state, seat, held, best_plan(asker, state, seat, held), board)
    most = None
    if may_see_most(viewer, state, table) and not state.revealed:
        most = _over(table, state) if is_over(state) else own_most(asker, state, seat)
    keep = None if state.revealed else _keep(asker, state, seat, held)
    cards = cards_of(state.edition, state.board, {ticket.id for ticket in held}) if keep else ()
    return replace(page, findings=found, together=together, keep=keep, cards=cards, most=most)


def _keep(asker: Asker, state: State, seat: str, held: tuple[Ticket, ...]) -> KeepView:
    """Return the form of the cards just drawn, and the answer when it was sent."""
    if request.method != "POST":
        return keep_form(state, dealt=seems_dealt(state, seat, held))
    deck = {ticket.id: ticket for ticket in deck_of(state)}
    cards = [deck[card] for card in dict.fromkeys(request.form.getlist("card")) if card in deck]
    meant = request.form.get("cards", "")
    dealt = meant == "dealt" if meant in ("dealt", "drawn") else seems_dealt(state, seat, held)
    message = ""
    if not cards:
        message = _("Choose the cards you have drawn.")
    elif len(cards) > MOST_DRAWN:
        message = _("At most %(most)d cards can be compared at once.", most=MOST_DRAWN)
    if message:
        return keep_form(state, dealt=dealt, chosen=tuple(card.id for card in cards), message=message)
    found = best_keep(asker, state, player=seat, held=held, cards=cards, dealt=dealt)
    return keep_view(state, held, cards, found, dealt=dealt)


def _private(body: str) -> Response:
    answer = make_response(body)
    answer.headers["Cache-Control"] = "no-store"
    return answer
