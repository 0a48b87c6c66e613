"""
The score sheet: arithmetic only.

What needs a search (longest trails, loans, which tickets are completed) comes in as evidence from ``solver.scoring.settle``;
here it is added up, compared and ranked. Points per player: routes by their length, tickets completed minus failed,
unused stations, goods, bonuses. Nothing keeps a total above zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from solver.game.edition import Ticket
from solver.game.state import State
from solver.scoring.bonuses import TIE_BREAK_KINDS, Award, Tally, awards
from solver.search.trail.longest_trail import TrailOutcome
from solver.words.say import Text


@dataclass(frozen=True, slots=True)
class TicketLine:
    """One ticket and the path that proves it: its cities, own routes and loans, each in the order of the path."""

    ticket: Ticket
    completed: bool
    routes: tuple[str, ...] = ()
    loans: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the searches found for one player."""

    trail: TrailOutcome
    tickets: tuple[TicketLine, ...]
    loans: Mapping[str, str | None]
    proven: bool = True

    @property
    def completed(self) -> int:
        """The number of completed tickets."""
        return sum(line.completed for line in self.tickets)

    @property
    def ticket_points(self) -> int:
        """Completed minus failed tickets, in points."""
        return sum(line.ticket.points * (1 if line.completed else -1) for line in self.tickets)


@dataclass(frozen=True, slots=True)
class Points:
    """A player's points by kind."""

    routes: int
    tickets: int
    stations: int
    goods: int
    bonuses: int

    @property
    def total(self) -> int:
        """The sum of all."""
        return self.routes + self.tickets + self.stations + self.goods + self.bonuses


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One column of the sheet. ``bonuses`` are those that this player gets."""

    player: str
    name: str
    rank: int
    points: Points
    trains_left: int
    stations_built: int
    stations_left: int
    evidence: Evidence
    tally: Tally
    bonuses: tuple[Award, ...]

    @property
    def total(self) -> int:
        """The final total in points."""
        return self.points.total

    @property
    def completed(self) -> int:
        """The number of completed tickets."""
        return self.evidence.completed

    @property
    def failed(self) -> int:
        """The number of failed tickets."""
        return len(self.evidence.tickets) - self.evidence.completed


@dataclass(frozen=True, slots=True)
class Decided:
    """Players with equal totals, and the tie-break that put the first of them first (None: nothing separates them)."""

    players: tuple[str, ...]
    total: int
    kind: str | None


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the sheet has to say besides numbers."""

    code: str
    text: Text


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet: a column a player in turn order, the bonuses, who won and what decided, notes."""

    edition: str
    players: tuple[PlayerSheet, ...]
    winners: tuple[str, ...]
    bonuses: tuple[Award, ...]
    ties: tuple[Decided, ...]
    notes: tuple[Note, ...]

    @property
    def tie_break(self) -> str | None:
        """The rule that decided between equal totals, the highest ones first."""
        return next((tie.kind for tie in self.ties if tie.kind), None)

    def of(self, player: str) -> PlayerSheet:
        """Return a player's column."""
        return next(column for column in self.players if column.player == player)


def tie_breaks(state: State) -> tuple[str, ...]:
    """Return the tie-breaks that this table plays by, in order."""
    for switch, order in state.edition.switch_tie_breaks.items():
        if state.switch(switch):
            return order
    return state.edition.tie_breaks


def tally_of(state: State, player: str, *, longest: int, completed: int) -> Tally:
    """Return what is compared at the end. Ferries and tunnels count routes."""
    routes = state.routes_of(player)
    return Tally(
        longest=longest,
        completed=completed,
        ferries=sum(route.ferry > 0 for route in routes),
        tunnels=sum(route.tunnel for route in routes),
        stations=len(state.stations.get(player, ())) if state.edition.stations else 0,
        goods=sum(state.goods.get(player, ())),
    )


def station_points(state: State, player: str) -> int:
    """Return the points of a player's unused stations."""
    stations = state.edition.stations
    return stations.points_unused * max(state.stations_left(player), 0) if stations else 0


def goods_points(state: State, player: str) -> int:
    """Return the points of the goods that a player collected."""
    return sum(state.goods.get(player, ())) if state.edition.passengers else 0


def sheet_of(state: State, evidence: Mapping[str, Evidence], notes: Sequence[Note] = ()) -> Sheet:
    """
    Return the sheet of a table.

    Parameters
    ----------
    state
        What lies on the table.
    evidence
        For every player what the searches found.
    notes
        What the sheet has to say besides numbers.
    """
    tallies = {
        player: tally_of(state, player, longest=found.trail.value, completed=found.completed)
        for player, found in evidence.items()
    }
    given = awards(state.edition.bonuses, tallies, at_zero=state.switch("bonus_at_zero"))
    holders = next((award.players for award in given if award.kind == "longest_trail"), ())
    tallies = {p: replace(tally, holds_longest=p in holders) for p, tally in tallies.items()}
    points = {p: _points(state, p, found, given) for p, found in evidence.items()}
    order = tie_breaks(state)
    keys = standing({p: row.total for p, row in points.items()}, tallies, order)
    ranks = ranking(keys)
    columns = tuple(
        PlayerSheet(
            player=player,
            name=state.seat(player).name,
            rank=ranks[player],
            points=points[player],
            trains_left=state.trains_left(player),
            stations_built=len(state.stations.get(player, ())) if state.edition.stations else 0,
            stations_left=state.stations_left(player) if state.edition.stations else 0,
            evidence=found,
            tally=tallies[player],
            bonuses=tuple(award for award in given if player in award.players),
        )
        for player, found in evidence.items()
    )
    winners = tuple(column.player for column in columns if column.rank == 1)
    return Sheet(state.edition.id, columns, winners, given, _ties(keys, order), tuple(notes))


def standing(
    totals: Mapping[str, int], tallies: Mapping[str, Tally], order: Sequence[str]
) -> dict[str, tuple[int, ...]]:
    """Return what every player is ranked by: the total, then each tie-break in order."""
    return {p: (total, *(TIE_BREAK_KINDS[kind](tallies[p]) for kind in order)) for p, total in totals.items()}


def ranking(keys: Mapping[str, tuple[int, ...]]) -> dict[str, int]:
    """Return every player's rank; players whom nothing separates share one."""
    return {player: 1 + sum(other > key for other in keys.values()) for player, key in keys.items()}


def _points(state: State, player: str, found: Evidence, given: Sequence[Award]) -> Points:
    return Points(
        routes=state.route_points(player),
        tickets=found.ticket_points,
        stations=station_points(state, player),
        goods=goods_points(state, player),
        bonuses=sum(award.points for award in given if player in award.players),
    )


def _ties(keys: Mapping[str, tuple[int, ...]], order: Sequence[str]) -> tuple[Decided, ...]:
    """Return every group of equal totals, highest first, with the last tie-break that it took to find its best."""
    found = []
    for total in sorted({key[0] for key in keys.values()}, reverse=True):
        group = [player for player, key in keys.items() if key[0] == total]
        kind, first = None, group
        for place, name in enumerate(order, 1):
            best = max(keys[player][place] for player in first)
            still = [player for player in first if keys[player][place] == best]
            kind, first = (name, still) if len(still) < len(first) else (kind, first)
        if len(group) > 1:
            found.append(Decided(tuple(sorted(group, key=lambda p: keys[p], reverse=True)), total, kind))
    return tuple(found)
