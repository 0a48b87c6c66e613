"""
Phones at one table: the code and its QR, joining, taking and handing over seats, the keeper's switches, the TV view.

The keeper's switches are who comes in and whether points are covered; every phone hears of both as of an entry.
"""

from __future__ import annotations

import re

import segno
from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from app.pages.share.page import SeatLine, SharePage
from app.pages.table.present import table_page
from app.pages.visible_table import Seen
from app.tables import access
from app.tables.confirming import TooOld, TooSoon, confirmation, confirmed
from app.tables.services import services
from app.tables.store import Table
from app.web.i18n import gettext as _
from app.words.confirm_page import ConfirmPage
from app.words.words import table_title

blueprint = Blueprint("share", __name__)

_OFFER = re.compile(r"/j/(\w+)/(?:seat/(?P<seat>[\w.-]+)|keeper)/(?P<token>[\w.-]+)\s*$")


@blueprint.get("/j/<code>")
def join_page(code: str) -> str:
    """Show the table that a code belongs to: take a seat, or watch."""
    table, viewer = access.visit(code)
    return render_template("share/join.html", page=_page(table, viewer))


@blueprint.post("/j/<code>")
def join(code: str) -> ResponseReturnValue:
    """Join: with a seat when one was chosen, else as a watcher."""
    seat, token = request.form.get("seat", ""), request.form.get("token", "")
    if seat:  # joining and taking are one step: an offer that somebody else has taken lets nobody in
        table, _viewer = access.visit(code, token)
        access.take_seat(table, seat, token)
    else:
        table, _viewer = access.join(code)
    return redirect(url_for("table.table", code=table.code), 303)


@blueprint.get("/j/<code>/seat/<seat>/<token>")
def offered(code: str, seat: str, token: str) -> str:
    """Show an offered seat; taking it is one more tap, so that a preview of the link takes nothing."""
    table, viewer = access.visit(code, token)
    return render_template("share/join.html", page=_page(table, viewer, offered=seat, token=token))


@blueprint.get("/j/<code>/keeper/<token>")
def offered_keeper(code: str, token: str) -> str:
    """Show the offer to become the keeper."""
    table, viewer = access.visit(code, token)
    return render_template("share/join.html", page=_page(table, viewer, offered="keeper", token=token))


@blueprint.get("/j/<code>/link")
def pasted(code: str) -> ResponseReturnValue:
    """
    Go where a pasted link of an offer leads.

    An app on the Home Screen has no address bar, and a link that is tapped in a message opens the browser, which on
    iOS keeps its cookies apart.
    """
    link = _OFFER.search(request.args.get("link", ""))
    if link is None or link[1].upper() != code.upper():
        table, viewer = access.visit(code)
        fault = _("This is no link of a seat at this table. Copy the whole link.")
        return render_template("share/join.html", page=_page(table, viewer), fault=fault), 400
    if link["seat"]:
        return redirect(url_for("share.offered", code=code, seat=link["seat"], token=link["token"]), 303)
    return redirect(url_for("share.offered_keeper", code=code, token=link["token"]), 303)


@blueprint.post("/j/<code>/keeper")
def take_keeper(code: str) -> ResponseReturnValue:
    """Become the keeper by an offer."""
    token = request.form.get("token", "")
    table, _viewer = access.visit(code, token)
    access.take_keeper(table, token)
    return redirect(url_for("share.share", code=table.code), 303)


@blueprint.get("/t/<code>/share", endpoint="share")
def share_page(code: str) -> str:
    """Show the code, its QR, who holds which seat, and what this phone may do about it."""
    table, viewer = access.visit(code)
    return render_template("share/share.html", page=_page(table, viewer))


@blueprint.post("/t/<code>/share")
def change(code: str) -> ResponseReturnValue:
    """Do one of the things that the page offers; an offer of a seat or of the keeper's role comes back as a link."""
    table, viewer = access.visit(code)
    seat = request.form.get("seat", "")
    link = ""
    if request.form.get("do") in ("free", "send-away") and not _sure(table, seat):
        access.need_keeper(table)
        return render_template("confirm.html", page=_asked_again(table, viewer, seat))
    match request.form.get("do", ""):
        case "lock":
            access.set_locked(table, True)
        case "unlock":
            access.set_locked(table, False)
        case "send-away":
            access.send_away(table)
        case "cover":
            access.set_options(table, hide_totals=True)
        case "uncover":
            access.set_options(table, hide_totals=False)
        case "free":
            access.free_seat(table, seat)
        case "take":
            access.take_seat(table, seat)
        case "offer":
            token = access.offer_seat(table, seat)
            link = url_for("share.offered", code=code, seat=seat, token=token, _external=True)
        case "offer-keeper":
            token = access.offer_keeper(table)
            link = url_for("share.offered_keeper", code=code, token=token, _external=True)
    if link:
        return render_template("share/share.html", page=_page(table, viewer, link=link))
    return redirect(url_for("share.share", code=code), 303)


def _sure(table: Table, seat: str) -> bool:
    """Whether the form comes from the page that asks once more, and not from a second tap on the page before."""
    try:
        confirmed(table, f"{request.form['do']}:{seat}", request.form.get("confirm", ""))
    except (TooOld, TooSoon):
        return False
    return True


def _asked_again(table: Table, viewer: access.Viewer, seat: str) -> ConfirmPage:
    """Return the page that asks once more before a seat is freed or phones are sent away."""
    do, state = request.form["do"], Seen.of(table, viewer).state
    if do == "free" and seat not in state.players:
        raise NotFound
    if do == "free":
        title = _("Free the seat")
        lead = _(
            "%(player)s: the phone loses the seat, and the tickets it entered are taken back.",
            player=state.seat(seat).name,
        )
    else:
        title = _("Send watching phones away")
        lead = _("Joining is locked: they cannot come back.")
    return ConfirmPage(
        title=title,
        lead=lead,
        button=title,
        action=url_for("share.change", code=table.code),
        fields={"do": do, "seat": seat, "confirm": confirmation(table, f"{do}:{seat}").token},
        back=url_for("share.share", code=table.code),
        left=do == "free",
    )


@blueprint.get("/t/<code>/qr.svg")
def qr(code: str) -> Response:
    """Return the QR code of the join page as SVG."""
    table, _viewer = access.visit(code)
    svg = _qr(_invitation(table))
    answer = Response(svg, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "private, max-age=3600"
    return answer


@blueprint.get("/t/<code>/tv")
def tv(code: str) -> str:
    """Show the table large, live and without controls."""
    table, _viewer = access.visit(code)
    seen = Seen.of(table, access.Viewer(None))
    page = table_page(seen, {}, lambda **_: "", quick=False)
    return render_template("table/tv.html", page=page)


def _invitation(table: Table) -> str:
    """Return the address of the QR code: it brings along that nobody has guessed it."""
    return url_for("share.join_page", code=table.code, k=access.invitation(table), _external=True)


def _qr(address: str) -> bytes:
    return bytes(segno.make(address, error="m").svg_inline(border=2, scale=1, omitsize=True), "utf-8")


def _page(
    table: Table, viewer: access.Viewer, *, link: str = "", offered: str = "", token: str = ""
) -> SharePage:
    seen = Seen.of(table, viewer)
    holds = services().store.holds(table.id)
    lines = []
    for seat in seen.state.seats:
        hold = holds.seats.get(seat.id)
        mine = viewer.holds(seat.id)
        free = access.may_take(table, viewer, seen.state, seat.id, holds)
        if mine:
            says = _("this phone")
        elif hold is not None and hold.device == table.keeper:
            says = _("the keeper’s phone")
        else:
            says = _("another phone")
        can_free = viewer.keeper and not mine
        lines.append(SeatLine(seat.id, seat.name, seat.colour, says, mine=mine, free=free, can_free=can_free))
    address = url_for("share.join_page", code=table.code, _external=True)
    now = services().store.table(table.id)
    covered = None if seen.state.revealed else bool(now.options.get("hide_totals", False))
    return SharePage(
        code=table.code,
        title=table_title(seen.state),
        address=address,
        qr=_qr(link or _invitation(table)).decode(),
        seats=tuple(lines),
        keeper=viewer.keeper,
        member=viewer.member,
        locked=now.locked,
        watchers=len(access.watchers(now, holds)),
        covered=covered,
        link=link,
        offered=offered,
        token=token,
    )
