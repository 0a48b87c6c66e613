"""The page of passengers and goods: who stands where and would gain what, and what is left on each stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from app.tables.store import Table
from app.web.forms import join_ids
from app.web.i18n import gettext as _
from app.web.i18n import place_name
from app.words.journeys import journey_offers, offer_title, offer_way
from solver.game.events import GoodsColourSet
from solver.game.objections import objections
from solver.game.state import State
from solver.questions.journey import unknown_goods


@dataclass(frozen=True, slots=True)
class Way:
    """A journey that is offered: its title, its cities in words, and the address of the sheet that records it."""

    title: str
    cities: str
    url: str


@dataclass(frozen=True, slots=True)
class Rider:
    """A standing passenger; ``url`` opens the sheet on which his journey is put together by hand."""

    city: str
    name: str
    ways: tuple[Way, ...]
    url: str


@dataclass(frozen=True, slots=True)
class RiderGroup:
    """A player's passengers: how many are still to be placed, those that stand, and the goods they brought."""

    player: str
    name: str
    colour: str
    left: int
    riders: tuple[Rider, ...]
    goods: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Stack:
    """
    What lies in a city now, top first.

    ``full`` is how many tokens lay there at the start; ``assumed``: the table has not said so itself.
    """

    city: str
    name: str
    colour: str
    tokens: tuple[int, ...]
    full: int
    assumed: bool


@dataclass(frozen=True, slots=True)
class Unknown:
    """
    A city of which nobody at the table has said the colour of its goods, and the colours that it may have.

    ``assumed`` is the colour that the board file gives it: so far as is known, and empty where nothing is.
    """

    city: str
    name: str
    colours: tuple[str, ...]
    assumed: str = ""


@dataclass(frozen=True, slots=True)
class Overrule:
    """A colour that rules stand in the way of, and the codes of these rules, with commas between."""

    city: str
    colour: str
    codes: str


@dataclass(frozen=True, slots=True)
class GoodsPage:
    """All that ``goods/goods.html`` reads."""

    code: str
    groups: tuple[RiderGroup, ...]
    stacks: tuple[Stack, ...]
    unknown: tuple[Unknown, ...]
    assumed: tuple[Unknown, ...]
    rest: str
    left: int
    may_record: bool
    message: str = ""
    overrule: Overrule | None = None


def goods_page(
    table: Table,
    state: State,
    at: Callable[..., str],
    *,
    hide: bool,
    may_record: bool,
    message: str = "",
    overrule: Overrule | None = None,
) -> GoodsPage:
    """
    Return everything about passengers and goods.

    Parameters
    ----------
    at
        Makes the address of the table page with something picked.
    hide
        Whether points are covered: then nobody's goods are told.
    message, overrule
        What was refused, and how the table may play over it.
    """
    stacks = _stacks(state)
    return GoodsPage(
        code=table.code,
        groups=tuple(_group(table, state, player, at, hide=hide) for player in state.players),
        stacks=stacks,
        unknown=_open(state, unknown_goods(state)),
        assumed=_open(state, assumed_goods(state)),
        rest=rest_colour(state),
        left=sum(len(stack.tokens) for stack in stacks),
        may_record=may_record,
        message=message,
        overrule=overrule,
    )


def _group(table: Table, state: State, player: str, at: Callable[..., str], *, hide: bool) -> RiderGroup:
    seat = state.seat(player)
    return RiderGroup(
        player=player,
        name=seat.name,
        colour=seat.colour,
        left=max(state.passengers_left(player), 0),
        riders=tuple(_rider(table, state, player, city, at) for city in state.standing.get(player, ())),
        goods=None if hide else tuple(state.goods.get(player, ())),
    )


def _rider(table: Table, state: State, player: str, city: str, at: Callable[..., str]) -> Rider:
    ways = tuple(
        Way(
            offer_title(offer),
            offer_way(state, offer),
            at(rider=player, start=city, way=join_ids(offer.routes)),
        )
        for offer in journey_offers(table, state, player, city)
    )
    return Rider(city, place_name(state.board, city), ways, at(rider=player, start=city))


def _stacks(state: State) -> tuple[Stack, ...]:
    """Return the known stacks, the most valuable top first, then by name."""
    passengers = state.edition.passengers
    found = []
    for city in state.board.cities.values():
        colour = state.goods_colour(city.id)
        tokens = state.stack(city.id)
        if passengers is None or colour is None or tokens is None or city.terminal_of:
            continue
        name = place_name(state.board, city.id)
        assumed = city.id not in state.goods_colours
        found.append(Stack(city.id, name, colour, tokens, len(passengers.tokens[colour]), assumed))
    return tuple(sorted(found, key=lambda s: (-max(s.tokens, default=0), -sum(s.tokens), s.name)))


def _open(state: State, cities: Iterable[str]) -> tuple[Unknown, ...]:
    named = ((city, place_name(state.board, city)) for city in cities)
    return tuple(
        Unknown(city, name, possible_colours(state, city), state.goods_colour(city) or "")
        for city, name in sorted(named, key=lambda pair: pair[1])
    )


def assumed_goods(state: State) -> tuple[str, ...]:
    """Return the cities whose goods only the board file names: the table may say otherwise."""
    if state.edition.passengers is None:
        return ()
    return tuple(c.id for c in state.board.cities.values() if c.goods and c.id not in state.goods_colours)


def possible_colours(state: State, city: str) -> tuple[str, ...]:
    """
    Return the colours that a city's goods are offered: the box has so many cities of each colour.

    A colour that the table has given to the city itself is not offered again; one that is only assumed is, so that it
    can be confirmed. Colours of other cities count here as far as they are known, though only what the table said may
    forbid one (``objections``).
    """
    passengers = state.edition.passengers
    if passengers is None:
        return ()
    others = Counter(state.goods_colour(other) for other in state.board.cities if other != city)
    return tuple(
        colour
        for colour in passengers.tokens
        if others[colour] < passengers.cities_of.get(colour, len(state.board.cities))
        and state.goods_colours.get(city) != colour
        and not objections(state, GoodsColourSet(city, colour))
    )


def rest_colour(state: State) -> str:
    """Return the colour that all cities without one must have, when only one is left and the numbers agree."""
    passengers, unknown = state.edition.passengers, unknown_goods(state)
    if passengers is None or not unknown:
        return ""
    known = [state.goods_colour(city) for city in state.board.cities]
    free = {colour: count - known.count(colour) for colour, count in passengers.cities_of.items()}
    open_colours = [colour for colour, count in free.items() if count > 0]
    return open_colours[0] if len(open_colours) == 1 and free[open_colours[0]] == len(unknown) else ""


def token_words(values: tuple[int, ...]) -> str:
    """Return ``7 6 5``, or a word where nothing lies any more."""
    return " ".join(map(str, values)) or _("empty")
