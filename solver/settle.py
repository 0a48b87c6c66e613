"""
The score sheet of a table: runs the searches that it needs and hands their certificates to the sheet.

For each player the longest trail and the loans of the stations; then the loans of all players together
(``solver.coupling``), since a bonus may make them hang on each other; then arithmetic (``solver.game.sheet``).
"""

from __future__ import annotations

from collections.abc import Mapping

from solver.coupling import choose
from solver.game.bonuses import awards
from solver.game.edition import Ticket
from solver.game.notes import coupled_notes, state_notes, unproven_notes
from solver.game.sheet import (
    Evidence,
    Sheet,
    TicketLine,
    goods_points,
    sheet_of,
    station_points,
    tally_of,
)
from solver.game.state import State
from solver.search.longest_trail import TrailOutcome, longest_trail
from solver.search.network import loan_choices, network
from solver.search.places import TicketEnds
from solver.search.stations import Front, Loans, loan_front


def settle(state: State, *, seconds: float = 5.0) -> Sheet:
    """
    Return the score sheet of a table.

    Parameters
    ----------
    state
        What lies on the table; it may break rules, the sheet's notes say so then.
    seconds
        Wall-clock limit of one search. What was not proved in it is scored as found, and a note says so.
    """
    trails = {player: longest_trail(network(state, player), seconds=seconds) for player in state.players}
    fronts = {player: front_of(state, player, seconds=seconds) for player in state.players}
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

    coupled = choose(fronts, totals)
    evidence = {
        player: evidence_of(state, player, trails[player], coupled.chosen[player], fronts[player].proven)
        for player in state.players
    }
    notes = [*state_notes(state), *unproven_notes(evidence), *coupled_notes(coupled, totals)]
    return sheet_of(state, evidence, notes)


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
