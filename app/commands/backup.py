"""
Backup and restore, the same on SQLite and PostgreSQL, while the server runs.

A backup is one file of JSON Lines (compressed where its name ends in ``.gz``): a header, every row of every table of
the database, and a last line with the counts and a checksum, so that half a file is never taken for a whole one. It is
read in one transaction that sees one moment: whatever was acknowledged before the backup began is in it. A backup of
one kind of database restores into the other.

The file holds secrets (tickets, the ids of phones) and is readable by its owner alone. The key that signs the cookies
is not in it: keep ``instance/secret_key`` (or ``SECRET_KEY``) as well, or every phone loses its seat.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, cast

from sqlalchemy import Connection, Engine, Table, func, insert, select, text

from app.tables.store import migrate
from app.tables.store.mark import Mark
from app.tables.store.migrate import newest
from app.tables.store.models import metadata
from app.tables.store.records import now

FORMAT = "stationmaster-backup"
VERSION = 1
BATCH = 500
"""Rows that are written at a time."""


class BackupError(Exception):
    """A backup cannot be made or used; the message says why, for people."""


def backup(engine: Engine, path: Path) -> Counter[str]:
    """
    Write everything that is in a database to a file, and return the rows of each table.

    The file appears under its name only when it is whole and on the disk.
    """
    part = path.with_name(path.name + ".part")
    counts: Counter[str] = Counter()
    try:
        with _created(part) as raw, _packed(raw, path, "wb") as file:
            writer = _Writer(file)
            writer.line({"format": FORMAT, "version": VERSION, "revision": newest(), "at": now()})
            with _one_moment(engine) as connection:
                for table in metadata.sorted_tables:
                    query = select(table).execution_options(yield_per=BATCH)
                    for row in connection.execute(query):
                        writer.line({"table": table.name, "row": dict(row._mapping)})
                        counts[table.name] += 1
            writer.line({"end": {"rows": dict(counts), "sha256": writer.digest()}})
        os.replace(part, path)
    except OSError as error:
        raise BackupError(f"{path}: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
    return counts


@contextmanager
def _one_moment(engine: Engine) -> Iterator[Connection]:
    """Open a transaction in which every read sees the same moment, whatever others write meanwhile."""
    options: dict[str, Any] = {}
    if engine.dialect.name == "postgresql":
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    # SQLite in WAL mode: from its first read on, a transaction sees the database as it was then.
    with engine.connect().execution_options(**options) as connection, connection.begin():
        yield connection


@contextmanager
def _created(path: Path) -> Iterator[IO[bytes]]:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
        yield raw
        raw.flush()
        os.fsync(raw.fileno())


@contextmanager
def _packed(raw: IO[bytes], path: Path, mode: str) -> Iterator[IO[bytes]]:
    if path.suffix != ".gz":
        yield raw
        return
    with gzip.GzipFile(fileobj=raw, mode=mode, mtime=0) as packed:
        yield cast(IO[bytes], packed)


class _Writer:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = hashlib.sha256()

    def line(self, data: dict[str, Any]) -> None:
        """Write one value."""
        line = json.dumps(data, separators=(",", ":")).encode() + b"\n"
        self._hash.update(line)
        self._file.write(line)

    def digest(self) -> str:
        """Return the checksum of all lines so far."""
        return self._hash.hexdigest()


def restore(engine: Engine, path: Path) -> Counter[str]:
    """
    Fill an empty database from a backup, all of it or nothing, and return the rows of each table.

    Raises
    ------
    BackupError
        The database holds tables already; the file is none of ours, of another version, broken or not whole.
    """
    migrate(engine)
    try:
        with path.open("rb") as raw, _packed(raw, path, "rb") as file:
            restored = _restore(engine, file, path)
    except (OSError, EOFError, ValueError) as error:
        raise BackupError(f"{path}: cannot be read: {error}") from error
    Mark(engine).forget()
    return restored


def _restore(engine: Engine, file: IO[bytes], path: Path) -> Counter[str]:
    lines = _Lines(file, path)
    header = lines.next()
    if header.get("format") != FORMAT or header.get("version") != VERSION:
        raise BackupError(f"{path}: is no backup of version {VERSION}")
    if header.get("revision") != newest():
        raise BackupError(
            f"{path}: was made with the database at revision {header.get('revision')}, and this version has "
            f"{newest()}; restore it with the version that made it, then migrate"
        )
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        for table in metadata.sorted_tables:
            if connection.execute(select(func.count()).select_from(table)).scalar():
                raise BackupError("The database is not empty; a backup is restored into a new one.")
        rows = lines.rows()
        while batch := list(islice(rows, BATCH)):
            _write(connection, batch)
        if engine.dialect.name == "postgresql":
            # Rows that bring their ids leave the counter of ids where it was.
            connection.execute(
                text(
                    "SELECT setval(pg_get_serial_sequence('tables', 'id'), greatest(max(id), 1), max(id) IS NOT NULL)"
                    " FROM tables"
                )
            )
    return lines.counts


def _write(connection: Connection, batch: list[tuple[Table, dict[str, Any]]]) -> None:
    """Write rows; neighbours of one table go together."""
    while batch:
        table = batch[0][0]
        rows = [row for other, row in batch if other is table]
        batch = [(other, row) for other, row in batch if other is not table]
        connection.execute(insert(table), rows)


class _Lines:
    """The lines of a backup, with what the last one must say."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self._file = file
        self._path = path
        self._hash = hashlib.sha256()
        self._number = 0
        self.counts: Counter[str] = Counter()

    def next(self) -> dict[str, Any]:
        """Return the next line."""
        self._number += 1
        before = self._hash.hexdigest()
        line = self._file.readline()
        self._hash.update(line)
        if not line:
            raise BackupError(f"{self._path}: ends in the middle, after line {self._number - 1}")
        data = json.loads(line)
        if not isinstance(data, dict):
            raise BackupError(f"{self._path}: line {self._number} is no object")
        if "end" in data and data["end"] != {"rows": dict(self.counts), "sha256": before}:
            raise BackupError(f"{self._path}: does not match its checksum")
        return data

    def rows(self) -> Iterator[tuple[Table, dict[str, Any]]]:
        """Yield the rows up to the last line, which must be there and match."""
        while "end" not in (data := self.next()):
            table = metadata.tables.get(data.get("table", ""))
            if table is None or not isinstance(data.get("row"), dict):
                raise BackupError(f"{self._path}: line {self._number} is no row of a table that is known")
            self.counts[table.name] += 1
            yield table, data["row"]
