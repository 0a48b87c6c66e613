"""Who asks: the address a request comes from, the table it is about, and whether somebody still waits for the answer."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from flask import request, session

from app.store import Table

Payer = tuple[str, str | int]
"""Kind and name of one who pays: ``("address", "192.0.2.7")``, ``("table", 12)``, ``("sheets", 12)``."""


def neighbourhood(address: str) -> str:
    """Return what counts as one address: an IPv6 address as its /64, which one household has to itself."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64)) + "/64"
    return str(found)


def asking_address() -> Payer:
    """Return the address that this request comes from."""
    return "address", neighbourhood(request.remote_addr or "")


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
        if not isinstance(sock, socket.socket):
            return False
        try:
            ready, _, _ = select.select([sock], [], [], 0)
            return bool(ready) and not sock.recv(1, socket.MSG_PEEK)
        except (OSError, ValueError):  # it is closed already
            return True

    return left
