"""Routes are named in whole words, in both languages."""

import pytest
from flask import Flask

from app.drawing.titles import route_title
from app.web import i18n
from solver.formats.load import load_board


@pytest.fixture
def pages():
    app = Flask(__name__)
    i18n.init_app(app)
    return app


@pytest.mark.parametrize(
    ("language", "route", "title"),
    [
        ("en", "berlin-warszawa-1", "Berlin – Warszawa, {}, 4 spaces"),
        ("ru", "berlin-warszawa-1", "Берлин\u00a0– Варшава, {}, 4 клетки"),
        ("ru", "palermo-smyrna-1", "Палермо\u00a0– Смирна, {}, 6 клеток, паром, 2 локомотива"),
        ("en", "budapest-kyiv-1", "Budapest – Kyïv, {}, 6 spaces, tunnel"),
        ("ru", "budapest-kyiv-1", "Будапешт\u00a0– Киев, {}, 6 клеток, тоннель"),
    ],
)
def test_a_title_says_ends_colour_length_and_kind(pages, language, route, title):
    board = load_board("europe")
    with pages.test_request_context(headers={"Cookie": f"language={language}"}):
        found = board.routes[route]
        assert route_title(board, found) == title.format(i18n.colour_name(found.colour))
