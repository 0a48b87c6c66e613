"""The little maps of the proofs: players' lines are cased, stations are houses, names keep off rings and drawn lines."""

from __future__ import annotations

import re
from math import dist

import pytest
from flask import Flask

from app.pictures.mini import TEXT, geometry_of, points_along, ticket_map, trail_map
from solver.formats.load import load_edition


@pytest.fixture
def board(app: Flask):
    """The board of Europe, in a request for its names."""
    with app.test_request_context():
        yield load_edition("europe").board


def chain(board, most):
    """Return routes that follow one another, and the cities on the way."""
    cities, routes = ["lisboa"], []
    while len(routes) < most:
        here = cities[-1]
        step = next(
            (
                (route.id, next(end for end in route.ends if end != here))
                for route in board.routes.values()
                if here in route.ends and not set(route.ends) <= set(cities)
            ),
            None,
        )
        if step is None:
            break
        routes.append(step[0])
        cities.append(step[1])
    return routes, cities


def test_points_along_a_line_lie_on_it_at_even_steps():
    points = list(points_along("M0 0L100 0", 20.0))
    assert [x for x, _y in points] == pytest.approx([20, 40, 60, 80])
    assert [y for _x, y in points] == pytest.approx([0] * 4)
    bow = list(points_along("M0 0Q50 .5 100 0", 20.0))
    assert bow
    assert all(0 < y <= 0.25 for _x, y in bow)
    assert not list(points_along("", 20.0))


def test_what_a_player_owns_is_drawn_on_a_casing(board):
    routes, cities = chain(board, 4)
    drawn = ticket_map(
        geometry_of(board), board, colour="white", ends=cities[:1], owned=routes, plan=routes[:1]
    )
    kinds = [stroke.kind for stroke in drawn.strokes]
    for kind in ("thick", "todo"):
        assert kinds.index(f"casing of-{kind}") == kinds.index(kind) - 1
        casing, line = (next(s.d for s in drawn.strokes if s.kind == k) for k in (f"casing of-{kind}", kind))
        assert casing == line


def test_a_station_is_a_house(board):
    drawn = ticket_map(
        geometry_of(board),
        board,
        colour="red",
        ends=(),
        owned=(),
        stations=["wien"],
        names=["wien"],
        fine=True,
    )
    assert [knot.kind for knot in drawn.knots] == ["house"]
    assert [label.text for label in drawn.labels] == ["Wien"]


@pytest.mark.parametrize("length", [1, 2, 4, 8])
def test_names_keep_off_the_rings(board, length):
    routes, cities = chain(board, length)
    drawn = trail_map(
        geometry_of(board),
        board,
        colour="red",
        label="",
        walked=routes,
        stays_out=(),
        cities=cities,
        odd={},
    )
    assert len(drawn.labels) == len({cities[0], cities[-1]})
    for label in drawn.labels:
        wide = len(label.text) * TEXT * 0.6
        left = label.x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
        for ring in (knot for knot in drawn.knots if knot.kind == "tip"):
            near = (min(max(ring.x, left), left + wide), min(max(ring.y, label.y - TEXT * 0.8), label.y))
            assert dist(near, (ring.x, ring.y)) > ring.r + 3.5, (label, ring)


def test_a_name_stands_where_no_line_runs(board):
    geometry = geometry_of(board)
    routes, cities = chain(board, 1)
    (line,) = (geometry.paths[route] for route in routes)
    drawn = trail_map(
        geometry, board, colour="red", label="", walked=routes, stays_out=(), cities=cities, odd={}
    )
    points = list(points_along(line, 5.0))
    for label in drawn.labels:
        wide = len(label.text) * TEXT * 0.6
        left = label.x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
        inside = [(x, y) for x, y in points if left < x < left + wide and label.y - 36 < y < label.y - 2]
        assert not inside, (label, re.sub(r"\s+", " ", line))
