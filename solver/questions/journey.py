"""
What a table may be asked besides its score: the best journey of a passenger.

The functions ending in ``_of`` take a state and give the search's outcome; ``answer_…`` are the commands.
"""

from __future__ import annotations

from typing import Any

import networkx as nx

from solver.checking.faults import fault, refuse
from solver.game.names import same_name_key
from solver.game.state import State
from solver.questions.commands import state_of
from solver.questions.options import Options
from solver.search.journey.journey import best_journey
from solver.search.network import travel_network
from solver.search.outcome import Outcome
from solver.search.verify import Journey


def player_of(state: State, name: str | None) -> str:
    """Return the seat of the player with a name or an id; refuse a name that nobody has."""
    for seat in state.seats:
        if name is not None and (name == seat.id or same_name_key(name) == same_name_key(seat.name)):
            return seat.id
    known = tuple(seat.name for seat in state.seats)
    refuse([fault("--player", "unknown-player", name=str(name)[:60], known=known)])
    raise AssertionError


def journey_of(
    state: State, player: str, start: str, *, cards: int = 0, seconds: float = 5.0
) -> Outcome[Journey]:
    """
    Return the best journey of a player's passenger.

    Parameters
    ----------
    state, player, start
        The table, whose passenger it is, and the city in which he stands.
    cards
        How many passenger cards are played, each for one rival's route; none by the switch ``passenger_cards``.
    seconds
        Limit, by the clock of the process (``engine``).
    """
    return best_journey(
        travel_network(state, player),
        {city: state.stack(city) or () for city in state.board.cities},
        start,
        rival_routes_allowed=cards if state.switch("passenger_cards") else 0,
        token_each_visit=state.switch("token_each_visit"),
        seconds=seconds,
    )


def best_journeys(
    state: State, player: str, start: str, most_cards: int, *, seconds: float = 5.0
) -> tuple[Outcome[Journey], ...]:
    """Return the best journeys with 0, 1 … ``most_cards`` passenger cards; ``seconds`` is the limit of all together."""
    return tuple(
        journey_of(state, player, start, cards=cards, seconds=seconds / (most_cards + 1))
        for cards in range(most_cards + 1)
    )


def unknown_goods(state: State) -> tuple[str, ...]:
    """Return the cities whose goods nobody has named yet: a journey counts nothing there."""
    if state.edition.passengers is None:
        return ()
    return tuple(
        city.id
        for city in state.board.cities.values()
        if not city.terminal_of and state.stack(city.id) is None
    )


def reachable(state: State, player: str, start: str, *, cards: int) -> set[str]:
    """Return the cities that a player's passenger can come to, over at most so many rivals' routes; not the start."""
    network = travel_network(state, player)
    if start not in network:
        return set()
    rivals = nx.single_source_dijkstra_path_length(network, start, cutoff=cards, weight="rival")
    return set(rivals) - {start}


def answer_journey(data: object, options: Options) -> dict[str, Any]:
    """Return the best journey from a city; ``unknown_goods`` names cities within reach whose goods nobody knows."""
    state = state_of(data)
    player = player_of(state, options.player)
    start = str(options.start)
    if start not in state.board.cities:
        refuse([fault("--from", "unknown-city", name=start[:60])])
    found = journey_of(state, player, start, cards=options.cards, seconds=options.seconds)
    journey = found.certificate
    answer = {
        "value": found.value,
        "bound": found.bound,
        "proven": found.proven,
        "routes": list(journey.routes),
        "cities": list(journey.cities),
        "tokens": list(journey.tokens),
    }
    within = reachable(state, player, start, cards=options.cards)
    unknown = [city for city in unknown_goods(state) if city in within]
    return {**answer, "unknown_goods": unknown} if unknown else answer
