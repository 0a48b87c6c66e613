"""
The most that a player's total can still become while nobody else does anything.

In words: choose routes to claim within the trains that are left, stations to build and routes to borrow, so that
points of routes, completed minus failed tickets, unused stations and bonuses are the most together. A ticket is
completed when one unit can flow from its one end to the other over what is claimed or borrowed (``model``).

The bonus for the longest trail is first taken on trust. When the network of the best answer does not hold a trail
that is long enough, a second search demands a trail and anything better; without the bonus nothing can be worth more
than the first bound less the bonus. That the trail hangs together is added, as in ``longest_trail``, when it does not.

Before all that ``sets`` bounds what each set of tickets can come to, which rules most sets out, and for each of those
that are left most routes. As the best that is known rises, it rules out more: so the first searches are short, and what
they find is where the next one begins.

What surprises: others' values stand as they are. A rival's station might borrow a route that is claimed now, and the
last turns of the game are not counted out train by train: with three trains left and three routes of one space
nobody gets to claim all three, which makes the ceiling too high by a point or two. Controllers, which take up a
rival's route, and journeys of passengers are no part of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from solver.search.ceiling.model import CeilingModel
from solver.search.ceiling.sets import TicketSets, ticket_sets
from solver.search.ceiling.verify import Aim, Further, Outlook, completed, recounted
from solver.search.engine import Deadline, load, new_solver, solved
from solver.search.outcome import Outcome
from solver.search.trail.longest_trail import longest_trail
from solver.search.trail.parity import pieces_of

FIRST = 0.25
"""The share of the time that may go into the answer without new stations."""

ROUNDS = (0.1, 0.2, 1.0)
"""The shares of the time left after which a search begins anew: what it found rules more routes out."""


@dataclass(slots=True)
class _Best:
    """The best way to go on that was found, and its total."""

    value: int
    further: Further

    def learn(self, outlook: Outlook, further: Further) -> None:
        """Take a way to go on when it is better, counted by hand."""
        value = recounted(outlook, further)
        if value > self.value:
            self.value, self.further = value, further


def ceiling(outlook: Outlook, *, seconds: float = 2.0) -> Outcome[Further]:
    """
    Find the most that a player's total can still become.

    Parameters
    ----------
    outlook
        What the player has and can still do, as graphs and numbers.
    seconds
        Limit for the whole call, by the clock of the process (``engine``).

    Returns
    -------
    Outcome[Further]
        ``value`` and ``bound`` in points; the certificate gives exactly ``value``. When time runs out,
        ``value < bound``, and the ceiling lies between the two.

    References
    ----------
    Rules: points of routes, tickets, stations and bonuses of the edition; RULES, end of the game, for ``acts``.
    """
    clock = Deadline(seconds)
    nothing = _shown(outlook, Further(loans=dict.fromkeys(outlook.standing)), seconds)
    best = _Best(recounted(outlook, nothing), nothing)
    sets = ticket_sets(outlook, seconds=seconds)
    if outlook.stations_left > 0 and outlook.sites:
        # Without new stations the answer is soon found; it is a good place to begin from, and bounds nothing.
        _search(replace(outlook, sites={}), best, sets, Deadline(seconds * FIRST), trail="without")
    bound = _in_rounds(outlook, best, sets, clock)
    aim = _trail_in_reach(outlook)
    if bound is None:
        bound = _at_most(outlook)
    elif best.value < bound and aim is not None:
        # Either there is a trail, or the bonus is not won, which was counted in the first bound.
        demanded, _ = _search(outlook, best, sets, clock, trail="demanded")
        bound = bound if demanded is None else min(bound, max(demanded, bound - max(aim.points, 0)))
    return Outcome(best.value, max(bound, best.value), best.further, seconds=clock.spent)


def _in_rounds(outlook: Outlook, best: _Best, sets: TicketSets | None, clock: Deadline) -> int | None:
    """
    Take the longest trail on trust, as ``_search`` does, and begin anew while that finds something better.

    Better ways rule out more routes, and with few routes left the rest of the search is short.
    """
    bounds = []
    for share in ROUNDS:
        known = best.value
        bound, done = _search(outlook, best, sets, Deadline(clock.left * share), trail="trusted")
        if bound is not None:
            bounds.append(bound)
        if done or (sets is None and best.value == known):
            break
    return min(bounds, default=None)


def _search(
    outlook: Outlook, best: _Best, sets: TicketSets | None, clock: Deadline, *, trail: str
) -> tuple[int | None, bool]:
    """
    Improve the best way to go on until nothing better is possible or the time is over.

    ``trail`` says what holds of the bonus for the longest trail: it is *trusted* to be won for nothing, the search
    goes on *without* it, or the trail is *demanded*. Returned is a total that nothing of that sort exceeds (nor the
    best known), or None when time ran out before anything was known; and whether the search came to its end.
    """
    load()
    from ortools.sat.python import cp_model

    aim = _trail_in_reach(outlook)
    model = CeilingModel(_without_trail(outlook) if aim is None or trail == "without" else outlook)
    if aim is not None and trail == "demanded":
        model.demand_trail(aim)
    if isinstance(model.total, int):  # there is nothing to decide
        return model.total, True
    # Where the trail is trusted, what is known is a solution; later only something better will do.
    least = best.value + (trail != "trusted")
    model.model.add(model.total >= least)
    if sets is not None:
        model.only(sets, least, sets.idle(outlook, least, seconds=clock.left))
    if trail == "trusted" and best.further.claims:
        model.hint(best.further)
    model.model.maximize(model.total)
    bound = None
    while clock.left > 0:
        solver = new_solver(clock.left)
        solver.parameters.cut_level = 0  # measured: mostly two to four times as fast without cuts
        status = solver.solve(model.model)
        if status == cp_model.INFEASIBLE:
            return best.value, True
        if not solved(status):
            return bound, False
        bound = round(solver.best_objective_bound)
        further = model.further(solver)
        if further is None:
            continue
        best.learn(outlook, _shown(outlook, further, clock.left))
        if best.value >= bound or status != cp_model.OPTIMAL or trail != "demanded":
            return bound, best.value >= bound or status == cp_model.OPTIMAL
        if not _joined(outlook, model, solver):
            return bound, True
    return bound, False


def _joined(outlook: Outlook, model: CeilingModel, solver: Any) -> bool:
    """Say that a trail in several parts must hang together; return whether there was anything to say."""
    own = {r: (a, b, facts["length"]) for a, b, r, facts in outlook.own.edges(keys=True, data=True)}
    ends = {**own, **outlook.routes}
    parts = pieces_of({r: ends[r] for r, walk in model.walked.items() if solver.boolean_value(walk)})
    for part in parts:
        model.join(part, ends)
    # One part would have been found as a trail, if there was time to look for it.
    return len(parts) > 1


def _trail_in_reach(outlook: Outlook) -> Aim | None:
    """Return the bonus for the longest trail unless it takes more than all that is laid and can be laid."""
    laid = sum(int(facts["length"]) for *_, facts in outlook.own.edges(data=True))
    most = laid + max(outlook.trains, 0)
    return next((aim for aim in outlook.aims if aim.measure == "trail" and aim.needed <= most), None)


def _without_trail(outlook: Outlook) -> Outlook:
    return replace(outlook, aims=[aim for aim in outlook.aims if aim.measure != "trail"])


def _shown(outlook: Outlook, further: Further, seconds: float) -> Further:
    """Return a way to go on with the tickets that it completes, and a trail when it wins the bonus."""
    trail = next((aim for aim in outlook.aims if aim.measure == "trail"), None)
    found = replace(further, tickets=completed(outlook, further))
    if trail is None:
        return found
    longest = longest_trail(outlook.network(further.claims), seconds=max(seconds, 0.05))
    return replace(found, trail=longest.certificate if longest.value >= trail.needed else None)


def _at_most(outlook: Outlook) -> int:
    """Return a total that nothing exceeds, without any search: every ticket, every bonus, the dearest spaces."""
    dearest = max(
        (outlook.route_points.get(n, 0) / n for _, _, n in outlook.routes.values() if n <= outlook.trains),
        default=0,
    )
    return (
        outlook.fixed
        + int(dearest * max(outlook.trains, 0))
        + sum(ticket.points for ticket in outlook.tickets)
        + outlook.stations_left * outlook.station_points
        + sum(aim.points for aim in outlook.aims)
    )
