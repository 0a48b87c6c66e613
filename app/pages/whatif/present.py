"""The page *what if*: what can be tapped, the changes made, and the sheet, reach and plan that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from flask import get_template_attribute
from markupsafe import Markup

from app.pages.ask.plan import together_view
from app.pages.ask.present import findings, left_words, ticket_names
from app.pages.sheet.page import Column, Note, Row
from app.pages.sheet.present import columns_of, notes_of, ordered, rows_of
from app.pages.tickets.present import cards_of
from app.pages.whatif.changes import Altered, Change, Changes, ticket_of
from app.pages.whatif.page import Before, ChangeLine, HandChoice, Picked, SandboxPage, Step
from app.pictures.boards import board_picture
from app.searching.answers import NOTHING, Asker, Counted, best_plan, final_sheet
from app.searching.askers import asking_phone
from app.web.i18n import between, place_name, route_name
from app.web.i18n import gettext as _
from app.words.waiting import waiting
from app.words.words import plus, route_kind
from solver.game.state import State
from solver.scoring.sheet import Sheet
from solver.words.say import signed

Url = Callable[[Changes], str]


@dataclass(frozen=True, slots=True)
class Asked:
    """
    A sandbox that is asked for.

    Attributes
    ----------
    asker
        The table, and what of it the phone may know.
    base
        The table without changes, as the phone that asks may know it.
    changes, after
        The changes, and the table with them.
    player
        For whom the table is asked.
    known
        The players whose hands this phone may know.
    shown
        Whether points may be shown.
    """

    asker: Asker
    base: State
    changes: Changes
    after: Altered
    player: str
    known: Collection[str]
    shown: bool


def sandbox_page(
    asked: Asked,
    *,
    code: str,
    url: Url,
    picking: Callable[..., str],
    player_url: Callable[[str], str],
    hand_url: Url,
    link: str,
    newest: int,
    picked: Picked | None,
    carried: tuple[tuple[str, str], ...],
) -> SandboxPage:
    """
    Return everything the page reads.

    Parameters
    ----------
    url, picking, player_url
        From changes, from nothing and from a player to the address that shows them; a hand that is open stays open.
    hand_url
        From changes to the address where another hand begins with its shutter.
    carried
        What else a form has to send.
    """
    state, changes = asked.after.state, asked.changes
    sheet, before = _sheets(asked)
    counted = [p for p in state.players if state.tickets.get(p) or (p == changes.hand and p in asked.known)]
    columns, rows, notes = _timetable(state, sheet.sheet, counted)
    tickets = tuple(state.tickets.get(asked.player, ()))
    plan = best_plan(asked.asker, state, asked.player, tickets) if tickets else None
    return SandboxPage(
        code=code,
        colour=state.seat(asked.player).colour,
        board=_board(state, picking),
        picked=picked,
        changes=_lines(asked, url),
        ignored=changes.ignored + asked.after.meant.count(False),
        full=changes.full,
        moved_on=changes.at is not None and changes.at != newest,
        newest_url=url(replace(changes, at=newest)),
        clear_url=url(Changes(hand=changes.hand)),
        link=link,
        secret=any(kind == "ticket" for kind, _value in changes.made),
        players=_hands(asked, hand_url, player_url),
        player=asked.player,
        player_name=state.seat(asked.player).name,
        left=left_words(state, asked.player),
        columns=columns,
        rows=rows,
        before=_before(sheet.sheet, before.sheet),
        covered=not asked.shown,
        notes=notes,
        together=together_view(state, asked.player, tickets, plan, "") if plan and len(tickets) > 1 else None,
        findings=findings(state, asked.player, tickets, lambda _number: ""),
        cards=tuple(
            (card.id, ", ".join(filter(None, (between(card.names), card.mark, str(card.points)))))
            for card in cards_of(state.edition, state.board, ())
        ),
        carried=carried,
        journeys=state.edition.passengers is not None,
        waiting=waiting(sheet.progress, before.progress, *([plan] if plan else [])),
    )


def _sheets(asked: Asked) -> tuple[Counted, Counted]:
    """Ask for the sheets after and before the changes, where points may be shown at all."""
    if not asked.shown:
        return NOTHING, NOTHING
    table, view = asked.asker
    phone = asking_phone()

    def sheet(state: State, which: str) -> Counted:
        return final_sheet(table, _countable(state), view=view, subject=("what if", phone, which))

    after = sheet(asked.after.state, "after")
    return after, sheet(asked.base, "before") if asked.changes.made else after


def _countable(state: State) -> State:
    """Return a table without the bonus that cannot be given while hands are closed."""
    if state.revealed:
        return state
    bonuses = tuple(bonus for bonus in state.edition.bonuses if bonus.kind != "most_tickets")
    return replace(state, edition=replace(state.edition, bonuses=bonuses))


def _timetable(
    state: State, sheet: Sheet | None, counted: Collection[str]
) -> tuple[tuple[Column, ...], tuple[Row, ...], tuple[Note, ...]]:
    if sheet is None:
        return (), (), ()
    rows = rows_of(_countable(state), sheet, url=lambda _key: "", opened="", known=counted, ranked=False)
    return columns_of(state, sheet, ranked=False), rows, notes_of(state, sheet)


def _before(sheet: Sheet | None, before: Sheet | None) -> tuple[Before, ...]:
    if sheet is None or before is None or sheet is before:
        return ()
    found = []
    for column in ordered(sheet):
        was = before.of(column.player).total
        found.append(Before(signed(was), plus(column.total - was) if column.total != was else ""))
    return tuple(found)


def _board(state: State, picking: Callable[..., str]) -> Markup:
    picture = board_picture(state)
    macro = get_template_attribute("board/board.svg", "board")
    here = picking()
    return Markup(
        macro(
            picture.view,
            label=picture.label,
            backdrop=picture.backdrop,
            routes=picture.routes,
            cities=picture.cities,
            titles=picture.titles,
            link=here + ("&" if "?" in here else "?"),
        )
    )


def _lines(asked: Asked, url: Url) -> tuple[ChangeLine, ...]:
    return tuple(
        ChangeLine(*_say(asked.base, change), url(asked.changes.minus(index)))
        for index, (change, meant) in enumerate(zip(asked.changes.made, asked.after.meant, strict=True))
        if meant
    )


def _say(state: State, change: Change) -> tuple[str, str]:
    """Return a change in words, and the colour of its player."""
    kind, value = change
    if kind == "free":
        owner = state.owner.get(value)
        return _("%(route)s is free", route=route_name(state.board, value)), (
            state.seat(owner).colour if owner else ""
        )
    player, _colon, what = value.partition(":")
    seat = state.seat(player)
    words = {
        "claim": lambda: f"{seat.name}: {route_name(state.board, what)}",
        "station": lambda: _("%(player)s: station in %(city)s", player=seat.name, city=_city(state, what)),
        "nostation": lambda: _(
            "%(player)s: no station in %(city)s", player=seat.name, city=_city(state, what)
        ),
        "drop": lambda: _(
            "%(player)s: without ticket %(number)d of the hand", player=seat.name, number=int(what) + 1
        ),
        "ticket": lambda: _("%(player)s: ticket %(ticket)s", player=seat.name, ticket=_ticket(state, what)),
    }
    return words[kind](), seat.colour


def _city(state: State, city: str) -> str:
    return place_name(state.board, city)


def _ticket(state: State, what: str) -> str:
    ticket = ticket_of(state, what)
    return between(ticket_names(state, ticket)) if ticket else what


def _hands(asked: Asked, hand_url: Url, player_url: Callable[[str], str]) -> tuple[HandChoice, ...]:
    hand, revealed = asked.changes.hand, asked.base.revealed
    return tuple(
        HandChoice(
            id=seat.id,
            name=seat.name,
            colour=seat.colour,
            here=seat.id == asked.player,
            url=player_url(seat.id),
            tickets_url=hand_url(replace(asked.changes, hand="" if seat.id == hand else seat.id))
            if seat.id in asked.known and not revealed
            else "",
            counted=seat.id == hand,
        )
        for seat in asked.base.seats
    )


# What was tapped ---------------------------------------------------------------------------------------------------


def picked_route(asked: Asked, route: str, url: Url, close: str) -> Picked:
    """Return what can be done to a route."""
    state, changes = asked.after.state, asked.changes
    found = state.board.routes[route]
    owner = state.owner.get(route)
    sub = route_kind(state.board, state.edition, found)
    if owner is not None:
        seat = state.seat(owner)
        steps: Sequence[Step] = (Step(_("Take it away"), url(changes.plus("free", route))),)
        return Picked(route_name(state.board, route), f"{seat.name} · {sub}", tuple(steps), close)
    if state.closed(route):
        sub = f"{_('closed')} · {sub}"
    order = sorted(state.seats, key=lambda seat: seat.id != asked.player)
    steps = [
        Step(
            _("For %(player)s", player=seat.name),
            url(changes.plus("claim", f"{seat.id}:{route}")),
            seat.colour,
        )
        for seat in order
    ]
    return Picked(route_name(state.board, route), sub, tuple(steps), close)


def picked_city(asked: Asked, city: str, url: Url, close: str) -> Picked:
    """Return what can be done in a city."""
    state, changes = asked.after.state, asked.changes
    steps = []
    for seat in sorted(state.seats, key=lambda seat: seat.id != asked.player):
        value = f"{seat.id}:{city}"
        if city in state.stations.get(seat.id, ()):
            title = _("Take away the station of %(player)s", player=seat.name)
            steps.append(Step(title, url(changes.plus("nostation", value)), seat.colour))
        elif state.edition.stations is not None and not any(city in s for s in state.stations.values()):
            title = _("Station for %(player)s", player=seat.name)
            steps.append(Step(title, url(changes.plus("station", value)), seat.colour))
    sub = "" if steps else _("There are no stations in this edition.")
    return Picked(place_name(state.board, city), sub, tuple(steps), close)
