"""
What a phone is told of a table: one message, the same in a stream and in an answer to a poll.

    {"seq": 17, "revision": 21, "view": "5f1c09aa", "reset": false, "entries": [...]}

``entries`` are those after the number asked for, as this phone may read them; a secret one of somebody else is
``{"seq": 16, "event": {"type": "secret"}}``. ``view`` is a mark of what this phone may read: when the client's mark is
another one (the tickets were revealed, a seat came or went), ``reset`` is true and ``entries`` is the whole log anew.
``revision`` grows also when no entry came: a seat was taken, joining was locked.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any

from app.tables import access
from app.tables.snapshots import Snapshot
from solver.formats.event import entry_json
from solver.game.events import Entry

_VIEW = re.compile("[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a client has read: the last number, and its mark of what it may read (empty: it knows none)."""

    seq: int
    view: str = ""

    def __str__(self) -> str:
        return f"{self.seq}-{self.view}"

    @classmethod
    def read(cls, text: str) -> Mark | None:
        """Return the mark that ``str`` wrote, or None when it is no mark."""
        seq, _, view = text.partition("-")
        return cls(int(seq)).seen(view) if seq.isascii() and seq.isdigit() and len(seq) < 10 else None

    def seen(self, view: str) -> Mark:
        """Return the mark of a client that says what it may read; what ``view_of`` never wrote is just another one."""
        return Mark(self.seq, view if not view or _VIEW.fullmatch(view) else "other")


def seen_entry_json(entry: Entry | access.Hidden) -> dict[str, Any]:
    """Return an entry as JSON, a hidden one as a bare number."""
    if isinstance(entry, access.Hidden):
        return {"seq": entry.seq, "event": {"type": "secret"}}
    return entry_json(entry)


def view_of(snapshot: Snapshot, viewer: access.Viewer) -> str:
    """Return the mark of what a phone may read."""
    key = access.view_key(viewer, snapshot.state)
    return hashlib.blake2s(key.encode(), digest_size=4).hexdigest()


def news(snapshot: Snapshot, viewer: access.Viewer, mark: Mark) -> dict[str, Any]:
    """Return what is new to a phone that has read as far as ``mark``."""
    view = view_of(snapshot, viewer)
    reset = mark.view not in ("", view) or mark.seq > snapshot.state.seq
    after = 0 if reset else mark.seq
    entries = access.visible_entries(viewer, snapshot.state, snapshot.entries)
    return {
        "seq": snapshot.state.seq,
        "revision": snapshot.table.revision,
        "view": view,
        "reset": reset,
        "entries": [seen_entry_json(entry) for entry in entries[after:]],
    }


def etag(snapshot: Snapshot, viewer: access.Viewer, mark: Mark) -> str:
    """Return an ETag made of what the phone knows anyway: the table's revision, its own role, its question."""
    return f"{snapshot.table.revision}-{view_of(snapshot, viewer)}-{mark}"


def compact(data: object) -> str:
    """Return JSON on one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
