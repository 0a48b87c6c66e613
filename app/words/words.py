"""Numbers with their unit, and names, in the page's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from flask import url_for

from app.web.i18n import gettext as _
from app.web.i18n import ngettext, say_text, title_of
from app.words.obstacle import Obstacle
from solver.game.edition import Board, Edition, Route
from solver.game.errors import Fault
from solver.game.objection import Objection
from solver.game.state import State
from solver.rulings.book import first_ruling
from solver.rulings.features import features_of
from solver.words.say import sentences

ON_THE_TABLE_PAGE = ("journey", "last_round")
"""Answers of the table page that are no objections."""


def trains(n: int) -> str:
    """``4 trains``."""
    return ngettext("%(num)d train", "%(num)d trains", n)


def points(n: int) -> str:
    """``7 points``."""
    return ngettext("%(num)d point", "%(num)d points", n)


def spaces(n: int) -> str:
    """``4 spaces``."""
    return ngettext("%(num)d space", "%(num)d spaces", n)


def stations(n: int) -> str:
    """``2 stations``."""
    return ngettext("%(num)d station", "%(num)d stations", n)


def stations_left(n: int) -> str:
    """``2 stations left``."""
    return ngettext("%(num)d station left", "%(num)d stations left", n)


def passengers(n: int) -> str:
    """``2 passengers``."""
    return ngettext("%(num)d passenger", "%(num)d passengers", n)


def plus(n: int) -> str:
    """``+7``, with a true minus sign below zero."""
    return f"+{n}" if n >= 0 else f"−{-n}"


def names(state: State) -> Mapping[str, str]:
    """Return the players' names by seat."""
    return {seat.id: seat.name for seat in state.seats}


def route_kind(board: Board, edition: Edition, route: Route) -> str:
    """Return ``Double route · 4 spaces · 7 points · tunnel``."""
    many = len(board.parallels[route.id]) + 1
    parts = []
    if many == 2:
        parts.append(_("Double route"))
    elif many > 2:
        parts.append(_("Triple route"))
    parts += [spaces(route.length), points(edition.route_points.get(route.length, 0))]
    if route.tunnel:
        parts.append(_("tunnel"))
    if route.ferry:
        parts.append(ngettext("ferry, %(num)d locomotive", "ferry, %(num)d locomotives", route.ferry))
    return " · ".join(parts)


def ruling_anchors(state: State) -> Mapping[str, str]:
    """Return for every answer that the table page may have to explain the place of its ruling, where there is one."""
    return _anchors(features_of(state.edition, state.board))


@lru_cache(maxsize=64)
def _anchors(features: frozenset[str]) -> Mapping[str, str]:
    refused = (code.removeprefix("objection-") for code in sentences("en") if code.startswith("objection-"))
    found = {code: first_ruling(code, features) for code in sorted({*refused, *ON_THE_TABLE_PAGE})}
    return {code: ruling.lower() for code, ruling in found.items() if ruling}


def obstacle(found: Objection, state: State) -> Obstacle:
    """Return an objection in words."""
    anchor = ruling_anchors(state).get(found.code)
    link = f"{url_for('rulings.rulings')}#{anchor}" if anchor else ""
    who = names(state)
    return Obstacle(
        code=found.code,
        text=say_text(found.text, state.board, who),
        helps=say_text(found.helps, state.board, who),
        rule=say_text(found.rule, state.board, who),
        overrulable=found.overrulable,
        link=link,
    )


def last_round_anchor(state: State) -> str:
    """Return the place of the ruling about the last round on the page of rulings; empty where none holds."""
    return ruling_anchors(state).get("last_round", "")


def table_title(state: State) -> str:
    """Return what a table is called: its edition, or the home-made board that lies on it."""
    board, edition = state.board, state.edition
    return title_of(edition.title if board == edition.board or not board.title else board.title)


def notice(state: State) -> str:
    """Return the sentence of the last round, of what comes before it and of what follows it, or nothing."""
    if state.revealed:
        if state.result_shown:
            return _("All tickets lie open. Finish shows the result.")
        return _("All tickets lie open. The result is not shown yet.")
    if state.reveal_question is not None and not state.over:
        return _("The host asks whether all tickets may be laid open. Answer with Finish.")
    last = state.last_round
    if last is None:
        return _few_trains(state)
    who = names(state)
    if not last.turns_left:
        return _("The game is over. Tap Finish to count.")
    head = _(
        "Last round, announced by %(player)s with %(trains)s left.",
        player=who.get(last.trigger, ""),
        trains=trains(max(last.trains, 0)),
    )
    order = ", ".join(who.get(player, player) for player in last.turns_left)
    return head + " " + _("Still to play: %(players)s.", players=order)


def _few_trains(state: State) -> str:
    """Say who has few trains left although no turn that ended so is recorded: no last round is announced by that."""
    few = [
        (seat.name, trains(max(left, 0)))
        for seat in state.seats
        if (left := state.trains_left(seat.id)) <= state.edition.last_round_at
    ]
    if not few:
        return ""
    players = ", ".join(name for name, _left in few)
    return ngettext(
        "%(list)s left. The last round begins with the next turn recorded for %(players)s.",
        "%(list)s left. The last round begins with the next turn recorded for one of them.",
        len(few),
        list=", ".join(f"{name}: {left}" for name, left in few),
        players=players,
    )


def fault_line(fault: Fault) -> str:
    """Return a fault of the library in the page's language, with its place."""
    says = say_text(fault.text) or fault.message
    return f"{fault.path}: {says}" if fault.path else says
