"""
The rules of a table in sentences, made from its edition: what stands under a number, a verdict or a notice as its rule.

Source: ``maps/editions``. No sentence is written for one edition: all numbers come from
its data, and what an edition does not have is not spoken of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.web.i18n import gettext as _
from app.web.i18n import language, ngettext, title_of
from app.words.ruling_links import RulingLink, ruling_links
from solver.game.edition import Bonus
from solver.game.state import State
from solver.scoring.bonuses import BONUS_KINDS
from solver.scoring.sheet import tie_breaks

AS_GIVEN = "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}"


def links_for(state: State, *codes: str, most: int = 2) -> tuple[RulingLink, ...]:
    """Return the rulings for several codes of ``maps/rulings/links.json`` that hold for a table."""
    return ruling_links(codes, language(), state.edition, state.board, most=most)


def switch_codes(state: State, switch: str) -> tuple[str, ...]:
    """Return the codes of a house rule: of the bonus at zero, those of the bonuses that the edition has."""
    if switch == "bonus_at_zero":
        return tuple(f"zero-{bonus.kind}" for bonus in state.edition.bonuses)
    return (switch,)


def double_words(state: State) -> str:
    """Return who may use the second of two parallel routes, and what that means for so many players."""
    limit, (low, high) = state.edition.parallel_routes_closed_up_to, state.edition.players
    parts = [_("One player never has two parallel routes.")]
    if limit < low:
        parts.append(_("Rivals may take the others."))
    elif limit >= high:
        parts.append(_("Once one of them is taken, the others are closed."))
    else:
        few = str(low) if low == limit else f"{low}–{limit}"
        parts.append(
            _(
                "With %(few)s players only one of them can be used; with more, rivals may take the others.",
                few=few,
            )
        )
        seats = len(state.seats)
        if seats > limit:
            parts.append(_("You are %(n)d: the others are open to rivals.", n=seats))
        elif seats >= low:
            parts.append(_("You are %(n)d: the others are closed.", n=seats))
    return " ".join(parts)


def last_round_words(state: State) -> str:
    """Return what announces the last round, and who still plays in it."""
    return ngettext(
        "Whoever has %(num)d train or fewer after a turn of their own announces it. "
        "Everybody has one more turn, the announcer last.",
        "Whoever has %(num)d trains or fewer after a turn of their own announces it. "
        "Everybody has one more turn, the announcer last.",
        state.edition.last_round_at,
    )


def tie_words(state: State) -> str:
    """Return what is compared between equal totals, in order."""
    words: Mapping[str, str] = {
        "completed_tickets": _("more completed tickets"),
        "fewest_stations": _("fewer stations built"),
        "holds_longest_trail": _("the bonus for the longest trail"),
        "longest_trail": _("the longer trail"),
        "goods": _("more points for goods"),
    }
    order = [words[kind] for kind in tie_breaks(state)]
    if not order:
        return _("At equal totals nothing else is compared: the win is shared.")
    return _(
        "At equal totals decides: %(order)s. If still equal, the win is shared.",
        order=_(", then ").join(order),
    )


def route_points_words(state: State) -> str:
    """Return ``1 → 1, 2 → 2, 3 → 4``: the points of a route by its length."""
    table = sorted(state.edition.route_points.items())
    return ", ".join(f"{length}{AS_GIVEN}{worth}" for length, worth in table)


def controller_words(state: State) -> str:
    """Return what a controller does, or nothing where there is none."""
    controller = state.edition.controller
    if controller is None:
        return ""
    return _(
        "Played in place of a turn: takes up a rival’s route or builds an own one without cards, "
        "at most %(n)d spaces long.",
        n=controller.length_at_most,
    )


def passenger_words(state: State) -> str:
    """Return when passengers are placed and what a journey brings, or nothing where there are none."""
    if state.edition.passengers is None:
        return ""
    ways = (
        _("It rides along own routes, and along a rival’s route for each passenger card.")
        if state.switch("passenger_cards")
        else _("It rides along own routes only.")
    )
    placed = _("Placed in an end of a route just claimed; each travels once.")
    return f"{placed} {ways} {_token_words(state)}"


def _token_words(state: State) -> str:
    if state.switch("token_each_visit"):
        return _("The top token is taken at every visit to a city, never where the journey starts.")
    return _("The top token is taken in every city entered, once in a journey, never where it starts.")


def bonus_words(state: State, kind: str, *, best: int | None = None) -> str:
    """Return what a bonus is for; ``best`` 0 adds what becomes of it when nobody has anything to show."""
    bonus = next((bonus for bonus in state.edition.bonuses if bonus.kind == kind), Bonus(kind, 0))
    worth, card = bonus.points, bonus_card(bonus)
    points = ngettext("%(num)d point", "%(num)d points", worth)
    words: Mapping[str, str] = {
        "longest_trail": _(
            "%(points)s for the longest line of own trains: no route twice, cities may repeat.", points=points
        ),
        "most_tickets": _("%(points)s for the most completed tickets, by their number.", points=points),
        "most_ferries": _("%(points)s for the most ferries, by the number of routes.", points=points),
        "most_tunnels": _("%(points)s for the most tunnels, by the number of routes.", points=points),
    }
    if best == 0:
        zero = (
            _("Even at 0 it goes to everybody: a house rule.")
            if state.switch("bonus_at_zero")
            else _("At 0 nobody gets it.")
        )
        return " ".join(filter(None, (card, words[kind], zero)))
    return " ".join(filter(None, (card, words[kind], _("Tied players all get it in full."))))


def bonus_card(bonus: Bonus) -> str:
    """Return the name of a bonus's card as a sentence; nothing where it has none."""
    name = title_of(bonus.title) if bonus.title else ""
    return _("The card “%(name)s”.", name=name) if name else ""


def row_rule(state: State, row: str) -> str:
    """Return the rule behind one line of the sheet."""
    if row in BONUS_KINDS:
        return bonus_words(state, row)
    known: Mapping[str, Callable[[], str]] = {
        "total": lambda: _("The total is the sum of these lines. Nothing keeps it above 0."),
        "routes": lambda: _(
            "A route counts by its length: %(points)s.",
            points=route_points_words(state),
        ),
        "completed": lambda: _completed_words(state),
        "failed": lambda: _("A ticket whose ends are not joined takes its points off in full."),
        "stations": lambda: station_words(state),
        "goods": lambda: _token_words(state),
    }
    return known[row]()


def _completed_words(state: State) -> str:
    if state.edition.stations:
        return _(
            "A ticket counts when own trains join its two ends by any way, with the help of one rival’s route "
            "for each own station."
        )
    return _("A ticket counts when own trains join its two ends, by any way.")


def station_words(state: State) -> str:
    """Return what a station is worth and what it does."""
    rules = state.edition.stations
    worth = ngettext("%(num)d point", "%(num)d points", rules.points_unused if rules else 0)
    return _(
        "A station never built is worth %(points)s. A built one lends its owner one rival’s route out of its city, "
        "the same for all tickets.",
        points=worth,
    )


def audit_words(state: State) -> str:
    """Return what the trains and markers must agree with."""
    if state.edition.passengers:
        return _(
            "A route takes a train out of the box for each of its spaces and moves the marker by its points; "
            "goods move the marker too."
        )
    return _(
        "A route takes a train out of the box for each of its spaces and moves the marker by its points."
    )
