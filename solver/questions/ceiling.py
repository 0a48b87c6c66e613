"""The command ``ceiling``: the most that a player's total can still become while nobody else claims anything more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import networkx as nx

from solver.game.naming import namer
from solver.game.state import State
from solver.questions.commands import state_of
from solver.questions.journey import player_of
from solver.questions.options import Options
from solver.scoring.bonuses import BONUS_KINDS, Tally
from solver.scoring.settle import front_of, ticket_ends
from solver.scoring.sheet import goods_points, tally_of
from solver.search.ceiling.ceiling import ceiling
from solver.search.ceiling.verify import Aim, Further, Outlook
from solver.search.loans import Loan
from solver.search.network import board_graph, loan_choices, network
from solver.search.outcome import Outcome
from solver.search.stations.stations import best_by_points
from solver.search.trail.longest_trail import longest_trail
from solver.words.say import Text, say

COUNTED: Mapping[str, Callable[[Any], bool]] = {
    "most_ferries": lambda route: route.ferry > 0,
    "most_tunnels": lambda route: route.tunnel,
}
"""Which routes count for a bonus that counts routes."""

MEASURES = {"longest_trail": "trail", "most_tickets": "tickets"}
"""What the other bonuses measure."""


def answer_ceiling(data: object, options: Options) -> dict[str, Any]:
    """Return the most a player can still reach, what to claim for it, and the tickets completed then."""
    state = state_of(data)
    player = player_of(state, options.player)
    outlook = outlook_of(state, player, trains=options.trains, stations=options.stations)
    found = ceiling(outlook, seconds=options.seconds)
    return ceiling_json(state, player, outlook, found, options.language)


def ceiling_json(
    state: State, player: str, outlook: Outlook, found: Outcome[Further], language: str
) -> dict[str, Any]:
    """
    Return a ceiling as JSON.

    As ``docs/formats.md`` describes it, and besides: ``stations``, where to build them, ``loans``, what all stations borrow,
    ``without_journeys``, whether passengers may still bring goods that are not counted, and ``text``, the ceiling as
    a sentence.
    """
    further, held = found.certificate, state.tickets.get(player, ())
    facts = {"player": player, "value": found.value, "bound": found.bound}
    code = "ceiling-proven" if found.proven else "ceiling-open"
    return {
        "value": found.value,
        "bound": found.bound,
        "proven": found.proven,
        "routes": list(further.claims),
        "tickets": [held[index].id for index in further.tickets],
        "longest": further.trail is not None,
        "stations": [city for city in further.loans if city not in outlook.standing],
        "loans": dict(further.loans),
        "without_journeys": journeys_left(state, player),
        "text": say(Text(code, facts), language, namer(state.board, state.seats, language)),
    }


def journeys_left(state: State, player: str) -> bool:
    """Return whether a player has passengers that may still travel: no ceiling counts what they would bring."""
    return state.passengers_left(player) > 0 or bool(state.standing.get(player))


def outlook_of(
    state: State, player: str, *, trains: int | None = None, stations: int | None = None
) -> Outlook:
    """
    Return what a player has and can still do, as graphs and numbers.

    Parameters
    ----------
    state
        The table. Whose tickets it holds are counted: take out what the asker must not know.
    player
        The seat of the player.
    trains, stations
        What if so many were left; None: as many as there are.
    """
    own, left = network(state, player), state.stations_left(player)
    return Outlook(
        own,
        claimable(state, player),
        state.edition.route_points,
        max(state.trains_left(player) if trains is None else trains, 0),
        ticket_ends(state, player),
        None if state.last_round is None else state.last_round.turns_left.count(player),
        loan_choices(state, player),
        _sites(state, player),
        max(left if stations is None else stations, 0) if state.edition.stations else 0,
        state.edition.stations.points_unused if state.edition.stations else 0,
        _aims(state, player),
        state.route_points(player) + goods_points(state, player),
    )


def claimable(state: State, player: str) -> nx.MultiGraph[str]:
    """Return the free routes that no rule of parallel tracks closes to a player, as a graph."""
    board, owner = state.board, state.owner
    return board_graph(
        board,
        [
            route
            for route in board.routes
            if route not in owner
            and not state.closed(route)
            and all(owner.get(other) != player for other in board.parallels[route])
        ],
    )


def _sites(state: State, player: str) -> dict[str, list[Loan]]:
    """Return the cities without a station out of which a rival's route leads, with those routes."""
    if state.edition.stations is None:
        return {}
    taken = {city for cities in state.stations.values() for city in cities}
    found: dict[str, list[Loan]] = {}
    for key, owner in state.owner.items():
        route = state.board.routes[key]
        for city in route.ends if owner != player else ():
            if city not in taken:
                found.setdefault(city, []).append((key, *route.ends))
    return found


def _aims(state: State, player: str) -> list[Aim]:
    """Return the bonuses with what it takes to win each: the best of the others, as it stands now."""
    rivals = [_tally(state, other) for other in state.players if other != player]
    own = tally_of(state, player, longest=0, completed=0)
    least = 0 if state.switch("bonus_at_zero") else 1
    aims = []
    for bonus in state.edition.bonuses:
        value_of = BONUS_KINDS[bonus.kind]
        needed = max([least, *(value_of(tally) for tally in rivals)])
        if bonus.kind in MEASURES:
            aims.append(Aim(MEASURES[bonus.kind], bonus.points, needed))
            continue
        counts = COUNTED[bonus.kind]
        routes = frozenset(route.id for route in state.board.routes.values() if counts(route))
        aims.append(Aim("routes", bonus.points, needed, value_of(own), routes))
    return aims


def _tally(state: State, player: str) -> Tally:
    kinds = {bonus.kind for bonus in state.edition.bonuses}
    longest = longest_trail(network(state, player)).value if "longest_trail" in kinds else 0
    completed = len(best_by_points(front_of(state, player)).completed) if "most_tickets" in kinds else 0
    return tally_of(state, player, longest=longest, completed=completed)
