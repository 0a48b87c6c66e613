"""What one running app shares: settings, store, snapshots, streams, rate limits. Reached by ``services()``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import cast

from flask import current_app
from limits.strategies import RateLimiter

from app.server import metrics
from app.tables.live.hub import Hub
from app.tables.live.notifier import Notifier
from app.tables.snapshots import Snapshots
from app.tables.store import Log, Store
from app.web.config import EXTENSION, Settings


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of one app. None of them holds anything that another process would miss."""

    settings: Settings
    store: Store
    snapshots: Snapshots
    hub: Hub
    notifier: Notifier
    limits: RateLimiter

    @contextmanager
    def writing(self, table_id: int) -> Iterator[Log]:
        """Open a table for writing; when it changed, whoever watches it hears of it."""
        with self.store.writing(table_id) as log:
            yield log
        if log.changed:
            self.snapshots.after(log)
            self.hub.wake(table_id, log.table.revision)
        for entry in log.appended:
            metrics.ENTRIES.labels(str(entry.event["type"])).inc()

    def close(self) -> None:
        """End all streams and background threads; the pool of searches is the process's, and ends with it."""
        self.hub.close()
        self.notifier.close()


def services() -> Services:
    """Return the parts of the app that handles this request."""
    return cast(Services, current_app.extensions[EXTENSION])
