"""Tables as they stand, folded once and kept while somebody looks. That is speed alone: every process may forget it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.tables.store import Holds, Log, Store, StoredEntry, Table
from solver.formats.event import event_from_json
from solver.formats.game_file import load_rules
from solver.game.edition import Board, Edition
from solver.game.events import Entry
from solver.game.fold_on import KEPT, fold_on
from solver.game.state import State


class Unreadable(Exception):
    """What is stored of a table cannot be read or makes no sense; other tables know nothing of it."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """
    A table at one revision: its row, its log, the state that follows, and who is there.

    ``earlier`` are states before the last entries, the newest first, as far as they were seen: an undo begins there.
    """

    table: Table
    entries: tuple[Entry, ...]
    state: State
    holds: Holds
    earlier: tuple[State, ...] = field(default=(), compare=False)


class Snapshots:
    """The last snapshots of the tables that were asked for; the least recently used go first."""

    def __init__(self, store: Store, size: int = 300) -> None:
        self._store = store
        self._size = size
        self._kept: OrderedDict[int, Snapshot] = OrderedDict()
        self._lock = threading.Lock()
        self._folding: dict[int, threading.Lock] = {}

    def of(self, table_id: int, revision: int = 0) -> Snapshot:
        """
        Return a table as it is now.

        Parameters
        ----------
        revision
            What somebody has just read or been told of: nothing older is returned, and the database is not asked
            again. Left out, it is.
        """
        revision = revision or self._store.revision(table_id)
        kept = self._get(table_id)
        if kept is not None and kept.table.revision >= revision:
            return kept
        with self._lock:
            one_at_a_time = self._folding.setdefault(table_id, threading.Lock())
        with one_at_a_time:  # five streams that wake together fold once
            kept = self._get(table_id)
            if kept is not None and kept.table.revision >= revision:
                return kept
            table, rows, holds = self._store.since(table_id, kept.state.seq if kept else 0)
            return self._put(_advance(kept, table, rows, holds))

    def within(self, log: Log) -> Snapshot:
        """Return a table as it is inside a writing transaction."""
        kept = self._get(log.table.id)
        if kept is not None and kept.table.revision == log.table.revision and not log.changed:
            log.known(kept.state.seq)  # this table waits for us: what is kept is what is there
            return kept
        rows = log.read(kept.state.seq if kept else 0)
        snapshot = _advance(kept, log.table, rows, log.holds)
        # Nothing uncommitted is ever kept: what this transaction has written, it may still take back.
        return snapshot if log.changed else self._put(snapshot)

    def after(self, log: Log) -> None:
        """Keep what a transaction has written, now that it is committed; five streams need not read it again."""
        kept = self._get(log.table.id)
        if kept is None or kept.table.revision != log.table.revision - 1:
            return
        if log.moved:
            self._drop(kept)
        else:
            self._put(_advance(kept, log.table, log.appended, kept.holds))

    def _get(self, table_id: int) -> Snapshot | None:
        with self._lock:
            kept = self._kept.get(table_id)
            if kept is not None:
                self._kept.move_to_end(table_id)
            return kept

    def _drop(self, snapshot: Snapshot) -> None:
        with self._lock:
            if self._kept.get(snapshot.table.id) is snapshot:
                del self._kept[snapshot.table.id]

    def _put(self, snapshot: Snapshot) -> Snapshot:
        with self._lock:
            kept = self._kept.get(snapshot.table.id)
            if kept is None or kept.table.revision <= snapshot.table.revision:
                self._kept[snapshot.table.id] = snapshot
            self._kept.move_to_end(snapshot.table.id)
            while len(self._kept) > self._size:
                gone, _ = self._kept.popitem(last=False)
                self._folding.pop(gone, None)
        return snapshot


def _advance(kept: Snapshot | None, table: Table, rows: Sequence[StoredEntry], holds: Holds) -> Snapshot:
    if kept is not None and not rows:
        return replace(kept, table=table, holds=holds)
    try:
        edition, board = (
            (kept.state.edition, kept.state.board) if kept else _rules(table.edition, table.board)
        )
        fresh = tuple(entry_of(row, edition, board) for row in rows)
        entries = (*kept.entries, *fresh) if kept else fresh
        earlier = (kept.state, *kept.earlier)[:KEPT] if kept else ()
        state = fold_on(earlier, edition, entries, board)
    except Exception as error:  # whatever it is, it is this table alone
        raise Unreadable(table.id) from error
    if not state.seats:
        raise Unreadable(table.id)
    return Snapshot(table, entries, state, holds, earlier)


def entry_of(row: StoredEntry, edition: Edition, board: Board) -> Entry:
    """Return an entry as it is kept."""
    event = event_from_json(row.event, edition=edition, board=board, where=f"entry {row.seq}")
    return Entry(row.seq, row.at, row.seat, row.id, event)


def _rules(name: str, board: Mapping[str, Any] | None) -> tuple[Edition, Board]:
    return load_rules(name, board)
