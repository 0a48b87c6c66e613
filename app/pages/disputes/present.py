"""Disputes in words: what an audit found with the entries to look at, and the board after any entry of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlencode

from flask import get_template_attribute, url_for
from flask_babel import format_datetime
from markupsafe import Markup

from app.pages.disputes.page import (
    AuditPage,
    Candidate,
    CorrectionLine,
    Counting,
    DoubtLine,
    HistoryLine,
    HistoryPage,
)
from app.pages.visible_table import Seen
from app.pictures.boards import board_picture
from app.searching.questions import Progress
from app.tables.services import services
from app.tables.taking_back import back_to, secret_behind
from app.web.i18n import gettext as _
from app.web.i18n import language, route_name, say_text
from app.words.log_words import log_lines, worth
from app.words.obstacle import Obstacle
from app.words.rules import audit_words, links_for
from app.words.ruling_links import RulingLink
from app.words.verdict import listed
from app.words.waiting import waiting
from app.words.words import names
from solver.game.events import Entry, Retracted, RouteClaimed, RouteDismantled, StationBuilt
from solver.game.fold import fold
from solver.game.state import State
from solver.questions.audit import found_json, misread, slip
from solver.search.audit.audit import Audit
from solver.search.audit.verify import Correction, Doubt, Reading
from solver.words.say import Text, sentences, signed

AROUND = 6
"""So many entries are listed before and behind the one that is shown."""


# Record against table ----------------------------------------------------------------------------------------------


def counting_rows(state: State, typed: Mapping[str, tuple[str, str]], *, shown: bool) -> tuple[Counting, ...]:
    """Return the rows of the form in turn order."""
    rows = []
    for seat in state.seats:
        trains, marker = typed.get(seat.id, ("", ""))
        points = state.route_points(seat.id) + sum(state.goods.get(seat.id, ()))
        rows.append(
            Counting(
                seat.id,
                seat.name,
                seat.colour,
                trains,
                marker,
                signed(state.trains_left(seat.id)),
                str(points % 100) if shown else "",
            )
        )
    return tuple(rows)


def audit_page(
    seen: Seen,
    rows: tuple[Counting, ...],
    readings: Mapping[str, Reading],
    found: Progress | None,
    *,
    faults: tuple[str, ...],
    here: str,
) -> AuditPage:
    """Return everything the page of an audit reads."""
    state, audit = seen.state, None if found is None else found.value
    answer = found_json(state, readings, audit, language()) if audit is not None else None
    entries = {entry.seq: entry for entry in seen.readable}
    corrections: tuple[CorrectionLine, ...] = ()
    besides: tuple[CorrectionLine, ...] = ()
    doubts: tuple[DoubtLine, ...] = ()
    others: tuple[tuple[str, ...], ...] = ()
    if isinstance(audit, Audit):
        doubts = tuple(_doubt(state, one) for one in audit.doubts)
        besides = tuple(_correction(seen, entries, one) for one in audit.besides)
    if isinstance(audit, Audit) and answer is not None and audit.explanations:
        corrections = tuple(_correction(seen, entries, one) for one in audit.explanations[0])
        others = tuple(
            tuple(
                row["text"] for one, row in zip(other, rows, strict=True) if one not in audit.explanations[0]
            )
            for other, rows in zip(audit.explanations[1:], answer["alternatives"], strict=True)
        )
    return AuditPage(
        code=seen.table.code,
        players=rows,
        asked=bool(readings) and not faults,
        agrees=bool(answer and answer["consistent"]),
        head=answer["text"] if answer else "",
        doubts=doubts,
        besides=besides,
        corrections=corrections,
        others=others,
        complete=bool(answer and answer["complete"]),
        goods=state.edition.passengers is not None,
        stations=state.edition.stations is not None,
        waiting=waiting(*([found] if found else [])),
        faults=faults,
        here=here,
        rule=audit_words(state),
        links=links_for(state, "audit"),
    )


def _doubt(state: State, one: Doubt) -> DoubtLine:
    return DoubtLine(say_text(misread(one), state.board, names(state)), state.seat(one.player).colour)


def _correction(seen: Seen, entries: Mapping[int, Entry], one: Correction) -> CorrectionLine:
    def lines(routes: Iterable[str]) -> tuple[Candidate, ...]:
        return tuple(_candidate(seen, entries, one, route) for route in routes)

    state = seen.state
    return CorrectionLine(
        say_text(slip(one), state.board, names(state)),
        state.seat(one.player).colour,
        lines(one.candidates),
        lines(one.elsewhere[:12]),
    )


def _candidate(seen: Seen, entries: Mapping[int, Entry], one: Correction, route: str) -> Candidate:
    """Return a route to look at: recorded ones lead to their entry, others to the sheet that writes them down."""
    state, code = seen.state, seen.table.code
    seq = state.claimed_at.get(route, 0)
    entry = entries.get(seq)
    if entry is None:
        query = urlencode({"route": route, "for": one.player, "recording": one.player})
        link = f"{url_for('table.table', code=code)}?{query}"
        return Candidate(route_name(state.board, route), 0, _("not recorded"), link, False)
    says = _("entry %(number)d of the log", number=seq)
    link = url_for("disputes.history", code=code, at=seq)
    return Candidate(route_name(state.board, route), seq, says, link, seen.may_retract(entry))


# Step by step ------------------------------------------------------------------------------------------------------


def history_page(
    seen: Seen, at: int, url: Callable[[int], str], *, obstacles: tuple[Obstacle, ...] = (), back: str
) -> HistoryPage:
    """Return the board after entry number ``at``, and everything about that entry."""
    entries, last = seen.entries, seen.state.seq
    at = max(1, min(at, last))
    readable = [entry for entry in seen.readable if entry.seq <= at]
    then = fold(seen.state.edition, readable, seen.state.board)
    entry = next((one for one in entries if one.seq == at), None)
    near = _around(at, last)
    lines = {line.seq: line for line in log_lines(list(entries), seen.state, shown=near)}
    line = lines[at]
    return HistoryPage(
        code=seen.table.code,
        at=at,
        last=last,
        board=_board(then, entry if isinstance(entry, Entry) else None, seen.readable),
        text=line.text,
        colour=line.colour,
        worth=worth(entry.event, then, at) if isinstance(entry, Entry) else "",
        when=entry.at if isinstance(entry, Entry) else "",
        clock=_moment(entry.at) if isinstance(entry, Entry) else "",
        who=_who(seen, entry) if isinstance(entry, Entry) else "",
        notes=line.notes,
        rules=_rules(seen.state, entry) if isinstance(entry, Entry) else (),
        gone=_gone(seen, at),
        lines=tuple(
            HistoryLine(n, lines[n].text, lines[n].colour, url(n), n == at, lines[n].retracted) for n in near
        ),
        previous=url(at - 1) if at > 1 else "",
        next=url(at + 1) if at < last else "",
        first=url(1) if at > 1 else "",
        newest=url(last) if at < last else "",
        can_retract=isinstance(entry, Entry) and seen.may_retract(entry) and not line.retracted,
        obstacles=obstacles,
        back=back,
        back_to=url_for("takeback.everything", code=seen.table.code, at=at) if _may_go_back(seen, at) else "",
    )


def _may_go_back(seen: Seen, at: int) -> bool:
    """Whether there may be something behind an entry that this phone can take back; the page it leads to looks closely."""
    return (
        seen.viewer.plays
        and not secret_behind(seen.entries, at)
        and bool(back_to(seen.readable, seen.state.retracted, at))
    )


def _moment(at: str) -> str:
    """Return ``30 November 2026, 10:17`` in universal time."""
    try:
        return str(format_datetime(datetime.fromisoformat(at.replace("Z", "+00:00")), "d MMMM y, HH:mm"))
    except ValueError:
        return ""


def _around(at: int, last: int) -> range:
    low = max(1, min(at - AROUND, last - 2 * AROUND))
    return range(low, min(last, low + 2 * AROUND) + 1)


def _who(seen: Seen, entry: Entry) -> str:
    """Return from which seats' phone an entry was recorded; nothing where one phone holds all the seats."""
    state, holds = seen.state, services().snapshots.of(seen.table.id, seen.table.revision).holds
    if entry.seat not in state.players:
        return _("Recorded from the keeper’s phone.")
    phone = holds.seats[entry.seat].device if entry.seat in holds.seats else None
    here = [
        seat.name for seat in state.seats if seat.id in holds.seats and holds.seats[seat.id].device == phone
    ]
    if phone is None or len(here) < 2:
        return _("Recorded from %(name)s’s phone.", name=state.seat(entry.seat).name)
    return (
        ""
        if len(here) == len(state.seats)
        else _("Recorded from the phone of %(names)s.", names=listed(here))
    )


def _rules(state: State, entry: Entry) -> tuple[tuple[str, tuple[RulingLink, ...]], ...]:
    """Return the rules that an entry was played over, each with the rulings that explain it."""
    found = []
    for code in getattr(entry.event, "overruled", ()):
        what = Text(f"overruled-{code}")
        known = what.code in sentences("en")
        words = say_text(what if known else Text("overruled-other", {"code": code}))
        found.append((words, links_for(state, code, "overruled")))
    return tuple(found)


def _gone(seen: Seen, at: int) -> str:
    """Say by which line an entry was taken back, and why."""
    if at not in seen.state.retracted:
        return ""
    for entry in reversed(seen.readable):
        if isinstance(entry.event, Retracted) and entry.event.target == at:
            if entry.event.reason:
                return _(
                    "Taken back by entry %(number)d: %(reason)s", number=entry.seq, reason=entry.event.reason
                )
            return _("Taken back by entry %(number)d.", number=entry.seq)
    return _("Taken back.")


def _board(state: State, entry: Entry | None, entries: Sequence[Entry]) -> Markup:
    """Draw the board after an entry, with what the entry is about marked."""
    picture = board_picture(state)
    routes, cities = dict(picture.routes), dict(picture.cities)
    event = entry.event if entry else None
    if isinstance(event, Retracted):
        target = event.target
        event = next((one.event for one in entries if one.seq == target), None)
    if isinstance(event, RouteClaimed | RouteDismantled):
        routes[event.route] = f"{routes.get(event.route, '')} picked".strip()
        if event.route in state.board.routes:
            for city in state.board.routes[event.route].ends:
                cities[city] = f"{cities.get(city, '')} end".strip()
    if isinstance(event, StationBuilt):
        cities[event.city] = f"{cities.get(event.city, '')} end".strip()
    picture = replace(picture, routes=routes, cities=cities)
    macro = get_template_attribute("board/board.svg", "board")
    return Markup(
        macro(
            picture.view,
            label=picture.label,
            backdrop=picture.backdrop,
            routes=picture.routes,
            cities=picture.cities,
            titles=picture.titles,
        )
    )
