"""
How many points routes can still bring when certain tickets are completed: a bound for every set of tickets.

In words: let every train cost a price. A route then costs its trains' price minus its points, and one that costs less
than nothing is claimed in any case. What completes some tickets costs at least the cheapest forest by these costs,
which the table of ``steiner`` gives for all sets of tickets at once. So

    points of routes <= price · trains left + all profits - cost of the cheapest forest

at any price (Lagrange); the least over several prices counts. One table with the trains themselves says which sets
cannot be completed at all.

What surprises: the table may take one new station for two routes, so that a forest is sometimes too cheap. That makes
a bound too high, never too low.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from solver.search.engine import Deadline
from solver.search.layers import FAR, Layers
from solver.search.plan import WORK_PER_SECOND
from solver.search.steiner import Steiner
from solver.search.usable import Usable
from solver.search.verify_ceiling import Further, Outlook, completed

SCALE = 4
"""Costs are counted in quarters of a point."""

PRICES = 8
"""So many prices of a train are tried at most, from the poorest route's points a train to the richest's."""

FEWEST = 3
"""With no time for so many tables none is made."""

MOST_TICKETS = 8
"""With more open tickets there are too many sets of them to write down."""

SHARE = 0.25
"""The share of the time that may go into the tables."""


@dataclass(frozen=True, slots=True)
class TicketSets:
    """
    Which sets of open tickets can be completed, and how many points routes bring then.

    Attributes
    ----------
    open
        Indexes of the tickets that are not completed yet.
    most
        For a set of open tickets (as bits of a number, in the order of ``open``) and a number of new stations: the
        points of routes that no way to complete the set, with no more new stations, exceeds. What is not here cannot
        be completed.
    """

    open: tuple[int, ...]
    most: Mapping[tuple[int, int], int]

    def worth(self, outlook: Outlook, at_least: int) -> dict[tuple[int, int], int]:
        """Return the part of ``most`` with which a total of ``at_least`` is not ruled out."""
        stations = max(outlook.stations_left, 0) if outlook.sites else 0
        return {
            (some, new): points
            for (some, new), points in self.most.items()
            if new <= stations and points + self._besides(outlook, some, new) >= at_least
        }

    def _besides(self, outlook: Outlook, some: int, new: int) -> int:
        """Return all points but those of new routes; bonuses that do not count tickets are taken as won."""
        failed = {i for bit, i in enumerate(self.open) if not some >> bit & 1}
        points = outlook.fixed + (outlook.stations_left - new) * outlook.station_points
        points += sum(-t.points if i in failed else t.points for i, t in enumerate(outlook.tickets))
        count = len(outlook.tickets) - len(failed)
        return points + sum(
            max(aim.points, 0) for aim in outlook.aims if aim.measure != "tickets" or count >= aim.needed
        )


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
    trains = _table(outlook, left, lambda spaces: spaces)
    tables = int(WORK_PER_SECOND * clock.left) // max(trains.work, 1)
    if tables < FEWEST:
        return None
    prices = _prices(outlook, min(tables - 1, PRICES))
    stations = frozenset(outlook.standing)
    everything = sum(max(outlook.route_points.get(n, 0), 0) for _, _, n in outlook.routes.values())
    most = {
        (some, new): everything
        for standing, new in trains.layers.all
        for some in range(1 << len(left))
        if standing == stations and trains.trains(some, (standing, new)) <= outlook.trains
    }
    for price in prices:
        if clock.left <= 0:  # what is known so far is right already, if not as good
            break
        cost = _cost(outlook, price)
        table = _table(outlook, left, lambda spaces, cost=cost: max(cost(spaces), 0))  # type: ignore[misc]
        free = price * outlook.trains + _profits(outlook, cost)
        for (some, new), known in most.items():
            most[some, new] = min(known, (free - table.trains(some, (stations, new))) // SCALE)
    return TicketSets(left, most)


def _prices(outlook: Outlook, count: int) -> list[int]:
    """Return so many prices of a train between the poorest and the richest route, none too large for the tables."""
    lengths = {n for _, _, n in outlook.routes.values() if 0 < n <= outlook.trains}
    worth = [SCALE * outlook.route_points.get(n, 0) / n for n in lengths]
    if not worth:
        return []
    low, high = min(worth), max(worth)
    steps = {round(low + (high - low) * step / (count - 1)) for step in range(count)}
    return [price for price in sorted(steps) if 0 <= price * outlook.trains < FAR]


def _cost(outlook: Outlook, price: int) -> Callable[[int], int]:
    return lambda spaces: price * spaces - SCALE * outlook.route_points.get(spaces, 0)


def _profits(outlook: Outlook, cost: Callable[[int], int]) -> int:
    """Return what all routes that cost less than nothing bring; of tracks between the same cities the best counts."""
    best: dict[frozenset[str], int] = {}
    for a, b, spaces in outlook.routes.values():
        if spaces <= outlook.trains:
            pair = frozenset((a, b))
            best[pair] = max(best.get(pair, 0), -cost(spaces))
    return sum(best.values())


def _table(outlook: Outlook, tickets: tuple[int, ...], cost: Callable[[int], int]) -> Steiner:
    """Return the table of cheapest forests when a route costs something by its length."""
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
    return Steiner(Layers(usable, tuple(c for ticket in held for end in ticket.ends for c in end)), held)
