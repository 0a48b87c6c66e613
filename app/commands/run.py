"""The words behind ``python -m app``: ``migrate | backup FILE | restore FILE | retire --days N [--to FOLDER] | demo``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.web.config import Settings, version

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlalchemy.exc import SQLAlchemyError


class DatabaseError(Exception):
    """A database cannot be used; the message is one line for people."""


def run(given: argparse.Namespace, settings: Settings) -> int:
    """Run one command; return its exit status: 0 done, 1 it could not be done."""
    from sqlalchemy.exc import SQLAlchemyError

    from app.commands.backup import BackupError
    from app.tables.store import Store, connect

    engine = connect(settings.database_url)
    try:
        return _run(given, Store(engine))
    except (BackupError, DatabaseError) as error:
        print(error, file=sys.stderr)
    except SQLAlchemyError as error:
        print(_down(engine, error), file=sys.stderr)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
    finally:
        engine.dispose()
    return 1


def ready(settings: Settings) -> bool:
    """Bring the database to the shape of this version; where that cannot be done, say why in one line."""
    from sqlalchemy.exc import SQLAlchemyError

    from app.tables.store import Store, connect

    engine = connect(settings.database_url)
    try:
        _migrate(engine)
        if damage := Store(engine).examine():
            # Told, and served all the same: the other tables are as they were.
            print(f"DATABASE_URL: {damage} [database-damaged]", file=sys.stderr)
    except DatabaseError as error:
        print(error, file=sys.stderr)
    except SQLAlchemyError as error:
        print(_down(engine, error), file=sys.stderr)
    else:
        return True
    finally:
        engine.dispose()
    return False


def _migrate(engine: Engine) -> bool:
    """Migrate, and return whether there was anything to do; a database of a later version cannot be."""
    from app.tables.store import migrate

    try:
        return migrate(engine)
    except Exception as error:
        from alembic.util import CommandError

        if isinstance(error, CommandError):
            line = "the database was written by a later version; it must be one of this version or before"
            raise DatabaseError(f"DATABASE_URL: {line} [database-too-new]") from error
        raise


def _down(engine: Engine, error: SQLAlchemyError) -> str:
    """Return what keeps a database from answering, in one line without its password."""
    said = str(getattr(error, "orig", None) or type(error).__name__).strip()
    line = said.splitlines()[0].rstrip(".")
    if engine.url.password:
        line = line.replace(str(engine.url.password), "…")
    return (
        f"DATABASE_URL: the database does not answer ({line}); "
        "it must be running, and let this user in [database-down]"
    )


def _run(given: argparse.Namespace, store: object) -> int:
    from app.commands.backup import backup, restore
    from app.commands.retire import retire
    from app.tables.store import Store

    assert isinstance(store, Store)
    engine = store.engine
    if given.command == "migrate":
        print("The database was migrated." if _migrate(engine) else "The database is up to date.")
    elif given.command == "backup":
        _migrate(engine)
        print(_told("written", backup(engine, given.file)))
    elif given.command == "restore":
        print(_told("restored", restore(engine, given.file)))
    else:
        _migrate(engine)
        gone = 0
        for code, path in retire(store, given.days, given.to):
            print(f"{code} -> {path}")
            gone += 1
        print(f"{_tables(gone)} {_were(gone)} exported and removed.")
    return 0


def _told(what: str, counts: dict[str, int]) -> str:
    tables, entries = counts.get("tables", 0), counts.get("entries", 0)
    return (
        f"{_tables(tables)} with {entries} {'entry' if entries == 1 else 'entries'} {_were(tables)} {what}."
    )


def _tables(number: int) -> str:
    return f"{number} {'table' if number == 1 else 'tables'}"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def parser(prog: str = "python -m app", more: str = "") -> argparse.ArgumentParser:
    """Return what reads the words behind ``prog``; ``more`` is said first below them."""
    found = argparse.ArgumentParser(
        prog=prog,
        description="Without a word: start the server and print its address with a QR code for phones.",
        epilog=f"{more}Options of gunicorn, the server itself, stand behind --. The settings come from the environment; "
        "docs/operations.md lists them.",
        allow_abbrev=False,
    )
    found.add_argument("--version", action="version", version=f"Stationmaster {version()}")
    commands = found.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("migrate", help="bring the database to the shape of this version")
    for name, about in (
        ("backup", "write everything to a file"),
        ("restore", "fill an empty database from one"),
    ):
        commands.add_parser(name, help=about).add_argument(
            "file", type=Path, help="packed when it ends in .gz"
        )
    commands.add_parser("demo", help="start the server with two example games, apart from your own tables")
    retire = commands.add_parser("retire", help="export and remove tables that nobody has touched")
    retire.add_argument("--days", type=_days, required=True, help="untouched for so many days")
    retire.add_argument("--to", type=Path, default=Path("retired"), help="folder for their logs")
    return found


def _days(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 1 <= int(text) <= 36500):
        raise argparse.ArgumentTypeError("must be 1 to 36500")
    return int(text)
