"""JSON to frozen data and back: events and entries, positions, logs. Boards and editions: ``schema_edition``."""

from solver.formats.event import (
    entry_from_json,
    entry_json,
    event_from_json,
    event_json,
    ticket_json,
)
from solver.formats.log import Log, log_from_lines, log_lines
from solver.formats.position import Counted, Position, position_from_json, position_json

__all__ = [
    "Counted",
    "Log",
    "Position",
    "entry_from_json",
    "entry_json",
    "event_from_json",
    "event_json",
    "log_from_lines",
    "log_lines",
    "position_from_json",
    "position_json",
    "ticket_json",
]
