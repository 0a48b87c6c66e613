"""
Logs: one table as JSON Lines, a header and then one entry a line.

An export that is not the owner's leaves secret entries out, so the numbers of the entries may have holes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from solver.checking.faults import enough, fault, join, refuse, shown, some
from solver.checking.parse import parsed
from solver.checking.strict import (
    Anything,
    Colour,
    ListOf,
    MapOf,
    Name,
    OneOf,
    PersonName,
    StrictSchema,
    Whole,
    YesNo,
    read,
)
from solver.formats.edition_shape import MAX_ID
from solver.formats.event import MAX_ENTRIES, entry_from_json, entry_json, house_rule_faults, name_unknown
from solver.formats.event_shape import MAX_PLAYERS
from solver.formats.game_file import load_rules
from solver.formats.log_order import order_faults
from solver.game.edition import PLAYER_COLOURS, Board, Edition
from solver.game.errors import Fault, InvalidInput
from solver.game.events import Entry, Event, GoodsColourSet, PassengerPlaced, Seat, StationBuilt, TableOpened
from solver.game.fold import fold
from solver.game.state import State

FORMAT = "stationmaster-log"
VERSION = 1


@dataclass(frozen=True)
class Log:
    """A table's log: its rules, its board, and its entries in order; the first one opens the table."""

    edition: Edition
    board: Board
    entries: tuple[Entry, ...]

    def state(self) -> State:
        """Return what lies on the table at the end of the log."""
        return fold(self.edition, self.entries, self.board)


class _HeaderSchema(StrictSchema):
    format = OneOf((FORMAT,), required=True)
    version = Whole(VERSION, VERSION, required=True)
    edition = Name(MAX_ID, required=True)
    seats = ListOf(Anything(), MAX_PLAYERS, low=1, required=True)
    house_rules = MapOf(Name(MAX_ID), YesNo(), 20, load_default=dict)
    board = Anything(load_default=None, allow_none=True)


class _SeatSchema(StrictSchema):
    id = Name(MAX_ID, required=True)
    name = PersonName(MAX_ID)
    colour = Colour(PLAYER_COLOURS)


def log_from_lines(lines: Iterable[str]) -> Log:
    """
    Return the log of JSON Lines.

    Raises
    ------
    InvalidInput
        With every fault, each with its line and path.
    """
    faults: list[Fault] = []
    lines = list(lines)
    rows = list(islice(_rows(lines, faults), MAX_ENTRIES + 2))
    if len(rows) > MAX_ENTRIES + 1 and not enough(faults):
        count = sum(bool(line.strip()) for line in lines) - 1
        faults.append(fault("entries", "too-many-entries", count=count, most=MAX_ENTRIES))
    refuse(faults)
    if not rows:
        refuse([fault("line 1", "empty")])
    edition, board, opening = _header(rows[0][1], rows[1:])
    entries: list[Entry] = []
    for number, row in rows[1:]:
        if enough(faults):
            break
        try:
            entries.append(entry_from_json(row, edition=edition, board=board, where=f"line {number}: entry"))
        except InvalidInput as error:
            faults += error.faults
            continue
        entry = entries[-1]
        if len(entries) > 1 and entry.seq <= entries[-2].seq:
            path = f"line {number}: entry.seq"
            faults.append(fault(path, "seq-order", found=entry.seq, before=entries[-2].seq))
    refuse(faults)
    refuse(_meanings(entries, [number for number, _ in rows[1:]], board, opening))
    log = Log(edition, board, _opened(entries, opening))
    places = {entry.seq: f"line {row[0]}: entry" for entry, row in zip(entries, rows[1:], strict=True)}
    refuse(some(order_faults(log.entries, {0: "line 1: header", **places})))
    return log


def _board_of(
    header: Mapping[str, Any], rows: Iterable[tuple[int, Any]], where: str
) -> tuple[object, str, list[Fault]]:
    """
    Return the board or game file of a log, its place, and where two places disagree; None: it plays on the edition's.

    It is looked for before any entry is read, since every one of them names its cities and routes. It stands in the
    header, in the entry that opens the table, or in both; then both must say the same.
    """
    found, place = header["board"], join(where, ["board"])
    for number, row in rows:
        event = row.get("event") if isinstance(row, dict) else None
        if isinstance(event, dict) and event.get("type") == "table_opened":
            opening, faults = f"line {number}: entry.event", []
            if event.get("edition") != header["edition"]:
                path = join(opening, ["edition"])
                faults.append(fault(path, "not-the-header", found=shown(event.get("edition"))))
            if event.get("board") is not None:
                path = join(opening, ["board"])
                if found is not None and event["board"] != found:
                    faults.append(fault(path, "not-the-header", found=shown(event["board"])))
            if event.get("board") is not None and not faults:
                found, place = event["board"], join(opening, ["board"])
            return found, place, faults
    return found, place, []


def _opened(entries: list[Entry], opening: TableOpened) -> tuple[Entry, ...]:
    """Return the entries with an opening in front, and with the header's board in it where it names none itself."""
    found = next((index for index, e in enumerate(entries) if isinstance(e.event, TableOpened)), None)
    if found is None:
        return (Entry(0, "", None, "opening", opening), *entries)
    event = entries[found].event
    assert isinstance(event, TableOpened)
    if event.board is None and opening.board is not None:
        entries[found] = replace(entries[found], event=replace(event, board=opening.board))
    return tuple(entries)


def _meanings(
    entries: Sequence[Entry], numbers: Sequence[int], board: Board, opening: TableOpened
) -> list[Fault]:
    """Return a fault for everything that an entry names and the table does not know."""
    opened = next((e.event for e in entries if isinstance(e.event, TableOpened)), opening)
    seats = {seat.id for seat in opened.seats}
    return some(
        one
        for entry, number in zip(entries, numbers, strict=True)
        for one in _unknown(entry.event, board, seats, f"line {number}: entry.event")
    )


def _rows(lines: Iterable[str], faults: list[Fault]) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if enough(faults):
            return
        try:
            yield number, parsed(line, where=f"line {number}")
        except InvalidInput as error:
            faults += error.faults


def _header(data: object, rows: Iterable[tuple[int, Any]]) -> tuple[Edition, Board, TableOpened]:
    where = "line 1: header"
    loaded, faults = read(_HeaderSchema(), data, where=where)
    refuse(faults)
    laid, place, differ = _board_of(loaded, rows, where)
    edition, board = load_rules(loaded["edition"], laid, where=place, named=join(where, ["edition"]))
    refuse(differ)
    faults += house_rule_faults(loaded["house_rules"], edition, join(where, ["house_rules"]))
    seats = []
    for index, row in enumerate(loaded["seats"]):
        made = {"id": row} if isinstance(row, str) else row
        seat, wrong = read(_SeatSchema(), made, where=join(where, ["seats", index]))
        faults += wrong
        if not wrong:
            colour = edition.colours[index % len(edition.colours)]
            seats.append(Seat(seat["id"], seat.get("name", seat["id"]), seat.get("colour", colour)))
    refuse(faults)
    return edition, board, TableOpened(edition.id, tuple(seats), loaded["house_rules"], loaded["board"])


def _unknown(event: Event, board: Board, seats: set[str], path: str) -> Iterator[Fault]:
    """Yield a fault for every player, route or city that an event names and the table does not know."""
    player = getattr(event, "player", None)
    if player is not None and player not in seats:
        yield fault(join(path, ["player"]), "unknown-player", name=player, known=tuple(sorted(seats)))
    named = [("route", getattr(event, "route", None))]
    named += [(f"routes[{i}]", route) for i, route in enumerate(getattr(event, "routes", ()))]
    for key, route in named:
        if route is not None and route not in board.routes:
            yield name_unknown(f"{path}.{key}", "unknown-route", route, board.routes)
    if isinstance(event, StationBuilt | PassengerPlaced | GoodsColourSet) and event.city not in board.cities:
        yield fault(join(path, ["city"]), "unknown-city", name=event.city)


def log_lines(
    edition: str, entries: Sequence[Entry], *, header: Mapping[str, Any] | None = None
) -> Iterator[dict[str, Any]]:
    """
    Yield a table's log as JSON values, one a line: the header, then every entry that may be seen.

    Parameters
    ----------
    edition
        The id of the edition.
    entries
        The entries in order; the first opens the table.
    header
        More keys for the header.
    """
    opened = next((e.event for e in entries if isinstance(e.event, TableOpened)), None)
    seats = [{"id": s.id, "name": s.name, "colour": s.colour} for s in (opened.seats if opened else ())]
    first: dict[str, Any] = {"format": FORMAT, "version": VERSION, "edition": edition, "seats": seats}
    if opened is not None and entries and entries[0].seq == 0:
        first |= {"house_rules": dict(opened.house_rules)} if opened.house_rules else {}
        first |= {"board": dict(opened.board)} if opened.board else {}
    yield {**first, **(header or {})}
    for entry in entries:
        if entry.seq:
            yield entry_json(entry)
