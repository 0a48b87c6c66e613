"""
Which of a player's tickets can still be completed together, and which choice among them is worth most.

How that is found says ``question``. Several questions about the same player share one table (``plans``): what it says
of all tickets it also says of any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solver.search.engine import Deadline
from solver.search.loans import TicketEnds
from solver.search.tickets.layers import FAR, Layers
from solver.search.tickets.question import Plan, Question
from solver.search.tickets.tables import core_of, table_of
from solver.search.tickets.usable import Usable
from solver.search.tickets.verify import check_acts
from solver.search.verify import joins, routes_graph

__all__ = ["Plan", "plan", "plans"]


def plan(
    usable: Usable, tickets: Sequence[TicketEnds], station_points: int = 0, *, seconds: float = 5.0
) -> Plan:
    """
    Choose among the tickets held those that can be completed together and are worth most.

    Parameters
    ----------
    usable
        What the player has and can still use.
    tickets
        The tickets held. A failed ticket takes its points away, so that completing it is worth twice its points.
    station_points
        What a station is worth that stays unused: so much every new one takes away.
    seconds
        Limit, by the clock of the process (``engine``).

    Returns
    -------
    Plan
        With the fewest trains among the choices worth most. Recounted before it is returned.
    """
    return plans(usable, tickets, [range(len(tickets))], station_points, seconds=seconds)[0]


def plans(
    usable: Usable,
    tickets: Sequence[TicketEnds],
    choices: Sequence[Sequence[int]],
    station_points: int = 0,
    *,
    seconds: float = 5.0,
) -> tuple[Plan, ...]:
    """
    Answer for several choices of tickets held (by index) what ``plan`` answers for one, in ``seconds`` for all.

    In each plan the tickets are numbered as they stand in the choice.
    """
    clock = Deadline(seconds)
    own = routes_graph(usable.own.edges())
    done = {i for i, ticket in enumerate(tickets) if joins(own, ticket.ends)}
    layers = Layers(usable, tuple(city for ticket in tickets for end in ticket.ends for city in end))
    able = [
        i
        for i, ticket in enumerate(tickets)
        if i not in done and layers.apart(layers.all[-1], ticket.ends) < FAR
    ]
    tables = table_of(layers, [tickets[i] for i in able], clock)
    core = core_of(layers, [tickets[i] for i in able], Deadline(clock.left / 4)) if tables is None else None
    found = []
    for number, choice in enumerate(choices):
        within = Deadline(clock.left / (len(choices) - number))
        open_here = [(here, able.index(i)) for here, i in enumerate(choice) if i in able]
        question = Question(
            usable,
            [tickets[i] for i in choice],
            tuple(here for here, i in enumerate(choice) if i in done),
            [here for here, _ in open_here],
            layers,
            station_points,
            whole=all(i in done or i in able for i in choice),
            tables=tables.part([bit for _, bit in open_here]) if tables is not None else None,
        )
        if tables is None and len(choices) > 1:
            some = table_of(layers, [question.tickets[here] for here in question.able], within)
            question = replace(question, tables=some)
        if core is not None:
            held = [(here, core[0].index(bit)) for here, bit in open_here if bit in core[0]]
            part = core[1].part([bit for _, bit in held])
            question = replace(question, core=([here for here, _ in held], part))
        best = question.answer(within)
        check_acts(usable, [question.tickets[i] for i in best.tickets], best.claims, best.loans)
        found.append(best)
    return tuple(found)
