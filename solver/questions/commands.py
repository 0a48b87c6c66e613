"""
The commands of the library: JSON in, JSON out, as ``docs/formats.md`` describes them.

One function a command, ``answer_<command>(data, options)``: the command line and a web API call the same ones. An input
that cannot be read raises ``InvalidInput`` with every fault; time that runs out without any answer ``NoAnswer``.

What only one of them needs is imported inside it: the command line starts anew for each question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from solver.checking.faults import fault, fault_at, gathering, join, refuse
from solver.checking.strict import (
    Anything,
    Colour,
    ListOf,
    MapOf,
    OneOf,
    Part,
    StrictSchema,
    Whole,
    YesNo,
    colour_id,
    read,
)
from solver.formats.edition_shape import MAX_LENGTH
from solver.formats.front import log_from_lines, position_from_json
from solver.formats.game_file import is_game, read_game
from solver.formats.load import board_faults, check_edition, edition_ids, load_edition
from solver.formats.sheet import sheet_json, why_json
from solver.game.edition import ROUTE_COLOURS, Edition, Route
from solver.game.errors import Fault, InvalidInput
from solver.game.naming import colour_name
from solver.game.payment import CARDS, OTHER_CARDS, REVEALED, cards_of, held_of, pay, revealable
from solver.game.state import State
from solver.questions.options import Options
from solver.words.say import Text, say

if TYPE_CHECKING:
    import networkx as nx

MAX_NETWORK = 1000
"""Routes of a network given to ``trail``."""
MAX_NAME = 200


def answer_check(names: Sequence[str], options: Options) -> dict[str, Any]:
    """Return the counts and faults of editions; when none is named, of all of them and of the rulings."""
    unknown = [name for name in names if name not in edition_ids()]
    refuse([fault("edition", "unknown-edition", name=name[:60], known=edition_ids()) for name in unknown])
    found = []
    for name in names or edition_ids():
        checked = check_edition(name)
        found.append(
            {
                "id": checked.id,
                "cities": checked.cities,
                "routes": checked.routes,
                "tickets": checked.tickets,
                "faults": [fault_json(one, options.language) for one in checked.faults],
            }
        )
    if names:
        return {"editions": found}
    from solver.rulings.book import rulings_check

    count, faults = rulings_check(edition_ids(), _known_switches())
    return {
        "editions": found,
        "rulings": {"count": count, "faults": [fault_json(one, options.language) for one in faults]},
    }


def _known_switches() -> set[str]:
    """Return the house rules of all editions that can be read."""
    found: set[str] = set()
    for name in edition_ids():
        with suppress(InvalidInput):
            found.update(load_edition(name).switches)
    return found


def answer_check_board(data: object, where: str, options: Options) -> dict[str, Any]:
    """
    Return the counts and faults of a board or game file of one's own.

    Places and sources may be missing in it, and unequal routes need no word: they are two routes.
    """
    faults: list[Fault] = []
    counts: dict[str, Any] = {"cities": 0, "routes": 0}
    with gathering(faults):
        game = read_game(data, where=where)
        board = game.board
        counts = {"cities": len(board.cities), "routes": len(board.routes)}
        if is_game(data):
            counts["tickets"] = sum(len(deck.tickets) for deck in game.decks)
            counts["edition"] = game.edition.id if game.edition else None
        place = join(where, ["board"]) if is_game(data) else where
        faults += [one for one in board_faults(board, where=place) if one.code not in _PASSED]
    shown = [fault_json(one, options.language) for one in faults]
    return {"file": where, **counts, "faults": shown}


_PASSED = ("no-place", "no-source", "parallels-differ")
"""What a board of the project must say and one of one's own need not."""


def fault_json(one: Fault, language: str = "en") -> dict[str, str]:
    """Return a fault as JSON: code, path, and the sentence in one language."""
    message = say(one.text, language) if one.text is not None else one.message
    return {"code": one.code, "path": one.path, "message": message}


def answer_score(data: object, options: Options) -> dict[str, Any]:
    """Return the sheet of a position, or of a log given as a list of its lines."""
    from solver.scoring.settle import settle

    state = state_of(data)
    return sheet_json(settle(state, seconds=options.seconds), state, options.language)


def state_of(data: object) -> State:
    """Return what lies on the table: from a position, or from a log given as a list of its lines."""
    if isinstance(data, list) and data and all(isinstance(line, str) for line in data):
        return log_from_lines(data).state()
    return position_from_json(data).state


def network_from_json(data: object) -> nx.MultiGraph[str]:
    """
    Return the network of ``{"routes": [["A", "B", 3], …]}``; the keys are the indexes of the routes, as text.

    Raises
    ------
    InvalidInput
        With every fault, each with its path (``routes[3][2]``).
    """
    import networkx as nx

    rows = data.get("routes") if isinstance(data, dict) else None
    if not isinstance(data, dict) or set(data) != {"routes"} or not isinstance(rows, list):
        _, faults = read(NetworkSchema(), data)
        refuse(faults)
        raise AssertionError
    if len(rows) > MAX_NETWORK:
        must = Text("must-list", {"low": 0, "high": MAX_NETWORK})
        refuse([fault_at("", ["routes"], data, Text("wrong-value", {"must": must}))])
    faults = [one for index, row in enumerate(rows) for one in _route_faults(data, index, row)]
    refuse(faults)
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for index, (a, b, length) in enumerate(rows):
        graph.add_edge(a, b, key=str(index), length=length)
    return graph


class NetworkSchema(StrictSchema):
    """The routes of a network: ends and length of each."""

    routes = ListOf(Anything(), MAX_NETWORK, required=True)


def _route_faults(data: object, index: int, row: object) -> list[Fault]:
    if not isinstance(row, list) or len(row) != 3:
        return [
            fault_at("", ["routes", index], data, Text("wrong-type", {"must": Text("must-network-route")}))
        ]
    found = []
    for place in (0, 1):
        if not isinstance(row[place], str) or len(row[place]) > MAX_NAME:
            must = Text("must-name", {"high": MAX_NAME})
            found.append(fault_at("", ["routes", index, place], data, Text("wrong-type", {"must": must})))
    if isinstance(row[0], str) and row[0] == row[1]:
        found.append(fault(f"routes[{index}]", "same-ends", name=row[0][:60]))
    if isinstance(row[2], bool) or not isinstance(row[2], int) or not 1 <= row[2] <= 999:
        must = Text("must-spaces", {"low": 1, "high": 999})
        code = "wrong-value" if isinstance(row[2], int) and not isinstance(row[2], bool) else "wrong-type"
        found.append(fault_at("", ["routes", index, 2], data, Text(code, {"must": must})))
    return found


def answer_trail(data: object, options: Options) -> dict[str, Any]:
    """Return the longest trail of a network: value, bound, the routes in walking order, and why it is not longer."""
    from solver.search.trail.longest_trail import longest_trail

    found = longest_trail(network_from_json(data), seconds=options.seconds)
    return {
        "value": found.value,
        "bound": found.bound,
        "proven": found.proven,
        "routes": [int(route) for route in found.certificate.routes],
        "cities": list(found.certificate.cities),
        "why": why_json(found.reason, options.language, lambda _, key: key),
    }


class PaidRouteSchema(StrictSchema):
    """A route to be paid for."""

    length = Whole(1, MAX_LENGTH, must="must-spaces", required=True)
    colour = Colour(ROUTE_COLOURS, load_default="gray")
    ferry = Whole(0, MAX_LENGTH, must="must-spaces", load_default=0)
    tunnel = YesNo(load_default=False)


class PaySchema(StrictSchema):
    """A route, the cards played for it, and the cards that a tunnel revealed."""

    edition = OneOf(edition_ids(), required=True)
    route = Part(PaidRouteSchema, required=True)
    cards = MapOf(Colour(CARDS), Whole(0, 99), len(CARDS), required=True)
    reveal = ListOf(Colour((*CARDS, *OTHER_CARDS)), REVEALED, load_default=list)


def answer_pay(data: object, options: Options) -> dict[str, Any]:
    """Return whether cards may pay for a route, and how many more a tunnel asks for after the reveal."""
    loaded, faults = read(PaySchema(), data)
    refuse(faults)
    route = loaded["route"]
    faults += _named_twice(data)
    faults += _box_faults(load_edition(loaded["edition"]), loaded["cards"], loaded["reveal"])
    if route["ferry"] > route["length"]:
        faults.append(fault("route.ferry", "ferry-too-long", ferry=route["ferry"], length=route["length"]))
    refuse(faults)
    found = pay(Route("route", ("a", "b"), **route), loaded["cards"], loaded["reveal"])

    def name(_kind: str, key: str) -> str:
        return colour_name(key, options.language)

    reasons = [
        {"code": reason.code.removeprefix("pay-"), "text": say(reason, options.language, name)}
        for reason in found.reasons
    ]
    notes = [
        {"code": note.code.removeprefix("pay-"), "text": say(note, options.language, name)}
        for note in _route_notes(load_edition(loaded["edition"]), route)
    ]
    answer = {"legal": found.legal, "extra": found.extra, "reasons": reasons}
    return {**answer, "notes": notes} if notes else answer


def _route_notes(edition: Edition, route: Mapping[str, Any]) -> Iterator[Text]:
    """Yield what no route of an edition's board is like; a board of one's own may have such routes all the same."""
    routes = edition.board.routes.values()
    lengths = tuple(sorted({one.length for one in routes}))
    if route["length"] not in lengths:
        yield Text("pay-no-such-length", {"length": route["length"], "known": lengths})
    if route["tunnel"] and not any(one.tunnel for one in routes):
        yield Text("pay-no-tunnels")
    if route["ferry"] and not any(one.ferry for one in routes):
        yield Text("pay-no-ferries")


def _named_twice(data: object) -> Iterator[Fault]:
    """Yield every card that is counted under two words: one of the counts would be lost."""
    cards = data.get("cards") if isinstance(data, dict) else None
    seen: set[str] = set()
    for word in cards if isinstance(cards, dict) else ():
        card = colour_id(word, CARDS)
        if card in seen:
            yield fault(join("cards", [word]), "key-twice", name=card)
        seen.add(card)


def _box_faults(edition: Edition, cards: Mapping[str, int], reveal: Sequence[str]) -> Iterator[Fault]:
    """Yield every card that does not lie in the box of an edition, or not so often."""
    held, shown = cards_of(edition), revealable(edition)
    for card, count in cards.items():
        if count and card not in held:
            yield fault(join("cards", [card]), "not-in-box", known=held)
        elif count > held_of(edition, card):
            yield fault(join("cards", [card]), "more-than-box", count=count, most=held_of(edition, card))
    for index, card in enumerate(reveal):
        given = cards.get(card, 0) + reveal[: index + 1].count(card)
        if card not in shown:
            yield fault(join("", ["reveal", index]), "not-in-box", known=shown)
        elif cards.get(card, 0) <= held_of(edition, card) < given:
            yield fault(
                join("", ["reveal", index]), "more-than-box", count=given, most=held_of(edition, card)
            )
