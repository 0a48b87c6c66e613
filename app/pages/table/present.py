"""The table page: everything it shows, from one table and the phone that asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.pages.table.banner import next_turn
from app.pages.table.city_sheets import city_sheet, journey_sheet, place_sheet
from app.pages.table.data import board_data, players, state_data
from app.pages.table.page import SheetView, TablePage
from app.pages.table.sheets import player_sheet, route_sheet, search_sheet
from app.pages.visible_table import Seen
from app.pictures.boards import board_picture
from app.web.forms import split_ids
from app.web.i18n import js_strings, language
from app.words.final import won_words
from app.words.journeys import journey_offers
from app.words.log_words import said, worth
from app.words.words import notice, ruling_anchors, table_title

CARRIED = ("for", "recording", "only")
"""What stays in the address from one page to the next: for whom is recorded, recording mode, whose routes are shown."""


def state_json(seen: Seen) -> dict[str, Any]:
    """Return the state for the scripts of this phone: what lies on the table, the newest lines, what Undo would do."""
    undo = seen.undo
    return {
        **state_data(seen.state, hide_totals=seen.hide_totals, final=seen.final),
        "log": [
            {"seq": line.seq, "text": line.text, "colour": line.colour, "worth": line.worth}
            for line in seen.log()
        ],
        "undo": None if undo is None else {"seq": undo.seq, "text": said(undo, seen.state)},
        "active": seen.default_player(),
        "own": list(seen.own),
        "plays": seen.viewer.plays,
    }


def picked_sheet(
    seen: Seen, args: Mapping[str, str], active: str, at: Callable[..., str]
) -> SheetView | None:
    """Return the sheet of what the address picks, if anything."""
    state, plays = seen.state, seen.viewer.plays
    afterwards = bool(args.get("recording"))
    if args.get("route", "") in state.board.routes:
        return route_sheet(state, args["route"], active, at, may_record=plays, afterwards=afterwards)
    if args.get("city", "") in state.board.cities:
        return city_sheet(state, args["city"], active, at, may_record=plays, afterwards=afterwards)
    if plays and args.get("rider", "") in state.players and args.get("start", "") in state.board.cities:
        rider, start = args["rider"], args["start"]
        way = [route for route in split_ids(args.get("way", "")) if route in state.board.routes]
        return journey_sheet(
            state, rider, start, way, offers=journey_offers(seen.table, state, rider, start), at=at
        )
    if args.get("player", "") in state.players:
        return player_sheet(state, args["player"], at, hide=seen.hide_totals, may_record=plays)
    if plays and state.last_claim and args.get("done") == str(state.claimed_at.get(state.last_claim[1])):
        return place_sheet(state, at)
    if args.get("q") or args.get("mode") in ("claim", "station"):
        return search_sheet(state, args.get("q", ""), args.get("mode", "claim"), at, active if plays else "")
    return None


def table_page(
    seen: Seen,
    args: Mapping[str, str],
    at: Callable[..., str],
    *,
    quick: bool,
    sheet: SheetView | None = None,
) -> TablePage:
    """
    Return everything the table page reads.

    Parameters
    ----------
    args
        The address' query: what is picked (``route``, ``city``, ``player``, ``q``, ``mode``), and what is carried.
    at
        Makes the address of this table with other things picked.
    sheet
        A sheet to show instead of what the address picks: the answer to a form.
    """
    state, table = seen.state, seen.table
    active = args["for"] if args.get("for") in state.players else seen.default_player()
    undo = seen.undo
    return TablePage(
        code=table.code,
        title=table_title(state),
        edition=state.edition,
        players=players(state, hide_totals=seen.hide_totals, final=seen.final),
        active=active,
        marked=(state.turn or "") if seen.own else active,
        own=seen.own,
        board=board_picture(state),
        notice=won_words(seen.final) if seen.final else notice(state),
        notice_next=next_turn(state),
        sheet=sheet or picked_sheet(seen, args, active, at),
        toast=_toast(seen, args),
        log=seen.log(),
        data=_data(seen, active, args, quick=quick),
        may_record=seen.viewer.plays,
        keeper=seen.viewer.keeper,
        mode=args.get("mode", "claim"),
        recording=active if args.get("recording") and seen.viewer.plays else "",
        undo=None if undo is None else {"seq": undo.seq},
        stations=state.edition.stations is not None,
        query={name: args[name] for name in CARRIED if args.get(name)},
        quick=quick,
    )


def _toast(seen: Seen, args: Mapping[str, str]) -> Mapping[str, Any] | None:
    """Return what was just recorded, with the way to take it back."""
    done = args.get("done", "")
    entry = next((e for e in seen.readable if str(e.seq) == done), None)
    if entry is None:
        return None
    colours = {seat.id: seat.colour for seat in seen.state.seats}
    text = ", ".join(
        part for part in (said(entry, seen.state), worth(entry.event, seen.state, entry.seq)) if part
    )
    can_undo = seen.viewer.plays and entry.seq in seen._alive and seen.may_retract(entry)
    return {
        "text": text,
        "colour": colours.get(getattr(entry.event, "player", ""), ""),
        "seq": entry.seq if can_undo else 0,
    }


def _data(seen: Seen, active: str, args: Mapping[str, str], *, quick: bool) -> dict[str, Any]:
    _body, version = js_strings(language())
    return {
        "code": seen.table.code,
        "board": board_data(seen.state),
        "state": state_json(seen),
        "active": active if args.get("for") else "",
        "recording": bool(args.get("recording")) and seen.viewer.plays,
        "only": args.get("only", ""),
        "quick": quick,
        "rulings": dict(ruling_anchors(seen.state)),
        "strings": f"/strings/{language()}.json?v={version}",
    }
