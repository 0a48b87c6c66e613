"""The board's markup: every state is a class away, nothing inline, light enough for a phone."""

import gzip
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jinja2 import Environment, FileSystemLoader

from app.drawing.backdrop import backdrop_hash, backdrop_svg, land_behind
from app.drawing.view import board_view, mini_view

ROOT = Path(__file__).parents[3]
SVG = "{http://www.w3.org/2000/svg}"
EUROPE_COLOURS = ("red", "blue", "green", "yellow", "black")


@pytest.fixture(scope="module")
def templates():
    return Environment(
        loader=FileSystemLoader(ROOT / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )


@pytest.fixture
def view(board, layout):
    return board_view(
        board, layout, language="ru", title=lambda r: f"{r.id}, <{r.colour}>", colours=EUROPE_COLOURS
    )


def drawn(templates, view, **state):
    text = str(templates.get_template("board/board.svg").module.board(view, label="Board", **state))
    return text, ElementTree.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def test_every_route_and_city_is_a_button_with_a_name(templates, view, board):
    _, svg = drawn(templates, view)
    routes = {g.get("data-r"): g for g in svg.iter(f"{SVG}g") if g.get("data-r")}
    cities = {g.get("data-c"): g for g in svg.iter(f"{SVG}g") if g.get("data-c")}
    assert set(routes) == set(board.routes)
    assert set(cities) == set(board.cities)
    for group in (*routes.values(), *cities.values()):
        assert group.get("role") == "button"
        assert group.get("tabindex") == "0"
        assert group.get("aria-label")
    for route in board.routes.values():
        group = routes[route.id]
        assert len(list(group.iter(f"{SVG}use"))) == route.length
        assert group.find(f"{SVG}path").get("class") == "hit"
        assert f"r-{route.colour}" in group.get("class").split()
        assert ("pair" in group.get("class").split()) == bool(board.parallels[route.id])


def test_a_ferry_shows_its_locomotives_and_a_tunnel_its_frame(templates, view, board):
    _, svg = drawn(templates, view)
    cells = {g.get("id"): g for g in svg.iter(f"{SVG}g") if (g.get("id") or "").startswith("k")}
    for group in (g for g in svg.iter(f"{SVG}g") if g.get("data-r")):
        route = board.routes[group.get("data-r")]
        inside = [cells[use.get("href")[1:]] for use in group.iter(f"{SVG}use")]
        locomotives = sum(any(part.get("class") == "loco" for part in cell) for cell in inside)
        assert locomotives == route.ferry
        assert all((cell[0].get("class") == "tf") == route.tunnel for cell in inside)


def test_a_barred_route_is_crossed_out_in_its_middle_and_no_other_is(templates, view, board):
    barred = max(board.routes.values(), key=lambda route: route.length)
    _, svg = drawn(templates, view, routes={barred.id: "claimed p-red cut"})
    crossed = [g for g in svg.iter(f"{SVG}g") if g.get("data-r") and crosses(g)]
    assert [g.get("data-r") for g in crossed] == [barred.id]
    (cross,) = crosses(crossed[0])
    copies = [use for use in crossed[0].iter(f"{SVG}use") if use is not cross]
    middle = copies[(barred.length - 1) // 2]
    assert (cross.get("x"), cross.get("transform")) == (middle.get("x"), middle.get("transform"))


def crosses(group):
    """Return the marks that say that a route is barred."""
    return [use for use in group.iter(f"{SVG}use") if use.get("href") == "#cross"]


def test_a_state_is_a_class(templates, view, board):
    route, city = next(iter(board.routes)), next(iter(board.cities))
    plain, _ = drawn(templates, view)
    text, svg = drawn(templates, view, routes={route: "claimed p-red"}, cities={city: "has-station p-blue"})
    group = next(g for g in svg.iter(f"{SVG}g") if g.get("data-r") == route)
    assert group.get("class").endswith(" claimed p-red")
    assert text.replace(" claimed p-red", "").replace(" has-station p-blue", "") == plain, (
        "classes and nothing else"
    )


def test_references_meet_their_shapes_and_ids_are_unique(templates, view):
    _, svg = drawn(templates, view)
    ids = [e.get("id") for e in svg.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert {e.get("href")[1:] for e in svg.iter(f"{SVG}use")} <= set(ids)


def test_no_inline_style_and_nothing_unescaped(templates, view):
    text, _ = drawn(templates, view)
    assert "style" not in text
    assert "&lt;red&gt;" in text
    assert "<red>" not in text


def test_the_board_is_light(templates, view):
    text, _ = drawn(templates, view)
    assert len(gzip.compress(text.encode())) < 25_000


def test_every_class_of_the_markup_is_known_to_the_style_sheets(templates, view):
    text, _ = drawn(templates, view, routes={}, cordon="M0 0z")
    css = "".join(
        (ROOT / "app/static/css" / f"{name}.css").read_text("utf-8") for name in ("tokens", "board")
    )
    used = {name for group in re.findall(r'class="([^"]+)"', text) for name in group.split()}
    unknown = {name for name in used if f".{name}" not in css} - {"routes", "cities", "m", "ferry"}
    assert not unknown


def test_the_little_map_has_a_line_for_every_pair_and_a_dot_for_every_city(templates, board, layout):
    mini = mini_view(board, layout)
    text = str(templates.get_template("board/mini.svg").module.mini(mini))
    assert mini.all.count("M") == len({frozenset(r.ends) for r in board.routes.values()})
    assert mini.dots.count("M") == len(board.cities)
    assert "style" not in text
    assert len(gzip.compress(text.encode())) < 2_000


def test_the_land_is_one_file_whose_colours_are_the_pages(board):
    svg = backdrop_svg(board.id)
    assert 'id="land"' in svg
    assert ElementTree.fromstring(svg) is not None
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg)) <= {
        "none", "var(--land)", "var(--shore)", "var(--sea2)", "var(--lake)"
    }  # fmt: skip
    assert len(backdrop_hash(board.id)) == 12


def test_a_board_without_land_has_none():
    assert backdrop_svg("nowhere") == backdrop_hash("nowhere") == ""


def test_a_home_made_board_does_not_get_the_land_of_its_namesake(board):
    assert land_behind(board) == backdrop_hash(board.id)
    assert land_behind(replace(board, aspect=board.aspect * 1.1)) == ""
