"""
Kinds of pairs of cities for the audit, and what a pair of a kind may really look like.

Two pairs of cities are of one kind when their tracks have the same lengths and, length by length, the same owners in
the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.search.audit.verify import Record

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


@dataclass(frozen=True, slots=True)
class Found:
    """
    What a search over kinds found.

    Attributes
    ----------
    explanations
        Each as changes of pairs of a kind; all with the same, smallest number of corrections found.
    bound
        Fewer corrections than this explain nothing.
    complete
        Whether there are no other explanations with as many corrections.
    searched_all
        Whether the search came to its end.
    """

    explanations: tuple[tuple[tuple[Kind, Change], ...], ...]
    bound: int
    complete: bool
    searched_all: bool = True


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
    """Yield a change for everything else the pair may look like; its steps are the fewest that lead there."""
    was = _laid(record, tracks)
    for then in _near(tracks, most):
        if then != tracks and (not lawful or _allowed(record, was, _laid(record, then))):
            yield Change(_steps(record, tracks, then))


def _near(tracks: Tracks, most: int) -> Iterator[Tracks]:
    """Yield every way the tracks may look like after up to so many corrections."""
    if not tracks:
        yield ()
        return
    (length, printed, owned), *others = tracks
    for new, steps in _owners(printed, owned, most):
        for rest in _near(tuple(others), most - steps):
            yield ((length, printed, new), *rest)


@lru_cache(maxsize=4096)
def _owners(printed: int, owned: tuple[int, ...], most: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return how many of the tracks of one length each player may really have, with the corrections it takes."""
    found: list[tuple[tuple[int, ...], int, int]] = [((), 0, 0)]
    for own in owned:
        found = [
            ((*new, now), more + max(now - own, 0), less + max(own - now, 0))
            for new, more, less in found
            for now in range(max(own - most + less, 0), own + most - more + 1)
        ]
    return tuple((new, max(more, less)) for new, more, less in found if sum(new) <= printed)


def _steps(record: Record, before: Tracks, after: Tracks) -> tuple[Step, ...]:
    """Return the fewest steps: of each length, who has more takes over from who has less, as far as that goes."""
    steps: list[Step] = []
    for (length, _, owned), (_, _, new) in zip(before, after, strict=True):
        if owned == new:
            continue
        more, less = (
            [record.players[i] for i, n in enumerate(new) for _ in range(sign * (n - owned[i]))]
            for sign in (1, -1)
        )
        both = min(len(more), len(less))
        steps += [Step("owner", length, *pair) for pair in zip(more, less, strict=False)]
        steps += [Step("missing", length, player, None) for player in more[both:]]
        steps += [Step("extra", length, player, player) for player in less[both:]]
    return tuple(steps)


def _laid(record: Record, tracks: Tracks) -> list[int]:
    """Return how many tracks of a pair each player has."""
    return [sum(owned[i] for *_, owned in tracks) for i in range(len(record.players))]


def _allowed(record: Record, was: Sequence[int], now: Sequence[int]) -> bool:
    """Whether parallel tracks obey the rules, or break them no more than the record does."""
    if any(n > max(1, w) for n, w in zip(now, was, strict=True)):
        return False
    return not record.one_track_only or sum(now) <= max(1, sum(was))
