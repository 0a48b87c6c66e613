"""
Boards, decks and editions as frozen data.

A *board* is cities and routes; a *deck* is tickets; an *edition* is the rules of one box: which board and decks,
how many trains, what a route of each length is worth, what is closed with how many players, which bonuses and
tie-breaks. Rules that differ between editions are values here or named kinds, never code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

ROUTE_COLOURS = ("red", "blue", "green", "yellow", "orange", "purple", "black", "white", "gray")
PLAYER_COLOURS = ("red", "blue", "green", "yellow", "black", "white", "violet")
GOODS_COLOURS = ("black", "red", "yellow", "white")

Words = Mapping[str, str]
"""A name in several languages: ``{"en": …, "ru": …}``."""


@dataclass(frozen=True, slots=True)
class City:
    """One printed city; ``x``, ``y`` are fractions of the board's frame, y downwards; ``also`` other spellings."""

    id: str
    name: Words
    x: float | None = None
    y: float | None = None
    lat: float | None = None
    lon: float | None = None
    terminal_of: str | None = None
    goods: str | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Route:
    """
    One printed line of ``length`` spaces; ``ferry`` counts its locomotive spaces.

    ``double`` is what the board says itself about routes with the same two ends (``Board.doubles``); None: nothing.
    """

    id: str
    ends: tuple[str, str]
    length: int
    colour: str = "gray"
    ferry: int = 0
    tunnel: bool = False
    double: bool | None = None


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket: two ends (a city, or a country that has terminals) and its points."""

    id: str
    ends: tuple[str, str]
    points: int
    deck: str | None = None


@dataclass(frozen=True)
class Board:
    """Cities and routes; ``aspect`` is width / height of the frame; ``countries`` names those with terminals."""

    id: str
    title: Words
    cities: Mapping[str, City]
    routes: Mapping[str, Route]
    aspect: float = 1.5
    countries: Mapping[str, Words] = field(default_factory=dict)
    original: bool = False
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @cached_property
    def doubles(self) -> tuple[tuple[str, ...], ...]:
        """
        The routes of the board as the double-route rule sees them: tracks of one double or triple route together.

        Tracks join the same two cities and have the same length (Europe's rulebook: parallel and equal in number of
        spaces). A board may say otherwise: ``"double": true`` on tracks of different lengths makes them one double,
        ``"double": false`` makes a route stand alone.
        """
        unequal = {(frozenset(r.ends), r.length) for r in self.routes.values() if r.double}
        groups: dict[tuple[frozenset[str], int | str | None], list[str]] = {}
        for route in self.routes.values():
            ends = frozenset(route.ends)
            if route.double is False:
                groups[ends, route.id] = [route.id]
            else:
                length = None if (ends, route.length) in unequal else route.length
                groups.setdefault((ends, length), []).append(route.id)
        return tuple(tuple(routes) for routes in groups.values())

    @cached_property
    def double_of(self) -> Mapping[str, str]:
        """For every route the id of the first track of its double; its own id where it stands alone."""
        return {route: tracks[0] for tracks in self.doubles for route in tracks}

    @cached_property
    def parallels(self) -> Mapping[str, tuple[str, ...]]:
        """For every route the ids of the other tracks of its double or triple route."""
        return {
            route: tuple(other for other in tracks if other != route)
            for tracks in self.doubles
            for route in tracks
        }

    @cached_property
    def alongside(self) -> Mapping[str, tuple[str, ...]]:
        """For every route the ids of all others with the same two ends, tracks of one double or not."""
        groups: dict[frozenset[str], list[str]] = {}
        for route in self.routes.values():
            groups.setdefault(frozenset(route.ends), []).append(route.id)
        return {
            route.id: tuple(r for r in groups[frozenset(route.ends)] if r != route.id)
            for route in self.routes.values()
        }

    @cached_property
    def namesakes(self) -> dict[str, Mapping[str, list[str]]]:
        """By language the routes between places of the same two names, as ``solver.game.naming`` works them out once."""
        return {}

    @cached_property
    def _terminals(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for city in self.cities.values():
            if city.terminal_of:
                found.setdefault(city.terminal_of, []).append(city.id)
        return {country: tuple(ends) for country, ends in found.items()}

    def places(self, end: str) -> tuple[str, ...]:
        """Return the cities at any of which a ticket's end is met: the terminals of a country, else the city itself."""
        return self._terminals.get(end, (end,))

    def knows(self, end: str) -> bool:
        """Whether a ticket may name this end."""
        return end in self.cities or end in self._terminals

    def name(self, place: str, language: str) -> str:
        """Return the printed name of a city or country in a language, else in any, else its id."""
        words = self.cities[place].name if place in self.cities else self.countries.get(place, {})
        return words.get(language) or words.get("en") or next(iter(words.values()), place)


@dataclass(frozen=True)
class Deck:
    """Tickets that are dealt together; ``candidates`` marks a list that is not known to be the printed one."""

    id: str
    title: Words
    board: str
    tickets: Mapping[str, Ticket]
    candidates: bool = False
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StationPrice:
    """So many cards of one colour; ``of_route``: the colour of a route out of the city, any where one is grey."""

    cards: int
    of_route: bool = False


@dataclass(frozen=True, slots=True)
class Stations:
    """How many stations each player has, what an unused one is worth in points, the ``price`` of the first, second …"""

    count: int
    points_unused: int
    price: tuple[StationPrice, ...] = ()


@dataclass(frozen=True, slots=True)
class Passengers:
    """Märklin's passengers: how many each player has, and the tokens (top first) of each goods colour."""

    count: int
    tokens: Mapping[str, tuple[int, ...]]
    cities_of: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Controller:
    """The USSR controller: how many cards, and the longest route it may take up or build."""

    cards: int
    length_at_most: int


@dataclass(frozen=True, slots=True)
class Deal:
    """So many cards of a deck at the start (``deck`` None: in any mix)."""

    deck: str | None
    cards: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus of the end: its kind (see ``solver.scoring.bonuses``), its points, and the name of its card, if it has one."""

    kind: str
    points: int
    title: Words = field(default_factory=dict)


@dataclass(frozen=True)
class Edition:
    """The rules of one box. ``switches`` are house rules with their default; ``keep`` names least cards to keep.

    ``draw`` is how many ``cards`` are drawn later and how many to ``keep``, from ``draw_deck`` (None: in any mix).
    ``cards`` is how many train cards of each kind lie in the box (``colour``: of each colour); empty where no source says.
    ``texts`` are the rule texts that it follows, by their keys in ``maps/rulings/sources.json``, the decisive one first.
    ``file`` is the game file that it came from, as parsed JSON; None for the boxes of the project.
    """

    id: str
    title: Words
    board: Board
    decks: tuple[Deck, ...]
    players: tuple[int, int]
    trains: int
    route_points: Mapping[int, int]
    parallel_routes_closed_up_to: int
    stations: Stations | None = None
    passengers: Passengers | None = None
    controller: Controller | None = None
    deal: tuple[Deal, ...] = ()
    keep: Mapping[str, int] = field(default_factory=dict)
    draw: Mapping[str, int] = field(default_factory=dict)
    draw_deck: str | None = None
    bonuses: tuple[Bonus, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    last_round_at: int = 2
    switches: Mapping[str, bool] = field(default_factory=dict)
    switch_tie_breaks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    colours: tuple[str, ...] = PLAYER_COLOURS[:5]
    sources: tuple[str, ...] = ()
    notes: tuple[Words, ...] = ()
    texts: tuple[str, ...] = ()
    cards: Mapping[str, int] = field(default_factory=dict)
    file: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)

    @cached_property
    def tickets(self) -> Mapping[str, Ticket]:
        """All tickets of the edition's decks by id."""
        return {ticket.id: ticket for deck in self.decks for ticket in deck.tickets.values()}
