"""
Tables and their logs: create, read, append.

The store knows nothing of the game: an event is JSON that somebody else has checked. What it promises: one writer a
table at a time, ``seq`` counts from 1 without holes, an entry that was acknowledged is there once, and an id that the
client made is accepted once; sent again it finds the first entry.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, Row, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from app.store import models

ALPHABET = "ABCDEFGHJKMNPQRSTWXYZ23456789"
"""Letters of a table code: none that is taken for another one (0 O, 1 I L, U V)."""
CODE_LENGTH = 6
CHANNEL = "stationmaster"
"""PostgreSQL channel on which a change of a table is told; the payload is ``id revision``."""

# Russian keyboards: letters that look the same on the keeper's phone.
_LOOKS_LIKE = str.maketrans("АВЕКМНРСТУХ", "ABEKMHPCTYX")


def normal_code(text: str) -> str:
    """Return a table code as it is kept, however it was typed (case, spaces, hyphens, Cyrillic look-alikes)."""
    return "".join(text.upper().translate(_LOOKS_LIKE).replace("-", " ").split())


def now() -> str:
    """Return the time of an entry: UTC, whole milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class Table:
    """One game being played; ``revision`` grows with every change of anything that belongs to it."""

    id: int
    code: str
    edition: str
    created_at: str
    keeper: str
    locked: bool
    options: Mapping[str, Any]
    board: Mapping[str, Any] | None
    revision: int


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry as it is kept: ``seat`` and ``device`` say from where it came, ``event`` is its JSON."""

    seq: int
    id: str
    at: str
    seat: str | None
    device: str
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeatHold:
    """Which phone holds a seat, and from which entry on it may read the seat's tickets."""

    device: str
    sees_from: int = 0


@dataclass(frozen=True, slots=True)
class Holds:
    """Who is at a table: the phones that joined it, and the phone that holds each seat."""

    members: frozenset[str]
    seats: Mapping[str, SeatHold]


class Log:
    """A table opened for writing: nobody else writes to it until the block ends; an exception takes all back."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self._connection = connection
        self.table = table
        self._seq: int | None = None
        self._free: set[str] = set()
        self.changed = False
        self.appended: list[StoredEntry] = []

    def read(self, after: int = 0) -> list[StoredEntry]:
        """Return the entries with a number above ``after``, a number that is in the log (or 0)."""
        found = _read(self._connection, self.table.id, after)
        self._seq = found[-1].seq if found else after
        return found

    @property
    def entries(self) -> list[StoredEntry]:
        """The whole log."""
        return self.read()

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        if self._seq is None:
            column = models.entries.c
            query = select(func.max(column.seq)).where(column.table_id == self.table.id)
            self._seq = self._connection.execute(query).scalar() or 0
        return self._seq

    def find(self, entry_id: str) -> StoredEntry | None:
        """Return the entry that has an id, if any."""
        column = models.entries.c
        query = select(models.entries).where(column.table_id == self.table.id, column.entry_id == entry_id)
        row = self._connection.execute(query).first()
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
        _write_entry(self._connection, self.table.id, entry)
        self._seq = entry.seq
        self.changed = True
        self.appended.append(entry)
        return entry

    @property
    def holds(self) -> Holds:
        """Who is at the table."""
        return _holds(self._connection, self.table.id)

    def join(self, device: str) -> None:
        """Note that a phone is at the table."""
        _join(self._connection, self.table.id, device)
        self.changed = True

    def give_seat(self, seat: str, hold: SeatHold) -> None:
        """Give a seat to a phone; whoever held it loses it."""
        column = models.seats.c
        self._connection.execute(
            update(models.seats)
            .where(column.table_id == self.table.id, column.seat == seat)
            .values(device=hold.device, sees_from=hold.sees_from)
        )
        self.changed = True

    def change(self, **values: Any) -> None:
        """Change ``keeper``, ``locked`` or ``options`` of the table."""
        self._connection.execute(
            update(models.tables).where(models.tables.c.id == self.table.id).values(**values)
        )
        self.table = replace(self.table, **values)
        self.changed = True


class Store:
    """All tables of one database. Safe for threads; holds no connection between calls."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.postgres = engine.dialect.name == "postgresql"
        # SQLite has one writer at a time anyway. Waiting on a lock wakes at once; SQLite itself would sleep and retry.
        self._turn: Any = nullcontext() if self.postgres else threading.Lock()

    def _reading(self) -> Connection:
        """Return a connection for a read; on PostgreSQL one statement is one trip, without BEGIN and ROLLBACK."""
        connection = self.engine.connect()
        return connection.execution_options(isolation_level="AUTOCOMMIT") if self.postgres else connection

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with (
            self._turn,
            self.engine.connect().execution_options(writing=True) as connection,
            connection.begin(),
        ):
            yield connection

    def create_table(
        self,
        *,
        edition: str,
        opened: Mapping[str, Any],
        seats: Sequence[str],
        device: str,
        options: Mapping[str, Any] | None = None,
        board: Mapping[str, Any] | None = None,
        more: Sequence[StoredEntry] = (),
    ) -> Table:
        """
        Open a table: its row, its first entry, and all seats in the hands of the phone that opened it.

        Parameters
        ----------
        edition, board
            Id of the edition, and a home-made board (JSON of the formats) that replaces the edition's.
        opened
            The event ``table_opened`` as JSON; it becomes entry 1.
        seats
            Ids of the seats in turn order.
        device
            The phone that opens the table: the keeper.
        more
            Entries that come along, numbered from 2 without holes: the log of a table that was exported.
        """
        for _attempt in range(20):
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            table = Table(0, code, edition, now(), device, False, dict(options or {}), board, 1)
            try:
                return self._insert(table, opened, seats, more)
            except IntegrityError:
                if self.find(code) is None:
                    raise
        raise RuntimeError("no free table code was found in twenty tries")

    def _insert(
        self, table: Table, opened: Mapping[str, Any], seats: Sequence[str], more: Sequence[StoredEntry]
    ) -> Table:
        values = {name: getattr(table, name) for name in Table.__slots__ if name != "id"}
        with self._transaction() as connection:
            number = connection.execute(insert(models.tables).values(values)).inserted_primary_key
            assert number is not None
            table = replace(table, id=number[0])
            entry = StoredEntry(1, "opened", table.created_at, None, table.keeper, opened)
            for row in (entry, *more):
                _write_entry(connection, table.id, row)
            _join(connection, table.id, table.keeper)
            rows = [{"table_id": table.id, "seat": seat, "device": table.keeper} for seat in seats]
            connection.execute(insert(models.seats), rows)
        return table

    def find(self, code: str) -> Table | None:
        """Return the table with a code, however it was typed."""
        with self._reading() as connection:
            query = select(models.tables).where(models.tables.c.code == normal_code(code))
            row = connection.execute(query).first()
        return _table(row) if row else None

    def table(self, table_id: int) -> Table:
        """Return a table as it is now."""
        with self._reading() as connection:
            query = select(models.tables).where(models.tables.c.id == table_id)
            return _table(connection.execute(query).one())

    def read(self, table_id: int, after: int = 0) -> list[StoredEntry]:
        """Return the entries of a table with a number above ``after``."""
        with self._reading() as connection:
            return _read(connection, table_id, after)

    def holds(self, table_id: int) -> Holds:
        """Return who is at a table."""
        with self._reading() as connection:
            return _holds(connection, table_id)

    def since(self, table_id: int, after: int) -> tuple[Table, list[StoredEntry], Holds]:
        """Return a table, its entries above ``after`` and who is at it; never older than one another."""
        # The row is read first: what comes after may be newer than its revision says, and is then simply read again.
        with self._reading() as connection:
            row = connection.execute(select(models.tables).where(models.tables.c.id == table_id)).one()
            return _table(row), _read(connection, table_id, after), _holds(connection, table_id)

    def revisions(self, table_ids: Sequence[int]) -> dict[int, int]:
        """Return the revision of each of these tables."""
        column = models.tables.c
        with self._reading() as connection:
            found = connection.execute(select(column.id, column.revision).where(column.id.in_(table_ids)))
            return {row.id: row.revision for row in found}

    def recent(self, device: str, limit: int = 20) -> list[Table]:
        """Return the tables a phone was at, the last one first."""
        query = (
            select(models.tables)
            .join(models.members)
            .where(models.members.c.device == device)
            .order_by(models.members.c.seen_at.desc(), models.tables.c.id.desc())
            .limit(limit)
        )
        with self._reading() as connection:
            return [_table(row) for row in connection.execute(query)]

    @contextmanager
    def writing(self, table_id: int) -> Iterator[Log]:
        """Open a table for writing; whatever is written in the block is there as a whole or not at all."""
        column = models.tables.c
        with self._transaction() as connection:
            # FOR UPDATE makes other writers of this table wait here; SQLite ignores it and needs no more than IMMEDIATE.
            query = select(models.tables).where(column.id == table_id).with_for_update()
            log = Log(connection, _table(connection.execute(query).one()))
            yield log
            if log.changed:
                log.table = replace(log.table, revision=log.table.revision + 1)
                connection.execute(
                    update(models.tables).where(column.id == table_id).values(revision=log.table.revision)
                )
                if self.postgres:
                    payload = f"{table_id} {log.table.revision}"
                    connection.execute(
                        text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload}
                    )


def _table(row: Row[Any]) -> Table:
    return Table(**row._mapping)


def _stored(row: Row[Any]) -> StoredEntry:
    return StoredEntry(row.seq, row.entry_id, row.at, row.seat, row.device, row.event)


def _read(connection: Connection, table_id: int, after: int) -> list[StoredEntry]:
    column = models.entries.c
    query = select(models.entries).where(column.table_id == table_id, column.seq > after).order_by(column.seq)
    return [_stored(row) for row in connection.execute(query)]


def _write_entry(connection: Connection, table_id: int, entry: StoredEntry) -> None:
    connection.execute(
        insert(models.entries).values(
            table_id=table_id,
            seq=entry.seq,
            entry_id=entry.id,
            at=entry.at,
            seat=entry.seat,
            device=entry.device,
            event=dict(entry.event),
        )
    )


def _holds(connection: Connection, table_id: int) -> Holds:
    seats, members = models.seats, models.members
    held = connection.execute(select(seats).where(seats.c.table_id == table_id))
    joined = connection.execute(select(members.c.device).where(members.c.table_id == table_id))
    return Holds(
        frozenset(row.device for row in joined),
        {row.seat: SeatHold(row.device, row.sees_from) for row in held},
    )


def _join(connection: Connection, table_id: int, device: str) -> None:
    column = models.members.c
    again = connection.execute(
        update(models.members)
        .where(column.table_id == table_id, column.device == device)
        .values(seen_at=now())
    )
    if not again.rowcount:
        connection.execute(insert(models.members).values(table_id=table_id, device=device, seen_at=now()))
