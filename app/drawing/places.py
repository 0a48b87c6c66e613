"""Where the cities stand, in units; cities of home-made boards that come without places are given some."""

from __future__ import annotations

import networkx as nx
import numpy as np

from app.drawing.geometry import Point
from solver.game.edition import Board

SHORT_SIDE = 1000.0
INSET = 0.06
LEAST_APART = 46.0
"""Cities nearer than this, in units, are pushed apart a little: their dots and first spaces would be one heap."""


def size_of(board: Board) -> Point:
    """Return width and height of a board's frame: its short side is always 1000 units."""
    aspect = min(max(board.aspect, 0.33), 3.0)
    return (SHORT_SIDE * aspect, SHORT_SIDE) if aspect >= 1 else (SHORT_SIDE, SHORT_SIDE / aspect)


def places_of(board: Board) -> dict[str, Point]:
    """Return the centre of every city's dot, in units, rounded to a tenth."""
    width, height = size_of(board)
    given = {c.id: (c.x, c.y) for c in board.cities.values() if c.x is not None and c.y is not None}
    found = given if len(given) == len(board.cities) else _invented(board, given)
    apart = _apart({city: (found[city][0] * width, found[city][1] * height) for city in board.cities})
    return {city: (round(x, 1), round(y, 1)) for city, (x, y) in apart.items()}


def _invented(board: Board, given: dict[str, Point]) -> dict[str, Point]:
    """Let springs along the routes spread the cities without a place; long routes pull less. Same board, same places."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(sorted(board.cities))
    for route in sorted(board.routes.values(), key=lambda r: r.id):
        graph.add_edge(*route.ends, weight=3.0 / route.length)
    fixed = sorted(given) or None
    spring = nx.spring_layout(graph, pos=dict(given) or None, fixed=fixed, iterations=300, seed=7)
    if fixed:
        inside = {city: np.clip(xy, INSET, 1 - INSET) for city, xy in spring.items()}
        return given | {
            city: (float(xy[0]), float(xy[1])) for city, xy in inside.items() if city not in given
        }
    rows = np.array([spring[city] for city in board.cities]).reshape(-1, 2)
    low, span = rows.min(0), np.maximum(rows.max(0) - rows.min(0), 1e-6)
    spread = INSET + (1 - 2 * INSET) * (rows - low) / span
    return {city: (float(x), float(y)) for city, (x, y) in zip(board.cities, spread, strict=True)}


def _apart(places: dict[str, Point]) -> dict[str, Point]:
    """Push apart cities that nearly stand on each other; those of a real board never do."""
    names, rows = list(places), np.array(list(places.values())).reshape(-1, 2)
    for _ in range(60):
        away = rows[:, None] - rows
        gap = np.hypot(away[..., 0], away[..., 1])
        couples = np.argwhere(np.triu(gap < LEAST_APART, 1))
        if not len(couples):
            break
        for i, j in couples:
            turn = 2.4 * (i + 1)
            push = away[i, j] if gap[i, j] > 1 else np.array([np.cos(turn), np.sin(turn)])
            push = push / max(float(np.hypot(*push)), 1e-9) * (LEAST_APART - gap[i, j] + 0.5) / 2
            rows[i], rows[j] = rows[i] + push, rows[j] - push
    return {city: (float(x), float(y)) for city, (x, y) in zip(names, rows, strict=True)}
