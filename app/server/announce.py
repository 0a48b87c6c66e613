"""The address under which phones find the app."""

from __future__ import annotations

import socket
import sys
from typing import TextIO

from app.server.log_format import line
from app.web.config import Settings


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
