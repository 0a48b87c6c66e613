"""Parts of a board are written once: what was written for one state never shows in another."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from flask import Flask, get_template_attribute

from app.pictures.boards import board_picture
from solver.formats.load import load_edition
from solver.game.events import RouteClaimed, StationBuilt
from tests.solver.tables import table


def test_a_board_is_the_same_whatever_was_drawn_before(app: Flask) -> None:
    chance, edition = Random(1), load_edition("europe")
    routes, cities = list(edition.board.routes), list(edition.board.cities)
    with app.test_request_context():
        macro = get_template_attribute("board/board.svg", "board")
        for _ in range(6):
            claims = [
                RouteClaimed(chance.choice(("anna", "ben")), route) for route in chance.sample(routes, 20)
            ]
            built = [StationBuilt(chance.choice(("anna", "ben")), city) for city in chance.sample(cities, 3)]
            picture = board_picture(table("europe", "anna ben", *claims, *built))
            state = {
                "routes": {**picture.routes, chance.choice(routes): "cut"},
                "cities": picture.cities,
                "titles": picture.titles,
                "counts": {chance.choice(cities): chance.randint(1, 5)},
                "link": chance.choice(("", "/t/x?")),
            }
            kept = str(macro(picture.view, **state))
            assert kept == str(macro(replace(picture.view, pieces={}), **state))
            assert kept.count('class="hit"') == len(routes)


def test_most_of_a_board_is_written_once(app: Flask) -> None:
    with app.test_request_context():
        macro = get_template_attribute("board/board.svg", "board")
        view = replace(board_picture(table("europe", "anna ben")).view, pieces={})
        macro(view)
        written = dict(view.pieces)
        assert len(written) > len(view.routes) + len(view.cities)
        macro(view, link="/t/other?", extra="dimming")
        assert view.pieces == written
