"""
The audit on full games with planted slips, beside CP-SAT alone and beside trying corrections one by one, then two by
two, and so on.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from random import Random

from bench.clock import Times, ratio, shown, table, timed
from bench.networks import BOARDS, graph_of
from solver.formats.load import load_edition
from solver.game.edition import Edition
from solver.search.audit.audit import audit
from solver.search.audit.kinds import kinds_of
from solver.search.audit.model import Model
from solver.search.audit.verify import Reading, Record, differences, parallels_allowed
from solver.search.engine import Deadline, warm

LIMIT = 2.0
"""Seconds after which trying one by one is stopped."""
PLAYERS = ("Anna", "Ben", "Cleo", "Dan", "Eve")


def full_game(edition: Edition, rng: Random, count: int) -> dict[str, str]:
    """Return who owns what when the players in turn have claimed near their networks until nobody can any more."""
    owner: dict[str, str] = {}
    board, players = edition.board, PLAYERS[:count]
    closed = count <= edition.parallel_routes_closed_up_to
    left = dict.fromkeys(players, edition.trains)
    reached: dict[str, set[str]] = {player: set() for player in players}
    while min(left.values()) > edition.last_round_at:
        before = len(owner)
        for player in players:
            fitting = [
                route
                for route in board.routes.values()
                if route.id not in owner
                and route.length <= left[player]
                and not any(closed or owner.get(p) == player for p in board.parallels[route.id] if p in owner)
            ]
            near = [route for route in fitting if reached[player].intersection(route.ends)]
            if fitting:
                route = rng.choice(near if near and rng.random() < 0.8 else fitting)
                owner[route.id] = player
                left[player] -= route.length
                reached[player].update(route.ends)
        if len(owner) == before:
            break
    return owner


def slipped(truth: Mapping[str, str], rng: Random, players: tuple[str, ...], slips: int) -> dict[str, str]:
    """Return what was written down with so many slips: claims forgotten or recorded for somebody else."""
    written = dict(truth)
    for route in rng.sample(sorted(written), slips):
        if rng.random() < 0.5:
            del written[route]
        else:
            written[route] = rng.choice([p for p in players if p != written[route]])
    return written


def questions(edition: Edition, slips: int, games: int) -> Iterator[tuple[Record, dict[str, Reading]]]:
    """Yield records with slips and what is counted on the table."""
    rng = Random(slips)
    for number in range(games):
        players = PLAYERS[: 2 + number % 4]
        truth = full_game(edition, rng, len(players))
        one_track = len(players) <= edition.parallel_routes_closed_up_to
        board = graph_of(list(edition.board.routes.values()))
        record = Record(
            board,
            slipped(truth, rng, players, slips),
            players,
            edition.trains,
            edition.route_points,
            one_track,
        )
        counted = {}
        for player in players:
            lengths = [record.length(route) for route, whose in truth.items() if whose == player]
            points = sum(edition.route_points[n] for n in lengths)
            counted[player] = Reading(edition.trains - sum(lengths), points % 100)
        yield record, counted


def by_trying(
    record: Record, counted: Mapping[str, Reading], at_most: int, *, seconds: float = LIMIT
) -> int | None:
    """Return the fewest corrections by trying all sets of routes, smallest first; None when time runs out."""
    end = time.perf_counter() + seconds
    routes = [route for pair in record.pairs for route in pair]
    for size in range(at_most + 1):
        for chosen in combinations(routes, size):
            for owners in product((None, *record.players), repeat=size):
                if time.perf_counter() > end:
                    return None
                truth = dict(record.owner)
                for route, owner in zip(chosen, owners, strict=True):
                    truth.pop(route, None)
                    if owner:
                        truth[route] = owner
                if not differences(record, counted, truth) and all(
                    parallels_allowed(record, pair, truth) for pair in record.pairs
                ):
                    return size
    return None


def by_model(record: Record, counted: Mapping[str, Reading], at_most: int) -> int | None:
    """Return the fewest corrections by CP-SAT alone; None without a proof."""
    kinds = kinds_of(record, lawful=True, at_most=at_most)
    found = Model(record, counted, kinds, at_least=1, at_most=at_most).run(1, Deadline(LIMIT))
    count = sum(len(change.steps) for _, change in found.explanations[0]) if found.explanations else None
    return count if count == found.bound else None


def run() -> None:
    """Print the times by the number of slips."""
    warm()
    rows = []
    for slips in (1, 2, 4):
        ours, first, model, theirs, cut, fewer = [], [], [], [], 0, 0
        for name in BOARDS:
            for number, (record, counted) in enumerate(questions(load_edition(name), slips, 12)):
                seconds, found = timed(lambda r=record, c=counted: audit(r, c))
                ours.append(seconds)
                first.append(timed(lambda r=record, c=counted: audit(r, c, alternatives=1))[0])
                assert found.proven
                assert found.count is not None
                fewer += found.count < slips
                seconds, size = timed(lambda r=record, c=counted: by_model(r, c, 6))
                model.append(seconds)
                assert size in (None, found.count)
                if number < 4:
                    seconds, size = timed(lambda r=record, c=counted: by_trying(r, c, 6))
                    theirs.append(seconds)
                    cut += size is None
                    assert size in (None, found.count)
        us, one, them = Times(tuple(ours)), Times(tuple(first)), Times(tuple(theirs), cut)
        half = cut * 2 > len(theirs)
        times = [shown(time) for each in (one, us, Times(tuple(model))) for time in (each.median, each.worst)]
        trying = shown(them.median, cut=half), ratio(us.median, them.median, cut=half)
        rows.append((f"{slips}", f"{len(ours)}", f"{fewer}", *times, *trying))
    head = ["audit: slips", "full games", "explained by fewer", "one median", "one worst"]
    more = ["up to five median", "up to five worst", "CP-SAT, one: median", "CP-SAT worst"]
    table([*head, *more, "trying one by one", "ratio of medians"], rows)
