"""Storage: one append-only log of entries a table, on SQLite or PostgreSQL."""

from app.store.engine import connect
from app.store.migrate import migrate
from app.store.tables import Holds, Log, SeatHold, Store, StoredEntry, Table, normal_code

__all__ = ["Holds", "Log", "SeatHold", "Store", "StoredEntry", "Table", "connect", "migrate", "normal_code"]
