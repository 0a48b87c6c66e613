"""Storage: one append-only log of entries a table, on SQLite or PostgreSQL."""

from app.tables.store.engine import connect
from app.tables.store.log import Log
from app.tables.store.migrate import migrate
from app.tables.store.records import Holds, SeatHold, StoredEntry, Table, normal_code
from app.tables.store.tables import Store

__all__ = ["Holds", "Log", "SeatHold", "Store", "StoredEntry", "Table", "connect", "migrate", "normal_code"]
