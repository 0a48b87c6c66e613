"""Every board's drawing: nothing lies on anything else, in both languages."""

from importlib import resources
from itertools import combinations, pairwise
from math import dist, hypot

import pytest

from app.drawing.layout import LANGUAGES, compute_layout, facts_of, layout_json, read_layout
from app.drawing.letters import TEXT, in_lines
from app.drawing.offers import PADDING, SMALLER
from tests.app.drawing.shapes import gap, holds, near, plates_of, shared, slots_of, way


def test_spaces_of_different_routes_never_overlap(layout):
    for (one, a), (two, b) in combinations(slots_of(layout), 2):
        if one != two and near(a, b, 130):
            assert shared(a, b) < 0.01, f"{one} lies on {two}"


def test_a_route_has_as_many_spaces_as_it_is_long_apart_from_each_other(board, layout):
    assert set(layout.routes) == set(board.routes)
    for route in board.routes.values():
        slots = layout.routes[route.id].slots
        assert len(slots) == route.length
        for a, b in pairwise(slots):
            assert dist(a[:2], b[:2]) > layout.routes[route.id].slot_length + 2


def test_nothing_stands_on_its_head(layout):
    assert all(-90 <= angle <= 90 for r in layout.routes.values() for _, _, angle in r.slots)


def test_a_route_begins_at_its_alphabetically_first_city(board, layout):
    for route in board.routes.values():
        curve, (first, last) = layout.routes[route.id].curve, sorted(route.ends)
        assert dist(curve.start, layout.cities[first]) < dist(curve.start, layout.cities[last])


def test_spaces_keep_off_the_dots(layout):
    for route, shape in slots_of(layout):
        for city, point in layout.cities.items():
            if near(shape, [point], 80):
                ring = [(point[0] + dx, point[1] + dy) for dx, dy in ((-7, -7), (7, -7), (7, 7), (-7, 7))]
                assert shared(shape, ring) < 0.01, f"{route} lies on the dot of {city}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_plates_cover_neither_each_other_nor_a_space(layout, language):
    plates = plates_of(layout, language)
    for (one, a), (two, b) in combinations(plates.items(), 2):
        assert shared(a, b) == 0, f"the plates of {one} and {two} overlap"
    for city, plate in plates.items():
        for route, slot in slots_of(layout):
            if near(plate, slot, 330):
                covered = shared(plate, slot) / (17 * layout.routes[route].slot_length)
                assert covered <= 0.01, f"the plate of {city} covers {covered:.0%} of a space of {route}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_plates_are_inside_the_map_and_off_foreign_dots(layout, language):
    for city, plate in plates_of(layout, language).items():
        (left, top), _, (right, bottom), _ = plate
        assert left >= -layout.edge + 5
        assert top >= -layout.edge + 5
        assert right <= layout.width + layout.edge - 5
        assert bottom <= layout.height + layout.edge - 5
        for other, (x, y) in layout.cities.items():
            gap = hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))
            assert gap > 9.5, f"the plate of {city} covers the dot of {other}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plate_is_not_read_as_that_of_another_city(layout, language):
    for city, ((left, top), _, (right, bottom), _) in plates_of(layout, language).items():
        gaps = {
            other: hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))
            for other, (x, y) in layout.cities.items()
        }
        own, nearest = gaps.pop(city), min(gaps, key=gaps.__getitem__)
        assert gaps[nearest] >= min(own, 40), f"the plate of {city} hangs at the dot of {nearest}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_the_way_from_a_dot_to_its_plate_lies_neither_another_plate_nor_another_dot(layout, language):
    plates = plates_of(layout, language)
    for city, plate in plates.items():
        for point in way(plate, layout.cities[city]):
            for other in layout.cities.keys() - {city}:
                assert not holds(plates[other], point), f"the leader of {city} runs behind {other}"
                assert dist(point, layout.cities[other]) > 16, f"the leader of {city} runs past {other}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_hardly_a_plate_is_nearer_to_another_dot_or_has_spaces_on_its_way(layout, language):
    """Before names were parted or written smaller it was up to five and up to ten a board."""
    strangers, crossing = [], []
    for city, plate in plates_of(layout, language).items():
        point = layout.cities[city]
        if min(gap(plate, at) for other, at in layout.cities.items() if other != city) < gap(plate, point):
            strangers.append(city)
        spaces = [slot for _, slot in slots_of(layout) if near(slot, [point], 250)]
        if any(holds(slot, bead) for bead in way(plate, point) for slot in spaces):
            crossing.append(city)
    assert len(strangers) <= 1, strangers
    assert len(crossing) <= 3, crossing


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Комсомольск-на-Амуре", ("Комсомольск-", "на-Амуре")),
        ("Oklahoma City", ("Oklahoma", "City")),
        ("Salt Lake City", ("Salt", "Lake City")),
        ("Paris", ("Paris",)),
        ("A B", ("A B",)),
        ("-- - --", ("--", "- --")),
    ],
)
def test_a_name_parts_where_its_words_do(name, lines):
    assert in_lines(name) == lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_fits_its_plate_and_is_not_squeezed_beyond_reading(board, layout, language):
    for city, plate in layout.plates[language].items():
        name, scale = board.name(city, language), SMALLER if plate.small else 1
        rows = in_lines(name) if len(plate.lines) > 1 else (name,)
        assert max(plate.lines) + 2 * PADDING * scale == pytest.approx(plate.width, abs=0.2)
        for row, width in zip(rows, plate.lines, strict=True):
            assert 0.3 * TEXT < width / scale / len(row) < 0.65 * TEXT


def test_far_plates_have_a_leader_that_ends_on_the_plate(layout):
    for plates in layout.plates.values():
        for plate in plates.values():
            away = hypot(max(plate.x, 0, -plate.x - plate.width), max(plate.y, 0, -plate.y - plate.height))
            assert (plate.leader is not None) or away < 9.5 + 26
            if plate.leader:
                x, y = plate.leader
                assert plate.x - 0.1 <= x <= plate.x + plate.width + 0.1
                assert plate.y - 0.1 <= y <= plate.y + plate.height + 0.1


def test_the_committed_drawing_is_what_is_computed_and_computing_is_deterministic(board):
    text = (resources.files("maps") / "drawings" / f"{board.id}.json").read_text("utf-8")
    fresh = compute_layout(board)
    assert layout_json(fresh) == text
    assert read_layout(text) == fresh
    assert fresh.facts == facts_of(board)
