"""What ``pay/pay.html`` may read: the route to be paid, the cards laid down, the cards revealed, and the answer."""

from __future__ import annotations

from dataclasses import dataclass

from app.words.ruling_links import RulingLink


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a choice."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CardCount:
    """A kind of card and how many of it are laid down; ``fits`` whether the route takes any of it at all."""

    card: str
    title: str
    count: int
    fits: bool


@dataclass(frozen=True, slots=True)
class PaidRoute:
    """The route as it is drawn: ``name`` is empty for one that is only described."""

    id: str
    name: str
    about: str
    length: int
    colour: str
    ferry: int
    tunnel: bool


@dataclass(frozen=True, slots=True)
class Revealed:
    """One of the three places for a tunnel's cards; ``card`` is empty while nothing lies there."""

    card: str
    title: str
    matches: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    The answer: ``kind`` is ask (nothing laid down yet), go (paid), wait (something is still to come) or stop.
    """

    kind: str
    title: str
    reasons: tuple[str, ...] = ()
    rulings: tuple[RulingLink, ...] = ()


@dataclass(frozen=True, slots=True)
class PayPage:
    """All that the payment page reads; ``code`` is the table's, empty where it belongs to none;
    ``choosing``: the route comes first; ``stations`` says what the next ones cost."""

    code: str
    action: str
    back: str
    edition: str
    editions: tuple[Option, ...]
    route: PaidRoute
    routes: tuple[Option, ...]
    lengths: tuple[Option, ...]
    colours: tuple[Option, ...]
    ferries: tuple[Option, ...]
    tunnels: bool
    cards: tuple[CardCount, ...]
    palette: tuple[Revealed, ...]
    revealed: tuple[Revealed, ...]
    verdict: Verdict
    choosing: bool
    stations: tuple[str, ...]
    station_links: tuple[RulingLink, ...]
