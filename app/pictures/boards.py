"""Boards as pictures: what ``app.drawing`` computes, with the state of a table laid on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from flask import current_app, url_for

from app.drawing.backdrop import FRAGMENT, land_behind
from app.drawing.layout import layout_for
from app.drawing.mini import MiniView, mini_view
from app.drawing.titles import route_title
from app.drawing.view import BoardView, board_view
from app.web.i18n import gettext as _
from app.web.i18n import language, title_of
from solver.game.edition import Board
from solver.game.state import State


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What the macro of ``board/board.svg`` is given for a table: the drawing, and classes and titles of its state."""

    view: BoardView
    label: str
    backdrop: str
    routes: Mapping[str, str]
    cities: Mapping[str, str]
    titles: Mapping[str, str]


class _Key:
    """A board as a key of the cache. The drawing's facts alone would not do: they leave out colours and tunnels."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.facts = layout_for(board).facts

    def __hash__(self) -> int:
        return hash(self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and (other.board is self.board or other.board == self.board)


@lru_cache(maxsize=64)
def _view(key: _Key, words: str, colours: tuple[str, ...]) -> BoardView:
    board = key.board
    return board_view(
        board, layout_for(board), language=words, title=partial(route_title, board), colours=colours
    )


@lru_cache(maxsize=64)
def _mini(key: _Key) -> MiniView:
    return mini_view(key.board, layout_for(key.board))


def _view_of(board: Board, colours: tuple[str, ...]) -> BoardView:
    """Return a board's view; who works on the templates gets one of which nothing has been written yet."""
    view = _view(_Key(board), language(), colours)
    return replace(view, pieces={}) if current_app.debug else view


def backdrop_url(board: Board) -> str:
    """Return the address of the land behind a board, kept by browsers for ever; empty where there is none."""
    version = land_behind(board)
    return f"{url_for('board.backdrop', board=board.id, version=version)}#{FRAGMENT}" if version else ""


def mini_board(board: Board) -> tuple[MiniView, str]:
    """Return the little map of a board, and the address of the land behind it."""
    return _mini(_Key(board)), backdrop_url(board)


def bare_picture(board: Board) -> BoardPicture:
    """Return a board on which nothing lies yet."""
    label = _("Board: %(board)s", board=title_of(board.title))
    view = _view_of(board, ())
    return BoardPicture(view, label, backdrop_url(board), routes={}, cities={}, titles={})


def board_picture(state: State) -> BoardPicture:
    """Return the board of a table with everything that lies on it."""
    board = state.board
    colours = {seat.id: seat.colour for seat in state.seats}
    names = {seat.id: seat.name for seat in state.seats}
    view = _view_of(board, tuple(sorted(set(colours.values()))))
    routes = {route: f"claimed p-{colours[owner]}" for route, owner in state.owner.items()}
    routes |= {route: "closed" for route in board.routes if state.closed(route)}
    cities: dict[str, str] = {}
    for player, built in state.stations.items():
        for city in built:
            cities.setdefault(city, f"has-station p-{colours[player]}")
    says = {route: _("closed") for route, state_of in routes.items() if state_of == "closed"}
    says |= {route: names[owner] for route, owner in state.owner.items()}
    titles = {route: f"{route_title(board, board.routes[route])}, {word}" for route, word in says.items()}
    return BoardPicture(
        view=view,
        label=_("Board: %(board)s", board=title_of(board.title)),
        backdrop=backdrop_url(board),
        routes=routes,
        cities=cities,
        titles=titles,
    )
