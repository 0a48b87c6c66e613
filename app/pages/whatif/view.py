"""
What if: a copy of the table on one's own phone, kept in the address alone. Nothing here writes anything.

``app.pages.whatif.changes`` says what an address may hold. A link opens the same sandbox on another phone, over what
that phone may know of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirection

from app.pages.tickets.page import Shutter
from app.pages.tickets.present import find_place
from app.pages.whatif.changes import Changes, altered, read_changes
from app.pages.whatif.page import Picked, SandboxPage
from app.pages.whatif.present import Asked, picked_city, picked_route, sandbox_page
from app.searching.answers import Asker
from app.searching.charging import charge
from app.tables.access import Hidden, Viewer, may_see_totals, opened, view_key, visible_tickets, visit
from app.tables.recording import rules_of, seen
from app.tables.store import Table
from solver.game.fold import fold
from solver.game.state import State

blueprint = Blueprint("whatif", __name__, url_prefix="/t/<code>")
charge(blueprint)


@blueprint.get("/whatif")
def sandbox(code: str) -> Response | Redirection:
    """Show the sandbox of an address; where it counts a hand that is still closed, behind the shutter of that hand."""
    table, viewer = visit(code)
    state, _entries = seen(table, viewer)
    changes = read_changes(request.args)
    if changes.at is None or not 0 < changes.at <= state.seq:
        changes = replace(changes, at=state.seq)
    asked = _asked(table, viewer, changes, request.args.get("for", ""))
    shutter = _shutter(table, asked)
    # Without a script every address says again that the shutter is up.
    up = shutter is not None and bool(request.args.get("show"))
    if request.args.get("a") or request.args.get("b"):
        return redirect(_url(table, _with_free_ticket(asked), asked.player, up=up), 303)
    page = _page(table, asked, state.seq, up=up) if shutter is None or shutter.open else None
    part = "whatif/_page.html" if request.args.get("part") else "whatif/whatif.html"
    here = url_for(".sandbox", code=table.code)
    answer = make_response(render_template(part, page=page, shutter=shutter, code=table.code, here=here))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _shutter(table: Table, asked: Asked) -> Shutter | None:
    """Return the shutter of the hand that is counted; None where no closed hand is."""
    hand = asked.changes.hand
    if asked.base.revealed or hand not in asked.known:
        return None
    seat = asked.base.seat(hand)
    closed = _url(table, asked.changes, asked.player)
    return Shutter(
        name=seat.name,
        colour=seat.colour,
        open=opened(asked.base, request.args),
        revealed=False,
        here=url_for(".sandbox", code=table.code),
        part=f"{closed}&part=1",
        back=_url(table, replace(asked.changes, hand=""), asked.player),
        carried=(*asked.changes.pairs(), ("for", asked.player)),
    )


def _page(table: Table, asked: Asked, newest: int, *, up: bool) -> SandboxPage:
    changes = asked.changes

    def url(changed: Changes) -> str:
        return _url(table, changed, asked.player, up=up)

    return sandbox_page(
        asked,
        code=table.code,
        url=url,
        picking=lambda: url(changes),
        player_url=lambda chosen: _url(table, changes, chosen, up=up),
        hand_url=lambda changed: _url(table, changed, asked.player),
        link=_url(table, changes, asked.player, external=True),
        newest=newest,
        picked=_picked(asked, url),
        carried=(*changes.pairs(), *([("show", "1")] if up else [])),
    )


def _asked(table: Table, viewer: Viewer, changes: Changes, player: str) -> Asked:
    state, entries = seen(table, viewer)
    if changes.at is not None and changes.at < state.seq:
        edition, board = rules_of(table)
        readable = [e for e in entries if not isinstance(e, Hidden) and e.seq <= changes.at]
        state = fold(edition, readable, board)
    known = [p for p in state.players if visible_tickets(viewer, state, p) is not None]
    base = _with_hand(state, changes.hand if changes.hand in known else "")
    if player not in base.players:
        own = [p for p in base.players if viewer.holds(p)]
        player = (own or list(base.players))[0]
    asker = Asker(table, view_key(viewer, state))
    shown = may_see_totals(viewer, state, table)
    return Asked(asker, base, changes, altered(base, changes.made), player, known, shown)


def _with_hand(state: State, hand: str) -> State:
    """Return a table on which only one hand is known; after the reveal all of them lie open."""
    if state.revealed:
        return state
    return replace(state, tickets={p: held for p, held in state.tickets.items() if p == hand})


def _with_free_ticket(asked: Asked) -> Changes:
    """Return the changes with a ticket that was typed: two places and points."""
    board = asked.base.board
    ends = [find_place(board, request.args.get(name, "")[:60]) for name in ("a", "b")]
    points = request.args.get("points", "").strip()
    if any(len(found) != 1 for found in ends) or not points.isdecimal() or len(points) > 3:
        return asked.changes
    return asked.changes.plus("ticket", f"{asked.player}:{ends[0][0]}~{ends[1][0]}~{int(points)}")


def _url(table: Table, changes: Changes, player: str, *, external: bool = False, up: bool = False) -> str:
    """Return the address of a sandbox; ``up``: with the shutter of its hand up, which no link to elsewhere ever is."""
    here = url_for(".sandbox", code=table.code, _external=external)
    pairs = [*changes.pairs(), ("for", player), *([("show", "1")] if up else [])]
    return f"{here}?{urlencode(pairs, safe=':~')}"


def _picked(asked: Asked, url: Callable[[Changes], str]) -> Picked | None:
    route, city = request.args.get("route", ""), request.args.get("city", "")
    close = url(asked.changes)
    if route in asked.base.board.routes:
        return picked_route(asked, route, url, close)
    if city in asked.base.board.cities:
        return picked_city(asked, city, url, close)
    return None
