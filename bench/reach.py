"""Which tickets can still be completed: our tables beside a flow model for every single ticket."""

from __future__ import annotations

from random import Random

from bench.clock import Times, ratio, shown, table, timed
from bench.tables import ends_of, midgame
from solver.formats.load import load_edition
from solver.search.engine import Deadline, warm
from solver.search.loans import TicketEnds
from solver.search.tickets.layers import Layers
from solver.search.tickets.plan_model import PlanModel
from solver.search.tickets.reach import reach
from solver.search.tickets.usable import Usable

ROUNDS = 12


def by_flows(usable: Usable, tickets: list[TicketEnds]) -> list[int | None]:
    """Return the fewest trains for each ticket, each by a model of its own."""
    layers = Layers(usable)
    return [PlanModel(layers, [ticket], trains=usable.trains).fewest(Deadline(2.0))[0] for ticket in tickets]


def run() -> None:
    """Print the comparison for whole decks in mid-game."""
    warm()
    rows = []
    for name, standing, stations in (
        ("usa", 0, 0),
        ("europe", 0, 3),
        ("europe", 2, 1),
        ("ussr", 1, 2),
        ("marklin", 0, 0),
    ):
        edition = load_edition(name)
        tickets = [ends_of(edition.board, ticket) for ticket in edition.tickets.values()]
        ours, theirs = [], []
        for seed in range(ROUNDS):
            usable = midgame(edition, Random(seed), standing=standing, stations=stations)
            seconds, found = timed(reach, usable, tickets)
            ours.append(seconds)
            if seed < 2:
                seconds, fewest = timed(by_flows, usable, tickets)
                theirs.append(seconds)
                best = [one.options[-1].trains if one.options else None for one in found]
                assert [None if n is None or n > usable.trains else n for n in fewest] == best
        us, them = Times(tuple(ours)), Times(tuple(theirs))
        label = f"{name}: {len(tickets)} tickets, {standing} stations standing, {stations} left"
        row = (shown(us.median), shown(us.worst), shown(them.median), ratio(us.median, them.median))
        rows.append((label, *row))
    table(["reach", "median", "worst", "a flow model each", "ratio"], rows)
