"""
What if: a table with changes that nobody has made, kept in an address and nowhere else.

    claim=anna:ROUTE     anna has laid trains there          free=ROUTE           nobody has
    station=anna:CITY    anna has built a station there      nostation=anna:CITY  she has not
    ticket=anna:CARD     she holds a card, too               drop=anna:2          she lacks the third ticket of her hand
    hand=anna            her tickets are counted, as far as the phone that opens the address knows them;
                         of one player at a time, because each hand has a shutter of its own
    at=31                the table as it was after entry 31

So an address carries no ticket that somebody has not put into it by hand: hands are named, not told. Any change may
break rules; the sheet's notes say so. A change that means nothing here is ignored and counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from app.pages.tickets.page import MOST_POINTS
from solver.formats.event import ticket_from_json
from solver.game.edition import Ticket
from solver.game.errors import Fault
from solver.game.state import State

KINDS = ("claim", "free", "station", "nostation", "ticket", "drop")
MOST = 60
"""Changes of one address; longer ones do not fit into what servers take."""
MAX_VALUE = 200

Change = tuple[str, str]
"""A kind and what it is about, as they stand in the address."""


@dataclass(frozen=True, slots=True)
class Changes:
    """All that an address says about its sandbox; ``ignored`` counts what could not be read."""

    made: tuple[Change, ...] = ()
    hand: str = ""
    at: int | None = None
    ignored: int = 0

    @property
    def full(self) -> bool:
        """Whether no more changes fit in."""
        return len(self.made) >= MOST

    def pairs(self) -> list[tuple[str, str]]:
        """Return the address' query."""
        head = [("at", str(self.at))] if self.at is not None else []
        return [*head, *([("hand", self.hand)] if self.hand else []), *self.made]

    def plus(self, kind: str, value: str) -> Changes:
        """Return these and one more; where it only takes back another one, that one is left out instead."""
        kept = tuple(change for change in self.made if not _undone(change, kind, value))
        return replace(self, made=kept if len(kept) < len(self.made) else (*kept, (kind, value)))

    def minus(self, index: int) -> Changes:
        """Return these without the one at a place."""
        return replace(self, made=self.made[:index] + self.made[index + 1 :])


def _undone(earlier: Change, kind: str, value: str) -> bool:
    """Whether a new change only takes an earlier one back."""
    match kind:
        case "free":
            return earlier[0] == "claim" and earlier[1].partition(":")[2] == value
        case "station" | "nostation":
            return earlier == ("nostation" if kind == "station" else "station", value)
        case _:
            return False


def read_changes(query: MultiDict[str, str]) -> Changes:
    """Return what an address says; whatever is too much or too long is ignored."""
    made = [(kind, value) for kind, value in query.items(multi=True) if kind in KINDS]
    good = [(kind, value) for kind, value in made if len(value) <= MAX_VALUE][:MOST]
    at = query.get("at", "")
    hand = next((hand for hand in reversed(query.getlist("hand")) if len(hand) <= MAX_VALUE), "")
    number = int(at) if at.isascii() and at.isdecimal() and len(at) <= 6 else None
    return Changes(tuple(good), hand, number, len(made) - len(good))


@dataclass(frozen=True, slots=True)
class Altered:
    """A table after the changes; ``meant`` says of each change whether it has any effect."""

    state: State
    meant: tuple[bool, ...]


def altered(state: State, changes: Sequence[Change]) -> Altered:
    """Return a table with changes; the given state stays as it is."""
    hands = {player: list(held) for player, held in state.tickets.items()}
    after = replace(
        state,
        owner=dict(state.owner),
        stations={player: list(cities) for player, cities in state.stations.items()},
        tickets=hands,
    )
    dropped: dict[str, set[int]] = {}
    meant = tuple(_apply(after, kind, value, dropped) for kind, value in changes)
    for player, places in dropped.items():
        original = state.tickets.get(player, [])
        added = hands.get(player, [])[len(original) :]
        hands[player] = [ticket for n, ticket in enumerate(original) if n not in places] + added
    return Altered(after, meant)


def _apply(state: State, kind: str, value: str, dropped: dict[str, set[int]]) -> bool:
    player, _colon, what = value.partition(":")
    if kind == "free":
        return state.owner.pop(value, None) is not None
    if player not in state.players:
        return False
    if kind == "claim":
        if what not in state.board.routes or what in state.owner:
            return False
        state.owner[what] = player
        return True
    if kind in ("station", "nostation"):
        return _station(state, player, what, build=kind == "station")
    if kind == "drop":
        held = state.tickets.get(player, [])
        if not (what.isascii() and what.isdecimal() and len(what) < 4 and int(what) < len(held)):
            return False
        dropped.setdefault(player, set()).add(int(what))
        return True
    ticket = ticket_of(state, what)
    if ticket is None:
        return False
    state.tickets.setdefault(player, []).append(ticket)
    return True


def _station(state: State, player: str, city: str, *, build: bool) -> bool:
    standing = state.stations.setdefault(player, [])
    if city not in state.board.cities or state.edition.stations is None or build == (city in standing):
        return False
    if build:
        standing.append(city)
    else:
        standing.remove(city)
    return True


def ticket_of(state: State, what: str) -> Ticket | None:
    """Return the ticket that ``card``, or ``end~end~points``, names; None where there is none."""
    a, _tilde, rest = what.partition("~")
    b, _tilde, points = rest.partition("~")
    if not b:
        data: object = what
    elif points.isascii() and points.isdecimal() and 0 < int(points[:3]) <= MOST_POINTS and len(points) < 4:
        data = {"ends": [a, b], "points": int(points)}
    else:
        return None
    faults: list[Fault] = []
    ticket = ticket_from_json(data, edition=state.edition, board=state.board, where="ticket", faults=faults)
    return None if faults else ticket
