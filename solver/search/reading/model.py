"""
The likeliest assignment by CP-SAT, for photos on which the pieces of a player or what was counted bind.

    holds[t, h]   whether holder h holds thing t
    off[p]        pieces that player p lies with more or less than was counted
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from solver.search.engine import Deadline, load, new_solver, refuted, solved
from solver.search.reading.verify import Sight

PIECE_OFF = 250
"""What one piece more or less than was counted costs, in hundredths of a nat: a miscount by one happens."""
NOTHING = -(10**12)
"""The weight that stands for no assignment at all."""


def solve(
    sight: Sight,
    loss: Mapping[tuple[str, int], int],
    most_loss: int,
    clock: Deadline,
    *,
    counted: Sequence[int | None] = (),
    without: Mapping[str, int] | None = None,
) -> tuple[dict[str, int] | None, int | None]:
    """
    Return the likeliest lawful assignment and a weight that none exceeds; None for what was not found.

    Parameters
    ----------
    loss
        By thing and holder how much is lost at least, against the likeliest of all, when that one holds it.
    most_loss
        Assignments that lose more than this are not looked for; the model is the smaller the less it is.
    counted
        By player the pieces that were counted, or None; each piece off costs ``PIECE_OFF``, and the bound counts that in.
    without
        Holders that are ruled out.

    Returns
    -------
    tuple
        ``(None, NOTHING)`` when no assignment loses so little, ``(None, None)`` when time ran out.
    """
    load()
    from ortools.sat.python import cp_model

    model: Any = cp_model.CpModel()
    banned = set((without or {}).items())
    holds = {
        (thing, holder): model.new_bool_var(f"{holder} holds {thing}")
        for (thing, holder), lost in loss.items()
        if lost <= most_loss and (thing, holder) not in banned
    }
    for thing in sight.weights:
        model.add_exactly_one(holds[thing, h] for h in sight.choices(thing) if (thing, h) in holds)
    for double in sight.doubles:
        taken = [[holds[t, p] for t in double if (t, p) in holds] for p in sight.players]
        for player, tracks in zip(sight.players, taken, strict=True):
            model.add(sum(tracks) <= sight.tracks(double, player))
        model.add(sum(sum(tracks) for tracks in taken) <= sight.tracks(double))
    cost = []
    for player in sight.players:
        pieces = sum(sight.size[thing] * var for (thing, holder), var in holds.items() if holder == player)
        model.add(pieces <= sight.allowed(player))
        seen = counted[player - 1] if counted else None
        if seen is not None:
            off = model.new_int_var(0, sum(sight.size.values()) + seen, f"off {player}")
            model.add(pieces - seen <= off)
            model.add(seen - pieces <= off)
            cost.append(PIECE_OFF * off)
    model.maximize(sum(sight.weights[t][h] * var for (t, h), var in holds.items()) - sum(cost))
    solver = new_solver(clock.left)
    status = solver.solve(model)
    if not solved(status):
        return None, NOTHING if refuted(status) else None
    found = {
        thing: next(h for h in sight.choices(thing) if (thing, h) in holds and solver.value(holds[thing, h]))
        for thing in sight.weights
    }
    return found, round(solver.best_objective_bound)
