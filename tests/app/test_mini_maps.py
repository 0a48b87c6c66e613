"""The little maps of the proofs: players' lines are cased, stations are houses, names keep off rings and drawn lines."""

from __future__ import annotations

import re
from math import dist
from random import Random

import pytest
from flask import Flask

from app.pictures import mini
from app.pictures.mini import TEXT, geometry_of, points_along, ticket_map, trail_map
from solver.formats.load import load_edition
from tests.effort import grows_fairly


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


def placed(geometry, board, cities, knots, drawn):
    """Return the labels of cities as a plain double loop over places and lines finds them, and what each costs."""
    rails = [
        (x - 10, y - 10, x + 10, y + 10)
        for route in drawn
        for x, y in points_along(geometry.paths[route], 20.0)
    ]
    taken = [(k.x - k.r, k.y - k.r, k.x + k.r, k.y + k.r) for k in knots]

    def over(a, b):
        wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
        return wide * high if wide > 0 and high > 0 else 0.0

    for city in cities:
        half = len(board.name(city, "en")) * TEXT * 0.6 / 2
        offers = []
        for step, (at, y, x, anchor) in enumerate(mini._sides(*geometry.points[city], half)):
            box = (x - half, y - TEXT / 2, x + half, y + TEXT / 2)
            outside = max(0.0, -60 - box[0]) + max(0.0, box[2] - geometry.width - 60)
            outside += max(0.0, -50 - box[1]) + max(0.0, box[3] - geometry.height - 50)
            cost = step * 60 + outside * 1000 + sum(over(box, rail) for rail in rails)
            cost += 6 * sum(over(box, other) for other in taken)
            offers.append((round(cost, 6), step, box, (round(at, 1), round(y + TEXT * 0.33, 1), anchor)))
        best = min(offers)
        taken.append(best[2])
        yield best[3]


@pytest.mark.parametrize("edition", ["europe", "marklin", "usa", "ussr"])
def test_names_stand_where_a_plain_search_puts_them(app: Flask, edition):
    with app.test_request_context():
        board = load_edition(edition).board
        geometry, chance = geometry_of(board), Random(edition)
        for _ in range(8):
            drawn = chance.sample(list(board.routes), 12)
            cities = list(dict.fromkeys(city for route in drawn for city in board.routes[route].ends))[:9]
            knots = [mini._knot(geometry, city, 20, "pin") for city in cities]
            labels = mini._labels(geometry, board, cities, knots, drawn)
            found = [(label.x, label.y, label.anchor) for label in labels]
            assert found == list(placed(geometry, board, cities, knots, drawn))


def test_more_names_and_lines_cost_no_more_each(board):
    geometry, cities = geometry_of(board), list(board.cities)

    def of_size(size):
        return lambda: mini._labels(geometry, board, cities[:size], (), list(board.routes)[:size])

    assert grows_fairly(of_size, 20)


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
