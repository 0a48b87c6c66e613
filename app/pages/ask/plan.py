"""All tickets of a hand together: what fits, which choice is worth most, what each costs, what to give up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.pages.ask.page import CostLine, TogetherView
from app.pages.ask.present import Drawn, finding_map, ticket_names
from app.pages.tickets.present import lent, station_worth, together
from app.searching.questions import Progress
from app.web.i18n import between, ngettext
from app.web.i18n import gettext as _
from app.words.waiting import waiting
from app.words.words import plus, stations, trains
from solver.game.edition import Ticket
from solver.game.state import State
from solver.scoring.settle import ends_of
from solver.search.network import usable
from solver.search.tickets.plan import Plan
from solver.search.tickets.reach import Reach, reach
from solver.search.verify import joins, routes_graph


def drawn_plan(tickets: Sequence[Ticket], best: Plan) -> Drawn:
    """Return what to draw for the best choice."""
    ends = dict.fromkeys(end for index in best.tickets for end in tickets[index].ends)
    return Drawn(best.claims, best.loans, ends=tuple(ends))


def together_view(
    state: State, player: str, tickets: Sequence[Ticket], found: Progress, board_url: str
) -> TogetherView:
    """Return all tickets of a hand together, as far as it is known."""
    best: Plan | None = found.value
    if best is None:
        return TogetherView(_("Together"), (), (), None, "", waiting(found))
    chosen = [ticket for index, ticket in enumerate(tickets) if index in best.tickets]
    given_up = [ticket for index, ticket in enumerate(tickets) if index not in best.tickets]
    drawn = drawn_plan(tickets, best)
    claims = bool(best.claims or best.loans)
    laid = routes_graph(route.ends for route in state.routes_of(player))
    as_it_is = not best.claims and not best.stations
    done = [
        joins(laid, ends_of(state, ticket).ends) or (as_it_is and index in best.tickets)
        for index, ticket in enumerate(tickets)
    ]
    alone = reach(usable(state, player), [ends_of(state, ticket) for ticket in tickets])
    return TogetherView(
        head=_head(best, bool(given_up)),
        words=tuple(_words(state, player, best, chosen, given_up)),
        lines=tuple(
            _cost(state, ticket, best, i, alone=alone[i], done=done[i], left=state.stations_left(player))
            for i, ticket in enumerate(tickets)
        ),
        map=finding_map(state, player, drawn, _("The best choice on the board")) if claims else None,
        board_url=board_url if claims else "",
        waiting=waiting(found),
    )


def _head(best: Plan, gives_up: bool) -> str:
    if best.all_possible and not best.claims and not best.stations:
        return _("All tickets are done.")
    if best.all_possible:
        return _("All tickets can be completed together.")
    if best.all_possible is None and not gives_up:
        return _("Perhaps all tickets can be completed together.")
    if best.all_possible is None:
        return _("Whether all tickets fit together is not known yet.")
    return _("Not all tickets can be completed together.")


def _words(
    state: State, player: str, best: Plan, chosen: Sequence[Ticket], given_up: Sequence[Ticket]
) -> list[str]:
    left = max(state.trains_left(player), 0)
    found = []
    if best.claims or best.stations:
        found.append(
            _(
                "The best choice takes %(needs)s. %(left)s.",
                needs=together(best),
                left=ngettext("%(num)d train left", "%(num)d trains left", left),
            )
        )
    if best.all_trains is not None and not best.all_possible and best.all_trains > left:
        found.append(_("All of them would take %(trains)s.", trains=trains(best.all_trains)))
    if best.stations:
        cities = [city for city in best.loans if city not in state.stations.get(player, ())]
        found += _new_stations(state, cities, best)
    if given_up:
        found.append(_("Give up: %(tickets)s.", tickets=", ".join(map(named(state), given_up))))
    if chosen or given_up:
        worth = plus(best.points)
        if best.points < best.bound:
            worth = _("at least %(least)s, at most %(most)s", least=worth, most=plus(best.bound))
        spent = best.stations * station_worth(state)
        found.append(
            _("Worth then: %(points)s, completed tickets minus failed ones.", points=worth)
            if not spent
            else _(
                "Worth then: %(points)s, completed tickets minus failed ones and %(spent)d for new stations.",
                points=worth,
                spent=spent,
            )
        )
    return found


def _new_stations(state: State, cities: Sequence[str], best: Plan) -> list[str]:
    return [lent(state, city, best.loans[city]) for city in cities if best.loans[city] in state.owner]


def named(state: State) -> Callable[[Ticket], str]:
    """Return what names a ticket."""
    return lambda ticket: between(ticket_names(state, ticket))


def _cost(
    state: State, ticket: Ticket, best: Plan, index: int, *, alone: Reach, done: bool, left: int
) -> CostLine:
    """Return what one ticket takes alone, as its own card says it, and what it takes beside the best choice."""
    names, points = ticket_names(state, ticket), ticket.points
    if done:
        return CostLine(names, points, "done", "", "")
    if not alone.options:
        return CostLine(names, points, "cut", _("out of reach"), "")
    first, table, here = alone.options[0], best.fewest, frozenset({index})
    parts = ([trains(first.trains)] if first.trains else []) + (
        [stations(first.stations)] if first.stations else []
    )
    chosen = frozenset(best.tickets) & frozenset(i for some in table for i in some)
    beside, status, extra = chosen ^ here, "open" if index in best.tickets else "spare", ""
    known = bool(table) and not best.loose & {chosen, beside}
    if known and index in best.tickets:
        saved = table[chosen] - table.get(beside, 0)
        extra = _("+%(trains)s on top of the others", trains=trains(saved)) if saved else ""
    elif known and beside in table:
        extra = _("%(trains)s more than the best choice", trains=trains(table[beside] - table[chosen]))
    elif known and station_worth(state) and best.stations < left:
        extra = _("does not fit beside the best choice without further stations")
    elif known:
        extra = _("does not fit beside the best choice")
    return CostLine(names, points, status, ", ".join(parts), extra)
