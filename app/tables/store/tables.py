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
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Engine, Row, bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from app.tables.store import models
from app.tables.store.log import Log, read_entries, read_holds, write_entries, write_member
from app.tables.store.mark import Mark
from app.tables.store.records import (
    ALPHABET,
    CHANNEL,
    CODE_LENGTH,
    Holds,
    StoredEntry,
    Table,
    normal_code,
    now,
)

# Built once: see ``app.tables.store.log``.
_BY_CODE = select(models.tables).where(models.tables.c.code == bindparam("code"))
_BY_ID = select(models.tables).where(models.tables.c.id == bindparam("table"))
_TO_WRITE = _BY_ID.with_for_update()
_REVISION = select(models.tables.c.revision).where(models.tables.c.id == bindparam("table"))
_CHANGED = (
    update(models.tables).where(models.tables.c.id == bindparam("table")).values(revision=bindparam("now"))
)
_TELL = text("SELECT pg_notify(:channel, :payload)")


class Store:
    """All tables of one database. Safe for threads; holds no connection between calls."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.postgres = engine.dialect.name == "postgresql"
        # SQLite has one writer at a time anyway. Waiting on a lock wakes at once; SQLite itself would sleep and retry.
        self._turn: Any = nullcontext() if self.postgres else threading.Lock()
        self._mark = Mark(engine)
        self.damage = ""
        """What is wrong with the database as it was found at the start, in one line (see ``examine``)."""

    def examine(self) -> str:
        """Look whether the database is sound and whole; return, and keep in ``damage``, what is wrong with it."""
        self.damage = self._mark.damage()
        return self.damage

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
        opened_at: str = "",
    ) -> Table:
        """
        Open a table: its row, its first entry, and all seats in the hands of the phone that opened it.

        Parameters
        ----------
        edition, board
            Id of the edition, and a home-made board (as in ``docs/formats.md``) that replaces the edition's.
        opened
            The event ``table_opened`` as JSON; it becomes entry 1.
        seats
            Ids of the seats in turn order.
        device
            The phone that opens the table: the keeper.
        more
            Entries that come along, numbered from 2 without holes: the log of a table that was exported.
        opened_at
            When that table was opened; left out, now.
        """
        for _attempt in range(20):
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            table = Table(0, code, edition, opened_at or now(), device, False, dict(options or {}), board, 1)
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
            write_entries(connection, table.id, (entry, *more))
            write_member(connection, table.id, table.keeper)
            rows = [{"table_id": table.id, "seat": seat, "device": table.keeper} for seat in seats]
            connection.execute(insert(models.seats), rows)
        self._mark.put(table.id, table.revision)
        return table

    def find(self, code: str) -> Table | None:
        """Return the table with a code, however it was typed."""
        with self._reading() as connection:
            row = connection.execute(_BY_CODE, {"code": normal_code(code)}).first()
        return _table(row) if row else None

    def table(self, table_id: int) -> Table:
        """Return a table as it is now."""
        with self._reading() as connection:
            return _table(connection.execute(_BY_ID, {"table": table_id}).one())

    def read(self, table_id: int, after: int = 0) -> list[StoredEntry]:
        """Return the entries of a table with a number above ``after``."""
        with self._reading() as connection:
            return read_entries(connection, table_id, after)

    def holds(self, table_id: int) -> Holds:
        """Return who is at a table."""
        with self._reading() as connection:
            return read_holds(connection, table_id)

    def since(self, table_id: int, after: int) -> tuple[Table, list[StoredEntry], Holds]:
        """Return a table, its entries above ``after`` and who is at it; never older than one another."""
        # The row is read first: what comes after may be newer than its revision says, and is then simply read again.
        with self._reading() as connection:
            row = connection.execute(_BY_ID, {"table": table_id}).one()
            return _table(row), read_entries(connection, table_id, after), read_holds(connection, table_id)

    def revision(self, table_id: int) -> int:
        """Return the revision of a table."""
        with self._reading() as connection:
            return int(connection.execute(_REVISION, {"table": table_id}).scalar_one())

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
        with self._transaction() as connection:
            # FOR UPDATE makes other writers of this table wait here; SQLite ignores it and needs no more than IMMEDIATE.
            log = Log(connection, _table(connection.execute(_TO_WRITE, {"table": table_id}).one()))
            yield log
            if log.changed:
                log.table = replace(log.table, revision=log.table.revision + 1)
                revision = log.table.revision
                connection.execute(_CHANGED, {"table": table_id, "now": revision})
                if self.postgres:
                    connection.execute(_TELL, {"channel": CHANNEL, "payload": f"{table_id} {revision}"})
        if log.changed or log.removed:
            self._mark.put(table_id, None if log.removed else log.table.revision)


def _table(row: Row[Any]) -> Table:
    return Table(**row._mapping)
