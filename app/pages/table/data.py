"""What the scripts of the table page read: the board once, the state after every entry. Public facts only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.pages.goods.present import assumed_goods, possible_colours
from app.pages.table.page import Player
from app.web.i18n import LANGUAGES, language, place_name, route_mark, route_name, say_text
from app.words.final import won_words
from app.words.search import city_keys
from app.words.station_price import prices_by_city
from app.words.words import notice
from solver.game.edition import Board
from solver.game.once import once_per_board
from solver.game.state import State
from solver.scoring.sheet import Sheet
from solver.words.say import Text


def board_data(state: State) -> dict[str, Any]:
    """
    Return the board and the numbers of the edition that a page needs to show an act before the server has answered.

    Routes are ``[a, b, length, colour, ferry, tunnel]``; ``doubles`` are the tracks of double and triple routes,
    ``alongside`` routes with the same ends that are none, ``names`` and ``marks`` what routes are called (the script
    makes up no name of its own). Cities have their name ``n`` and the keys ``k`` they are found by.
    """
    edition, board = state.edition, state.board
    told = _told(board)
    if language() not in told:
        told[language()] = _tell(board)
    return {
        **told[language()],
        "points": {str(length): worth for length, worth in edition.route_points.items()},
        "trains": edition.trains,
        "closedUpTo": edition.parallel_routes_closed_up_to,
        "lastAt": edition.last_round_at,
        "stations": None
        if edition.stations is None
        else {
            "count": edition.stations.count,
            "worth": edition.stations.points_unused,
            "price": prices_by_city(board, edition),
        },
        "controller": None
        if edition.controller is None
        else {"cards": edition.controller.cards, "most": edition.controller.length_at_most},
        "passengers": None
        if edition.passengers is None
        else {
            "count": edition.passengers.count,
            "tokens": {k: list(v) for k, v in edition.passengers.tokens.items()},
        },
        "rules": _rules(state),
        "languages": list(LANGUAGES),
    }


@once_per_board
def _told(_board: Board) -> dict[str, dict[str, Any]]:
    """Return where the board's own part is kept, by language."""
    return {}


def _tell(board: Board) -> dict[str, Any]:
    """Return what follows from the board and the language alone."""
    known = city_keys(board)
    return {
        "routes": {
            r.id: [*r.ends, r.length, r.colour, r.ferry, int(r.tunnel)] for r in board.routes.values()
        },
        "doubles": [tracks for tracks in board.doubles if len(tracks) > 1],
        "alongside": [r for r, others in board.alongside.items() if set(others) - set(board.parallels[r])],
        "names": {r: route_name(board, r) for r in board.routes},
        "marks": {r: mark for r in board.routes if (mark := route_mark(board, r))},
        "cities": {c: {"n": place_name(board, c), "k": " | ".join(known[c])} for c in board.cities},
        "terminals": [c.id for c in board.cities.values() if c.terminal_of],
    }


def _rules(state: State) -> dict[str, str]:
    """Return the rules that the scripts tell before the server is asked, in the sentences of its objections."""
    edition = state.edition
    found = {"closed": Text("rule-parallel-closed", {"limit": edition.parallel_routes_closed_up_to})}
    if edition.passengers is not None:
        found |= {"rides": Text("rule-passenger-move"), "once": Text("rule-passenger-once")}
    return {name: say_text(text) for name, text in found.items()}


def players(state: State, *, hide_totals: bool, final: Sheet | None = None) -> tuple[Player, ...]:
    """Return the players in turn order, with their totals once the result is shown; points may be hidden until the end."""
    totals = {column.player: column.total for column in final.players} if final else {}
    hide = hide_totals and not state.revealed
    return tuple(
        Player(
            id=seat.id,
            name=seat.name,
            colour=seat.colour,
            trains=state.trains_left(seat.id),
            points=None
            if hide
            else totals.get(seat.id, state.route_points(seat.id) + sum(state.goods.get(seat.id, ()))),
            stations=state.stations_left(seat.id),
            low=state.trains_left(seat.id) <= state.edition.last_round_at,
            turn=seat.id == state.turn,
            passengers=state.passengers_left(seat.id),
            goods=None if hide or not state.edition.passengers else sum(state.goods.get(seat.id, ())),
        )
        for seat in state.seats
    )


def state_data(state: State, *, hide_totals: bool, final: Sheet | None = None) -> dict[str, Any]:
    """Return what lies on the table as the scripts read it."""
    last = state.last_round
    return {
        "seq": state.seq,
        "turn": state.turn,
        "over": state.over,
        "revealed": state.revealed,
        "finish": not state.revealed and (state.over or state.reveal_question is not None),
        "hidden": hide_totals and not state.revealed,
        "players": [_player(p) for p in players(state, hide_totals=hide_totals, final=final)],
        "owner": dict(state.owner),
        "claimedAt": dict(state.claimed_at),
        "controlled": sorted(state.controlled),
        "lastTurn": state.last_turn,
        "stations": _by_city(state.stations),
        "standing": {player: list(cities) for player, cities in state.standing.items()},
        "lastClaim": list(state.last_claim) if state.last_claim else None,
        "lastRound": None if last is None else {"trigger": last.trigger, "left": list(last.turns_left)},
        "resultShown": state.result_shown,
        "notice": won_words(final) if final else notice(state),
        "goodsColours": _goods(state),
        "goodsAssumed": list(assumed_goods(state)),
        "goodsOpen": _goods_open(state),
        "controllers": state.controllers_left,
        "stacks": {c: list(state.stack(c) or ()) for c in _goods(state)} if state.edition.passengers else {},
    }


def _player(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in Player.__slots__}


def _by_city(stations: Mapping[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for player, cities in stations.items():
        for city in cities:
            found.setdefault(city, []).append(player)
    return found


def _goods(state: State) -> dict[str, str]:
    if state.edition.passengers is None:
        return {}
    known = {city: state.goods_colour(city) for city in state.board.cities}
    return {city: colour for city, colour in known.items() if colour}


def _goods_open(state: State) -> dict[str, list[str]]:
    """Return the colours that each city's goods are offered."""
    if state.edition.passengers is None:
        return {}
    return {
        c.id: list(possible_colours(state, c.id)) for c in state.board.cities.values() if not c.terminal_of
    }
