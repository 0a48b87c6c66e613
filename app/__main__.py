"""
``python -m app`` starts the server and prints the address that phones open, with its QR code.

``migrate``, ``backup FILE``, ``restore FILE`` and ``retire --days N`` behind it are for operators (``app.server.commands``);
``demo`` starts it with example games.
Behind ``--`` stand options of gunicorn, the server itself.
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
from pathlib import Path
from typing import NoReturn, TextIO

from app.server.commands import parser, ready, run
from app.server.log_format import line
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
    from app.server.demo import fill_demo

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


def announce(settings: Settings, out: TextIO | None = None) -> None:
    """
    Print where the app is found: for this machine, and for phones in the same network with a QR code.

    Where the log is JSON, nobody is there to look at a QR code, and a line of it says the same.
    """
    out = out or sys.stdout
    url = address_of(settings)
    if settings.log_is_json:
        print(line("running", address=url), file=out, flush=True)
        return
    import segno

    print(f"Stationmaster is running: {url}", file=out)
    if not url.startswith("http://127."):
        print("Phones in the same network open it by this code:", file=out)
        segno.make(url, error="l").terminal(out, compact=True)
    out.flush()


def address_of(settings: Settings) -> str:
    """Return the address under which this machine and the phones of its network find the app."""
    here = lan_address() if settings.host in ("0.0.0.0", "::") else settings.host
    return f"http://{f'[{here}]' if ':' in here else here}:{settings.port}/"


def lan_address() -> str:
    """Return this machine's address in the local network; 127.0.0.1 when it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only chooses the network card.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
