"""The command ``read``: who owns what on a board, from what a photo makes likely, and what people should look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solver.checking.faults import fault, fault_at, join, refuse, some
from solver.checking.strict import (
    Colour,
    ListOf,
    MapOf,
    Name,
    Number,
    Part,
    PersonName,
    StrictSchema,
    Whole,
    read,
)
from solver.formats.edition_shape import MAX_CITIES, MAX_ID, MAX_ROUTES
from solver.formats.event import name_unknown
from solver.formats.event_shape import MAX_PLAYERS
from solver.formats.load import edition_ids, load_edition
from solver.game.edition import PLAYER_COLOURS, Edition
from solver.game.errors import Fault
from solver.game.names import same_name_key
from solver.search.reading.reading import Reading, read_sight
from solver.search.reading.verify import FREE, Sight
from solver.words.say import Text, say

if TYPE_CHECKING:
    from solver.questions.options import Options

NAT = 100
"""The searches weigh in hundredths of a nat."""
MOST_NATS = 1000


class ReaderSchema(StrictSchema):
    """A player: the pieces that the box held for him, and those counted beside the board."""

    name = PersonName(MAX_ID, required=True)
    colour = Colour(PLAYER_COLOURS)
    trains = Whole(0, 999, allow_none=True, load_default=None)
    trains_left = Whole(0, 999, allow_none=True, load_default=None)
    stations_left = Whole(0, 999, allow_none=True, load_default=None)


def _likely() -> ListOf:
    return ListOf(Number(-1e9, 1e9), MAX_PLAYERS + 1, low=2)


class ReadSchema(StrictSchema):
    """What a photo shows: log-likelihoods of nobody and of each player, by route and by city."""

    edition = Name(MAX_ID, required=True)
    players = ListOf(Part(ReaderSchema), MAX_PLAYERS, low=1, required=True)
    routes = MapOf(Name(MAX_ID), _likely(), MAX_ROUTES, load_default=dict)
    cities = MapOf(Name(MAX_ID), _likely(), MAX_CITIES, load_default=dict)
    answers = MapOf(
        Name(MAX_ID), PersonName(MAX_ID, allow_none=True), MAX_ROUTES + MAX_CITIES, load_default=dict
    )


def answer_read(data: object, options: Options) -> dict[str, Any]:
    """
    Return the owners of routes and stations, questions in order of worth, and players whose counts disagree.

    Raises
    ------
    InvalidInput
        With every fault of the input, each with its place (``routes.dieppe-paris-1[3]``).
    """
    asked, faults = read(ReadSchema(), data)
    refuse(faults)
    refuse(some(_faults(asked, data)))
    edition = load_edition(asked["edition"])
    players = asked["players"]
    trains = [edition.trains if one["trains"] is None else one["trains"] for one in players]
    stations = [edition.stations.count if edition.stations else 0 for _ in players]
    doubles = edition.board.doubles
    found = {
        "route": read_sight(
            _sight(asked, "routes", trains, doubles, edition),
            _used(players, "trains_left", trains),
            seconds=options.seconds,
        ),
        "station": read_sight(
            _sight(asked, "cities", stations, [(city,) for city in edition.board.cities], edition),
            _used(players, "stations_left", stations),
            seconds=options.seconds,
        ),
    }
    return _json(found, [player["name"] for player in players], options.language)


def _faults(asked: Mapping[str, Any], data: Any) -> Iterator[Fault]:
    """Yield what has the right shape and cannot be meant."""
    if asked["edition"] not in edition_ids():
        yield fault("edition", "unknown-edition", name=asked["edition"], known=edition_ids())
        return
    edition = load_edition(asked["edition"])
    yield from _player_faults(asked["players"], edition, data)
    board, count = edition.board, len(asked["players"]) + 1
    for part, known, code in (
        ("routes", board.routes, "unknown-route"),
        ("cities", board.cities, "unknown-city"),
    ):
        for name, row in asked[part].items():
            if name not in known:
                yield name_unknown(join("", [part, name]), code, name, known)
            elif len(row) != count:
                must = Text("must-count", {"low": count})
                yield fault_at("", [part, name], data, Text("wrong-value", {"must": must}))
    names = tuple(player["name"] for player in asked["players"])
    for name, player in asked["answers"].items():
        if name not in board.routes and name not in board.cities:
            yield name_unknown(join("", ["answers", name]), "unknown-route", name, board.routes)
        if player is not None and player not in names:
            yield fault(join("", ["answers", name]), "unknown-player", name=player, known=names)


def _player_faults(players: Sequence[Mapping[str, Any]], edition: Edition, data: Any) -> Iterator[Fault]:
    seen: dict[str, int] = {}
    stations = edition.stations.count if edition.stations else 0
    for number, player in enumerate(players):
        key = same_name_key(player["name"])
        if key in seen:
            before = join("", ["players", seen[key]])
            yield fault(
                join("", ["players", number, "name"]), "duplicate-id", name=player["name"], before=before
            )
        seen.setdefault(key, number)
        trains = edition.trains if player["trains"] is None else player["trains"]
        for left, most in (("trains_left", trains), ("stations_left", stations)):
            if (player[left] or 0) > most:
                must = Text("must-whole", {"low": 0, "high": most})
                yield fault_at("", ["players", number, left], data, Text("wrong-value", {"must": must}))


def _sight(
    asked: Mapping[str, Any],
    part: str,
    most: Sequence[int],
    doubles: Sequence[Sequence[str]],
    edition: Edition,
) -> Sight:
    """Return the things of one kind that were seen or answered about, and the rules for them."""
    board, names = edition.board, [None, *(player["name"] for player in asked["players"])]
    known = board.routes if part == "routes" else board.cities
    answers = {name: names.index(player) for name, player in asked["answers"].items() if name in known}
    weights = {name: [0] * len(names) for name in answers}
    weights |= {name: _weights(row) for name, row in asked[part].items()}
    return Sight(
        weights,
        {name: board.routes[name].length if part == "routes" else 1 for name in weights},
        [seen for double in doubles if (seen := tuple(name for name in double if name in weights))],
        most,
        part == "routes" and len(most) <= edition.parallel_routes_closed_up_to,
        answers,
    )


def _weights(row: Sequence[float]) -> list[int]:
    best = max(row)
    return [max(round((one - best) * NAT), -MOST_NATS * NAT) for one in row]


def _used(players: Sequence[Mapping[str, Any]], left: str, most: Sequence[int]) -> list[int | None]:
    return [None if one[left] is None else had - one[left] for one, had in zip(players, most, strict=True)]


def _json(found: Mapping[str, Reading], names: Sequence[str], language: str) -> dict[str, Any]:
    who = [None, *names]
    questions = sorted(
        ((kind, one) for kind, reading in found.items() for one in reading.questions),
        key=lambda asked: (-asked[1].worth, asked[1].margin, asked[1].thing),
    )
    routes, stations = found["route"].outcome, found["station"].outcome
    return {
        "owners": {thing: who[holder] for thing, holder in routes.certificate.items()},
        "stations": {thing: who[holder] for thing, holder in stations.certificate.items() if holder != FREE},
        "value": (routes.value + stations.value) / NAT,
        "bound": (routes.bound + stations.bound) / NAT,
        "proven": routes.proven and stations.proven,
        "questions": [
            {
                "kind": kind,
                "id": one.thing,
                "read": who[found[kind].outcome.certificate[one.thing]],
                "because": "photo" if one.counts_say is None else "counts",
                "counts_say": None if one.counts_say is None else who[one.counts_say],
                "margin": one.margin / NAT,
                "worth": round(one.worth, 4),
            }
            for kind, one in questions
        ],
        "mismatches": [
            {"kind": kind, "player": names[one.player - 1], "read": one.read, "counted": one.counted}
            for kind, reading in found.items()
            for one in reading.mismatches
        ],
        "text": say(routes.why[0], language),
    }
