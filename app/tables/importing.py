"""A log from outside becomes a table of the caller."""

from __future__ import annotations

from app.tables import access
from app.tables.recording import Refused
from app.tables.services import services
from app.tables.store import StoredEntry, Table
from app.tables.uploaded_log import Imported


def import_table(log: Imported) -> Table | Refused:
    """Write a log down as a new table of the caller, or say which rules keep the table from being opened."""
    if log.objections:
        return Refused(log.objections, log.state)
    device = access.make_device()
    return services().store.create_table(
        edition=log.edition,
        opened=log.opened,
        seats=log.seats,
        device=device,
        board=log.board,
        opened_at=log.opened_at,
        more=[StoredEntry(row.seq, row.id, row.at, row.seat, device, row.event) for row in log.rows],
    )
