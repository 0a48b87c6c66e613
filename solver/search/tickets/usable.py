"""
What one player can still use: own routes, routes that can still be claimed, and rivals' routes for stations.

    claim      a free route of so many spaces, not closed to the player
    standing   a station on the board: it borrows one rival route out of its city, which one is not settled yet
    building   a station still in the box: it can be put in any city that has none
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import networkx as nx

from solver.search.loans import Loan

Claim = tuple[str, str, str, int]
"""A route that can be claimed: its id, its two ends, its spaces."""


@dataclass(frozen=True)
class Usable:
    """
    The material of one player for what is still to come.

    Attributes
    ----------
    own
        The player's routes: key route id.
    claims
        Routes that the player may still claim, whatever the trains left.
    rivals
        Rivals' routes, which only stations can borrow.
    standing
        Cities of the player's stations on the board.
    building
        Cities in which a further station may be built.
    trains, stations
        How many are left.
    turns
        How many turns are left in the last round (each claim and each new station takes one); None before it.
    """

    own: nx.MultiGraph[str]
    claims: tuple[Claim, ...]
    rivals: tuple[Loan, ...]
    standing: tuple[str, ...]
    building: frozenset[str]
    trains: int
    stations: int
    turns: int | None = None

    @cached_property
    def ways(self) -> dict[str, list[tuple[str, str, int]]]:
        """From every city: the next city, the route, its spaces; own routes take none and count as no claim."""
        found: dict[str, list[tuple[str, str, int]]] = {}
        for a, b, route in self.own.edges(keys=True):
            found.setdefault(a, []).append((b, route, 0))
            found.setdefault(b, []).append((a, route, 0))
        for route, a, b, spaces in self.shortest.values():
            found.setdefault(a, []).append((b, route, spaces))
            found.setdefault(b, []).append((a, route, spaces))
        return found

    @cached_property
    def shortest(self) -> dict[tuple[str, str], Claim]:
        """For each two cities the shortest route that can be claimed between them."""
        found: dict[tuple[str, str], Claim] = {}
        for claim in self.claims:
            pair = (min(claim[1:3]), max(claim[1:3]))
            if pair not in found or claim[3] < found[pair][3]:
                found[pair] = claim
        return found

    @cached_property
    def loans(self) -> dict[str, list[tuple[str, str, bool]]]:
        """From every city over a rival's route: the next city, the route, and whether a station may borrow it there."""
        found: dict[str, list[tuple[str, str, bool]]] = {}
        for route, a, b in self.rivals:
            if self.can_lend(a) or self.can_lend(b):
                found.setdefault(a, []).append((b, route, self.can_lend(a)))
                found.setdefault(b, []).append((a, route, self.can_lend(b)))
        return found

    def can_lend(self, city: str) -> bool:
        """Whether a station of the player stands in a city, or may still be built there."""
        return city in self.standing or (self.stations > 0 and city in self.building)

    @cached_property
    def cities(self) -> tuple[str, ...]:
        """Every city that some route, claim or loan touches, and every city with a station."""
        found = dict.fromkeys(self.ways)
        found.update(dict.fromkeys(self.loans))
        found.update(dict.fromkeys(self.standing))
        return tuple(found)
