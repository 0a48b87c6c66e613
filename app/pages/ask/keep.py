"""Which of the cards dealt or drawn to keep: every choice that the edition allows, the best first."""

from __future__ import annotations

from collections.abc import Sequence

from app.pages.ask.page import KeepLine, KeepView
from app.pages.ask.plan import named
from app.pages.ask.present import ticket_names
from app.pages.tickets.present import station_worth
from app.searching.questions import Progress
from app.web.i18n import between
from app.web.i18n import gettext as _
from app.words.deal import keep_words
from app.words.waiting import waiting
from app.words.words import plus, stations, trains
from solver.game.edition import Ticket
from solver.game.state import State
from solver.search.tickets.keep import Kept


def seems_dealt(state: State, player: str, held: Sequence[Ticket]) -> bool:
    """Whether a player's cards seem to be those of the start: he holds none yet and has built nothing."""
    begun = state.routes_of(player) or state.stations.get(player)
    return bool(state.edition.deal) and not held and not begun


def keep_form(state: State, *, dealt: bool, chosen: tuple[str, ...] = (), message: str = "") -> KeepView:
    """Return the form without an answer."""
    return KeepView(chosen, dealt, keep_words(state.edition), message)


def keep_view(
    state: State, held: Sequence[Ticket], cards: Sequence[Ticket], found: Progress, *, dealt: bool
) -> KeepView:
    """Return the choices, the best first."""
    chosen = tuple(ticket.id for ticket in cards)
    kept: tuple[Kept, ...] = found.value or ()
    lines = tuple(_keep_line(state, held, cards, one, best=number == 0) for number, one in enumerate(kept))
    return KeepView(chosen, dealt, keep_words(state.edition), "", lines, waiting(found))


def _keep_line(
    state: State, held: Sequence[Ticket], cards: Sequence[Ticket], one: Kept, *, best: bool
) -> KeepLine:
    every = [*held, *(cards[card] for card in one.cards)]
    plan = one.plan
    failed = [ticket for index, ticket in enumerate(every) if index not in plan.tickets]
    words = [trains(plan.trains)]
    if plan.stations:
        spent = plan.stations * station_worth(state)
        words.append(f"{stations(plan.stations)} ({plus(-spent)})" if spent else stations(plan.stations))
    if failed:
        words.append(_("gives up %(tickets)s", tickets=", ".join(map(named(state), failed))))
    points = plus(plan.points)
    if plan.points < plan.bound:
        points = f"{points} … {plus(plan.bound)}"
    kept = tuple(between(ticket_names(state, cards[card])) for card in one.cards)
    return KeepLine(kept, points, ", ".join(words), best)
