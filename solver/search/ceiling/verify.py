"""
What the ceiling is asked and answers, and the recount of its answer: networkx and counting, never OR-Tools.

``Outlook`` is what a player can still do, ``Further`` one way to do it, ``recounted`` the points that it gives.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import networkx as nx

from solver.game.errors import CertificateError
from solver.search.doubles import double_names
from solver.search.loans import Loan, TicketEnds
from solver.search.verify import Trail, check_trail


@dataclass(frozen=True, slots=True)
class Aim:
    """
    A bonus within reach: its points, and what it takes to get it.

    Attributes
    ----------
    measure
        ``trail`` (spaces of the longest trail), ``tickets`` (completed ones) or ``routes`` (of a sort, in ``counted``).
    points
        Points of the bonus.
    needed
        The best of the others, or 1 where nobody has anything and that wins nothing: so much is enough.
    have
        With ``routes``: how many the player has already.
    counted
        With ``routes``: the claimable routes of that sort.
    """

    measure: str
    points: int
    needed: int
    have: int = 0
    counted: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Outlook:
    """
    What a player has and can still do while nobody else does anything.

    Attributes
    ----------
    own
        His routes: the key is the route's id, ``length`` its spaces.
    claimable
        The routes that he may claim, likewise; of the tracks of one double (attribute ``double``) he may claim one.
    route_points
        Points of a route by its length.
    trains
        Trains left to him.
    acts
        How many claims and stations he has turns for; None: as many as he likes.
    tickets
        All tickets he holds.
    standing
        For each city of his stations the rivals' routes out of it, of which it may borrow one.
    sites
        Likewise for each city where he may still build a station.
    stations_left, station_points
        How many stations he may still build, and what an unused one is worth.
    aims
        The bonuses.
    fixed
        Points that stay as they are: of his routes so far, and goods.
    """

    own: nx.MultiGraph[str]
    claimable: nx.MultiGraph[str]
    route_points: Mapping[int, int]
    trains: int
    tickets: Sequence[TicketEnds] = ()
    acts: int | None = None
    standing: Mapping[str, Sequence[Loan]] = field(default_factory=dict)
    sites: Mapping[str, Sequence[Loan]] = field(default_factory=dict)
    stations_left: int = 0
    station_points: int = 0
    aims: Sequence[Aim] = ()
    fixed: int = 0

    @cached_property
    def routes(self) -> Mapping[str, tuple[str, str, int]]:
        """The claimable routes: two ends and length."""
        edges = self.claimable.edges(keys=True, data=True)
        return {route: (a, b, int(facts["length"])) for a, b, route, facts in edges}

    @cached_property
    def double_of(self) -> Mapping[str, Hashable]:
        """For every claimable route the name of its double."""
        return double_names(self.claimable)

    def network(self, claims: Sequence[str]) -> nx.MultiGraph[str]:
        """Return the player's network with further claims."""
        network: nx.MultiGraph[str] = nx.MultiGraph(self.own)
        for route in claims:
            a, b, length = self.routes[route]
            network.add_edge(a, b, key=route, length=length)
        return network


@dataclass(frozen=True, slots=True)
class Further:
    """
    One way to go on.

    Attributes
    ----------
    claims
        Routes to claim.
    loans
        For the city of every station, old or new, the route that it borrows, or None.
    tickets
        Indexes of the tickets that are completed then.
    trail
        A trail of the network that wins the bonus for the longest one; None when it is not won.
    """

    claims: tuple[str, ...] = ()
    loans: Mapping[str, str | None] = field(default_factory=dict)
    tickets: tuple[int, ...] = ()
    trail: Trail | None = None


def recounted(outlook: Outlook, further: Further) -> int:
    """
    Return a player's total after going on in some way, counted by hand.

    Raises
    ------
    CertificateError
        When something cannot be done as it says, or does not give what it says.
    """
    spaces = _claimed(outlook, further)
    built = _built(outlook, further)
    if outlook.acts is not None and len(further.claims) + built > outlook.acts:
        raise CertificateError(f"{len(further.claims)} claims and {built} stations in {outlook.acts} turns")
    if completed(outlook, further) != further.tickets:
        raise CertificateError(f"the tickets completed are not {further.tickets}")
    done = set(further.tickets)
    points = outlook.fixed + sum(outlook.route_points.get(n, 0) for n in spaces)
    points += sum(t.points if i in done else -t.points for i, t in enumerate(outlook.tickets))
    points += (outlook.stations_left - built) * outlook.station_points
    return points + sum(aim.points for aim in outlook.aims if _reached(outlook, further, aim))


def completed(outlook: Outlook, further: Further) -> tuple[int, ...]:
    """Return the indexes of the tickets that are completed by the network with further claims and loans."""
    joined: nx.Graph[str] = nx.Graph(outlook.network(further.claims).edges())
    joined.add_nodes_from(city for ticket in outlook.tickets for end in ticket.ends for city in end)
    choices = {**outlook.sites, **outlook.standing}
    for city, route in further.loans.items():
        joined.add_edges_from((a, b) for key, a, b in choices.get(city, ()) if key == route)
    part = {city: i for i, cities in enumerate(nx.connected_components(joined)) for city in cities}
    return tuple(
        i
        for i, ticket in enumerate(outlook.tickets)
        if not {part[city] for city in ticket.ends[0]}.isdisjoint(part[city] for city in ticket.ends[1])
    )


def _claimed(outlook: Outlook, further: Further) -> list[int]:
    """Return the lengths of the further claims, which must be possible."""
    if len(set(further.claims)) < len(further.claims) or not outlook.routes.keys() >= set(further.claims):
        raise CertificateError(f"{further.claims} cannot all be claimed")
    doubles = [outlook.double_of[route] for route in further.claims]
    if len(set(doubles)) < len(doubles):
        raise CertificateError("two tracks of one double route are claimed")
    spaces = [outlook.routes[route][2] for route in further.claims]
    if sum(spaces) > max(outlook.trains, 0):
        raise CertificateError(f"{sum(spaces)} trains are needed, {outlook.trains} are left")
    return spaces


def _built(outlook: Outlook, further: Further) -> int:
    """Return how many stations are built, which must be possible, as must be all that is borrowed."""
    built = [city for city in further.loans if city not in outlook.standing]
    if not outlook.sites.keys() >= set(built) or len(built) > max(outlook.stations_left, 0):
        raise CertificateError(f"stations cannot be built in {built}")
    for city, route in further.loans.items():
        choices = outlook.standing[city] if city in outlook.standing else outlook.sites[city]
        if route is not None and route not in [key for key, _, _ in choices]:
            raise CertificateError(f"the station in {city!r} cannot borrow {route!r}")
    return len(built)


def _reached(outlook: Outlook, further: Further, aim: Aim) -> bool:
    if aim.measure == "tickets":
        return len(further.tickets) >= aim.needed
    if aim.measure == "routes":
        return aim.have + len(aim.counted.intersection(further.claims)) >= aim.needed
    if further.trail is None:
        return False
    walked = check_trail(outlook.network(further.claims), further.trail)
    if walked < aim.needed:
        raise CertificateError(f"a trail of {walked} spaces does not reach {aim.needed}")
    return True
