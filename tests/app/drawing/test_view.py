"""The board's markup: every state is a class away, nothing inline, light enough for a phone."""

import gzip
import re
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jinja2 import Environment, FileSystemLoader

from app.drawing.backdrop import backdrop_hash, backdrop_svg, land_behind
from app.drawing.mini import mini_view
from app.drawing.view import board_view

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


def test_a_state_is_a_class_and_wagons_or_houses_in_the_owners_pattern(templates, view, board):
    city = next(iter(board.cities))
    plain = {g.get("data-r"): g for g in drawn(templates, view)[1].iter(f"{SVG}g") if g.get("data-r")}
    for tunnel in {route.tunnel for route in board.routes.values()}:
        claimed = next(route for route in board.routes.values() if route.tunnel == tunnel)
        states = {"routes": {claimed.id: "claimed p-red"}, "cities": {city: "has-station p-blue"}}
        _, svg = drawn(templates, view, **states)
        shapes = {g.get("id"): g for g in svg.iter(f"{SVG}g") if g.get("id")}
        group = shapes[f"r-{claimed.id}"]
        free = plain[claimed.id]
        assert group.get("class") == f"{free.get('class')} claimed p-red"
        for lying, before in zip(group.iter(f"{SVG}use"), free.iter(f"{SVG}use"), strict=True):
            assert "#" + lying.get("data-k") == before.get("href")
            assert lying.get("href") == f"#{group.get('data-w')}-red"
            parts = [part.get("class").split()[-1] for part in shapes[lying.get("href")[1:]]]
            assert parts == [*(["tf"] if tunnel else []), "shade", "wagon", "roof", parts[-1]]
            assert parts[-1] in ("pt-red", "ptn-red")
        house = next(u for u in shapes[f"c-{city}"].iter(f"{SVG}use"))
        assert [part.get("class") for part in shapes[house.get("href")[1:]]] == ["wall", "pts ptn-blue"]


def test_free_routes_carry_nothing_of_a_wagon(templates, view):
    """What is hidden on every space makes a phone slow: a board of free routes is free spaces alone."""
    _, svg = drawn(templates, view)
    shapes = {g.get("id"): g for g in svg.iter(f"{SVG}g") if g.get("id")}
    copied = {use.get("href")[1:] for use in svg.iter(f"{SVG}use") if use.get("class") != "house"}
    used = {part.get("class") for copy in copied if copy in shapes for part in shapes[copy].iter()}
    assert not used & {"shade", "wagon", "roof"}
    assert max(len(list(shapes[copy])) for copy in copied if copy in shapes) <= 3


@pytest.mark.parametrize("claimed", [False, True])
def test_references_meet_their_shapes_and_ids_are_unique(templates, view, board, claimed):
    paints = cycle(view.colours)
    _, svg = drawn(templates, view, routes={r: f"claimed p-{next(paints)}" for r in board.routes if claimed})
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


def test_every_class_of_the_markup_is_known_to_the_style_sheets(templates, view, board):
    text, _ = drawn(templates, view, routes={next(iter(board.routes)): "claimed p-red"}, cordon="M0 0z")
    css = "".join(
        (ROOT / "app/static/css" / f"{name}.css").read_text("utf-8") for name in ("tokens", "board")
    )
    used = {name for group in re.findall(r'class="([^"]+)"', text) for name in group.split()}
    unknown = {name for name in used if f".{name}" not in css} - {"routes", "cities", "m", "ferry", "claimed"}
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
