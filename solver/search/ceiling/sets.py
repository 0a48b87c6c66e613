"""
How many points routes can still bring when certain tickets are completed: a bound for every set of tickets.

One table with the trains themselves says which sets cannot be completed at all; tables at several prices of a train
(``prices``) bound what is left to earn beside those that can. The same holds when a certain route is claimed.
So a route that leaves too little to be better than a known way is no part of any better one with that set of tickets,
which often takes most routes off the board.

What surprises: the tables may take one new station for two routes, so that a forest is sometimes too cheap. That makes
a bound too high, never too low.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from solver.search.ceiling.prices import Price, prices, table
from solver.search.ceiling.verify import Further, Outlook, completed
from solver.search.engine import Deadline

PRICES = 8
"""So many prices of a train are tried at most, from the poorest route's points a train to the richest's."""

MOST_TICKETS = 8
"""With more open tickets there are too many sets of them to write down."""

SHARE = 0.25
"""The share of the time that may go into the tables; what is left of it afterwards may go into those for routes."""

Key = tuple[int, int]
"""A set of open tickets as bits of a number, in the order of ``TicketSets.open``, and a number of new stations."""


@dataclass(frozen=True, slots=True)
class TicketSets:
    """
    Which sets of open tickets can be completed, and how many points routes bring then.

    Attributes
    ----------
    open
        Indexes of the tickets that are not completed yet.
    most
        The points of routes that no way to complete a set, with no more new stations, exceeds. What is not here
        cannot be completed.
    price
        The price of a train that says so; None where these are the points of all routes.
    """

    open: tuple[int, ...]
    most: Mapping[Key, int]
    price: Mapping[Key, Price | None]

    def worth(self, outlook: Outlook, at_least: int) -> dict[Key, int]:
        """Return the part of ``most`` with which a total of ``at_least`` is not ruled out."""
        stations = max(outlook.stations_left, 0) if outlook.sites else 0
        return {
            key: points
            for key, points in self.most.items()
            if key[1] <= stations and points >= self._needed(outlook, key, at_least)
        }

    def idle(self, outlook: Outlook, at_least: int, *, seconds: float) -> dict[Key, frozenset[str]]:
        """
        Return the routes that are not claimed in any way to a total, for everything with which it is not ruled out.

        Parameters
        ----------
        outlook
            What the player has and can still do.
        at_least
            The total in points.
        seconds
            Wall-clock limit of the whole search, of which this takes a small share. With less time it finds less.
        """
        clock = Deadline(seconds * SHARE)
        stations = frozenset(outlook.standing)
        routes = {route: way for route, way in outlook.routes.items() if way[2] <= outlook.trains}
        idle: dict[Key, set[str]] = {key: set() for key in self.worth(outlook, at_least)}
        trains = table(outlook, self.open, _spaces, most=outlook.trains, parting=True)
        if not trains.ready(clock):
            return {}
        for price in (None, *dict.fromkeys(self.price[key] for key in idle)):
            forests, cost = trains, _spaces
            if price is not None:
                cost = price.cost
                forests = table(outlook, self.open, cost, among=trains, parting=True)
                if not forests.ready(clock):
                    break
            beside = forests.through([(a, b) for a, b, _ in routes.values()])
            own = np.array([cost(spaces) for _, _, spaces in routes.values()])
            for (some, new), found in idle.items():
                spent = beside[stations, new][some] + own
                if price is None:
                    useless = spent > outlook.trains
                else:
                    useless = price.most(spent) < self._needed(outlook, (some, new), at_least)
                found.update(route for route, no in zip(routes, useless, strict=True) if no)
        return {key: frozenset(found) for key, found in idle.items()}

    def _needed(self, outlook: Outlook, key: Key, at_least: int) -> int:
        """Return the points of new routes that a total takes; bonuses that do not count tickets are taken as won."""
        some, new = key
        failed = {i for bit, i in enumerate(self.open) if not some >> bit & 1}
        count = len(outlook.tickets) - len(failed)
        points = outlook.fixed + (outlook.stations_left - new) * outlook.station_points
        points += sum(-t.points if i in failed else t.points for i, t in enumerate(outlook.tickets))
        points += sum(
            max(aim.points, 0) for aim in outlook.aims if aim.measure != "tickets" or count >= aim.needed
        )
        return at_least - points


def ticket_sets(outlook: Outlook, *, seconds: float) -> TicketSets | None:
    """
    Bound the points of routes for every set of open tickets and every number of new stations.

    Parameters
    ----------
    outlook
        What the player has and can still do.
    seconds
        Wall-clock limit of the whole search, of which this takes a small share.

    Returns
    -------
    TicketSets | None
        None when there is no open ticket, or the tables would take too long.
    """
    clock = Deadline(seconds * SHARE)
    nothing = completed(outlook, Further(loans=dict.fromkeys(outlook.standing)))
    left = tuple(i for i in range(len(outlook.tickets)) if i not in nothing)
    if not 0 < len(left) <= MOST_TICKETS or outlook.trains <= 0:
        return None
    trains = table(outlook, left, _spaces, most=outlook.trains)
    if not trains.ready(clock):
        return None
    stations = frozenset(outlook.standing)
    everything = sum(max(outlook.route_points.get(n, 0), 0) for _, _, n in outlook.routes.values())
    most: dict[Key, int] = {
        (some, new): everything
        for standing, new in trains.layers.all
        for some in range(1 << len(left))
        if standing == stations and trains.trains(some, (standing, new)) <= outlook.trains
    }
    best: dict[Key, Price | None] = dict.fromkeys(most)
    for price in prices(outlook, PRICES):
        forests = table(outlook, left, price.cost, among=trains)
        if not forests.ready(clock):  # what is known so far is right already, if not as good
            break
        for key, known in most.items():
            points = price.most(forests.trains(key[0], (stations, key[1])))
            if points < known:
                most[key], best[key] = points, price
    return TicketSets(left, most, best)


def _spaces(spaces: int) -> int:
    return spaces
