"""
Home-made boards: from the bytes of a file to a board, or to everything that is wrong with it in the page's language.

A file comes from anybody. It is read like any other input of the library (strict, bounded), and what is kept is what
was understood, written anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from typing import Any

from app.pages.boards.page import BoardsPage, FaultLine, Limits, PreviewPage, RulesChoice, RulesPage
from app.pages.home.new_page import NewTablePage, SwitchField
from app.pictures.boards import bare_picture
from app.web.i18n import gettext as _
from app.web.i18n import ngettext, say_text, title_of
from app.words.deal import deal_words
from app.words.editions import about, known_limits, switch_words
from app.words.rule_lines import rule_lines
from app.words.rules import links_for, switch_codes
from app.words.words import spaces
from solver.checking.faults import MAX_FAULTS
from solver.checking.parse import MAX_BYTES
from solver.formats.edition import MAX_CITIES, MAX_ID, MAX_ROUTES, board_json, length_faults
from solver.formats.edition_shape import HOME_MADE, MAX_LENGTH
from solver.formats.game_file import Game, game_json
from solver.formats.load import board_faults, board_ids, edition_ids, load_board, load_edition
from solver.game.edition import Board, Edition
from solver.game.errors import Fault
from solver.game.state import State

WORTH_A_LOOK = (
    "lonely-city",
    "not-connected",
    "double-alone",
    "parallels-differ",
    "terminal-not-dead-end",
    "no-country-name",
)
"""Faults of a board that can be played on all the same."""

COUNTED = "more"
"""The code of the line that only counts further faults; it is about no place."""


def game_text(game: Game) -> str:
    """Return a game as compact JSON, as a form carries it from page to page."""
    return json.dumps(game_json(game), ensure_ascii=False, separators=(",", ":"))


def board_lines(board: Board) -> str:
    """Return a board as JSON with one city or route a line, so that people can work in it."""
    data = board_json(board)
    lines = [
        f" {_json(key)}: {_json(value)}" for key, value in data.items() if key not in ("cities", "routes")
    ]
    for key in ("cities", "routes"):
        rows = ",\n  ".join(map(_json, data[key]))
        lines.append(f' "{key}": [\n  {rows}\n ]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def game_lines(game: Mapping[str, Any]) -> str:
    """Return a game file, indented."""
    return json.dumps(game, ensure_ascii=False, indent=1) + "\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def fault_lines(faults: tuple[Fault, ...] | list[Fault]) -> tuple[FaultLine, ...]:
    """Return faults in the page's language."""
    return tuple(
        FaultLine(
            "" if fault.code == COUNTED else fault.path or _("the file"),
            say_text(fault.text) or fault.message,
            fault.code,
        )
        for fault in faults
    )


def rules_choices(chosen: str) -> tuple[RulesChoice, ...]:
    """Return all editions, each with the lengths that it knows."""
    found = []
    for name in edition_ids():
        edition = load_edition(name)
        lengths = ", ".join(str(length) for length in sorted(edition.route_points))
        found.append(RulesChoice(name, title_of(edition.title), lengths, name == chosen))
    return tuple(found)


def boards_page(chosen: str, *, file: str = "", faults: tuple[FaultLine, ...] = ()) -> BoardsPage:
    """Return what the page about boards reads."""
    return BoardsPage(
        limits=Limits(MAX_BYTES // 1000, MAX_CITIES, MAX_ROUTES, MAX_LENGTH, MAX_ID),
        rules=rules_choices(chosen),
        boards=tuple((name, title_of(load_board(name).title)) for name in board_ids()),
        file=file[:60],
        faults=faults,
    )


def preview_page(game: Game, edition: Edition, opening: NewTablePage) -> PreviewPage:
    """Return what the preview reads: the board drawn, what is odd about it, and whether the rules fit it."""
    board, rules = game.board, game.rules(edition)
    found = islice(board_faults(board, where=""), MAX_FAULTS)
    odd = [fault for fault in found if fault.code in WORTH_A_LOOK]
    return PreviewPage(
        title=title_of(game.title()) or HOME_MADE,
        about=(*_about(board), *_about_cards(game)),
        picture=bare_picture(board),
        warnings=fault_lines(odd[:20]),
        rules=() if game.edition else rules_choices(edition.id),
        own_rules=about(game.edition) if game.edition else "",
        misfits=fault_lines(length_faults(board, rules.route_points)[:20]),
        edition=edition.id,
        opening=opening,
        board=game_text(game),
    )


def rules_page(code: str, state: State) -> RulesPage:
    """Return by which rules a table plays, and on which board."""
    edition, board = state.edition, state.board
    return RulesPage(
        code=code,
        edition=title_of(edition.title),
        about=about(edition),
        numbers=tuple(rule_lines(state)),
        tickets=deal_words(edition) if board == edition.board else (),
        ticket_links=links_for(state, "tickets"),
        notes=known_limits(state),
        switches=tuple(
            SwitchField(name, *switch_words(name), state.switch(name)) for name in edition.switches
        ),
        switch_links={name: links_for(state, *switch_codes(state, name)) for name in edition.switches},
        board=title_of(board.title) or board.id,
        home_made=edition.file is not None or board != edition.board,
    )


def _about_cards(game: Game) -> tuple[str, ...]:
    cards = sum(len(deck.tickets) for deck in game.decks)
    return (ngettext("%(num)d ticket", "%(num)d tickets", cards),) if cards else ()


def _about(board: Board) -> tuple[str, ...]:
    routes = board.routes.values()
    tunnels, ferries = sum(r.tunnel for r in routes), sum(bool(r.ferry) for r in routes)
    parts = [
        ngettext("%(num)d city", "%(num)d cities", len(board.cities)),
        ngettext("%(num)d route", "%(num)d routes", len(board.routes)),
        spaces(sum(route.length for route in routes)),
    ]
    if tunnels:
        parts.append(ngettext("%(num)d tunnel", "%(num)d tunnels", tunnels))
    if ferries:
        parts.append(ngettext("%(num)d ferry", "%(num)d ferries", ferries))
    if any(city.x is None or city.y is None for city in board.cities.values()):
        parts.append(_("cities without a place were put where they fit"))
    return tuple(parts)
