"""
Where an entry counts, and on which other entry it rests.

Both are read off the log alone, so every phone finds the same, and taking an entry back or putting it back in force
changes them with it.

**A correction counts at the place of what it corrects.** "That was Ben's route, three turns ago" is written as two
entries: the claim is taken back, and then, before anything else is done on the board, the same route is claimed
``afterwards`` for Ben. Such a claim counts where the old one stood, turn included, and a correction of a correction
where the first claim stood. Any other entry counts where it was written; if ``afterwards``, as no turn.

**A placed passenger rests on the claim it was placed with** (RULES, Märklin 10; ruling PA-08: only in the turn of
claiming, in an end of that route). Without the claim it has no effect; a correction that gives the claim back to the
same player carries it again. A passenger that the table placed over that rule rests on nothing.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence

from solver.game.edition import Board
from solver.game.events import (
    Entry,
    PassengerMoved,
    PassengerPlaced,
    Retracted,
    RouteClaimed,
    RouteDismantled,
    StationBuilt,
    TurnTaken,
)
from solver.game.strikes import Strikes

_ALONE = {"passenger-not-just-claimed", "passenger-not-end"}
"""Who overruled one of these put the passenger down without a claim of that place."""


def retracted(entries: Sequence[Entry]) -> frozenset[int]:
    """Return the numbers of the entries that are taken back; a retraction may be taken back itself."""
    dead: set[int] = set()
    for entry in reversed(entries):
        if isinstance(entry.event, Retracted) and entry.seq not in dead:
            dead.add(entry.event.target)
    return frozenset(dead)


def corrections(entries: Sequence[Entry]) -> dict[int, int]:
    """Return for every claim that corrects another the number of the claim whose place it takes."""
    dead = retracted(entries)
    places: dict[int, int] = {}
    claims: dict[int, str] = {}
    just_taken_back: dict[str, int] = {}
    for entry in entries:
        match entry.event:
            case Retracted(target=target) if target in claims and entry.seq not in dead:
                just_taken_back[claims[target]] = target
            case RouteClaimed(route=route, afterwards=afterwards):
                old = just_taken_back.get(route)
                if afterwards and old is not None:
                    places[entry.seq] = places.get(old, old)
                claims[entry.seq] = route
                just_taken_back.clear()
            case RouteDismantled() | StationBuilt() | PassengerPlaced() | PassengerMoved() | TurnTaken():
                just_taken_back.clear()
    return places


def claims_of_passengers(entries: Sequence[Entry], board: Board) -> Iterator[tuple[int, int]]:
    """Yield for every passenger placed after a claim both numbers: its own, and that of the claim."""
    strikes = Strikes()
    ends: dict[int, tuple[tuple[str, str], ...]] = {}
    held: dict[tuple[str, str], list[int]] = {}
    """Player and city: the claims of a route that ends there, those in force alone, the oldest first."""
    for entry in entries:
        match entry.event:
            case Retracted(target=target):
                strikes.add(entry.seq, target)
            case RouteClaimed(player=player, route=route) if route in board.routes:
                ends[entry.seq] = tuple((player, city) for city in board.routes[route].ends)
                for end in ends[entry.seq]:
                    held.setdefault(end, []).append(entry.seq)
            case PassengerPlaced(player=player, city=city, overruled=overruled) if not (
                _ALONE.intersection(overruled)
            ):
                for seq in strikes.settle():
                    for end in ends.get(seq, ()):
                        _keep(held[end], seq, there=not strikes.struck(seq))
                if claims := held.get((player, city)):
                    yield entry.seq, claims[-1]


def _keep(numbers: list[int], number: int, *, there: bool) -> None:
    """Put a number into a list in ascending order, or take it out."""
    place = bisect_left(numbers, number)
    if (place < len(numbers) and numbers[place] == number) == there:
        return
    if there:
        insort(numbers, number)
    else:
        del numbers[place]
