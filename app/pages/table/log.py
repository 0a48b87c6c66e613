"""The log, newest first, a page at a time."""

from __future__ import annotations

from itertools import islice

from app.pages.table.page import LogPage
from app.pages.visible_table import Seen
from app.words.log_words import log_lines
from app.words.words import table_title
from solver.game.events import Retracted

LINES = 200
"""Entries on one page: more than an evening has, so that only endless logs have a second one."""


def log_page(seen: Seen, before: int | None = None) -> LogPage:
    """Return the newest entries, or the newest of those before a number."""
    behind = (entry for entry in reversed(seen.entries) if before is None or entry.seq < before)
    entries = list(islice(behind, LINES + 1))
    shown = {entry.seq for entry in entries[:LINES]}
    # Only what is on the page is asked about: who may take it back, and who may put it back.
    retractable = {entry.seq for entry in seen.readable if entry.seq in shown and seen.may_retract(entry)}
    restorable = {
        entry.seq
        for entry in seen.readable
        if isinstance(entry.event, Retracted) and entry.event.target in shown and seen.may_put_back(entry)
    }
    return LogPage(
        seen.table.code,
        table_title(seen.state),
        log_lines(seen.entries, seen.state, retractable=retractable, restorable=restorable, shown=shown),
        earlier=min(shown) if len(entries) > LINES else 0,
        newest=not seen.entries or seen.entries[-1].seq in shown,
    )
