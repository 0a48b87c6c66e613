"""
The most that is still possible, and who cannot be caught any more: only what is proved.

A player's *limit* is a total that nothing exceeds whatever the others do: the most from routes, stations and bonuses
without any ticket, and on top of that every ticket of his that this phone may know. (With its tickets the search would
say more, but only while nobody else claims anything: a rival's new route may be borrowed by a station.) What a player
*has* is what stays if he does nothing more, bonuses left out. Where a limit is below what another player has, the gap
is proved; where tickets are not known, it is a gap in ticket points.

Journeys of passengers and the controllers of the USSR edition are no part of the search; while there are any, nothing
is said about catching up.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from app.i18n import gettext as _
from app.i18n import ngettext
from app.jobs import Progress, jobs
from app.pages_ask import MostLine, MostView
from app.presenting.ask_plan import patience, waiting
from app.presenting.data import controllers_left
from app.presenting.words import points
from solver.commands_ceiling import journeys_left, outlook_of
from solver.game.edition import Ticket
from solver.game.sheet import goods_points, station_points
from solver.game.state import State
from solver.search.network import network, usable
from solver.search.outcome import Outcome
from solver.search.reach import reach
from solver.search.verify import joins, routes_graph
from solver.search.verify_ceiling import Further
from solver.settle import ends_of

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Prospect:
    """
    What a player has and can reach, in points.

    Attributes
    ----------
    has
        What stays if he does nothing more: routes, goods, unused stations, known tickets as they are; no bonus.
    limit
        A total that nothing exceeds; None while it is not known. Without tickets when these are not known.
    known
        Whether his tickets are known and counted.
    """

    player: str
    has: int
    limit: int | None
    known: bool


def asked_limit(key: Key, state: State, player: str) -> Progress:
    """Ask for the most that a player can reach without any ticket: from public facts alone."""
    outlook = replace(outlook_of(_without_tickets(state), player), tickets=())
    return jobs().ask(
        ("limit", *key, player), "ceiling", outlook, final=lambda found: found.proven, wait=patience()
    )


def asked_most(key: Key, state: State, player: str) -> Progress:
    """Ask for the most that a player can reach with the tickets he holds, while nobody else claims anything."""
    held = tuple((ticket.ends, ticket.points) for ticket in state.tickets.get(player, ()))
    return jobs().ask(
        ("most", *key, player, held),
        "ceiling",
        outlook_of(_only_tickets_of(state, player), player),
        final=lambda found: found.proven,
        wait=patience(),
    )


def _without_tickets(state: State) -> State:
    return replace(state, tickets={})


def _only_tickets_of(state: State, player: str) -> State:
    return replace(state, tickets={player: state.tickets.get(player, [])})


def prospect(state: State, player: str, found: Progress, *, known: bool) -> Prospect:
    """Return what a player has and can reach."""
    has = state.route_points(player) + goods_points(state, player) + station_points(state, player)
    ceiling: Outcome[Further] | None = found.value
    limit = None if ceiling is None else ceiling.bound
    if limit is not None:
        limit += sum(bonus.points for bonus in state.edition.bonuses if bonus.kind == "most_tickets")
    if known:
        tickets = state.tickets.get(player, [])
        own = routes_graph(network(state, player).edges())
        has += sum(t.points if joins(own, ends_of(state, t).ends) else -t.points for t in tickets)
        if limit is not None:
            limit += _tickets_at_most(state, player, tickets)
    return Prospect(player, has, limit, known)


def _tickets_at_most(state: State, player: str, tickets: Sequence[Ticket]) -> int:
    """Return net ticket points that nothing exceeds: all of them, unless one is out of reach for good."""
    if state.edition.stations is not None:  # a rival's next route may open a way again
        return sum(ticket.points for ticket in tickets)
    found = reach(usable(state, player), [ends_of(state, ticket) for ticket in tickets])
    return sum(
        -t.points if one.status == "impossible" else t.points for t, one in zip(tickets, found, strict=True)
    )


def settled(state: State) -> bool:
    """Whether the search knows everything that may still bring points."""
    if controllers_left(state):
        return False
    return not any(journeys_left(state, player) for player in state.players)


def verdicts(state: State, prospects: Sequence[Prospect]) -> tuple[str, ...]:
    """Return who cannot be caught any more, or needs how many points more; only what is proved."""
    if not settled(state) or any(one.limit is None for one in prospects) or len(prospects) < 2:
        return ()
    leader = max(prospects, key=lambda one: one.has)
    name = state.seat(leader.player).name
    gaps = [(one, leader.has - (one.limit or 0)) for one in prospects if one is not leader]
    if leader.known and all(one.known and gap > 0 for one, gap in gaps):
        return (_("%(name)s cannot be caught any more.", name=name),)
    found = []
    for one, gap in gaps:
        other = state.seat(one.player).name
        if gap <= 0:
            continue
        if one.known and leader.known:
            found.append(
                _(
                    "%(other)s cannot catch up with %(name)s any more: %(points)s short.",
                    other=other,
                    name=name,
                    points=points(gap),
                )
            )
        else:
            found.append(
                ngettext(
                    "%(other)s needs at least %(num)d more point from tickets than %(name)s.",
                    "%(other)s needs at least %(num)d more points from tickets than %(name)s.",
                    gap,
                    other=other,
                    name=name,
                )
                if not leader.known
                else ngettext(
                    "%(other)s needs at least %(num)d point from tickets to catch up with %(name)s.",
                    "%(other)s needs at least %(num)d points from tickets to catch up with %(name)s.",
                    gap,
                    other=other,
                    name=name,
                )
            )
    return tuple(found)


def most_view(key: Key, state: State, known: Collection[str]) -> MostView:
    """
    Return what everybody can still reach, and what is proved about catching up.

    Parameters
    ----------
    key
        Names the table, its last entry, and who may know what.
    state
        The table as the phone that asks may know it.
    known
        The players whose tickets this phone may know.
    """
    found = {player: asked_limit(key, state, player) for player in state.players}
    prospects = [prospect(state, p, found[p], known=p in known) for p in state.players]
    lines = []
    for one in prospects:
        seat, ceiling = state.seat(one.player), found[one.player].value
        now = _("%(points)s now", points=points(one.has))
        lines.append(MostLine(seat.name, seat.colour, now, _limit_words(one, ceiling)))
    words = [_("The most from routes, stations and bonuses, whatever the others do.")]
    closed = [state.seat(player).name for player in state.players if player not in known]
    if closed:
        words.append(_("Without tickets, because they are closed: %(names)s.", names=", ".join(closed)))
    words.append(_("Tickets that are still to be drawn are never counted."))
    if not settled(state):
        words.append(_("Journeys and controllers are not counted, so nothing is said about catching up."))
    return MostView(tuple(lines), verdicts(state, prospects), tuple(words), waiting(*found.values()))


def _limit_words(one: Prospect, ceiling: Outcome[Further] | None) -> str:
    if one.limit is None or ceiling is None:
        return _("Still counting.")
    return _("at most %(points)s", points=points(one.limit))


def own_most(key: Key, state: State, player: str) -> MostView:
    """Return the most that a player can still reach with his own tickets, while nobody else claims anything."""
    found = asked_most(key, state, player)
    ceiling: Outcome[Further] | None = found.value
    seat = state.seat(player)
    if ceiling is None:
        line = MostLine(seat.name, seat.colour, "", _("Still counting."))
        return MostView((line,), (), (), waiting(found))
    if ceiling.proven:
        most = _("%(points)s, and no more", points=points(ceiling.value))
    else:
        most = _("at least %(least)d, at most %(most)d", least=ceiling.value, most=ceiling.bound)
    words = [_("If nobody else claims anything. Bonuses as the others stand now.")]
    held = state.tickets.get(player, [])
    done = len(ceiling.certificate.tickets)
    if held:
        words.append(_("%(done)d of %(all)d tickets completed then.", done=done, all=len(held)))
    if ceiling.certificate.trail is not None:
        words.append(_("The longest trail is part of it."))
    if not settled(state):
        words.append(_("Journeys and controllers are not counted."))
    rivals = {other: asked_limit(key, state, other) for other in state.players}
    known = _only_tickets_of(state, player)
    prospects = [prospect(known, p, rivals[p], known=p == player) for p in state.players]
    return MostView(
        (MostLine(seat.name, seat.colour, "", most),),
        verdicts(state, prospects),
        tuple(words),
        waiting(found, *rivals.values()),
    )
