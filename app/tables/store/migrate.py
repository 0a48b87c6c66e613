"""Bring a database to the shape of this version: ``python -m app migrate``, and at every start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

_LOCK = 7_041_865
"""Number of the advisory lock that keeps two starting processes apart (any number nobody else uses)."""


def configuration() -> Config:
    """Return Alembic's configuration; there is no alembic.ini."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.set_main_option("path_separator", "os")
    return config


def newest() -> str:
    """Return the newest revision; the file of a revision begins with its number."""
    folder = Path(__file__).with_name("migrations") / "versions"
    return max(path.name.partition("_")[0] for path in folder.glob("[0-9]*_*.py"))


def is_current(engine: Engine) -> bool:
    """Whether a database has the shape of this version."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return False
        return bool(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == newest())


def migrate(engine: Engine) -> bool:
    """Migrate to the newest revision; return whether there was anything to do."""
    if is_current(engine):
        return False
    # Alembic takes a third of a second to import, and most starts have nothing to migrate.
    from alembic import command

    config = configuration()
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return True
