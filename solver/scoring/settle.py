"""
The score sheet of a table: runs the searches that it needs and hands their certificates to the sheet.

For each player the longest trail and the loans of the stations; then the loans of all players together
(``solver.scoring.coupling``), since a bonus may make them hang on each other; then arithmetic (``solver.scoring.sheet``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from solver.game.edition import Ticket
from solver.game.state import State
from solver.scoring.bonuses import awards
from solver.scoring.coupling import Coupled, choose
from solver.scoring.notes import coupled_notes, state_notes, unproven_notes
from solver.scoring.sheet import (
    Evidence,
    Sheet,
    TicketLine,
    goods_points,
    sheet_of,
    station_points,
    tally_of,
)
from solver.search.engine import Deadline
from solver.search.loans import TicketEnds
from solver.search.network import loan_choices, network
from solver.search.stations.stations import Front, Loans, loan_front
from solver.search.trail.longest_trail import TrailOutcome, longest_trail


@dataclass(frozen=True, slots=True)
class Searched:
    """
    What the searches of a sheet found. It depends on what lies on the table, and on no name and no number of an entry.

    Attributes
    ----------
    trails
        For every player the longest trail.
    coupled
        For every player the loans that are scored, and what else they could be.
    proven
        For every player whether all choices of loans were looked through.
    """

    trails: Mapping[str, TrailOutcome]
    coupled: Coupled
    proven: Mapping[str, bool]

    @property
    def final(self) -> bool:
        """Whether more time could change nothing."""
        return all(self.proven.values()) and all(trail.proven for trail in self.trails.values())


def settle(state: State, *, seconds: float = 5.0) -> Sheet:
    """
    Return the score sheet of a table.

    Parameters
    ----------
    state
        What lies on the table; it may break rules, the sheet's notes say so then.
    seconds
        Limit of one search. What was not proved in it is scored as found, and a note says so.
    """
    return sheet_from(state, search_sheet(state, seconds=seconds))


def search_sheet(state: State, *, seconds: float = 5.0, total: float = math.inf) -> Searched:
    """
    Run the searches that a sheet rests on.

    Parameters
    ----------
    seconds
        Limit of one search.
    total
        Limit of all of them together; each has an equal share of what those before it left over.
    """
    clock, players = Deadline(total), state.players
    left = 2 * len(players)

    def share() -> float:
        nonlocal left
        left -= 1
        return min(seconds, clock.left / (left + 1))

    trails = {player: longest_trail(network(state, player), seconds=share()) for player in players}
    fronts = {player: front_of(state, player, seconds=share()) for player in players}
    coupled = choose(fronts, _totals(state, trails))
    return Searched(trails, coupled, {player: front.proven for player, front in fronts.items()})


def sheet_from(state: State, found: Searched) -> Sheet:
    """Return the sheet that follows from the searches by arithmetic alone."""
    evidence = {
        player: evidence_of(
            state, player, found.trails[player], found.coupled.chosen[player], found.proven[player]
        )
        for player in state.players
    }
    more = coupled_notes(found.coupled, _totals(state, found.trails))
    return sheet_of(state, evidence, [*state_notes(state), *unproven_notes(evidence), *more])


def _totals(
    state: State, trails: Mapping[str, TrailOutcome]
) -> Callable[[Mapping[str, Loans]], Mapping[str, int]]:
    """Return what counts everybody's final total for a choice of loans each."""
    base = {
        player: state.route_points(player) + station_points(state, player) + goods_points(state, player)
        for player in state.players
    }

    def totals(loans: Mapping[str, Loans]) -> Mapping[str, int]:
        tallies = {
            player: tally_of(state, player, longest=trails[player].value, completed=len(chosen.completed))
            for player, chosen in loans.items()
        }
        given = awards(state.edition.bonuses, tallies, at_zero=state.switch("bonus_at_zero"))
        return {
            player: base[player]
            + chosen.points
            + sum(award.points for award in given if player in award.players)
            for player, chosen in loans.items()
        }

    return totals


def front_of(state: State, player: str, *, seconds: float = 5.0) -> Front:
    """Return the choices of loans that may be a player's best, with the tickets that each completes."""
    return loan_front(
        network(state, player), ticket_ends(state, player), loan_choices(state, player), seconds=seconds
    )


def ticket_ends(state: State, player: str) -> list[TicketEnds]:
    """Return a player's tickets as the searches see them; a country is met at any of its terminals."""
    return [ends_of(state, ticket) for ticket in state.tickets.get(player, ())]


def ends_of(state: State, ticket: Ticket) -> TicketEnds:
    """Return a ticket as the searches see it."""
    a, b = ticket.ends
    return TicketEnds(ticket.points, (state.board.places(a), state.board.places(b)))


def evidence_of(state: State, player: str, trail: TrailOutcome, loans: Loans, proven: bool) -> Evidence:
    """Return what was found for a player: for every ticket the path that proves it."""
    lines = []
    for index, ticket in enumerate(state.tickets.get(player, ())):
        path = loans.paths.get(index)
        if path is None:
            lines.append(TicketLine(ticket, False))
            continue
        own = tuple(route for route in path.routes if state.owner.get(route) == player)
        lent = tuple(route for route in path.routes if state.owner.get(route) != player)
        lines.append(TicketLine(ticket, True, own, lent, path.cities))
    return Evidence(trail, tuple(lines), dict(loans.loans), proven)
