"""Storage: one append-only log of entries a table, on SQLite or PostgreSQL."""

from app.store.engine import connect
from app.store.log import Log
from app.store.migrate import migrate
from app.store.records import Holds, SeatHold, StoredEntry, Table, normal_code
from app.store.tables import Store

__all__ = ["Holds", "Log", "SeatHold", "Store", "StoredEntry", "Table", "connect", "migrate", "normal_code"]
