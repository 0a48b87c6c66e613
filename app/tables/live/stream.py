"""
One open stream of server-sent events.

It registers with the hub, then reads; it holds no database session while it waits; it looks afresh at who its phone is
before each message, so a seat that went to another phone takes its secrets along; and it ends itself after a few
minutes, when the browser opens the next one where this one stopped (``Last-Event-ID``).
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from app.tables.access import may_watch, viewer_from
from app.tables.live.hub import Watch
from app.tables.live.news import Mark, compact, news
from app.tables.services import Services

RETRY_MILLISECONDS = 1000
BEAT = "event: beat\ndata:{}\n\n"
"""
Said when there was nothing else to say for ``heartbeat_seconds``. A phone that is gone shows only when it is written to;
and a page learns by it that its stream still lives. An event, since scripts never see a comment.
"""


def events(services: Services, watch: Watch, device: str | None, mark: Mark) -> Iterator[str]:
    """Yield the stream of a phone that has read as far as ``mark``; leaves the hub at its end."""
    end = time.monotonic() + services.settings.stream_seconds
    revision = told_of = 0
    with watch:
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        while not watch.over:
            snapshot = services.snapshots.of(watch.table_id, told_of)
            viewer = viewer_from(snapshot.table, snapshot.holds, device)
            if not may_watch(snapshot.table, viewer):
                return
            if snapshot.table.revision != revision:
                told = news(snapshot, viewer, mark)
                mark, revision = Mark(told["seq"], told["view"]), snapshot.table.revision
                yield f"id: {mark}\nevent: news\ndata: {compact(told)}\n\n"
            left = end - time.monotonic()
            if left <= 0:
                return
            told_of = watch.wait(min(left, services.settings.heartbeat_seconds))
            if not told_of and not watch.over:
                yield BEAT
