"""Which of the cards just drawn to keep: one table for all choices, beside a plan for each of them."""

from __future__ import annotations

import time
from random import Random

from bench.clock import Times, ratio, shown, table
from bench.tables import ends_of, midgame
from solver.formats.load import load_edition
from solver.search.engine import warm
from solver.search.loans import TicketEnds
from solver.search.tickets.keep import Kept, Least, keep
from solver.search.tickets.plan import plan
from solver.search.tickets.usable import Usable

ROUNDS = 4
LIMIT = 8.0
WORTH = 4
"""Points of a station that stays unused, where there are stations."""


def one_by_one(
    usable: Usable, held: list[TicketEnds], drawn: list[TicketEnds], worth: int, choices: tuple[Kept, ...]
) -> list[int | None]:
    """Return the points of every choice, each planned by itself with its share of the time; None: not proved."""
    found = []
    for one in choices:
        some = plan(
            usable, [*held, *(drawn[card] for card in one.cards)], worth, seconds=LIMIT / len(choices)
        )
        found.append(some.points if some.proven else None)
    return found


def run() -> None:
    """Print the comparison for deals of the first turn and draws in the middle of a game, in processor time."""
    warm()
    rows = []
    for name, stations, laid, held, drawn in (
        ("europe", 3, 0, 0, 6),
        ("ussr", 3, 0, 0, 6),
        ("europe", 3, 15, 4, 4),
        ("ussr", 3, 10, 5, 4),
        ("usa", 0, 15, 6, 4),
    ):
        edition = load_edition(name)
        ours, theirs, proved, alone, count = [], [], 0, 0, 0
        for seed in range(ROUNDS):
            rng = Random(seed)
            usable = midgame(edition, rng, stations=stations, laid=laid)
            cards = [
                ends_of(edition.board, one)
                for one in rng.sample(list(edition.tickets.values()), held + drawn)
            ]
            worth = WORTH if stations else 0
            began = time.process_time()
            found = keep(usable, cards[:held], cards[held:], Least(2), worth, seconds=LIMIT)
            ours.append(time.process_time() - began)
            began = time.process_time()
            each = one_by_one(usable, cards[:held], cards[held:], worth, found)
            theirs.append(time.process_time() - began)
            count += len(found)
            proved += sum(one.plan.proven for one in found)
            alone += sum(points is not None for points in each)
            for one, points in zip(found, each, strict=True):
                assert not one.plan.proven or points in (None, one.plan.points)
        us, them = Times(tuple(ours)), Times(tuple(theirs))
        rows.append(
            (
                f"{name}, {held} held, {drawn} drawn",
                f"{proved} of {count}",
                shown(us.median),
                shown(us.worst),
                f"{alone} of {count}",
                shown(them.median),
                ratio(us.median, them.median),
            )
        )
    head = ["keep", "choices proved", "median", "worst", "a plan each: proved", "median", "ratio"]
    table(head, rows)
