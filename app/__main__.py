"""
``python -m app`` starts the server and prints the address that phones open, with its QR code.

``migrate``, ``backup FILE``, ``restore FILE`` and ``retire --days N`` behind it are for operators (``app.commands``). Any
other words are handed to gunicorn.
"""

from __future__ import annotations

import os
import socket
import sys
from typing import NoReturn, TextIO

from app.config import PROJECT, InvalidSetting, Settings

COMMANDS = ("migrate", "backup", "restore", "retire")


def main(arguments: list[str]) -> int:
    """Run a command; return its exit status (the server itself never returns)."""
    try:
        settings = Settings.from_env()
    except InvalidSetting as error:
        print(error, file=sys.stderr)
        return 2
    if arguments[:1] and arguments[0] in COMMANDS:
        from app.commands import run

        return run(arguments, settings)
    return serve(arguments)


def serve(arguments: list[str]) -> NoReturn:
    """Become gunicorn."""
    os.chdir(PROJECT)
    command = [sys.executable, "-m", "gunicorn", "-c", str(PROJECT / "gunicorn.conf.py"), *arguments]
    # The server replaces this process, so that Ctrl-C and a supervisor's signals reach it directly.
    os.execv(sys.executable, command)


def announce(host: str, port: int, out: TextIO | None = None) -> None:
    """Print where the app is found: for this machine, and for phones in the same network with a QR code."""
    import segno

    out = out or sys.stdout
    here = lan_address() if host in ("0.0.0.0", "::", "") else host
    url = f"http://{here}:{port}/"
    print(f"Stationmaster is running: {url}", file=out)
    if not here.startswith("127."):
        print("Phones in the same network open it by this code:", file=out)
        segno.make(url, error="l").terminal(out, compact=True)
    out.flush()


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
