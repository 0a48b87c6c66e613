"""The commands ``reach`` and ``plan``: which tickets can still be completed, each for itself and together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solver.game.edition import Ticket
from solver.game.naming import namer
from solver.game.state import State
from solver.questions.commands import state_of
from solver.questions.journey import player_of
from solver.questions.options import Options
from solver.scoring.settle import ends_of
from solver.search.loans import TicketEnds
from solver.search.network import usable
from solver.search.tickets.plan import Plan, plan
from solver.search.tickets.reach import Reach, reach
from solver.search.tickets.usable import Usable
from solver.words.say import say


def answer_reach(data: object, options: Options) -> dict[str, Any]:
    """Return of each held ticket, or of every ticket of the decks, whether and how it can still be completed."""
    state = state_of(data)
    player = player_of(state, options.player)
    material = usable(state, player, trains=options.trains, stations=options.stations)
    tickets = deck_of(state) if options.every else state.tickets.get(player, [])
    found = reach(material, [ends_of(state, ticket) for ticket in tickets])
    return reach_json(state, material, tickets, found, options.language)


def deck_of(state: State) -> list[Ticket]:
    """Return the tickets of the decks that the table's board knows."""
    return [t for t in state.edition.tickets.values() if all(state.board.knows(end) for end in t.ends)]


def reach_json(
    state: State, material: Usable, tickets: Sequence[Ticket], found: Sequence[Reach], language: str
) -> dict[str, Any]:
    """Return what can become of tickets as JSON; ``reason`` is null unless a ticket is impossible."""
    name = namer(state.board, state.seats, language)
    rows = [
        {
            "ticket": ticket.id,
            "points": ticket.points,
            "status": one.status,
            "options": [
                {
                    "stations": option.stations,
                    "trains": option.trains,
                    "claims": option.claims,
                    "plan": list(option.plan),
                    "loans": dict(option.loans),
                }
                for option in one.options
            ],
            "cut": list(one.cut),
            "reason": say(one.reason, language, name) if one.reason is not None else None,
        }
        for ticket, one in zip(tickets, found, strict=True)
    ]
    return {"trains_left": material.trains, "stations_left": material.stations, "tickets": rows}


def answer_plan(data: object, options: Options) -> dict[str, Any]:
    """Return the choice among held tickets that can still be completed together and is worth most."""
    state = state_of(data)
    player = player_of(state, options.player)
    material = usable(state, player, trains=options.trains, stations=options.stations)
    tickets = state.tickets.get(player, [])
    asked: list[TicketEnds] = [ends_of(state, ticket) for ticket in tickets]
    return plan_json(material, tickets, plan(material, asked, seconds=options.seconds))


def plan_json(material: Usable, tickets: Sequence[Ticket], found: Plan) -> dict[str, Any]:
    """Return a plan as JSON; what time did not allow to find out is null. ``loans`` and ``bound`` come on top."""
    return {
        "trains_left": material.trains,
        "best": {
            "tickets": [tickets[index].id for index in found.tickets],
            "points": found.points,
            "bound": found.bound,
            "trains": found.trains,
            "stations": found.stations,
            "routes": list(found.claims),
            "loans": dict(found.loans),
        },
        "all": {"possible": found.all_possible, "trains": found.all_trains},
        "proven": found.proven,
    }
