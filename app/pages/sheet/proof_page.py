"""What the templates of proofs may read: one record for each row of the sheet."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.pages.recount.page import RecountGroup, RecountRoute
from app.pictures.mini import MiniMap
from app.words.ruling_links import RulingLink


@dataclass(frozen=True, slots=True)
class Addend:
    """One line of a sum."""

    title: str
    points: str
    minus: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What every proof has: the row and player it belongs to, its heading, closing sentences, rule and rulings."""

    kind: str
    row: str
    player: str
    title: str
    colour: str
    words: tuple[str, ...] = ()
    rule: str = ""
    links: tuple[RulingLink, ...] = ()


@dataclass(frozen=True, slots=True)
class TotalProof(Proof):
    """The sum of a column."""

    lines: tuple[Addend, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class RoutesProof(Proof):
    """Routes by length with their points."""

    groups: tuple[RecountGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketProof:
    """One ticket with the path that proves it, or with what it lacks."""

    names: tuple[str, str]
    points: int
    done: bool
    words: tuple[str, ...]
    map: MiniMap


@dataclass(frozen=True, slots=True)
class TicketsProof(Proof):
    """The completed or the failed tickets."""

    tickets: tuple[TicketProof, ...] = ()
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Other:
    """A route that a station could have used instead, and what that would have been worth."""

    route: str
    worth: str


@dataclass(frozen=True, slots=True)
class LoanProof:
    """What one station does."""

    city: str
    words: str
    others: tuple[Other, ...] = ()


@dataclass(frozen=True, slots=True)
class StationsProof(Proof):
    """Unused stations and the routes that the built ones use."""

    map: MiniMap | None = None
    loans: tuple[LoanProof, ...] = ()
    board_url: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of a trail with the trains to it and the running total."""

    name: str
    trains: int
    total: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """What one player has for a bonus."""

    name: str
    colour: str
    value: str
    points: int
    here: bool


@dataclass(frozen=True, slots=True)
class BonusProof(Proof):
    """Everybody's value for a bonus and the routes that count."""

    values: tuple[Value, ...] = ()
    values_head: str = ""
    routes: tuple[RecountRoute, ...] = ()
    routes_head: str = ""


@dataclass(frozen=True, slots=True)
class TrailProof(BonusProof):
    """A longest trail: drawn, why there is no longer one, and walked stop by stop."""

    map: MiniMap | None = None
    value: str = ""
    left_out: str = ""
    odd: bool = False
    why_head: str = ""
    why: tuple[Markup, ...] = ()
    walk_head: str = ""
    stops: tuple[Stop, ...] = ()
    board_url: str = ""


@dataclass(frozen=True, slots=True)
class JourneyProof:
    """One passenger's journey with the tokens it took."""

    head: str
    total: int
    stops: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class GoodsProof(Proof):
    """The goods of a player, journey by journey."""

    journeys: tuple[JourneyProof, ...] = ()
