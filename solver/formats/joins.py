"""
Faults of boards, decks and editions that no single value shows: two places of the file do not fit together.

An id is used twice, a route's end is no city, a ticket names an unknown place. These checks read the raw input and
pass over whatever has the wrong shape (the schemas say so), so that a file hears about both kinds at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from solver.checking.faults import MAX_SHOWN, fault, join
from solver.game.edition import Board
from solver.game.errors import Fault

KNOWN_SWITCHES = ("bonus_at_zero", "token_each_visit", "passenger_cards")
"""House rules that any edition may name; others must say in ``switch_tie_breaks`` what they do."""


def _rows(data: object, key: str) -> Iterator[tuple[int, dict[str, Any]]]:
    rows = data.get(key) if isinstance(data, dict) else None
    for index, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict):
            yield index, row


def _two_ends(row: Mapping[str, Any]) -> tuple[str, str] | None:
    ends = row.get("ends")
    if isinstance(ends, list) and len(ends) == 2 and all(isinstance(end, str) for end in ends):
        return ends[0], ends[1]
    return None


def _cut(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"


def _repeated_ids(data: object, key: str, where: str) -> Iterator[Fault]:
    first: dict[str, int] = {}
    for index, row in _rows(data, key):
        name = row.get("id")
        if not isinstance(name, str):
            continue
        if name in first:
            before = join("", [key, first[name]])
            yield fault(join(where, [key, index, "id"]), "duplicate-id", name=_cut(name), before=before)
        else:
            first[name] = index


def board_faults(data: object, where: str) -> Iterator[Fault]:
    """Yield what does not fit together in a board: ids, ends of routes, ferries, countries."""
    yield from _repeated_ids(data, "cities", where)
    yield from _repeated_ids(data, "routes", where)
    listed = isinstance(data, dict) and isinstance(data.get("cities"), list)
    cities = {row["id"] for _, row in _rows(data, "cities") if isinstance(row.get("id"), str)}
    for index, route in _rows(data, "routes"):
        ends = _two_ends(route)
        if ends and ends[0] == ends[1]:
            yield fault(join(where, ["routes", index, "ends"]), "same-ends", name=_cut(ends[0]))
        for side, end in enumerate(ends or ()):
            if listed and end not in cities:
                yield fault(join(where, ["routes", index, "ends", side]), "unknown-city", name=_cut(end))
        length, ferry = route.get("length"), route.get("ferry", 0)
        if _is_count(length) and _is_count(ferry) and ferry > length:
            path = join(where, ["routes", index, "ferry"])
            yield fault(path, "ferry-too-long", ferry=min(ferry, 10**6), length=length)
    for index, city in _rows(data, "cities"):
        country = city.get("terminal_of")
        if isinstance(country, str) and country in cities:
            yield fault(join(where, ["cities", index, "terminal_of"]), "country-is-city", name=_cut(country))


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def deck_faults(data: object, board: Board | None, where: str) -> Iterator[Fault]:
    """Yield what does not fit together in a deck, or with its board where that can be read."""
    yield from _repeated_ids(data, "tickets", where)
    named = data.get("board") if isinstance(data, dict) else None
    if board is not None and isinstance(named, str) and named != board.id:
        yield fault(join(where, ["board"]), "other-board", name=_cut(named), board=board.id)
    for index, row in _rows(data, "tickets"):
        ends = _two_ends(row)
        if ends is None:
            continue
        if ends[0] == ends[1]:
            yield fault(join(where, ["tickets", index, "ends"]), "same-ends", name=_cut(ends[0]))
        for side, end in enumerate(ends):
            if board is not None and not board.knows(end):
                yield fault(join(where, ["tickets", index, "ends", side]), "unknown-city", name=_cut(end))
        name, wanted = row.get("id"), "--".join(sorted(ends))
        if isinstance(name, str) and name != wanted and name.rpartition("--")[0] != wanted:
            yield fault(
                join(where, ["tickets", index, "id"]), "ticket-id", name=_cut(name), wanted=_cut(wanted)
            )
