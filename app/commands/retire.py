"""
Retention: tables that nobody has touched for so many days are exported and removed. Nothing runs this by itself.

Each table becomes one log (``stationmaster-log``, secrets included, readable by its owner alone), which can be
imported again; then its rows are deleted. A table that is touched in between stays.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from app.tables.store import Log, Store, Table, models
from solver.formats.log import FORMAT, VERSION


def retire(store: Store, days: int, folder: Path) -> Iterator[tuple[str, Path]]:
    """
    Export and remove every table that was not touched for some days; yield its code and file.

    Parameters
    ----------
    store
        The tables.
    days
        A table is touched when an entry is recorded or a phone joins.
    folder
        Where the logs go; it is made if it is not there.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    before = (
        (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    )
    for table_id in _untouched(store, before):
        with store.writing(table_id) as log:
            if table_id not in _untouched(store, before, table_id):
                continue
            path = folder / f"{log.table.created_at[:10]}-{log.table.code}.jsonl"
            _export(log, path)
            log.remove()
        yield log.table.code, path


def _untouched(store: Store, before: str, table_id: int | None = None) -> list[int]:
    """Return the tables whose last entry and last visitor are older than a time."""
    # Times of imported entries are what somebody claims; one that lies in the future proves nothing.
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    entries, members, tables = models.entries, models.members, models.tables
    written = (
        select(func.max(entries.c.at))
        .where(entries.c.table_id == tables.c.id, entries.c.at <= now)
        .scalar_subquery()
    )
    joined = select(func.max(members.c.seen_at)).where(members.c.table_id == tables.c.id).scalar_subquery()
    query = select(tables.c.id).where(func.coalesce(written, "") < before, func.coalesce(joined, "") < before)
    if table_id is not None:
        query = query.where(tables.c.id == table_id)
    with store.engine.connect() as connection:
        return list(connection.execute(query.order_by(tables.c.id)).scalars())


def _export(log: Log, path: Path) -> None:
    with os.fdopen(
        os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
    ) as file:
        for line in _lines(log.table, log):
            file.write(json.dumps(line, ensure_ascii=True) + "\n")
        file.flush()
        os.fsync(file.fileno())


def _lines(table: Table, log: Log) -> Iterator[dict[str, Any]]:
    entries = log.read()
    yield {"format": FORMAT, "version": VERSION, "edition": table.edition, "seats": entries[0].event["seats"]}
    for entry in entries:
        yield {
            "seq": entry.seq,
            "at": entry.at,
            "seat": entry.seat,
            "id": entry.id,
            "event": dict(entry.event),
        }
