"""Tickets together: our table beside one flow model for all of them."""

from __future__ import annotations

from random import Random

from bench.clock import Times, ratio, shown, table, timed
from bench.tables import ends_of, midgame
from solver.formats.load import load_edition
from solver.search.engine import Deadline, warm
from solver.search.loans import TicketEnds
from solver.search.tickets.layers import Layers
from solver.search.tickets.plan import plan
from solver.search.tickets.plan_model import PlanModel
from solver.search.tickets.usable import Usable

LIMIT = 5.0
MODELS = 6
"""So many of the positions are given to the flow model as well."""


def by_flows(usable: Usable, tickets: list[TicketEnds]) -> int | None:
    """Return the points completed by the best choice; None when that is not proved in time."""
    answer = PlanModel(Layers(usable), tickets, trains=usable.trains).solve(Deadline(LIMIT))
    return answer[2] if answer is not None and answer[3] else None


def run() -> None:
    """Print the comparison for some held tickets in mid-game."""
    warm()
    rows = []
    for name, standing, stations, held, rounds in (
        ("usa", 0, 0, 3, 40),
        ("usa", 0, 0, 5, 40),
        ("usa", 0, 0, 7, 20),
        ("europe", 0, 3, 3, 40),
        ("europe", 0, 3, 5, 40),
        ("europe", 2, 1, 5, 20),
        ("usa", 0, 0, 10, 6),
        ("europe", 0, 3, 10, 4),
    ):
        edition = load_edition(name)
        ours, theirs, cut, proven = [], [], 0, 0
        for seed in range(rounds):
            rng = Random(seed)
            usable = midgame(edition, rng, standing=standing, stations=stations)
            tickets = [
                ends_of(edition.board, one) for one in rng.sample(list(edition.tickets.values()), held)
            ]
            seconds, found = timed(plan, usable, tickets, seconds=LIMIT)
            ours.append(seconds)
            proven += found.proven
            if seed < min(MODELS, rounds):
                seconds, points = timed(by_flows, usable, tickets)
                theirs.append(seconds)
                cut += points is None
        us, them = Times(tuple(ours)), Times(tuple(theirs), cut)
        half = cut * 2 > len(theirs)
        row = (
            f"{proven} of {rounds}",
            shown(us.median),
            shown(us.worst),
            shown(them.median, cut=half),
            ratio(us.median, them.median, cut=half),
        )
        rows.append((f"{name}: {held} held, {standing} stations standing, {stations} left", *row))
    table(["plan", "proved", "median", "worst", "flow model, median", "ratio"], rows)
