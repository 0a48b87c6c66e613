"""
How long a trail can be in a piece that hangs together by single routes.

In words: a *bridge* is a route without which the piece falls apart. Whoever crosses it never comes back, so the
bridges of a trail lie in a row, and between two of them the trail stays in one *block*, a part without bridges, from
the city where it came in to the city where it leaves. Inside a block counting works as in ``parity``, with the two
ends known: the best row of blocks and bridges is the longest path of a tree.

The answer is again a bound; it is the longest trail when the routes it names hang together, which fails only where
the routes left out cut a block in two.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from solver.search.trail.parity import SMALL, Piece, mend, pieces_of

Row = tuple[int, frozenset[str]]
"""Spaces and routes of a stretch of trail."""

_NOTHING: Row = (0, frozenset())


@dataclass(frozen=True, slots=True)
class Block:
    """A part without bridges, perhaps a single city; the bridge by which it is reached leads to ``entry``."""

    piece: Piece
    bridge: str | None
    entry: str
    onward: list[tuple[str, str]] = field(default_factory=list)
    known: dict[tuple[str, ...], Row] = field(default_factory=dict)

    def stretch(self, *ends: str) -> Row:
        """Return the most spaces of a trail in the block with none, one or both of its ends given."""
        if not self.piece.routes:
            return _NOTHING
        if ends not in self.known:
            odd = dict.fromkeys(self.piece.odd)
            for end in ends:
                if end in odd:
                    del odd[end]
                else:
                    odd[end] = None
            left_out = mend(self.piece, tuple(odd), let_off=2 - len(ends))
            routes = frozenset(self.piece.routes.keys() - left_out.routes)
            self.known[ends] = (self.piece.spaces - left_out.spaces, routes)
        return self.known[ends]


def through_bridges(piece: Piece) -> Row | None:
    """
    Return a length in spaces that no trail of the piece exceeds, and the routes that would make it.

    None when the piece has no bridges, or blocks with so many odd cities that this is not worth the while.
    """
    found = bridges(piece)
    if not found:
        return None
    blocks = _blocks(piece, found)
    if any(len(block.piece.odd) > SMALL - 2 for block in blocks):
        return None
    best = _NOTHING
    over: dict[str, Row] = {}
    # Blocks come in the order in which they are reached: those beyond a bridge are dealt with before it.
    for block in reversed(blocks):
        beyond = [(city, over[bridge]) for city, bridge in block.onward]
        best = max([best, block.stretch(), *_rows(block, beyond)], key=_spaces)
        for i, (city, row) in enumerate(beyond):
            best = max([best, *_rows(block, beyond[:i], city, row)], key=_spaces)
        if block.bridge is not None:
            bridge = (piece.routes[block.bridge][2], frozenset([block.bridge]))
            ways = [_add(bridge, block.stretch(block.entry)), *_rows(block, beyond, block.entry, bridge)]
            over[block.bridge] = max(ways, key=_spaces)
    return best


def bridges(piece: Piece) -> set[str]:
    """Return the routes without which the piece falls apart: those of a tree that no other route closes to a ring."""
    start = next(iter(piece.ways))
    back: dict[str, tuple[str, str]] = {}
    depth = {start: 0}
    reached = [start]
    closing = []
    for city in reached:
        for there, route, _ in piece.ways[city]:
            if there not in depth:
                depth[there] = depth[city] + 1
                back[there] = (city, route)
                reached.append(there)
            elif back.get(city, ("", ""))[1] != route and back.get(there, ("", ""))[1] != route:
                closing.append((city, there))
    found = {route for _, route in back.values()}
    while closing:
        one, other = closing.pop()
        if one != other:
            low, high = (one, other) if depth[one] > depth[other] else (other, one)
            above, route = back[low]
            found.discard(route)
            closing.append((above, high))
    return found


def _blocks(piece: Piece, found: set[str]) -> list[Block]:
    """Return the blocks, each after the one from which it is reached."""
    inner = {route: way for route, way in piece.routes.items() if route not in found}
    part_of = {city: part for part in pieces_of(inner) for city in part.ways}
    start = next(iter(piece.ways))
    blocks = [Block(part_of.get(start, Piece({start: []}, {})), None, start)]
    for block in blocks:
        for city in block.piece.ways:
            for there, route, _ in piece.ways[city]:
                if route in found and route != block.bridge:
                    block.onward.append((city, route))
                    blocks.append(Block(part_of.get(there, Piece({there: []}, {})), route, there))
    return blocks


def _rows(
    block: Block, beyond: list[tuple[str, Row]], city: str | None = None, before: Row = _NOTHING
) -> list[Row]:
    """Return the rows that go on over a bridge; they come from ``city`` with what lies before it, or start here."""
    ends = [] if city is None else [city]
    return [_add(before, block.stretch(*ends, there), row) for there, row in beyond]


def _add(*rows: Row) -> Row:
    return sum(spaces for spaces, _ in rows), frozenset().union(*(routes for _, routes in rows))


def _spaces(row: Row) -> int:
    return row[0]
