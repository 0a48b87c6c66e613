"""
A price for every train: how it bounds what routes bring beside a forest that some tickets need.

In words: let every train cost a price. A route then costs its trains' price minus its points, and one that costs less
than nothing is claimed in any case. What completes some tickets costs at least the cheapest forest by these costs,
which the table of ``steiner`` gives for all sets of tickets at once. So

    points of routes <= price · trains left + all profits - cost of the cheapest forest

at any price (Lagrange); the least over several prices counts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from solver.search.ceiling.verify import Outlook
from solver.search.tickets.layers import FAR, Layers
from solver.search.tickets.steiner import Steiner
from solver.search.tickets.usable import Usable

SCALE = 4
"""Costs are counted in quarters of a point."""


@dataclass(frozen=True, slots=True, eq=False)
class Price:
    """
    A price of a train.

    Attributes
    ----------
    train
        What a train costs, in parts of a point (``SCALE``).
    route_points
        Points of a route by its length.
    earned
        The price of all trains left and all profits, likewise in parts of a point.
    """

    train: int
    route_points: Mapping[int, int]
    earned: int

    def cost(self, spaces: int) -> int:
        """Return what a route costs in parts of a point; nothing, where it brings a profit."""
        return max(_loss(self.train, spaces, self.route_points), 0)

    def most(self, spent: int) -> int:
        """Return the points of routes that nothing exceeds when so many parts of a point are spent on a forest."""
        return (self.earned - spent) // SCALE


def prices(outlook: Outlook, count: int) -> list[Price]:
    """Return so many prices between the poorest and the richest route, none too large for the tables."""
    lengths = {n for _, _, n in outlook.routes.values() if 0 < n <= outlook.trains}
    worth = [SCALE * outlook.route_points.get(n, 0) / n for n in lengths]
    if not worth:
        return []
    low, high = min(worth), max(worth)
    steps = {round(low + (high - low) * step / (count - 1)) for step in range(count)}
    return [_price(outlook, train) for train in sorted(steps) if 0 <= train * outlook.trains < FAR]


def table(
    outlook: Outlook,
    tickets: Sequence[int],
    cost: Callable[[int], int],
    *,
    most: int = FAR - 1,
    among: Steiner | None = None,
    parting: bool = False,
) -> Steiner:
    """
    Return the table of cheapest forests for some tickets when a route costs something by its length.

    What costs more than ``most``, and what is impossible in the table ``among``, counts as impossible.
    """
    claims = tuple(
        (route, a, b, min(cost(spaces), FAR))
        for route, (a, b, spaces) in outlook.routes.items()
        if spaces <= outlook.trains
    )
    loans = [loan for lent in (*outlook.sites.values(), *outlook.standing.values()) for loan in lent]
    usable = Usable(
        outlook.own,
        claims,
        tuple(dict.fromkeys(loans)),
        tuple(outlook.standing),
        frozenset(outlook.sites),
        outlook.trains,
        max(outlook.stations_left, 0) if outlook.sites else 0,
    )
    held = [outlook.tickets[i] for i in tickets]
    cities = tuple(city for ticket in held for end in ticket.ends for city in end)
    return Steiner(Layers(usable, cities), held, most=most, among=among, parting=parting)


def _price(outlook: Outlook, train: int) -> Price:
    """Return a price with what it earns; of the tracks of one double the best counts."""
    best: dict[Hashable, int] = {}
    for route, (_, _, spaces) in outlook.routes.items():
        if spaces <= outlook.trains:
            double = outlook.double_of[route]
            best[double] = max(best.get(double, 0), -_loss(train, spaces, outlook.route_points))
    return Price(train, outlook.route_points, train * outlook.trains + sum(best.values()))


def _loss(train: int, spaces: int, route_points: Mapping[int, int]) -> int:
    return train * spaces - SCALE * route_points.get(spaces, 0)
