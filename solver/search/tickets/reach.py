"""
Which tickets a player can still complete, each for itself.

For every ticket: *done* when nothing more is needed, *open* with what it takes for each number of further stations
that saves trains, or *impossible* with a reason that can be counted: the cities that no usable route leaves, the trains
that are needed against those left, the turns, or the stations.

The distances of the whole board (``layers``) say at once what is open and how much it takes at least; a single way
(``ways``) is looked for only where it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from solver.search.loans import TicketEnds
from solver.search.tickets.layers import Layers
from solver.search.tickets.option import Option
from solver.search.tickets.usable import Usable
from solver.search.tickets.verify import check_cut, check_option
from solver.search.tickets.ways import Way, best_way
from solver.search.verify import Trail
from solver.words.say import Text

Status = Literal["done", "open", "impossible"]


@dataclass(frozen=True, slots=True)
class Reach:
    """What can become of one ticket; ``cut`` and ``reason`` speak only of impossible ones."""

    status: Status
    options: tuple[Option, ...] = ()
    cut: tuple[str, ...] = ()
    reason: Text | None = None


def reach(usable: Usable, tickets: Sequence[TicketEnds]) -> tuple[Reach, ...]:
    """
    Say of each ticket whether and how it can still be completed, all by itself.

    Parameters
    ----------
    usable
        What the player has and can still use.
    tickets
        The tickets asked about; their ends are cities, or several cities at any of which an end is met.

    Returns
    -------
    tuple of Reach
        In the order of the tickets. Every option is recounted, every cut checked, before it is returned.

    References
    ----------
    Rules of double routes, stations and the last round, by way of what ``usable`` contains.
    """
    layers = Layers(usable)
    return tuple(_one(layers, ticket) for ticket in tickets)


def _one(layers: Layers, ticket: TicketEnds) -> Reach:
    if not set(ticket.ends[0]).isdisjoint(ticket.ends[1]):
        return Reach("done", (Option(0, 0, 0, (), {}, Trail(ticket.ends[0][:1], ())),))
    options = _options(layers, ticket)
    if options:
        return Reach("done" if not options[0].claims and not options[0].stations else "open", options)
    cut = cut_off(layers.usable, ticket)
    if cut:
        check_cut(layers.usable, ticket, cut)
        return Reach("impossible", (), cut, Text("reach-cut", {"count": len(cut)}))
    return Reach("impossible", (), (), _shortage(layers, ticket))


def _options(layers: Layers, ticket: TicketEnds) -> tuple[Option, ...]:
    """Return an option for each number of new stations that saves trains."""
    usable = layers.usable
    standing = frozenset(usable.standing)
    fewest = max(usable.trains, 0) + 1
    found: list[Option] = []
    for stations in range(max(usable.stations, 0) + 1):
        if layers.apart((standing, stations), ticket.ends) >= fewest:
            continue
        way = best_way(layers, ticket.ends, stations=stations, trains=fewest - 1)
        if way is None:
            continue
        fewest = way.trains
        option = Option(
            stations, way.trains, _claims(layers, ticket, way, stations), way.claims, way.loans, way.walk
        )
        check_option(usable, ticket, option)
        found.append(option)
        if not fewest:
            break
    return tuple(found)


def _claims(layers: Layers, ticket: TicketEnds, way: Way, stations: int) -> int:
    """Return the fewest claims with so many new stations and the trains left."""
    layer = (frozenset(layers.usable.standing), stations)
    if len(way.claims) == layers.apart(layer, ticket.ends, claims=True):
        return len(way.claims)
    fewest = best_way(
        layers, ticket.ends, stations=stations, trains=max(layers.usable.trains, 0), fewest_claims=True
    )
    return len(fewest.claims if fewest is not None else way.claims)


def cut_off(usable: Usable, ticket: TicketEnds) -> tuple[str, ...]:
    """
    Return the cities of one side when no usable route leaves it towards the other end, else nothing.

    Any claim counts as usable however long, and any route that some station could borrow however many are needed.
    """
    sides = []
    for ends, others in (ticket.ends, ticket.ends[::-1]):
        reached = dict.fromkeys(ends)
        todo = list(reached)
        for city in todo:
            for there, *_ in (*usable.ways.get(city, ()), *usable.loans.get(city, ())):
                if there not in reached:
                    reached[there] = None
                    todo.append(there)
        if not reached.keys().isdisjoint(others):
            return ()
        sides.append(tuple(reached))
    return min(sides, key=len)


def _shortage(layers: Layers, ticket: TicketEnds) -> Text:
    """Say what is missing of a ticket whose ends hang together: stations, turns or trains."""
    usable = layers.usable
    stations = max(usable.stations, 0)
    way = best_way(layers.without_turns, ticket.ends, stations=stations)
    if way is None:
        return Text("reach-stations", {"left": stations})
    if way.trains > usable.trains:
        return Text("reach-trains", {"needed": way.trains, "left": max(usable.trains, 0)})
    return Text("reach-turns", {"left": usable.turns}) if usable.turns else Text("reach-no-turns")
