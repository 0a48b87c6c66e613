"""Typed cities find their routes: names of both languages, other spellings, ids, Latin letters for Cyrillic ones."""

from __future__ import annotations

import pytest

from app.words.search import find_cities, find_routes
from solver.formats.load import edition_ids, load_edition

PAIR = {"berlin-warszawa-1", "berlin-warszawa-2"}


@pytest.mark.parametrize(
    "typed", ["ber war", "war ber", "бер вар", "BERLIN–WARSZAWA", "berl varsh", "ber, вар", "  ber   war "]
)
def test_two_cities_find_both_halves(typed: str) -> None:
    assert {route.id for route in find_routes(load_edition("europe").board, typed)} == PAIR


@pytest.mark.parametrize("typed", ["Wien", "Vienna", "Вена", "вена", "wie", "vien"])
def test_a_city_by_any_of_its_names(typed: str) -> None:
    assert find_cities(load_edition("europe").board, typed)[0] == "wien"


@pytest.mark.parametrize(
    ("typed", "route"),
    [
        ("new york bost", "boston-new-york-1"),
        ("нью йорк питт", "new-york-pittsburgh-1"),
        ("st louis chi", "chicago-saint-louis-1"),
        ("las ve los an", "las-vegas-los-angeles-1"),
    ],
)
def test_names_of_several_words(typed: str, route: str) -> None:
    assert route in {found.id for found in find_routes(load_edition("usa").board, typed)}


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_city_is_found_by_its_printed_name(edition: str, language: str) -> None:
    board = load_edition(edition).board
    for city in board.cities:
        assert city in find_cities(board, board.name(city, language)), city


@pytest.mark.parametrize("typed", ["", "   ", "zzzz", "%", "'", "ber zzzz", "\x00"])
def test_nonsense_finds_nothing(typed: str) -> None:
    assert not find_routes(load_edition("europe").board, typed)
