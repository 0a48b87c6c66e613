"""
``python -m app`` starts the server and prints the address that phones open, with its QR code.

``migrate``, ``backup FILE``, ``restore FILE`` and ``retire --days N`` behind it are for operators (``app.commands.run``);
``demo`` starts it with example games.
Behind ``--`` stand options of gunicorn, the server itself.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import NoReturn

from app.commands.run import parser, ready, run
from app.server.announce import address_of
from app.web.config import InvalidSetting, Settings


def console() -> NoReturn:
    """Run the installed program ``stationmaster``: the words of ``python -m app`` and of ``python -m solver`` alike."""
    from solver.questions.answers import ANSWERS

    questions = ("check", *ANSWERS)
    if sys.argv[1:2] and sys.argv[1] in questions:
        from solver.__main__ import main as ask

        ask()
    more = f"Questions are asked as with python -m solver: {', '.join(questions)}. "
    sys.exit(main(sys.argv[1:], parser("stationmaster", more)))


def main(arguments: list[str], reader: argparse.ArgumentParser | None = None) -> int:
    """
    Run a command; return its exit status (the server itself never returns).

    0 done, 1 it could not be done now, 2 a word or a setting was not understood.
    """
    words, more = _split(arguments)
    reader = reader or parser()
    given = reader.parse_args(words)
    serves = given.command in (None, "demo")
    if more and not serves:
        reader.error(f"options behind -- are for the server alone, not for {given.command}")
    try:
        settings = Settings.from_env()
    except InvalidSetting as error:
        print(error, file=sys.stderr)
        return 2
    if not serves:
        return run(given, settings)
    if given.command == "demo":
        return show(settings, more)
    # Said here in one line; from within the server's processes it would be two tracebacks.
    return serve(more) if ready(settings) else 1


def _split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Return what stands before ``--`` and what stands behind it."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:at], arguments[at + 1 :]


def show(settings: Settings, arguments: list[str]) -> NoReturn:
    """Start the server with the example games."""
    from app.commands.demo import fill_demo

    address = address_of(settings)
    for title, path in fill_demo():
        print(f"{title}: {address.rstrip('/')}{path}", flush=True)
    serve(arguments)


def serve(arguments: list[str]) -> NoReturn:
    """Become gunicorn."""
    config = Path(__file__).parent / "server" / "gunicorn.conf.py"
    command = [sys.executable, "-m", "gunicorn", "-c", str(config), *arguments]
    # The server replaces this process, so that Ctrl-C and a supervisor's signals reach it directly.
    os.execv(sys.executable, command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
