"""Bring a database to the shape of this version: ``python -m app migrate``, and at every start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text

_LOCK = 7_041_865
"""Number of the advisory lock that keeps two starting processes apart (any number nobody else uses)."""


def configuration() -> Config:
    """Return Alembic's configuration; there is no alembic.ini."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.set_main_option("path_separator", "os")
    return config


def migrate(engine: Engine) -> bool:
    """Migrate to the newest revision; return whether there was anything to do."""
    config = configuration()
    newest = ScriptDirectory.from_config(config).get_current_head()
    with engine.connect() as connection:
        if MigrationContext.configure(connection).get_current_revision() == newest:
            return False
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return True
