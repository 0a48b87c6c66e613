"""
Whose address a request comes from: the one answer that everything which counts by address uses.

A household or a club is one IPv4 address; by IPv6 it is a network of 2⁶⁴ addresses at least, out of which any of its
devices takes new ones as it likes. So IPv6 addresses are counted by their first 64 bits, and an IPv4 address that is
written as IPv6 is itself.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from flask import request

NETWORK = 64
"""Bits of an IPv6 address that name a household."""


def whose(address: str) -> str:
    """Return by what an address is counted; what is no address (a socket file) is counted as it is."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(ip_network((found, NETWORK), strict=False))
        found = found.ipv4_mapped
    return str(found)


def caller() -> str:
    """Return by what the address of this request is counted."""
    return whose(request.remote_addr or "")
