"""
What a position with passengers and goods breaks (Märklin): figures and tokens that cannot lie so.

Source: ``maps/rulings/passengers.json``.

A position is scored as it lies; the sheet says what is wrong with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from solver.game.edition import Passengers
from solver.game.state import State
from solver.scoring.sheet import Note
from solver.words.say import Text


def passenger_notes(state: State) -> Iterator[Note]:
    """Yield what is wrong with the passengers and goods of a table."""
    passengers = state.edition.passengers
    if passengers is None:
        if any(state.stacks.values()):
            yield _note("no-stacks")
        return
    yield from _standing(state)
    yield from _values(state, passengers)
    yield from _stacks(state, passengers)
    yield from _counts(state, passengers)


def _note(code: str, **facts: object) -> Note:
    return Note(code, Text(f"note-{code}", facts))


def _standing(state: State) -> Iterator[Note]:
    """A city holds one passenger, a country none."""
    where = [(city, player) for player in state.players for city in state.standing.get(player, ())]
    for city in dict.fromkeys(city for city, _ in where):
        there = [player for at, player in where if at == city]
        if len(set(there)) > 1:
            yield _note("passenger-city-taken", city=city, players=tuple(dict.fromkeys(there)))
        elif len(there) > 1:
            yield _note("passenger-city-own", city=city, player=there[0], count=len(there))
        if state.board.cities[city].terminal_of:
            yield _note("passenger-in-country", city=city, players=tuple(dict.fromkeys(there)))


def _values(state: State, passengers: Passengers) -> Iterator[Note]:
    known = {value for stack in passengers.tokens.values() for value in stack}
    for player in state.players:
        unknown = tuple(dict.fromkeys(v for v in state.goods.get(player, ()) if v not in known))
        if unknown:
            yield _note("goods-unknown", player=player, values=unknown)


def _stacks(state: State, passengers: Passengers) -> Iterator[Note]:
    """A stack that was named must be what is left of a full one, the highest token on top."""
    for city, left in state.stacks.items():
        colour = state.goods_colour(city)
        known = passengers.tokens.get(colour or "")
        if not any(_is_left_of(left, full) for full in ([known] if known else passengers.tokens.values())):
            yield _note("stack-unknown", city=city, values=left)


def _is_left_of(left: Sequence[int], full: Sequence[int]) -> bool:
    tokens = iter(full)
    return all(value in tokens for value in left)


def _counts(state: State, passengers: Passengers) -> Iterator[Note]:
    """With the players and in the stacks that were named there are no more tokens of a value than in the box."""
    box: Counter[int] = Counter()
    for colour, stack in passengers.tokens.items():
        for value in stack:
            box[value] += passengers.cities_of.get(colour, 0)
    seen = Counter(value for values in state.goods.values() for value in values)
    seen += Counter(value for stack in state.stacks.values() for value in stack)
    for value in sorted(seen):
        if 0 < box[value] < seen[value]:
            yield _note("goods-too-many", value=value, count=seen[value], most=box[value])
