"""
The final sheet as a timetable: columns by rank, a row for every line, a key for every number.

The key of a number is ``row:player``; its proof is built by ``app.pages.sheet.proofs``.
"""

from __future__ import annotations

from collections.abc import Collection

from app.pages.sheet.page import Cell, Column, Row, Urls
from app.pages.sheet.page import Note as NoteLine
from app.web.i18n import gettext as _
from app.web.i18n import say_text
from app.words.bonuses import bonus_title
from app.words.rules import links_for, switch_codes
from app.words.verdict import ordinal
from app.words.words import names
from solver.game.state import State
from solver.scoring.bonuses import BONUS_KINDS
from solver.scoring.sheet import Note, PlayerSheet, Sheet
from solver.words.say import Text

MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"


def signed(n: int) -> str:
    """Return a number with a true minus sign; ``0`` as it is."""
    return f"{MINUS}{-n}" if n < 0 else str(n)


def bonus_head(kind: str) -> tuple[str, str]:
    """Return the two lines of a bonus's row head."""
    known = {
        "longest_trail": (_("Longest"), _("trail")),
        "most_tickets": (_("Tickets"), _("most completed")),
        "most_ferries": (_("Ferries"), _("most")),
        "most_tunnels": (_("Tunnels"), _("most")),
    }
    return known[kind]


def row_keys(state: State) -> tuple[str, ...]:
    """Return the rows of this table's sheet in order."""
    rules = state.edition
    keys = ["total", "routes", "completed", "failed"]
    if rules.stations:
        keys.append("stations")
    if rules.passengers:
        keys.append("goods")
    return (*keys, *(bonus.kind for bonus in rules.bonuses))


def row_title(row: str) -> str:
    """Return a row's name in a list."""
    known = {
        "total": _("Total"),
        "routes": _("Routes"),
        "completed": _("Tickets completed"),
        "failed": _("Tickets failed"),
        "stations": _("Stations left"),
        "goods": _("Goods"),
    }
    return known[row] if row in known else bonus_title(row)


def ordered(sheet: Sheet) -> tuple[PlayerSheet, ...]:
    """Return the columns by rank; equal ranks in turn order."""
    return tuple(sorted(sheet.players, key=lambda column: column.rank))


def columns_of(state: State, sheet: Sheet, *, ranked: bool) -> tuple[Column, ...]:
    """Return the heads of the columns; ranks only for a finished game."""
    return tuple(
        Column(
            c.player,
            c.name,
            state.seat(c.player).colour,
            ordinal(c.rank) if ranked else "",
            ranked and c.rank == 1,
        )
        for c in ordered(sheet)
    )


def rows_of(
    state: State, sheet: Sheet, *, url: Urls, opened: str, known: Collection[str], ranked: bool
) -> tuple[Row, ...]:
    """
    Return the rows with their numbers.

    Parameters
    ----------
    url
        From a key to the address that opens its proof.
    opened
        The key of the number whose proof is open.
    known
        The players whose tickets may be seen.
    """
    rows = []
    for key in row_keys(state):
        head, sub = _head(state, key)
        cells = tuple(
            _cell(
                state,
                column,
                key,
                url,
                opened,
                known=column.player in known,
                first=ranked and column.rank == 1,
            )
            for column in ordered(sheet)
        )
        rows.append(Row(key, head, sub, cells, total=key == "total"))
    return tuple(rows)


def _head(state: State, row: str) -> tuple[str, str]:
    stations = state.edition.stations
    known = {
        "total": (_("Total"), ""),
        "routes": (_("Routes"), ""),
        "completed": (_("Tickets"), _("completed")),
        "failed": (_("Tickets"), _("failed")),
        "stations": (_("Stations"), _("%(n)d for each left", n=stations.points_unused if stations else 0)),
        "goods": (_("Goods"), ""),
    }
    if row in known:
        return known[row]
    head, sub = bonus_head(row)
    points = next(bonus.points for bonus in state.edition.bonuses if bonus.kind == row)
    return head, f"{sub}, +{points}"


def value_of(column: PlayerSheet, row: str) -> int:
    """Return the points of one number of the sheet."""
    lines = column.evidence.tickets
    if row == "completed":
        return sum(line.ticket.points for line in lines if line.completed)
    if row == "failed":
        return -sum(line.ticket.points for line in lines if not line.completed)
    if row in BONUS_KINDS:
        return sum(award.points for award in column.bonuses if award.kind == row)
    return int(getattr(column.points, row))


def _cell(
    state: State, column: PlayerSheet, row: str, url: Urls, opened: str, *, known: bool, first: bool
) -> Cell:
    key = f"{row}:{column.player}"
    if not known and row in ("completed", "failed", "most_tickets"):
        return Cell(key, "?", _("%(name)s: tickets are closed", name=column.name), kind="nil", first=first)
    value = value_of(column, row)
    small = ""
    if row == "completed" and column.completed:
        small = f"{column.completed} ✓"
    elif row in BONUS_KINDS:
        small = str(BONUS_KINDS[row](column.tally))
        trail = column.evidence.trail
        if row == "longest_trail" and trail.value < trail.bound:
            small = f"{trail.value}{NOTHING}{trail.bound}"
    nothing = value == 0 and row != "total" and not (row == "routes" and state.routes_of(column.player))
    return Cell(
        key=key,
        main=NOTHING if nothing else signed(value),
        label=f"{column.name}, {row_title(row)}: {signed(value)}" + (f" ({small})" if small else ""),
        url=url(key),
        kind="nil" if nothing else "neg" if row == "failed" else "",
        small=small,
        first=first,
        open=key == opened,
    )


def notes_of(state: State, sheet: Sheet) -> tuple[NoteLine, ...]:
    """Return what the library remarks, in words, with the rulings that explain it."""
    who = names(state)
    return tuple(
        NoteLine(
            say_text(note.text, state.board, who),
            links_for(state, *note_codes(state, note)),
        )
        for note in sheet.notes
    )


def note_codes(state: State, note: Note) -> tuple[str, ...]:
    """Return by which codes the rulings of a note are found: of a rule played over, that rule before the note itself."""
    what = note.text.facts.get("what") or note.text.facts.get("rule")
    if not isinstance(what, Text):
        return (note.code,)
    if note.code == "overruled":
        return (what.facts.get("code", what.code.removeprefix("overruled-")), note.code)
    switch = what.code.removeprefix("switch-").removesuffix("-on").removesuffix("-off")
    return (*switch_codes(state, switch), note.code)
