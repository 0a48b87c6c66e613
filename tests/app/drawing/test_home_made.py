"""Boards that nobody measured: odd shapes, no places, places on each other."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.drawing import layout as layouts
from app.drawing import slots
from app.drawing.cordon import cordon_path
from app.drawing.layout import compute_layout, layout_for, layout_json, read_layout
from app.drawing.mini import mini_view
from app.drawing.plates import plates_beside
from app.drawing.view import board_view
from solver.formats.load import board_ids, load_board
from solver.game.edition import ROUTE_COLOURS, Board, City, Route


@st.composite
def boards(draw):
    """A small board; places may be missing, equal or at the frame; there are parallels up to four deep."""
    names = [f"c{i}" for i in range(draw(st.integers(2, 7)))]
    spot = st.one_of(st.none(), st.sampled_from((0.0, 0.5, 1.0)), st.floats(0, 1, allow_subnormal=False))
    cities = {
        n: City(n, {"en": draw(st.text(min_size=1, max_size=25))}, draw(spot), draw(spot)) for n in names
    }
    ends = st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(lambda e: e[0] != e[1])
    route = st.tuples(
        ends, st.integers(1, 9), st.sampled_from(ROUTE_COLOURS), st.integers(0, 2), st.booleans()
    )
    rows = draw(st.lists(route, min_size=1, max_size=12))
    routes = {
        f"r{i}": Route(f"r{i}", e, length, colour, min(ferry, length), tunnel)
        for i, (e, length, colour, ferry, tunnel) in enumerate(rows)
    }
    return Board("home", {"en": "Home"}, cities, routes, draw(st.sampled_from((0.2, 0.65, 1.0, 1.5, 4.0))))


@settings(max_examples=40, deadline=None)
@given(boards())
def test_any_small_board_can_be_drawn(board):
    layout = compute_layout(board)
    for route in board.routes.values():
        assert len(layout.routes[route.id].slots) == route.length
        assert all(isfinite(v) for slot in layout.routes[route.id].slots for v in slot)
    assert set(layout.plates["en"]) == set(board.cities) == set(layout.plates["ru"])
    assert read_layout(layout_json(layout)) == layout
    view = board_view(board, layout, language="ru", title=lambda route: route.id)
    assert [len(r.copies) for r in view.routes] == [r.length for r in board.routes.values()]
    assert mini_view(board, layout).dots
    assert cordon_path(layout, list(board.cities)[:2])


def full_board(lines: int, tracks: int) -> Board:
    """A board of the greatest size: so many lines in a ring, each with so many tracks of nine spaces."""
    count = max(lines, 2)
    cities = {f"c{i}": City(f"c{i}", {"en": f"City {i}"}) for i in range(count)}
    routes = {
        f"r{i}-{j}": Route(f"r{i}-{j}", (f"c{i}", f"c{(i + 1) % count}"), 9)
        for i in range(lines)
        for j in range(tracks)
    }
    return Board(f"full-{lines}-{tracks}", {"en": "Full"}, cities, routes)


@pytest.mark.parametrize(("lines", "tracks"), [(1, 300), (3, 100), (10, 30), (30, 10), (100, 3)])
def test_what_a_drawing_costs_is_bounded_whatever_the_board_holds(monkeypatch, lines, tracks):
    """Counted, not timed: spaces compared with spaces, couples moved apart, offers of plates held against spaces."""
    compared, couples, held = [], [], []

    def touching(boxes, *rest):
        found = slots.touching_plainly(boxes, *rest)
        compared.append(len(boxes) ** 2)
        couples.append(len(found[0]))
        return found

    monkeypatch.setattr(slots, "touching_plainly", slots.touching, raising=False)
    monkeypatch.setattr(slots, "touching", touching)
    monkeypatch.setattr(
        layouts,
        "hang_plates",
        lambda names, places, boxes, _frame: held.append((len(names), len(boxes))) or plates_beside(names),
    )
    board = full_board(lines, tracks)
    layout = compute_layout(board)
    assert sum(len(route.slots) for route in layout.routes.values()) == 9 * len(board.routes)
    assert sum(compared) <= max(slots.ROUNDS * slots.SPACES**2, (9 * len(board.routes)) ** 2)
    assert sum(couples[:-1]) <= slots.MOST_COUPLES
    assert all(cities * spaces <= layouts.MOST_LOOKS for cities, spaces in held)


def test_boards_of_the_size_of_a_box_are_drawn_with_all_care():
    for name in board_ids():
        spaces = sum(route.length for route in load_board(name).routes.values())
        assert slots.rounds_for(spaces) == slots.ROUNDS
        assert len(load_board(name).cities) * spaces <= layouts.MOST_LOOKS / 2


def test_a_board_without_places_spreads_over_its_frame():
    europe = load_board("europe")
    bare = replace(
        europe, id="bare", cities={c.id: replace(c, x=None, y=None) for c in europe.cities.values()}
    )
    layout = layout_for(bare)
    xs, ys = zip(*layout.cities.values(), strict=True)
    assert max(xs) - min(xs) > 0.8 * layout.width
    assert max(ys) - min(ys) > 0.8 * layout.height
    assert layout_for(bare) is layout, "kept, not computed again"


def test_phones_that_open_a_new_board_together_wait_for_one_drawing(monkeypatch):
    ends = {"a": City("a", {"en": "A"}, 0.1, 0.2), "b": City("b", {"en": "B"}, 0.8, 0.7)}
    board = Board("herd", {"en": "Herd"}, ends, {"r": Route("r", ("a", "b"), 3, "red", 0, False)}, 1.0)
    drawn = []

    def slowly(board):
        drawn.append(board)
        time.sleep(0.2)
        return compute_layout(board)

    monkeypatch.setattr(layouts, "compute_layout", slowly)
    with ThreadPoolExecutor(5) as phones:
        found = list(phones.map(layout_for, [board] * 5))
    assert len(drawn) == 1
    assert all(layout is found[0] for layout in found)


def test_a_changed_board_does_not_get_the_committed_drawing():
    europe = load_board("europe")
    moved = replace(europe.cities["paris"], x=0.5)
    changed = replace(europe, cities={**europe.cities, "paris": moved})
    assert layout_for(changed).cities["paris"] != layout_for(europe).cities["paris"]


def test_cities_on_one_spot_are_pushed_apart():
    cities = {n: City(n, {"en": n}, 0.5, 0.5) for n in "abc"}
    routes = {"ab": Route("ab", ("a", "b"), 2), "bc": Route("bc", ("b", "c"), 1)}
    places = compute_layout(Board("heap", {"en": "Heap"}, cities, routes)).cities
    assert len(set(places.values())) == 3
