"""
Faults of an edition that no single value shows: rules that contradict each other, or that do not fit board and decks.

As in ``joins``, the raw input is read, and whatever has the wrong shape is passed over: the schema says so already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from solver.checking.faults import fault, join
from solver.formats.joins import KNOWN_SWITCHES, _cut, _is_count, _rows
from solver.game.edition import Board
from solver.game.errors import Fault

Place = list[str | int]


def rule_faults(data: object, where: str) -> Iterator[Fault]:
    """Yield what contradicts itself in the rules of an edition."""
    yield from _players(data, where)
    for place, names in _lists(data):
        for index, name in enumerate(names):
            if isinstance(name, str) and name in names[:index]:
                yield fault(join(where, [*place, index]), "named-twice", name=_cut(name))
    kinds = [row.get("kind") for _, row in _rows(data, "bonuses")]
    for number, (index, row) in enumerate(_rows(data, "bonuses")):
        kind = row.get("kind")
        if isinstance(kind, str) and kind in kinds[:number]:
            yield fault(join(where, ["bonuses", index, "kind"]), "named-twice", name=_cut(kind))
    yield from _piles(data, where)
    yield from _kept(data, where)
    yield from _switches(data, where)


def _map(data: object, key: str) -> dict[str, Any]:
    found = data.get(key) if isinstance(data, dict) else None
    return found if isinstance(found, dict) else {}


def _list(data: object, key: str) -> list[Any]:
    found = data.get(key) if isinstance(data, dict) else None
    return found if isinstance(found, list) else []


def _lists(data: object) -> Iterator[tuple[Place, list[Any]]]:
    """Yield the lists of an edition in which every name stands once."""
    for key in ("decks", "colours", "tie_breaks"):
        yield [key], _list(data, key)
    for switch in _map(data, "switch_tie_breaks"):
        yield ["switch_tie_breaks", switch], _list(_map(data, "switch_tie_breaks"), switch)


def _players(data: object, where: str) -> Iterator[Fault]:
    players, colours = _list(data, "players"), _list(data, "colours")
    if len(players) == 2 and all(map(_is_count, players)):
        low, high = players
        if low > high:
            yield fault(join(where, ["players"]), "players-order", low=low, high=high)
        if colours and len(colours) < high:
            path = join(where, ["colours"])
            yield fault(path, "too-few-colours", count=len(colours), players=high)
    trains = data.get("trains") if isinstance(data, dict) else None
    least = _map(data, "last_round").get("trains_at_most")
    if _is_count(trains) and _is_count(least) and least >= trains:
        path = join(where, ["last_round", "trains_at_most"])
        yield fault(path, "last-round-at-once", found=least, trains=trains)


def _piles(data: object, where: str) -> Iterator[Fault]:
    """Yield every deck that the rules name and the edition does not have."""
    decks = [deck for deck in _list(data, "decks") if isinstance(deck, str)]
    places: list[tuple[Place, Any]] = [
        (["deal", index, "deck"], row.get("deck")) for index, row in _rows(data, "deal")
    ]
    places += [(["draw", "deck"], _map(data, "draw").get("deck"))]
    places += [(["keep", pile], pile) for pile in _map(data, "keep") if pile != "total"]
    for place, pile in places:
        if isinstance(pile, str) and pile not in decks:
            yield fault(join(where, place), "other-deck", name=_cut(pile), known=tuple(decks))


def _kept(data: object, where: str) -> Iterator[Fault]:
    """Yield where more cards are to be kept than a player is given."""
    dealt: Counter[str | None] = Counter()
    for _, row in _rows(data, "deal"):
        deck, cards = row.get("deck"), row.get("cards")
        if _is_count(cards) and (deck is None or isinstance(deck, str)):
            dealt[deck] += cards
    kept = _map(data, "keep")
    for pile, least in kept.items():
        given = dealt.total() if pile == "total" else dealt[pile] + dealt[None]
        if dealt and _is_count(least) and least > given:
            yield fault(join(where, ["keep", pile]), "keeps-too-many", keep=least, cards=given)
    draw = _map(data, "draw")
    if _is_count(draw.get("cards")) and _is_count(draw.get("keep")) and draw["keep"] > draw["cards"]:
        path = join(where, ["draw", "keep"])
        yield fault(path, "keeps-too-many", keep=draw["keep"], cards=draw["cards"])


def _switches(data: object, where: str) -> Iterator[Fault]:
    switches, orders = _map(data, "switches"), _map(data, "switch_tie_breaks")
    for switch in dict.fromkeys((*switches, *orders)):
        if switch not in KNOWN_SWITCHES and not (switch in switches and switch in orders):
            yield fault(join(where, ["switches", switch]), "unknown-switch", known=KNOWN_SWITCHES)


def length_gaps(data: object, board: Board, where: str) -> Iterator[Fault]:
    """Yield every length that a board has and the rules give no points for."""
    points = _map(data, "route_points")
    if not points:
        return
    counts = Counter(route.length for route in board.routes.values())
    for length in sorted(counts):
        if str(length) not in points:
            path = join(where, ["route_points", str(length)])
            yield fault(path, "length-without-points", count=counts[length], board=board.id)
