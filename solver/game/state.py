"""What lies on the table, as ``solver.game.fold`` works it out from an edition and a log."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

from solver.game.edition import Board, Edition, Route, Ticket
from solver.game.events import (
    Seat,
)


@dataclass(frozen=True, slots=True)
class LastRound:
    """The last round: who announced it, by which entry, with how many trains, and who still has a turn, in order."""

    trigger: str
    seq: int
    turns_left: tuple[str, ...]
    trains: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """
    How completely the turns before the last round were written down.

    Attributes
    ----------
    turns
        How many were.
    drawn
        Whether turns without a claim are among them.
    whole
        Whether they followed each other in the order of the seats, and nothing was written down afterwards.
    """

    turns: int = 0
    drawn: bool = False
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Journey:
    """
    One passenger's journey as it was scored: the cities entered and the token taken in each (0: none).

    ``unclaimed`` are routes on the way that nobody owned, because a claim was taken back, and that the table has not
    played over: the journey was made and its tokens lie with the player, so it stays; it is said that they do not fit.
    """

    player: str
    start: str
    routes: tuple[str, ...]
    cities: tuple[str, ...]
    taken: tuple[tuple[str, int], ...]
    seq: int
    unclaimed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevealQuestion:
    """
    The host's question whether all tickets may be laid open before the last turn, and how the seats answered.

    ``seq`` and ``at`` are the number and the time of the entry that asks.
    """

    seq: int
    at: str
    agreed: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()


@dataclass
class State:
    """
    Everything that lies on the table. Players are named by the id of their seat.

    ``goods_colours`` holds what the table said; what a board file says of goods is an assumption beside it
    (``goods_colour``). ``taken`` are the tokens taken in each city, ``said_tokens`` those of them that the table named.
    ``revealed``: all tickets lie open. ``result_shown``: the totals and the winner may be shown everywhere;
    ``result_entry`` is the entry that made them final (0: none, as in logs from before there was such an entry).
    ``reveal_question`` is the question that waits for answers.

    What is kept by the number of an entry: ``stays`` (why it can never be taken back: the code of the objection),
    ``places`` (the entry that a correction stands for), ``taken_up`` (whose
    route it was), ``skipped`` (who should have played before), ``extra_turns`` (who had none left).
    """

    edition: Edition
    board: Board
    seats: tuple[Seat, ...] = ()
    house_rules: dict[str, bool] = field(default_factory=dict)
    owner: dict[str, str] = field(default_factory=dict)
    claimed_at: dict[str, int] = field(default_factory=dict)
    stations: dict[str, list[str]] = field(default_factory=dict)
    tickets: dict[str, list[Ticket]] = field(default_factory=dict)
    standing: dict[str, list[str]] = field(default_factory=dict)
    moved: dict[str, int] = field(default_factory=dict)
    goods: dict[str, list[int]] = field(default_factory=dict)
    journeys: list[Journey] = field(default_factory=list)
    goods_colours: dict[str, str] = field(default_factory=dict)
    stacks: dict[str, tuple[int, ...]] = field(default_factory=dict)
    taken: dict[str, list[int]] = field(default_factory=dict)
    said_tokens: dict[str, list[int]] = field(default_factory=dict)
    controlled: set[str] = field(default_factory=set)
    controllers_played: dict[str, int] = field(default_factory=dict)
    overruled: list[tuple[int, str]] = field(default_factory=list)
    idle: list[int] = field(default_factory=list)
    retracted: frozenset[int] = frozenset()
    places: dict[int, int] = field(default_factory=dict)
    taken_up: dict[int, str] = field(default_factory=dict)
    skipped: dict[int, tuple[str, ...]] = field(default_factory=dict)
    extra_turns: dict[int, str] = field(default_factory=dict)
    record: Record = Record()
    last_claim: tuple[str, str] | None = None
    last_actor: str | None = None
    last_turn: int = 0
    last_round: LastRound | None = None
    revealed: bool = False
    reveal_question: RevealQuestion | None = None
    result_shown: bool = False
    result_entry: int = 0
    stays: dict[int, str] = field(default_factory=dict)
    seq: int = 0

    def copied(self) -> State:
        """Return the same state anew: whatever becomes of one, the other stays as it is."""
        return State(**{one.name: _copied(getattr(self, one.name)) for one in fields(self)})

    @property
    def players(self) -> tuple[str, ...]:
        """The seat ids in turn order."""
        return tuple(seat.id for seat in self.seats)

    def seat(self, player: str) -> Seat:
        """Return a player's seat."""
        return next(seat for seat in self.seats if seat.id == player)

    def routes_of(self, player: str) -> list[Route]:
        """Return the routes a player owns, in the order of their claims."""
        return [self.board.routes[route] for route, owner in self.owner.items() if owner == player]

    def trains_left(self, player: str) -> int:
        """Return the trains in a player's box; below zero when more were laid than there are."""
        return self.edition.trains - sum(route.length for route in self.routes_of(player))

    def stations_left(self, player: str) -> int:
        """Return a player's unused stations; below zero when more stand than there are."""
        stations = self.edition.stations
        return (stations.count if stations else 0) - len(self.stations.get(player, ()))

    def passengers_left(self, player: str) -> int:
        """Return a player's passengers that were not yet placed."""
        passengers = self.edition.passengers
        used = len(self.standing.get(player, ())) + self.moved.get(player, 0)
        return (passengers.count if passengers else 0) - used

    def is_idle(self, seq: int) -> bool:
        """Whether an entry has no effect; ``idle`` is in order, and a page asks for each of thousands of lines."""
        place = bisect_left(self.idle, seq)
        return place < len(self.idle) and self.idle[place] == seq

    def journey(self, seq: int) -> Journey | None:
        """Return the journey that an entry made; journeys count where they were written, so they are in order too."""
        place = bisect_left(self.journeys, seq, key=lambda journey: journey.seq)
        return (
            self.journeys[place] if place < len(self.journeys) and self.journeys[place].seq == seq else None
        )

    @property
    def controllers_left(self) -> int:
        """How many controller cards were not played yet; 0 where there are none (USSR)."""
        controller = self.edition.controller
        return max(controller.cards - sum(self.controllers_played.values()), 0) if controller else 0

    def route_points(self, player: str) -> int:
        """Return the points of a player's routes."""
        return sum(self.edition.route_points.get(route.length, 0) for route in self.routes_of(player))

    def switch(self, name: str) -> bool:
        """Return a house rule as this table plays it."""
        return self.house_rules.get(name, self.edition.switches.get(name, False))

    def goods_colour(self, city: str) -> str | None:
        """Return the colour of a city's goods: what the table said, else what the board assumes; None where unknown."""
        found = self.board.cities.get(city)
        return self.goods_colours.get(city) or (found.goods if found is not None else None)

    def stack(self, city: str) -> tuple[int, ...] | None:
        """Return the tokens that still lie in a city, top first; None where its colour is not known."""
        passengers, colour = self.edition.passengers, self.goods_colour(city)
        full = self.stacks.get(city)
        if full is None:
            if passengers is None or colour is None:
                return None
            full = passengers.tokens[colour]
        left = list(full)
        for value in self.taken.get(city, ()):
            if value in left:
                left.remove(value)
        return tuple(left)

    def exists_once(self, ticket: Ticket) -> bool:
        """Whether a ticket is known to be one printed card: not where cards are only candidates, or a board's own."""
        decks = {deck.id: deck for deck in self.edition.decks}
        of_ticket = [decks[ticket.deck]] if ticket.deck in decks else list(decks.values())
        known = bool(of_ticket) and not any(deck.candidates for deck in of_ticket)
        return known and self.board is self.edition.board

    def possible_tokens(self, city: str) -> tuple[int, ...]:
        """
        Return the values that may still lie in a city whose goods nobody has named, the highest first.

        Colours of which every city of the box is known are out, and those that never held what was taken there.
        """
        passengers = self.edition.passengers
        if passengers is None:
            return ()
        known = [
            self.goods_colours.get(c.id) or c.goods for c in self.board.cities.values() if not c.terminal_of
        ]
        found: set[int] = set()
        for colour, tokens in passengers.tokens.items():
            if known.count(colour) >= passengers.cities_of.get(colour, len(known) + 1):
                continue
            printed, taken = Counter(tokens), Counter(self.taken.get(city, ()))
            if taken <= printed:
                found.update(printed - taken)
        return tuple(sorted(found, reverse=True))

    def closed(self, route: str) -> bool:
        """
        Whether a free route is closed to everybody because a parallel one is taken.

        Source: the double-route rule of the edition (``parallel_routes_closed_up_to`` players).
        """
        if route in self.owner or len(self.seats) > self.edition.parallel_routes_closed_up_to:
            return False
        return any(other in self.owner for other in self.board.parallels[route])

    @property
    def turn(self) -> str | None:
        """Who is next, as far as the record tells: the player after whoever acted last."""
        players = self.players
        if not players:
            return None
        if self.last_round is not None:
            return self.last_round.turns_left[0] if self.last_round.turns_left else None
        if self.last_actor is None:
            return players[0]
        return players[(players.index(self.last_actor) + 1) % len(players)]

    @property
    def over(self) -> bool:
        """Whether the last round was played to its end."""
        return self.last_round is not None and not self.last_round.turns_left


def _copied(value: Any) -> Any:
    """Return a list, set or dictionary of a state anew; everything else in a state never changes."""
    if isinstance(value, dict):
        return {key: list(one) if isinstance(one, list) else one for key, one in value.items()}
    return value.copy() if isinstance(value, list | set) else value
