"""
The last commit of an SQLite database, noted beside it: whoever loses the end of the log shall hear of it.

SQLite keeps what was written last in a file of its own (``…-wal``). If that file is cut or left behind when the
database is copied, the database opens without a word and is simply older. So after each commit a small file beside it
(``…-mark``) names the table that was written and its revision. A database that is older than its mark has lost its end.

The mark is written without waiting for the disk: after a power cut it may be older than the database, which says
nothing, and never newer, since the commit itself is on the disk before.
"""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

from sqlalchemy import Engine, select
from sqlalchemy.exc import DatabaseError

from app.tables.store import models

_ROOM = 64
"""Bytes of the file; a shorter mark is filled up with spaces, so that one write replaces all of it."""


class Mark:
    """The mark of one database file; nothing happens where there is none (PostgreSQL keeps its own promises)."""

    def __init__(self, engine: Engine) -> None:
        file = engine.url.database if engine.dialect.name == "sqlite" else None
        self.path = Path(f"{file}-mark") if file and file != ":memory:" else None
        self._engine = engine
        self._lock = threading.Lock()
        self._held = False
        """Whether the end was lost: then the mark stays as evidence until somebody removes it."""

    def put(self, table: int, revision: int | None) -> None:
        """Note a commit: a table and its revision, None where it was removed."""
        if self.path is None or self._held:
            return
        text = json.dumps({"table": table, "revision": revision}).ljust(_ROOM - 1) + "\n"
        with self._lock, os.fdopen(os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(text.encode())

    def forget(self) -> None:
        """Remove the mark: what stood in the database before is no measure of what stands there now."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def damage(self) -> str:
        """Return what is wrong with the database in one line, or nothing: it is damaged, or its end is missing."""
        if self.path is None:
            return ""
        try:
            with self._engine.connect() as connection:
                said = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
                if said != "ok":
                    return f"the database is damaged ({said})"
                noted = self._noted()
                if noted is None:
                    return ""
                table, revision = noted
                column = models.tables.c
                found = connection.execute(select(column.revision).where(column.id == table)).scalar()
        except DatabaseError as error:
            return f"the database is damaged ({error.orig})"
        whole = found is None if revision is None else found is not None and found >= revision
        if whole:
            return ""
        self._held = True
        return (
            f"the end of the database is missing: table {table} was at revision {revision}, now at {found}; put the "
            f"whole database back (with its -wal file), or remove {self.path.name} to go on without"
        )

    def _noted(self) -> tuple[int, int | None] | None:
        if self.path is None:
            return None
        try:
            found = json.loads(self.path.read_bytes())
            return int(found["table"]), None if found["revision"] is None else int(found["revision"])
        except (OSError, ValueError, KeyError, TypeError):  # none yet, or half of one: it says nothing
            return None
