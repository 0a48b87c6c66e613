"""
Stations with the own network contracted: which places a loan joins, and which tickets that completes.

Of a player's network only which cities it joins matters here, so each connected part of it is one *place*; a city
outside it is a place of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from solver.search.loans import Loan, TicketEnds
from solver.search.trail.parity import pieces

Place = int
"""A connected part of the own network, or a city outside it."""

Join = tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class Choice:
    """Loans by city, with what they give."""

    loans: dict[str, str | None]
    points: int
    completed: tuple[int, ...]

    @property
    def rank(self) -> tuple[int, int, int]:
        """Points, completed tickets, and fewest loans, each the more the better."""
        return self.points, len(self.completed), sum(route is None for route in self.loans.values())


class Places:
    """
    The question with the own network contracted.

    ``options[city]`` holds one route for each two places that the station there could join to any use; ``ends`` the
    two sets of places of each ticket.
    """

    def __init__(
        self, own: nx.MultiGraph[str], tickets: Sequence[TicketEnds], choices: Mapping[str, Sequence[Loan]]
    ) -> None:
        self._place = {city: i for i, piece in enumerate(pieces(own)) for city in piece.ways}
        self.tickets = tickets
        self.cities = tuple(choices)
        self.ends = [(self._all(ticket.ends[0]), self._all(ticket.ends[1])) for ticket in tickets]
        self.options = self._useful(choices)

    def place(self, city: str) -> Place:
        """Return the place of a city; a city outside the own network is one of its own."""
        return self._place.setdefault(city, -1 - len(self._place))

    def _all(self, cities: Iterable[str]) -> frozenset[Place]:
        return frozenset(self.place(city) for city in cities)

    def _useful(self, choices: Mapping[str, Sequence[Loan]]) -> dict[str, list[tuple[str, Join]]]:
        """Leave out loans that join nothing new or lead where no ticket ends and no other station borrows."""
        joins: dict[str, dict[Join, str]] = {city: {} for city in choices}
        stations: dict[Place, set[str]] = {}
        for city, loans in choices.items():
            for route, a, b in loans:
                one, other = sorted((self.place(a), self.place(b)))
                if one != other:
                    joins[city].setdefault((one, other), route)
                    stations.setdefault(one, set()).add(city)
                    stations.setdefault(other, set()).add(city)
        wanted = {place for ends in self.ends for end in ends for place in end}
        wanted |= {place for place, near in stations.items() if len(near) > 1}
        return {
            city: [(route, join) for join, route in found.items() if wanted.issuperset(join)]
            for city, found in joins.items()
        }

    def nothing(self) -> Choice:
        """Return the choice without any loan."""
        return self.choice({})

    def choice(self, borrowed: Mapping[str, tuple[str, Join]]) -> Choice:
        """Return a choice of loans with what it gives."""
        loans = {city: borrowed[city][0] if city in borrowed else None for city in self.cities}
        completed = self.completed([join for _, join in borrowed.values()])
        return Choice(loans, self.points(completed), completed)

    def completed(self, joins: Iterable[Join]) -> tuple[int, ...]:
        """Return the tickets that are completed when some places are joined."""
        root: dict[Place, Place] = {}
        for first, second in joins:
            one, other = root.get(first, first), root.get(second, second)
            if one != other:
                for place, known in root.items():
                    if known == other:
                        root[place] = one
                root[one] = root[other] = one
        return tuple(
            i
            for i, (first, second) in enumerate(self.ends)
            if not {root.get(p, p) for p in first}.isdisjoint([root.get(p, p) for p in second])
        )

    def points(self, completed: Sequence[int]) -> int:
        """Return the points of completed tickets minus those of all others."""
        return 2 * sum(self.tickets[i].points for i in completed) - sum(
            ticket.points for ticket in self.tickets
        )
