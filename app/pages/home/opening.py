"""
Opening a table from a form: who plays, which house rules, which options; for the boxes' boards and home-made ones.

Fields of the form: ``name-1``, ``colour-1`` and so on in turn order (a row without a name is nobody),
``rule-<switch>``, ``hide_totals``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.exceptions import TooManyRequests

from app.pages.home.new_page import NewTablePage, SeatField, SwitchField
from app.tables import recording
from app.tables.rates import count_table
from app.tables.store import Table
from app.web.i18n import gettext as _
from app.web.i18n import title_of
from app.words.editions import about, switch_words
from app.words.words import fault_line, obstacle
from solver.checking.strict import JOINERS, readable
from solver.game.edition import Edition
from solver.game.errors import InvalidInput
from solver.game.events import Seat
from solver.game.names import same_name_key, tidy_name


def open_from(
    edition: Edition, form: Mapping[str, str], board: Mapping[str, Any] | None = None
) -> Table | tuple[str, ...]:
    """
    Open a table, or return what is missing in sentences.

    Parameters
    ----------
    board
        A home-made board (JSON that has been read before) in place of the edition's.
    """
    fields = seat_fields(edition, form)
    seats = [Seat(f"p{f.number}", f.name, f.colour) for f in fields if f.name]
    faults = _seat_faults(edition, seats)
    if faults:
        return faults
    if not count_table():
        raise TooManyRequests(_("Many tables were opened here just now. Wait some minutes."), retry_after=60)
    switches = {name: bool(form.get(f"rule-{name}")) for name in edition.switches}
    options = {"hide_totals": bool(form.get("hide_totals"))}
    try:
        done = recording.open_table(edition.id, seats, house_rules=switches, options=options, board=board)
    except InvalidInput as invalid:
        return tuple(fault_line(fault) for fault in invalid.faults)
    if isinstance(done, Table):
        return done
    return tuple(obstacle(found, done.state).text for found in done.objections)


def seat_fields(edition: Edition, form: Mapping[str, str] | None = None) -> tuple[SeatField, ...]:
    """Return the rows of the form, as they were sent or empty."""
    sent = form or {}
    return tuple(
        SeatField(
            number,
            _name(sent.get(f"name-{number}", "")),
            sent.get(f"colour-{number}", edition.colours[number - 1]),
        )
        for number in range(1, edition.players[1] + 1)
    )


def _name(typed: str) -> str:
    """Return a name as it was typed, without what nobody sees: spaces at its ends, marks that turn the line round."""
    shown = "".join(letter for letter in " ".join(typed.split()) if letter.isprintable() or letter in JOINERS)
    name = tidy_name(shown)[:40].strip()
    return name if readable(name) else ""


def _seat_faults(edition: Edition, seats: list[Seat]) -> tuple[str, ...]:
    """Return what a person can mend in the form; the rest is left to the library."""
    faults = []
    least = edition.players[0]
    if len(seats) < least:
        faults.append(_("At least %(number)d players need a name.", number=least))
    names = [same_name_key(seat.name) for seat in seats]
    faults += [
        _("Two players are called %(name)s. Give one of them another name.", name=seat.name)
        for at, seat in enumerate(seats)
        if names[at] in names[:at]
    ]
    taken: dict[str, str] = {}
    for seat in seats:
        if seat.colour in taken:
            faults.append(
                _("%(one)s and %(two)s have the same colour.", one=taken[seat.colour], two=seat.name)
            )
        taken.setdefault(seat.colour, seat.name)
    return tuple(faults)


def opening_page(
    edition: Edition, form: Mapping[str, str] | None = None, faults: tuple[str, ...] = ()
) -> NewTablePage:
    """Return everything the form reads; ``form`` is what was sent, None at first."""
    switches = tuple(
        SwitchField(name, *switch_words(name), default if form is None else bool(form.get(f"rule-{name}")))
        for name, default in edition.switches.items()
    )
    return NewTablePage(
        edition=edition,
        title=title_of(edition.title),
        about=about(edition),
        seats=seat_fields(edition, form),
        least=edition.players[0],
        most=edition.players[1],
        switches=switches,
        hide_totals=bool(form and form.get("hide_totals")),
        faults=faults,
    )
