"""
The rules of a table, line by line, as the page "Rules of this table" shows them: what is disputed most comes first.

Every line is made from the edition and the table; what an edition does not have gets no line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.web.i18n import gettext as _
from app.web.i18n import ngettext
from app.words.bonuses import bonus_title
from app.words.rules import (
    bonus_words,
    controller_words,
    double_words,
    last_round_words,
    links_for,
    passenger_words,
    route_points_words,
    station_words,
    tie_words,
)
from app.words.ruling_links import RulingLink
from app.words.station_price import price_list
from solver.game.state import State


def rule_lines(state: State) -> Iterator[RuleLine]:
    """Yield the rules of a table."""
    edition, parallels = state.edition, state.board.parallels.values()
    most = max((len(others) for others in parallels), default=0)
    if most:
        title = _("Double routes") if most == 1 else _("Double and triple routes")
        yield RuleLine(title, double_words(state), links=links_for(state, "doubles"))
    yield RuleLine(_("The last round"), last_round_words(state), links=links_for(state, "last_round"))
    yield RuleLine(_("Equal totals"), tie_words(state), links=links_for(state, "tie_breaks"))
    for bonus in edition.bonuses:
        more = bonus_words(state, bonus.kind)
        yield RuleLine(bonus_title(bonus.kind), more, f"+{bonus.points}", links_for(state, bonus.kind))
    yield from _pieces(state)
    worth = _("by its length: %(points)s", points=route_points_words(state))
    yield RuleLine(_("Points for a route"), worth, links=links_for(state, "routes"))


def _pieces(state: State) -> Iterator[RuleLine]:
    """Yield what every player has, and the cards that are played."""
    edition = state.edition
    yield RuleLine(_("Trains"), _("of each player"), str(edition.trains))
    if edition.stations:
        more = " ".join(filter(None, [price_list(edition), station_words(state)]))
        links = links_for(state, "pay-station", "stations")
        yield RuleLine(_("Stations"), more, str(edition.stations.count), links)
    if edition.passengers:
        links = links_for(state, "passengers", "journey")
        yield RuleLine(_("Passengers"), passenger_words(state), str(edition.passengers.count), links)
    if edition.controller:
        cards = ngettext("%(num)d card", "%(num)d cards", edition.controller.cards)
        yield RuleLine(_("Controllers"), controller_words(state), cards, links_for(state, "controller"))


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule with its number, such as the trains of each player; ``more`` says what it means, ``links`` lead to rulings."""

    title: str
    more: str
    value: str = ""
    links: tuple[RulingLink, ...] = ()
