"""A route has one name, on pages, in scripts and in the library's sentences, and no two of a board share it."""

from __future__ import annotations

import pytest
from flask import Flask

from app.drawing.titles import route_title
from app.pages.table.data import board_data
from app.web import i18n
from app.web.i18n import LANGUAGES, pair_name, route_colour, route_name
from solver import position_from_json
from solver.formats.edition import read_board
from solver.formats.load import board_ids, edition_ids, load_board
from solver.game.naming import route_mark
from solver.game.naming import route_name as library_name


@pytest.fixture
def pages() -> Flask:
    app = Flask(__name__)
    i18n.init_app(app)
    return app


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", board_ids())
def test_no_two_routes_of_a_board_have_one_name(pages: Flask, name: str, language: str) -> None:
    board = load_board(name)
    with pages.test_request_context(headers={"Cookie": f"language={language}"}):
        found = [route_name(board, route) for route in board.routes]
        titles = [route_title(board, route) for route in board.routes.values()]
        assert [one.replace("\N{NO-BREAK SPACE}", " ") for one in found] == [
            library_name(board, route, language).replace("\N{NO-BREAK SPACE}", " ") for route in board.routes
        ]
    assert len(set(found)) == len(found)
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", edition_ids())
def test_the_script_is_told_the_very_names(pages: Flask, edition: str, language: str) -> None:
    """``model.js`` cuts the mark and its brackets off a name where only the two cities are wanted."""
    state = position_from_json({"edition": edition, "players": [{"name": "A"}]}).state
    with pages.test_request_context(headers={"Cookie": f"language={language}"}):
        data = board_data(state)
        for route in state.board.routes:
            name, mark = data["names"][route], data["marks"].get(route, "")
            assert name == route_name(state.board, route)
            assert (name.removesuffix(f" ({mark})") if mark else name) == pair_name(state.board, route)
            assert mark in ("", route_colour(state.board, route))


def test_tracks_of_one_colour_are_numbered_others_are_told_by_colour_and_single_ones_by_nothing() -> None:
    usa, europe = load_board("usa"), load_board("europe")
    names = [library_name(usa, route, "en") for route in ("boston-montreal-1", "boston-montreal-2")]
    assert [name.rpartition(" (")[2] for name in names] == ["grey 1)", "grey 2)"]
    assert library_name(europe, "dieppe-paris-1", "en").endswith(")") == bool(
        europe.alongside["dieppe-paris-1"]
    )
    single = next(route for route, others in europe.alongside.items() if not others)
    assert route_mark(europe, single, "en") == ""


def test_routes_between_the_same_cities_name_them_in_one_order_and_unequal_ones_are_told_apart() -> None:
    board = read_board(
        {
            "routes": [
                {"id": "ab-1", "ends": ["b", "a"], "length": 2},
                {"id": "ab-2", "ends": ["a", "b"], "length": 3},
                {"id": "ab-3", "ends": ["a", "b"], "length": 3, "colour": "red"},
            ]
        }
    )
    assert [library_name(board, route, "en") for route in board.routes] == [
        "b – a (grey 1)",
        "b – a (grey 2)",
        "b – a (red)",
    ]


def test_places_of_one_name_do_not_make_two_routes_of_one_name() -> None:
    """Two printed ends of one country have its name: routes to them need telling apart though their ends differ."""
    cities = [{"id": name, "name": {"en": name[:1].upper()}} for name in ("a", "land-1", "land-2")]
    routes = [{"id": f"a-{n}", "ends": ["a", f"land-{n}"], "length": n} for n in (1, 2)]
    board = read_board({"cities": cities, "routes": routes})
    assert [library_name(board, route, "en") for route in board.routes] == [
        "A – L (grey 1)",
        "A – L (grey 2)",
    ]
