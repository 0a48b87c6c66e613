"""The operator's commands: ``python -m app migrate | backup FILE | restore FILE | retire --days N [--to FOLDER]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from app.config import Settings


def run(arguments: list[str], settings: Settings) -> int:
    """Run one command; return its exit status: 0 done, 1 it could not be done, 2 it was not understood."""
    from app.backup import BackupError
    from app.store import Store, connect

    given = _parser().parse_args(arguments)
    engine = connect(settings.database_url)
    try:
        return _run(given, Store(engine))
    except BackupError as error:
        print(error, file=sys.stderr)
        return 1
    except SQLAlchemyError as error:
        # The whole message would name the address of the database.
        print(f"The database does not answer as it should: {type(error).__name__}.", file=sys.stderr)
        return 1
    finally:
        engine.dispose()


def _run(given: argparse.Namespace, store: object) -> int:
    from app.backup import backup, restore
    from app.retire import retire
    from app.store import Store, migrate

    assert isinstance(store, Store)
    engine = store.engine
    if given.command == "migrate":
        print("The database was migrated." if migrate(engine) else "The database is up to date.")
    elif given.command == "backup":
        migrate(engine)
        print(_told("written", backup(engine, given.file)))
    elif given.command == "restore":
        print(_told("restored", restore(engine, given.file)))
    else:
        migrate(engine)
        gone = 0
        for code, path in retire(store, given.days, given.to):
            print(f"{code} -> {path}")
            gone += 1
        print(f"{gone} tables were exported and removed.")
    return 0


def _told(what: str, counts: dict[str, int]) -> str:
    return f"{counts.get('tables', 0)} tables with {counts.get('entries', 0)} entries were {what}."


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m app")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("migrate", help="bring the database to the shape of this version")
    for name, about in (
        ("backup", "write everything to a file"),
        ("restore", "fill an empty database from one"),
    ):
        commands.add_parser(name, help=about).add_argument(
            "file", type=Path, help="packed when it ends in .gz"
        )
    retire = commands.add_parser("retire", help="export and remove tables that nobody has touched")
    retire.add_argument("--days", type=_days, required=True, help="untouched for so many days")
    retire.add_argument("--to", type=Path, default=Path("retired"), help="folder for their logs")
    return parser


def _days(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 36500:
        raise argparse.ArgumentTypeError("must be 1 to 36500")
    return value
