"""The proof of a bonus: everybody's value, who gets it, and the rule that says so."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from app.pages.recount.page import RecountRoute, route_marks
from app.pages.sheet.present import value_of
from app.pages.sheet.proof_base import proof_base
from app.pages.sheet.proof_page import BonusProof, Proof, Value
from app.web.i18n import gettext as _
from app.web.i18n import pair_name
from app.words.bonuses import bonus_title
from app.words.rules import bonus_words as bonus_rule
from app.words.rules import links_for
from app.words.ruling_links import RulingLink
from app.words.verdict import listed
from app.words.words import points
from solver.game.edition import Route
from solver.game.state import State
from solver.scoring.bonuses import BONUS_KINDS
from solver.scoring.sheet import PlayerSheet, Sheet


def values_of(state: State, sheet: Sheet, kind: str, here: str, known: Collection[str]) -> tuple[Value, ...]:
    """Return everybody's value for a bonus, the best first."""
    measure = BONUS_KINDS[kind]
    return tuple(
        Value(
            column.name,
            state.seat(column.player).colour,
            "?" if kind == "most_tickets" and column.player not in known else str(measure(column.tally)),
            value_of(column, kind),
            column.player == here,
        )
        for column in sorted(sheet.players, key=lambda c: -measure(c.tally))
    )


def bonus_words(state: State, sheet: Sheet, kind: str) -> tuple[str, ...]:
    """Return who gets a bonus and why, in a sentence."""
    award = next((award for award in sheet.bonuses if award.kind == kind), None)
    if award is None:
        return ()
    if not award.players:
        return (_("The best value is 0, so nobody gets this bonus."),)
    winners = listed([state.seat(player).name for player in award.players])
    facts = {"bonus": bonus_title(kind), "names": winners, "points": points(award.points)}
    if len(award.players) > 1:
        return (_("%(bonus)s: %(names)s, %(points)s each.", **facts),)
    return (_("%(bonus)s: %(names)s, %(points)s.", **facts),)


def bonus_reasons(state: State, sheet: Sheet, kind: str) -> dict[str, Any]:
    """Return the rule and the rulings of a bonus; where nobody has anything or several have the best, those first."""
    award = next((award for award in sheet.bonuses if award.kind == kind), None)
    codes = [kind]
    if award is not None and award.value == 0:
        codes.insert(0, f"zero-{kind}")
    elif award is not None and len(award.players) > 1:
        codes.insert(0, f"tied-{kind}")
    return {
        "rule": bonus_rule(state, kind, best=award.value if award else None),
        "links": _links(state, codes),
    }


def _links(state: State, codes: Sequence[str]) -> tuple[RulingLink, ...]:
    """Return two rulings: of what is special here (a tie, nothing to show) the first one, then of the bonus itself."""
    special = links_for(state, codes[0], most=1) if len(codes) > 1 else ()
    rest = [link for link in links_for(state, codes[-1]) if link not in special]
    return (*special, *rest)[:2]


def _bonus_head(column: PlayerSheet, kind: str) -> str:
    facts = {"name": column.name, "points": points(value_of(column, kind))}
    known = {
        "most_tickets": _("%(name)s’s ticket bonus: %(points)s", **facts),
        "most_ferries": _("%(name)s’s ferry bonus: %(points)s", **facts),
        "most_tunnels": _("%(name)s’s tunnel bonus: %(points)s", **facts),
    }
    return str(known[kind])


def bonus_proof(state: State, sheet: Sheet, column: PlayerSheet, kind: str, known: Collection[str]) -> Proof:
    counted: Callable[[Route], bool] = {
        "most_ferries": lambda route: route.ferry > 0,
        "most_tunnels": lambda route: route.tunnel,
    }.get(kind, lambda _route: False)
    routes = [
        RecountRoute(route.id, pair_name(state.board, route.id), route_marks(state, route))
        for route in state.routes_of(column.player)
        if counted(route)
    ]
    return BonusProof(
        **{
            **proof_base(state, column, kind, _bonus_head(column, kind), kind="bonus"),
            **bonus_reasons(state, sheet, kind),
        },
        words=bonus_words(state, sheet, kind),
        values=values_of(state, sheet, kind, column.player, known),
        values_head=bonus_title(kind),
        routes=tuple(sorted(routes, key=lambda route: route.name)),
        routes_head=_("Routes that count"),
    )
