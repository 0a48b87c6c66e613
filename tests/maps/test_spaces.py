"""The places of printed spaces: one for each space of each route, inside the frame, in walking order."""

from __future__ import annotations

import json
from math import hypot
from pathlib import Path

import pytest

from solver.checking.strict import read
from solver.formats.game_file import SpacesSchema
from solver.formats.load import load_edition

FILES = sorted((Path(__file__).parents[2] / "maps" / "spaces").glob("*.json"))


def test_there_are_spaces_of_both_first_boards():
    assert {"europe", "usa"} <= {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_space_of_a_board_has_its_place(path):
    data = json.loads(path.read_text(encoding="utf-8"))
    spaces, faults = read(SpacesSchema(), data)
    assert not faults
    board = load_edition(path.stem).board
    assert spaces["board"] == path.stem == board.id
    lengths = {route.id: route.length for route in board.routes.values()}
    assert {route: len(places) for route, places in spaces["routes"].items()} == lengths
    width, height = spaces["frame"]
    for route, places in spaces["routes"].items():
        assert all(0 < x < 1 and 0 < y < 1 and -90 <= angle < 90 for x, y, angle in places)
        first, last = (board.cities[end] for end in board.routes[route].ends)

        def far(place, city):
            return hypot((place[0] - city.x) * width, (place[1] - city.y) * height)

        assert far(places[0], first) + far(places[-1], last) <= far(places[0], last) + far(
            places[-1], first
        ), route
