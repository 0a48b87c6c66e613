"""Who asks: the address a request comes from, the table it is about, and whether somebody still waits for the answer."""

from __future__ import annotations

import socket
from collections.abc import Callable

from flask import request, session

from app.tables.store import Table
from app.web.addresses import caller, whose

_ESTABLISHED = 1
"""State of a TCP connection whose other side has not hung up (Linux, ``tcp_states.h``)."""

Payer = tuple[str, str | int]
"""Kind and name of one who pays: ``("address", "192.0.2.7")``, ``("table", 12)``, ``("sheets", 12)``."""


neighbourhood = whose
"""What counts as one address."""


def asking_address() -> Payer:
    """Return the address that this request comes from."""
    return "address", caller()


def asking_table(table: Table) -> Payer:
    """Return the table that a question is about."""
    return "table", table.id


def asking_phone() -> str:
    """Return the phone that asks; one that was never here by its address."""
    return str(session.get("device") or asking_address()[1])


def has_left() -> Callable[[], bool]:
    """
    Return what tells whether the client of this request has hung up.

    Only the server's own socket knows; where there is none, as in tests, nobody ever leaves.
    """
    sock = request.environ.get("gunicorn.socket")

    def left() -> bool:
        if not isinstance(sock, socket.socket) or sock.family not in (socket.AF_INET, socket.AF_INET6):
            return False
        try:
            # Reading would tell nothing: the server closes this side itself when it runs out of patience.
            return bool(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != _ESTABLISHED)
        except AttributeError:  # another system than Linux
            return False
        except (OSError, ValueError):  # it is closed already
            return True

    return left
