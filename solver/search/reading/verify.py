"""What a reading is asked and answers, and the recount of its answer: counting only, never OR-Tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from solver.game.errors import CertificateError

FREE = 0
"""The holder of what is nobody's; the players are 1, 2, … in turn order."""


@dataclass(frozen=True)
class Sight:
    """
    What is seen of one kind of thing, routes or stations, and what the rules allow.

    Attributes
    ----------
    weights
        By thing one whole number for each holder, *free* first: the log-likelihood in hundredths of a nat, the
        likeliest holder at 0 and all others below.
    size
        By thing the pieces that lie there when somebody holds it: spaces of a route, one for a station.
    doubles
        Things that are tracks of one double; a player holds one of them at most.
    most
        By player the pieces that one has at most.
    one_track_only
        Whether a taken track closes the others of its double to everybody.
    answers
        Holders that people have named. They hold whatever the rules say: people saw the board.
    """

    weights: Mapping[str, Sequence[int]]
    size: Mapping[str, int]
    doubles: Sequence[Sequence[str]]
    most: Sequence[int]
    one_track_only: bool = False
    answers: Mapping[str, int] = field(default_factory=dict)

    @property
    def players(self) -> range:
        """The numbers of the players."""
        return range(1, len(self.most) + 1)

    def choices(self, thing: str) -> tuple[int, ...]:
        """Return who may hold a thing: all, or the one whom people named."""
        if thing in self.answers:
            return (self.answers[thing],)
        return tuple(range(len(self.most) + 1))

    def allowed(self, player: int) -> int:
        """Return the pieces that a player may lie with: what he has, or what people named if that is more."""
        named = sum(self.size[thing] for thing, holder in self.answers.items() if holder == player)
        return max(self.most[player - 1], named)

    def tracks(self, double: Sequence[str], player: int | None = None) -> int:
        """Return how many tracks of a double a player may hold, or all players together: one, or as many as named."""
        named = [self.answers[thing] for thing in double if self.answers.get(thing, FREE) != FREE]
        if player is None:
            return max(1, len(named)) if self.one_track_only else len(double)
        return max(1, named.count(player))


Holders = Mapping[str, int]
"""By thing its holder."""


def laid(sight: Sight, holders: Holders) -> tuple[int, ...]:
    """Return by player the pieces that lie on the board."""
    pieces = Counter[int]()
    for thing, holder in holders.items():
        pieces[holder] += sight.size[thing]
    return tuple(pieces[player] for player in sight.players)


def lawful(sight: Sight, holders: Holders, double: Sequence[str]) -> bool:
    """Whether the tracks of a double are held as the rules or the people allow."""
    held = Counter(holders[thing] for thing in double if holders[thing] != FREE)
    each = all(count <= sight.tracks(double, player) for player, count in held.items())
    return each and held.total() <= sight.tracks(double)


def check_holders(sight: Sight, holders: Holders) -> int:
    """
    Return the weight of an assignment, counted thing by thing.

    Raises
    ------
    CertificateError
        When a thing has no holder, people named another one, a player lies with more than he has, or tracks of a
        double are held against the rules.
    """
    if holders.keys() != sight.weights.keys():
        raise CertificateError("the assignment does not name a holder for each thing seen")
    for thing, holder in holders.items():
        if holder not in sight.choices(thing):
            raise CertificateError(f"{thing!r} is held by {holder}, whom nobody named")
    for player, pieces in zip(sight.players, laid(sight, holders), strict=True):
        if pieces > sight.allowed(player):
            raise CertificateError(f"player {player} lies with {pieces} pieces, of {sight.allowed(player)}")
    for double in sight.doubles:
        if not lawful(sight, holders, double):
            raise CertificateError(f"the tracks {', '.join(double)} are held against the rules")
    return sum(sight.weights[thing][holder] for thing, holder in holders.items())
