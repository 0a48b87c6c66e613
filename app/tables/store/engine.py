"""
The connection to the database: SQLite by default, PostgreSQL by its address.

SQLite runs in WAL mode with ``synchronous=FULL``: an acknowledged entry survives a killed process and a power cut.
Transactions that write start with ``BEGIN IMMEDIATE``: with a plain ``BEGIN`` two writers both read, and the second
fails when it wants to write.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url

POOL = 20
"""Connections of a process. Streams hold none, so the threads of a few hundred phones share these."""


def connect(url: str) -> Engine:
    """Return an engine for a database address; nothing is opened yet."""
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, pool_size=POOL, max_overflow=0, pool_pre_ping=True, pool_recycle=1800)
    _kept_from_others(make_url(url).database)
    engine = create_engine(
        url, pool_size=POOL, max_overflow=0, connect_args={"timeout": 20, "check_same_thread": False}
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _kept_from_others(file: str | None) -> None:
    """Make a new database file so that only its owner reads it: there are closed hands in it."""
    if file and file != ":memory:" and Path(file).parent.is_dir():
        with contextlib.suppress(OSError):  # whatever stands in the way, the database says it better
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver must not begin transactions on its own: it would begin them without IMMEDIATE.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=20000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
