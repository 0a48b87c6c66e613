"""Certificates of reach and plan, recounted by hand; only networkx and counting, as in ``verify``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from solver.game.errors import CertificateError
from solver.search.verify import joins, routes_graph

if TYPE_CHECKING:
    from solver.search.loans import TicketEnds
    from solver.search.tickets.option import Option
    from solver.search.tickets.usable import Usable


def check_acts(
    usable: Usable, tickets: Iterable[TicketEnds], claims: Sequence[str], loans: Mapping[str, str]
) -> tuple[int, int]:
    """
    Return the trains and the new stations that some claims and loans take, having checked that they do the work.

    Parameters
    ----------
    usable
        What the player has and can still use.
    tickets
        All of them must be completed.
    claims, loans
        Routes to claim; for each station used, standing or new, the route that it borrows.

    Raises
    ------
    CertificateError
        When a claim is not free, a station cannot stand or borrow as said, too much is used, or a ticket stays open.
    """
    free = {route: (a, b, spaces) for route, a, b, spaces in usable.claims}
    lent = {route: (a, b) for route, a, b in usable.rivals}
    if len(set(claims)) != len(claims) or not free.keys() >= set(claims):
        raise CertificateError(f"not every one of {list(claims)} can be claimed, each once")
    for city, route in loans.items():
        if city not in usable.standing and city not in usable.building:
            raise CertificateError(f"there is no station in {city!r} and none can be built")
        if route not in lent or city not in lent[route]:
            raise CertificateError(f"the station in {city!r} cannot borrow {route!r}")
    trains = sum(free[route][2] for route in claims)
    stations = sum(city not in usable.standing for city in loans)
    if trains > max(usable.trains, 0) or stations > max(usable.stations, 0):
        raise CertificateError(f"{trains} trains and {stations} stations are used, more than are left")
    if usable.turns is not None and len(claims) + stations > usable.turns:
        raise CertificateError(f"{len(claims) + stations} turns are used, {usable.turns} are left")
    graph = routes_graph([*((a, b) for a, b in usable.own.edges()), *(free[r][:2] for r in claims)])
    graph.add_edges_from(lent[route] for route in loans.values())
    for ticket in tickets:
        if not joins(graph, ticket.ends):
            raise CertificateError(f"nothing joins {ticket.ends[0]} to {ticket.ends[1]}")
    return trains, stations


def check_option(usable: Usable, ticket: TicketEnds, option: Option) -> None:
    """
    Check that an option completes its ticket with the trains and stations that it names.

    Raises
    ------
    CertificateError
        When it does not, or when its fewest claims are more than its plan makes.
    """
    trains, stations = check_acts(usable, [ticket], option.plan, option.loans)
    if trains != option.trains or stations > option.stations or option.claims > len(option.plan):
        raise CertificateError(f"the option takes {trains} trains and {stations} stations, not as said")


def check_cut(usable: Usable, ticket: TicketEnds, cut: Sequence[str]) -> None:
    """
    Check that no usable route leaves some cities, and that only one end of a ticket lies among them.

    Raises
    ------
    CertificateError
        When a route leads out: an own one, one that can be claimed, or one that a station could borrow.
    """
    inside = set(cut)
    within = [inside.intersection(end) for end in ticket.ends]
    whole = any(within[i] == set(ticket.ends[i]) and not within[1 - i] for i in (0, 1))
    if not whole:
        raise CertificateError(f"the cut does not part {ticket.ends[0]} from {ticket.ends[1]}")
    stations = {*usable.standing, *(usable.building if usable.stations > 0 else ())}
    lent = [(a, b) for _, a, b in usable.rivals if a in stations or b in stations]
    for a, b in [*usable.own.edges(), *((a, b) for _, a, b, _ in usable.claims), *lent]:
        if (a in inside) != (b in inside):
            raise CertificateError(f"a usable route leads from {a!r} to {b!r}")
