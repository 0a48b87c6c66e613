"""
What happened at the table: one frozen dataclass an act.

Events hold facts (who, which), never points or verdicts, so that a corrected rule re-scores an old game. ``overruled``
names objections (by code) that the table has decided to play over. ``afterwards`` marks acts written down when the
turn, or the game, was already over: they are no turns, but for a correction, which takes the place of what it corrects
(``solver.game.order``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from solver.game.edition import Ticket


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table; the order of the seats is the order of turns."""

    id: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table was opened on an edition; ``board`` is a home-made board (as in ``docs/formats.md``) that replaces its own."""

    edition: str
    seats: tuple[Seat, ...]
    house_rules: Mapping[str, bool] = field(default_factory=dict)
    board: Mapping[str, Any] | None = None
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """A player has another name or colour from now on."""

    player: str
    name: str
    colour: str
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RouteClaimed:
    """A player laid trains on a route; ``controller``: without cards, by playing a controller (USSR)."""

    player: str
    route: str
    controller: bool = False
    afterwards: bool = False
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RouteDismantled:
    """A player took up a rival's route with a controller (USSR); its trains go back to the owner."""

    player: str
    route: str
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StationBuilt:
    """A player put a station on a city."""

    player: str
    city: str
    afterwards: bool = False
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketsKept:
    """A player holds these tickets (secret until the reveal)."""

    player: str
    tickets: tuple[Ticket, ...]
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PassengerPlaced:
    """A player put a passenger into an end city of the route just claimed (Märklin)."""

    player: str
    city: str
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PassengerMoved:
    """
    A player's passenger travelled from ``start`` along ``routes`` and left the game (Märklin).

    ``tokens`` says which value was taken in a city whose goods colour is not known.
    """

    player: str
    start: str
    routes: tuple[str, ...]
    tokens: Mapping[str, int] = field(default_factory=dict)
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GoodsColourSet:
    """The table says which colour of goods a city has on its printed board (Märklin)."""

    city: str
    colour: str
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """A player did something that leaves nothing on the board (cards, tickets): his turn is over."""

    player: str
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevealAsked:
    """Before the last turn was played the host asks the other phones whether all tickets may be laid open."""

    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevealAgreed:
    """A seat says yes to the reveal that was asked for."""

    player: str
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevealRefused:
    """A seat says no to the reveal that was asked for; it may say yes later."""

    player: str
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketsRevealed:
    """
    All tickets lie open from now on.

    ``without`` are the seats whose phones had not answered when the host went on. ``show_later``: the result is shown
    by an entry of its own (``ResultShown``). Logs from before that entry have it not: there the reveal showed it.
    """

    without: tuple[str, ...] = ()
    show_later: bool = False
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultShown:
    """The host shows the result on all phones; from here the totals are final."""

    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Retracted:
    """Entry number ``target`` is taken back; retracting a retraction puts it in force again."""

    target: int
    reason: str = ""
    overruled: tuple[str, ...] = ()


Event = (
    TableOpened
    | SeatChanged
    | RouteClaimed
    | RouteDismantled
    | StationBuilt
    | TicketsKept
    | PassengerPlaced
    | PassengerMoved
    | GoodsColourSet
    | TurnTaken
    | RevealAsked
    | RevealAgreed
    | RevealRefused
    | TicketsRevealed
    | ResultShown
    | Retracted
)

EVENT_TYPES: Mapping[str, type] = {
    "table_opened": TableOpened,
    "seat_changed": SeatChanged,
    "route_claimed": RouteClaimed,
    "route_dismantled": RouteDismantled,
    "station_built": StationBuilt,
    "tickets_kept": TicketsKept,
    "passenger_placed": PassengerPlaced,
    "passenger_moved": PassengerMoved,
    "goods_colour_set": GoodsColourSet,
    "turn_taken": TurnTaken,
    "reveal_asked": RevealAsked,
    "reveal_agreed": RevealAgreed,
    "reveal_refused": RevealRefused,
    "tickets_revealed": TicketsRevealed,
    "result_shown": ResultShown,
    "retracted": Retracted,
}
"""The name of every event in JSON."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in the log: its number (from 1, without holes), when, from which seat's phone, and the client's id."""

    seq: int
    at: str
    seat: str | None
    id: str
    event: Event
