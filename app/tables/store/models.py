"""
The tables of the database (SQLAlchemy Core; the words *table of the game* and *table of the database* collide here).

``tables``   one game being played. ``revision`` grows with every change of anything that belongs to it
``entries``  its log, append-only: what was recorded is never changed or deleted
``members``  the phones that joined it; the keeper is one of them
``seats``    which phone holds which seat, and from which entry on it may read the seat's tickets

``passed`` counts how often a seat, or the keeper's role (in ``tables``), went to another phone.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", String(6), nullable=False, unique=True),
    Column("edition", String(64), nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("keeper", String(64), nullable=False),
    Column("locked", Boolean, nullable=False, server_default=false()),
    Column("options", JSON, nullable=False),
    Column("board", JSON(none_as_null=True)),
    Column("revision", Integer, nullable=False),
    Column("passed", Integer, nullable=False, server_default="0"),
    # Ids are keys of caches in memory: a number is never given out twice.
    sqlite_autoincrement=True,
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("entry_id", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    Column("seat", String(64)),
    Column("device", String(64), nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("event", JSON, nullable=False),
    UniqueConstraint("table_id", "entry_id"),
)

members = Table(
    "members",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("device", String(64), primary_key=True),
    Column("seen_at", String(32), nullable=False),
    Index(None, "device"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("device", String(64), nullable=False),
    Column("sees_from", Integer, nullable=False, server_default="0"),
    Column("passed", Integer, nullable=False, server_default="0"),
)
