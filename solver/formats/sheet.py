"""The score sheet as JSON, exactly as ``docs/formats.md`` describes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solver.game.naming import namer
from solver.game.state import State
from solver.words.say import say

if TYPE_CHECKING:
    from solver.scoring.sheet import PlayerSheet, Sheet

Name = Callable[[str, str], str]


def sheet_json(sheet: Sheet, state: State, language: str = "en") -> dict[str, Any]:
    """
    Return the sheet as JSON.

    Parameters
    ----------
    sheet
        What ``settle`` gave for the state.
    state
        The table: it knows the names of cities and players for the sentences.
    language
        ``en`` or ``ru``: the language of ``why`` and of every ``text``.
    """
    name = namer(state.board, state.seats, language)
    names = {column.player: column.name for column in sheet.players}
    return {
        "edition": sheet.edition,
        "players": [_player(column, language, name) for column in sheet.players],
        "winners": [names[player] for player in sheet.winners],
        "tie_break": sheet.tie_break,
        "notes": [{"code": note.code, "text": say(note.text, language, name)} for note in sheet.notes],
    }


def _player(column: PlayerSheet, language: str, name: Name) -> dict[str, Any]:
    points, found = column.points, column.evidence
    return {
        "name": column.name,
        "rank": column.rank,
        "total": column.total,
        "points": {
            "routes": points.routes,
            "tickets": points.tickets,
            "stations": points.stations,
            "goods": points.goods,
            "bonuses": points.bonuses,
        },
        "trains_left": column.trains_left,
        "tickets": [
            {
                "ticket": line.ticket.id,
                "points": line.ticket.points,
                "completed": line.completed,
                "routes": list(line.routes),
                "loans": list(line.loans),
            }
            for line in found.tickets
        ],
        "completed": column.completed,
        "failed": column.failed,
        "stations": {
            "built": column.stations_built,
            "left": column.stations_left,
            "loans": dict(found.loans),
        },
        "longest_trail": {
            "value": found.trail.value,
            "bound": found.trail.bound,
            "routes": list(found.trail.certificate.routes),
            "why": why_json(found.trail.reason, language, name),
        },
        "bonuses": [
            {"kind": award.kind, "points": award.points, "value": award.value} for award in column.bonuses
        ],
    }


def why_json(reason: Any, language: str, name: Name) -> dict[str, Any]:
    """Return the reason why no trail is longer."""
    return {
        "method": reason.method,
        "odd_cities": list(reason.odd_cities),
        "left_out": reason.left_out,
        "text": say(reason.text, language, name),
    }
