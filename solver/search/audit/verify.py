"""
What an audit is asked and answers, and the recount of its answer: counting only, never OR-Tools.

``Record`` is what was written down, ``Reading`` what was counted on the table, ``Correction`` what may have gone
wrong between the two.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

import networkx as nx

from solver.game.errors import CertificateError
from solver.search.doubles import double_names

ROUND = 100
"""After so many points the marker begins a new round of the track."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was counted for one player: trains left in the box, marker on the score track; None: not looked at."""

    trains_left: int | None = None
    marker: int | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """One reading that may be the slip: whose, of what (``trains_left`` or ``marker``), and both numbers."""

    player: str
    reading: str
    counted: int
    recorded: int


@dataclass(frozen=True)
class Record:
    """
    What the record says, as graphs and numbers.

    Attributes
    ----------
    board
        Every printed route: the key is its id, ``length`` its spaces, ``double`` the name of its double.
    owner
        For every claimed route its player.
    players
        All players in turn order.
    trains
        Trains of each player at the start.
    route_points
        Points of a route by its length.
    one_track_only
        Whether a taken track closes the others of its double to everybody.
    goods
        Points of goods by player: they are on the marker too. Tickets, stations and bonuses are not.
    """

    board: nx.MultiGraph[str]
    owner: Mapping[str, str]
    players: tuple[str, ...]
    trains: int
    route_points: Mapping[int, int]
    one_track_only: bool
    goods: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def _routes(self) -> Mapping[str, tuple[str, str, int]]:
        edges = self.board.edges(keys=True, data=True)
        return {key: (a, b, int(facts["length"])) for a, b, key, facts in edges}

    @cached_property
    def pairs(self) -> tuple[tuple[str, ...], ...]:
        """The routes of the board, the tracks of one double together."""
        together: dict[Hashable, list[str]] = {}
        for route, double in double_names(self.board).items():
            together.setdefault(double, []).append(route)
        return tuple(tuple(routes) for routes in together.values())

    def length(self, route: str) -> int:
        """Return the spaces of a route."""
        return self._routes[route][2]

    def ends(self, route: str) -> tuple[str, str]:
        """Return the two cities of a route."""
        return self._routes[route][:2]


@dataclass(frozen=True, slots=True)
class Correction:
    """
    One thing that may have gone wrong.

    Attributes
    ----------
    kind
        ``missing`` (not recorded), ``extra`` (recorded, but not on the table), ``owner`` (recorded for another).
    between
        Two cities and a length: the tracks that are looked at first.
    player
        Whose route it really is; with ``extra``, whose it is not.
    recorded
        The player in the record; None with ``missing``.
    candidates
        The routes that fit between these cities.
    elsewhere
        Routes between other cities that fit just as well.
    """

    kind: str
    between: tuple[str, str, int]
    player: str
    recorded: str | None
    candidates: tuple[str, ...]
    elsewhere: tuple[str, ...] = ()


def differences(
    record: Record, counted: Mapping[str, Reading], owner: Mapping[str, str]
) -> dict[str, tuple[int, int]]:
    """
    Return by player how many trains and points the table shows more than the given owners would leave.

    A reading that is missing differs by 0; points are those on the marker, so they are taken modulo 100.
    """
    found = {}
    for player in record.players:
        reading = counted.get(player, Reading())
        lengths = [record.length(route) for route, whose in owner.items() if whose == player]
        points = sum(record.route_points.get(n, 0) for n in lengths) + record.goods.get(player, 0)
        trains = 0 if reading.trains_left is None else reading.trains_left - (record.trains - sum(lengths))
        marker = 0 if reading.marker is None else (reading.marker - points) % ROUND
        if trains or marker:
            found[player] = (trains, marker)
    return found


def doubts(record: Record, counted: Mapping[str, Reading]) -> tuple[Doubt, ...]:
    """
    Return the readings that differ from the record although the same player's other reading agrees.

    Every single correction alters both: a route has spaces and points. So such a reading is more likely wrong itself,
    a marker that was not moved, or a miscount.
    """
    found = []
    for player, (trains, points) in differences(record, counted, record.owner).items():
        reading = counted[player]
        if reading.trains_left is None or reading.marker is None or (trains and points):
            continue
        if trains:
            found.append(Doubt(player, "trains_left", reading.trains_left, reading.trains_left - trains))
        else:
            found.append(Doubt(player, "marker", reading.marker, (reading.marker - points) % ROUND))
    return tuple(found)


def put_right(counted: Mapping[str, Reading], wrong: Sequence[Doubt]) -> dict[str, Reading]:
    """Return what would have been counted if some readings said what the record says."""
    right = dict(counted)
    for doubt in wrong:
        right[doubt.player] = replace(right[doubt.player], **{doubt.reading: doubt.recorded})
    return right


def check_explanation(
    record: Record,
    counted: Mapping[str, Reading],
    explanation: Sequence[Correction],
    *,
    lawful: bool,
    most: int = 64,
) -> None:
    """
    Carry an explanation out on the record and count the table again.

    The candidates of the corrections are tried against each other, at most ``most`` ways; afterwards each route
    elsewhere is tried in its correction's place.

    Raises
    ------
    CertificateError
        When a reading is still wrong, a rule is broken that the record does not break, or a correction cannot be
        carried out as it says.
    """
    tries = [way for _, way in zip(range(most), product(*(c.candidates for c in explanation)), strict=False)]
    possible = [way for way in tries if len(set(way)) == len(way)]
    if not possible:
        raise CertificateError("the corrections name one route twice")
    for way in possible:
        _check_one(record, counted, explanation, way, lawful)
    for place, correction in enumerate(explanation):
        for route in correction.elsewhere[:most]:
            swapped = (*possible[0][:place], route, *possible[0][place + 1 :])
            _check_one(record, counted, explanation, swapped, lawful)


def _check_one(
    record: Record,
    counted: Mapping[str, Reading],
    explanation: Sequence[Correction],
    routes: Sequence[str],
    lawful: bool,
) -> None:
    owner = dict(record.owner)
    for correction, route in zip(explanation, routes, strict=True):
        if owner.get(route) != correction.recorded or record.length(route) != correction.between[2]:
            raise CertificateError(f"{route!r} is not what the correction says")
        if correction.kind == "extra":
            del owner[route]
        else:
            owner[route] = correction.player
    wrong = differences(record, counted, owner)
    if wrong:
        raise CertificateError(f"after the corrections the readings still differ: {wrong}")
    for player in record.players:
        laid, before = (
            sum(record.length(r) for r, whose in who.items() if whose == player)
            for who in (owner, record.owner)
        )
        if laid > max(record.trains, before):
            raise CertificateError(f"after the corrections {player!r} has laid {laid} trains")
    for tracks in record.pairs if lawful else ():
        if not parallels_allowed(record, tracks, owner):
            raise CertificateError(f"after the corrections the tracks {tracks} break a rule")


def parallels_allowed(record: Record, tracks: Sequence[str], owner: Mapping[str, str]) -> bool:
    """Whether parallel tracks have owners that the rules allow, or break them no more than the record does."""
    now = [owner[r] for r in tracks if r in owner]
    before = [record.owner[r] for r in tracks if r in record.owner]
    if any(now.count(player) > max(1, before.count(player)) for player in set(now)):
        return False
    return not record.one_track_only or len(now) <= max(1, len(before))
