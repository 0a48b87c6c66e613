"""The log of one table inside a transaction, and the statements that read and write what belongs to a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import BindParameter, Connection, Row, bindparam, delete, func, insert, select, update

from app.tables.store import models
from app.tables.store.records import Holds, SeatHold, StoredEntry, Table, now

# Statements that every claim runs are built once: building one takes SQLAlchemy as long as running it.
_THIS: BindParameter[int] = bindparam("table")
_ENTRY = select(models.entries).where(
    models.entries.c.table_id == _THIS, models.entries.c.entry_id == bindparam("entry")
)
_LAST = select(func.max(models.entries.c.seq)).where(models.entries.c.table_id == _THIS)
_ENTRIES = (
    select(models.entries)
    .where(models.entries.c.table_id == _THIS, models.entries.c.seq > bindparam("after"))
    .order_by(models.entries.c.seq)
)
_SEATS = select(models.seats).where(models.seats.c.table_id == _THIS)
_MEMBERS = select(models.members.c.device).where(models.members.c.table_id == _THIS)
_WRITE = insert(models.entries)


class Log:
    """A table opened for writing: nobody else writes to it until the block ends; an exception takes all back."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self._connection = connection
        self.table = table
        self._seq: int | None = None
        self._free: set[str] = set()
        self.changed = False
        self.moved = False
        self.removed = False
        """Whether somebody came, or a seat passed to another phone."""
        self.appended: list[StoredEntry] = []

    def read(self, after: int = 0) -> list[StoredEntry]:
        """Return the entries with a number above ``after``, a number that is in the log (or 0)."""
        found = read_entries(self._connection, self.table.id, after)
        self._seq = found[-1].seq if found else after
        return found

    def known(self, seq: int) -> None:
        """Take it from somebody who has read the log that this is the number of its last entry."""
        self._seq = seq

    @property
    def entries(self) -> list[StoredEntry]:
        """The whole log."""
        return self.read()

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        if self._seq is None:
            self._seq = self._connection.execute(_LAST, {"table": self.table.id}).scalar() or 0
        return self._seq

    def find(self, entry_id: str) -> StoredEntry | None:
        """Return the entry that has an id, if any."""
        row = self._connection.execute(_ENTRY, {"table": self.table.id, "entry": entry_id}).first()
        if row is None:
            self._free.add(entry_id)  # and stays free, since nobody else writes
            return None
        return _stored(row)

    def append(
        self, event: Mapping[str, Any], *, entry_id: str, seat: str | None, device: str
    ) -> StoredEntry:
        """Write the next entry; when the id is already there, return that entry unchanged instead."""
        first = None if entry_id in self._free else self.find(entry_id)
        if first is not None:
            return first
        self._free.discard(entry_id)
        entry = StoredEntry(self.seq + 1, entry_id, now(), seat, device, event)
        write_entries(self._connection, self.table.id, (entry,))
        self._seq = entry.seq
        self.changed = True
        self.appended.append(entry)
        return entry

    @property
    def holds(self) -> Holds:
        """Who is at the table."""
        return read_holds(self._connection, self.table.id)

    def join(self, device: str) -> None:
        """Note that a phone is at the table."""
        write_member(self._connection, self.table.id, device)
        self.changed = self.moved = True

    def leave(self, device: str) -> None:
        """Note that a phone is at the table no more."""
        column = models.members.c
        self._connection.execute(
            delete(models.members).where(column.table_id == self.table.id, column.device == device)
        )
        self.changed = self.moved = True

    def give_seat(self, seat: str, hold: SeatHold) -> None:
        """Give a seat to a phone; whoever held it loses it. How often it passed is counted here."""
        column = models.seats.c
        self._connection.execute(
            update(models.seats)
            .where(column.table_id == self.table.id, column.seat == seat)
            .values(device=hold.device, sees_from=hold.sees_from, passed=column.passed + 1)
        )
        self.changed = self.moved = True

    def remove(self) -> None:
        """Delete the table and everything that belongs to it."""
        for table in reversed(models.metadata.sorted_tables):
            key = table.c.id if table is models.tables else table.c.table_id
            self._connection.execute(delete(table).where(key == self.table.id))
        self.changed, self.removed = False, True

    def change(self, **values: Any) -> None:
        """Change ``keeper`` (and ``passed``), ``locked`` or ``options`` of the table."""
        self._connection.execute(
            update(models.tables).where(models.tables.c.id == self.table.id).values(**values)
        )
        self.table = replace(self.table, **values)
        self.changed = True


def _stored(row: Row[Any]) -> StoredEntry:
    return StoredEntry(row.seq, row.entry_id, row.at, row.seat, row.device, row.event)


def read_entries(connection: Connection, table_id: int, after: int) -> list[StoredEntry]:
    """Return the entries of a table above a number, in order."""
    return [_stored(row) for row in connection.execute(_ENTRIES, {"table": table_id, "after": after})]


def write_entries(connection: Connection, table_id: int, entries: Sequence[StoredEntry]) -> None:
    """Write entries; a number or id that is there already is an error of the database."""
    rows = [
        {
            "table_id": table_id,
            "seq": entry.seq,
            "entry_id": entry.id,
            "at": entry.at,
            "seat": entry.seat,
            "device": entry.device,
            "event": dict(entry.event),
        }
        for entry in entries
    ]
    connection.execute(_WRITE, rows)


def read_holds(connection: Connection, table_id: int) -> Holds:
    """Return who is at a table."""
    held = connection.execute(_SEATS, {"table": table_id})
    joined = connection.execute(_MEMBERS, {"table": table_id})
    return Holds(
        frozenset(row.device for row in joined),
        {row.seat: SeatHold(row.device, row.sees_from, row.passed) for row in held},
    )


def write_member(connection: Connection, table_id: int, device: str) -> None:
    """Note that a phone was at a table just now."""
    column = models.members.c
    again = connection.execute(
        update(models.members)
        .where(column.table_id == table_id, column.device == device)
        .values(seen_at=now())
    )
    if not again.rowcount:
        connection.execute(insert(models.members).values(table_id=table_id, device=device, seen_at=now()))
