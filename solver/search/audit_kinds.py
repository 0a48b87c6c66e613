"""
Kinds of pairs of cities for the audit, and what a pair of a kind may really look like.

Two pairs of cities are of one kind when their tracks have the same lengths and, length by length, the same owners in
the record. What a pair may look like is found by correcting it step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from solver.search.verify_audit import Record

STEPS_OF_A_PAIR = 3
"""Corrections between the same two cities; no printed board has more tracks anywhere."""

KINDS = ("owner", "missing", "extra")

Tracks = tuple[tuple[int, int, tuple[int, ...]], ...]
"""A pair of cities: for every length the tracks there are, and how many of them each player has."""


@dataclass(frozen=True, slots=True)
class Step:
    """One correction of some route of a length: the player it is about, and the one it is recorded for."""

    kind: str
    length: int
    player: str
    recorded: str | None

    def order(self, players: Sequence[str]) -> tuple[int, int, int, int]:
        """Return a key that puts steps in the same order on every run."""
        before = -1 if self.recorded is None else players.index(self.recorded)
        return players.index(self.player), KINDS.index(self.kind), -self.length, before


@dataclass(frozen=True, slots=True)
class Change:
    """What a pair of cities may really look like, as the fewest steps that lead there."""

    steps: tuple[Step, ...]

    def spaces(self, player: str) -> int:
        """Return how many spaces more a player has laid."""
        return sum(self._sign(step, player) * step.length for step in self.steps)

    def points(self, player: str, route_points: Mapping[int, int]) -> int:
        """Return how many points more a player has for routes."""
        return sum(self._sign(step, player) * route_points.get(step.length, 0) for step in self.steps)

    @staticmethod
    def _sign(step: Step, player: str) -> int:
        gains = step.kind != "extra" and step.player == player
        return int(gains) - int(step.recorded == player)


@dataclass(frozen=True, slots=True)
class Kind:
    """Pairs of cities (their places in ``Record.pairs``) that no reading can tell apart, and their changes."""

    pairs: tuple[int, ...]
    changes: tuple[Change, ...]


def kinds_of(record: Record, *, lawful: bool, at_most: int) -> tuple[Kind, ...]:
    """Return the pairs of cities of the board by kind, with the changes that the rules allow (or all of them)."""
    together: dict[Tracks, list[int]] = {}
    for place, routes in enumerate(record.pairs):
        together.setdefault(_tracks(record, routes), []).append(place)
    most = min(at_most, STEPS_OF_A_PAIR)
    return tuple(
        Kind(tuple(places), tuple(_changes(record, tracks, lawful, most)))
        for tracks, places in together.items()
    )


def _tracks(record: Record, routes: Sequence[str]) -> Tracks:
    found = []
    for length in sorted({record.length(r) for r in routes}):
        owners = [record.owner.get(r) for r in routes if record.length(r) == length]
        found.append((length, len(owners), tuple(owners.count(player) for player in record.players)))
    return tuple(found)


def _changes(record: Record, tracks: Tracks, lawful: bool, most: int) -> Iterator[Change]:
    """Yield a change for everything else the pair may look like, nearest first, so that its steps are the fewest."""
    seen = {tracks}
    reached: list[tuple[Tracks, tuple[Step, ...]]] = [(tracks, ())]
    for now, steps in reached:
        if len(steps) == most:
            continue
        for step, then in _next(record, now):
            if then not in seen:
                seen.add(then)
                reached.append((then, (*steps, step)))
                if not lawful or _allowed(record, tracks, then):
                    yield Change((*steps, step))


def _next(record: Record, tracks: Tracks) -> Iterator[tuple[Step, Tracks]]:
    """Yield every single correction of a pair, and how the pair looks after it."""
    for at, (length, printed, owned) in enumerate(tracks):

        def after(*shifts: tuple[int, int], at: int = at) -> Tracks:
            length, printed, owned = tracks[at]
            new = list(owned)
            for player, shift in shifts:
                new[player] += shift
            return (*tracks[:at], (length, printed, tuple(new)), *tracks[at + 1 :])

        for i, player in enumerate(record.players):
            if sum(owned) < printed:
                yield Step("missing", length, player, None), after((i, 1))
            if owned[i]:
                yield Step("extra", length, player, player), after((i, -1))
            for j, other in enumerate(record.players):
                if i != j and owned[j]:
                    yield Step("owner", length, player, other), after((i, 1), (j, -1))


def _allowed(record: Record, before: Tracks, after: Tracks) -> bool:
    """Whether parallel tracks obey the rules, or break them no more than the record does."""
    was, now = (
        [sum(owned[i] for *_, owned in tracks) for i in range(len(record.players))]
        for tracks in (before, after)
    )
    if any(n > max(1, w) for n, w in zip(now, was, strict=True)):
        return False
    return not record.one_track_only or sum(now) <= max(1, sum(was))
