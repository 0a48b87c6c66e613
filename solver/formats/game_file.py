"""
Game files: a board of one's own, with the tickets, the rules and the places of its spaces, as far as somebody has them.

A file that holds a board alone (``maps/FORMAT.md``) is a game file without the other parts: wherever the product reads a
board of one's own, it reads either. A game without rules is played by those of an edition that the table chooses; one
with rules brings an edition whose id is none of the boxes'.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.checking.faults import fault, gathering, join, refuse, some
from solver.checking.strict import Anything, ListOf, MapOf, Name, Number, OneOf, StrictSchema, Whole, read
from solver.formats.edition import board_json, read_board, read_deck, read_edition
from solver.formats.edition_shape import HOME_MADE, MAX_ID, MAX_LENGTH, MAX_NOTE, MAX_ROUTES
from solver.formats.load import edition_ids, load_edition
from solver.game.edition import Board, Deal, Deck, Edition
from solver.game.errors import Fault, InvalidEdition

FORMAT = "stationmaster-game"
VERSION = 1
MAX_DECKS = 10

Spaces = Mapping[str, tuple[tuple[float, float, float], ...]]
"""By route the places of its spaces, from its first end to its second: x and y in the frame, degrees clockwise."""


@dataclass(frozen=True)
class Game:
    """
    What a game file holds.

    ``edition`` is None where the file brings no rules of its own; ``file`` is the file as parsed JSON, what stands under
    ``extra`` in it included, None where it holds a board alone.
    """

    board: Board
    decks: tuple[Deck, ...] = ()
    edition: Edition | None = None
    spaces: Spaces | None = None
    file: Mapping[str, Any] | None = None

    def rules(self, edition: Edition) -> Edition:
        """Return by which rules the game is played: its own, else those of an edition, with the tickets of the game."""
        if self.edition is not None:
            return self.edition
        return _with_decks(edition, self) if self.decks else edition

    def title(self) -> Mapping[str, str]:
        """Return what the game is called, in languages; empty where the file does not say."""
        return self.edition.title if self.edition else self.board.title


class GameSchema(StrictSchema):
    """A game file; board, decks and edition have shapes of their own."""

    format = OneOf((FORMAT,), required=True)
    version = Whole(1, 10**6, required=True)
    board = Anything(required=True)
    decks = ListOf(Anything(), MAX_DECKS, load_default=list)
    edition = Anything(load_default=None, allow_none=True)
    spaces = Anything(load_default=None, allow_none=True)
    extra = Anything(load_default=None, allow_none=True)


class SpacesSchema(StrictSchema):
    """The places of the printed spaces; ``frame`` and ``space`` are width and height, the former in pixels of a picture."""

    board = Name(MAX_ID)
    frame = ListOf(Number(1, 1e6), 2, low=2)
    space = ListOf(Number(0, 1), 2, low=2)
    note = Name(MAX_NOTE)
    routes = MapOf(
        Name(MAX_ID),
        ListOf(ListOf(Number(-360, 360), 3, low=3), MAX_LENGTH, low=1),
        MAX_ROUTES,
        required=True,
    )


def is_game(data: object) -> bool:
    """Whether parsed JSON is a game file and not a board alone."""
    return isinstance(data, dict) and "format" in data


def read_game(data: object, *, where: str = "", need_places: bool = False) -> Game:
    """
    Return the game of parsed JSON: a game file, or a board alone.

    Parameters
    ----------
    where, need_places
        As in ``solver.formats.edition.read_board``.

    Raises
    ------
    InvalidEdition
        With every fault of all parts, each with its path.
    """
    if not is_game(data):
        return Game(read_board(data, where=where, need_places=need_places))
    assert isinstance(data, dict)
    version = data.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        newer = fault(join(where, ["version"]), "newer-version", found=version, known=VERSION)
        refuse([newer], InvalidEdition)
    _loaded, faults = read(GameSchema(), data, where=where)
    board: Board | None = None
    if "board" in data:
        with gathering(faults):
            board = read_board(data["board"], where=join(where, ["board"]), need_places=need_places)
    rows = data.get("decks")
    rows = rows[:MAX_DECKS] if isinstance(rows, list) else []
    decks = list(_decks(rows, board, where, faults))
    edition: Edition | None = None
    if data.get("edition") is not None:
        with gathering(faults):
            whole = board is not None and len(decks) == len(rows)
            edition = _own_edition(data["edition"], board, decks, whole, where)
    spaces: Spaces | None = None
    if data.get("spaces") is not None:
        spaces = _spaces(data["spaces"], board, where, faults)
    refuse(faults, InvalidEdition)
    assert board is not None
    return Game(board, tuple(decks), replace(edition, file=data) if edition else None, spaces, data)


def _decks(rows: Sequence[object], board: Board | None, where: str, faults: list[Fault]) -> Iterator[Deck]:
    """Yield the decks that can be read; a ticket is one card of one deck."""
    laid = board.id if board else HOME_MADE
    ids: dict[str, int] = {}
    tickets: set[str] = set()
    for index, row in enumerate(rows):
        path = join(where, ["decks", index])
        wrong: list[Fault] = []
        with gathering(wrong):
            deck = read_deck(_filled(row, laid), board, where=path, taken=tickets)
        faults += wrong
        if wrong:
            continue
        if deck.id in ids:
            before = join(where, ["decks", ids[deck.id], "id"])
            faults.append(fault(join(path, ["id"]), "duplicate-id", name=deck.id, before=before))
        for twice in sorted(tickets & set(deck.tickets)):
            faults.append(fault(join(path, ["tickets"]), "twice-in-decks", name=twice))
        ids.setdefault(deck.id, index)
        tickets.update(deck.tickets)
        yield deck


def _filled(row: object, board: str) -> object:
    """Return a deck with what follows from the file where it does not say so itself: its board, its id as its title."""
    if not isinstance(row, dict):
        return row
    name = row.get("id")
    return {"board": board, "title": {"en": name} if isinstance(name, str) else {}, **row}


def _own_edition(
    data: object, board: Board | None, decks: Sequence[Deck], whole: bool, where: str
) -> Edition | None:
    """Return the rules that a game brings; ``whole``: board and decks could all be read, else that is told already."""
    path = join(where, ["edition"])
    by_id = {deck.id: deck for deck in decks}
    if isinstance(data, dict):
        data = {"board": board.id if board else HOME_MADE, "decks": list(by_id), **data}
    faults: list[Fault] = []
    if isinstance(data, dict) and data.get("id") in edition_ids():
        faults.append(fault(join(path, ["id"]), "id-of-a-box", name=data["id"]))
    found: Edition | None = None
    with gathering(faults):
        found = read_edition(
            data,
            board_of=lambda name: board if board and name == board.id else None,
            deck_of=by_id.get,
            where=path,
        )
    if not whole:
        faults = [one for one in faults if one.code not in ("unknown-board", "unknown-deck", "other-deck")]
    refuse(some(faults), InvalidEdition)
    return found


def _spaces(data: object, board: Board | None, where: str, faults: list[Fault]) -> Spaces | None:
    path = join(where, ["spaces"])
    loaded, wrong = read(SpacesSchema(), data, where=path)
    faults += wrong
    if wrong or board is None:
        return None
    for route, places in loaded["routes"].items():
        place = join(path, ["routes", route])
        if route not in board.routes:
            faults.append(fault(place, "unknown-route-plain", name=route))
        elif len(places) != board.routes[route].length:
            faults.append(
                fault(place, "not-so-many-spaces", count=len(places), length=board.routes[route].length)
            )
    return {route: tuple((x, y, angle) for x, y, angle in rows) for route, rows in loaded["routes"].items()}


def game_json(game: Game) -> dict[str, Any]:
    """Return a game as JSON: its file, or its board alone; ``read_game`` gives the same game back."""
    return dict(game.file) if game.file is not None else board_json(game.board)


# A table's rules ---------------------------------------------------------------------------------------------------


def load_rules(
    edition: str, data: object, *, where: str = "board", named: str = "edition"
) -> tuple[Edition, Board]:
    """
    Return by which rules a table plays, and on which board.

    Parameters
    ----------
    edition
        The id of the edition that the table names.
    data
        The board or game file of the table as parsed JSON; None: it plays on the edition's board.
    where, named
        The paths of ``data`` and ``edition`` in the input; they begin the paths of faults.

    Raises
    ------
    InvalidEdition
        There is no such edition, the game is another's, or the file has faults.
    """
    own = isinstance(data, dict) and is_game(data) and data.get("edition") is not None
    faults: list[Fault] = []
    if not own and edition not in edition_ids():
        faults.append(fault(named, "unknown-edition", name=edition[:MAX_ID], known=edition_ids()))
    game: Game | None = None
    if data is not None:
        with gathering(faults):
            game = read_game(data, where=where)
    refuse(faults, InvalidEdition)
    if game is not None and game.edition is not None:
        if edition != game.edition.id:
            path = join(where, ["edition", "id"])
            refuse(
                [fault(path, "not-the-named-edition", found=game.edition.id, named=edition)], InvalidEdition
            )
        return game.edition, game.board
    rules = load_edition(edition)
    if game is None:
        return rules, rules.board
    return game.rules(rules), game.board


def _with_decks(rules: Edition, game: Game) -> Edition:
    """Return an edition that deals other tickets; where its piles have other names, so many from all of them together."""
    names = {deck.id for deck in game.decks}
    piles = {deal.deck for deal in rules.deal} | {rules.draw_deck} | (set(rules.keep) - {"total"})
    if piles - {None} <= names:
        return replace(rules, board=game.board, decks=game.decks, file=game.file)
    return replace(
        rules,
        board=game.board,
        decks=game.decks,
        deal=(Deal(None, sum(deal.cards for deal in rules.deal)),),
        keep={"total": sum(rules.keep.values())},
        draw_deck=None,
        file=game.file,
    )
