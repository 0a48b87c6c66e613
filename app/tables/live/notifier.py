"""
How a process hears what other processes have written.

SQLite: a thread asks ``PRAGMA data_version``, which changes when another connection has committed. PostgreSQL: a
connection of its own listens; when it breaks, it is opened again and all watched tables are looked at, because
whatever was told meanwhile is lost. What this process writes itself, it tells its hub directly.

The thread starts with the first stream of a process, so after any fork.
"""

from __future__ import annotations

import contextlib
import threading
from typing import Any

import structlog

from app.tables.live.hub import Hub
from app.tables.store import Store
from app.tables.store.records import CHANNEL

_log = structlog.get_logger()


class Notifier:
    """Wakes the hub when a watched table was changed by another process."""

    def __init__(self, store: Store, hub: Hub, *, poll_seconds: float = 0.05) -> None:
        self.store = store
        self.hub = hub
        self.poll_seconds = poll_seconds
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start listening, once."""
        with self._lock:
            if self._thread is not None or self._stop.is_set():
                return
            run = self._listen if self.store.postgres else self._poll
            self._thread = threading.Thread(target=run, name="notifier", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(2)

    def look(self) -> None:
        """Read the revision of every watched table, and wake those that have changed."""
        watched = self.hub.watched()
        if watched:
            for table_id, revision in self.store.revisions(watched).items():
                self.hub.wake(table_id, revision)

    def _poll(self) -> None:
        known = -1
        while not self._stop.is_set():
            try:
                # The number compares only with itself on one and the same connection.
                with self.store.engine.connect() as connection:
                    raw: Any = connection.connection.driver_connection
                    while not self._stop.wait(self.poll_seconds):
                        version = raw.execute("PRAGMA data_version").fetchone()[0]
                        if version != known:
                            known = version
                            self.look()
            except Exception:
                _log.exception("notifier_failed")
                self._stop.wait(1)

    def _listen(self) -> None:
        import psycopg  # only PostgreSQL needs it

        url = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stop.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.look()
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            self._told(notice.payload)
            except psycopg.Error as error:
                _log.warning("notifier_reconnects", error=str(error))
                self._stop.wait(0.5)

    def _told(self, payload: str) -> None:
        with contextlib.suppress(ValueError):
            table_id, revision = map(int, payload.split())
            self.hub.wake(table_id, revision)
