"""
The most that is still possible, and who cannot be caught any more: only what is proved.

What a player *has* and what he cannot exceed, his *limit*, is counted by ``solver.scoring.prospects``. Where a limit is below
what another player has, the gap is proved; where tickets are not known, it is a gap in ticket points.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from app.pages.ask.page import MostLine, MostView
from app.searching.answers import Asker, limit_of, most_of
from app.searching.questions import Progress
from app.web.i18n import gettext as _
from app.web.i18n import ngettext
from app.words.waiting import Waiting, waiting
from app.words.words import points
from solver.game.state import State
from solver.questions.ceiling import journeys_left
from solver.scoring.prospects import Prospect, goods_at_most, prospect
from solver.search.ceiling.verify import Further
from solver.search.outcome import Outcome


def _only_tickets_of(state: State, player: str) -> State:
    return replace(state, tickets={player: state.tickets.get(player, [])})


def verdicts(state: State, prospects: Sequence[Prospect]) -> tuple[str, ...]:
    """Return who cannot be caught any more, or needs how many points more; only what is proved."""
    if any(one.limit is None for one in prospects) or len(prospects) < 2:
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
            found.append(_from_tickets(gap, other, name, known=leader.known))
    return tuple(found)


def _from_tickets(gap: int, other: str, name: str, *, known: bool) -> str:
    """Say what tickets must bring a player to catch up; ``known``: those of whom he is to catch up with are counted."""
    if known:
        return ngettext(
            "%(other)s can only catch up with %(name)s if %(other)s’s tickets bring at least %(num)d point.",
            "%(other)s can only catch up with %(name)s if %(other)s’s tickets bring at least %(num)d points.",
            gap,
            other=other,
            name=name,
        )
    return ngettext(
        "%(other)s can only catch up with %(name)s if %(other)s’s tickets bring at least %(num)d point more than "
        "%(name)s’s.",
        "%(other)s can only catch up with %(name)s if %(other)s’s tickets bring at least %(num)d points more than "
        "%(name)s’s.",
        gap,
        other=other,
        name=name,
    )


def is_over(state: State) -> bool:
    """Whether nothing can be built any more: the last turn has been played, or the tickets lie open."""
    return state.over or state.revealed


def over_view(state: State, *, sheet_url: str, finish_url: str) -> MostView:
    """Return where the totals are when the game is over: then nothing more is possible."""
    if state.revealed:
        words, link = _("The tickets lie open: the totals stand on the sheet."), (sheet_url, _("Final score"))
    else:
        words = _("The last turn has been played: nothing more can be built. Now the tickets decide.")
        link = (finish_url, _("Finish the game"))
    return MostView("", (), (), (words,), Waiting(False, ""), link)


def _counted(state: State) -> str:
    """Name what is counted of a player who has no ticket and no bonus."""
    if state.edition.stations:
        return _("routes, unused stations")
    return _("routes, goods") if state.edition.passengers else _("routes")


def most_view(asker: Asker, state: State) -> MostView:
    """
    Return what everybody can still reach without tickets, and what is proved about catching up.

    Parameters
    ----------
    asker
        The table, and what of it the page may know.
    state
        The table while the game goes on; of tickets nothing is looked at.
    """
    asked = _asked_limits(asker, state)
    prospects = _prospects(state, asked, ())
    what = _counted(state)
    lines = []
    for one in prospects:
        seat, now = state.seat(one.player), _("now %(points)s: %(what)s", points=points(one.now), what=what)
        lines.append(MostLine(seat.name, seat.colour, now, _limit_words(one)))
    lead = _(
        "The most that %(what)s and bonuses can bring, whatever the others do. Tickets are closed: they come on top.",
        what=what,
    )
    words = []
    if any(journeys_left(state, player) for player in state.players):
        words.append(_("Goods are counted as if every passenger still took the dearest tokens."))
    if state.controllers_left:
        words.append(_("Controllers that are still to come are counted at their worst."))
    return MostView(lead, tuple(lines), verdicts(state, prospects), tuple(words), waiting(*asked.values()))


def _asked_limits(asker: Asker, state: State) -> dict[str, Progress]:
    """Ask for what the limits rest on; while controllers are left they need no search."""
    return {} if state.controllers_left else {p: limit_of(asker, state, p) for p in state.players}


def _prospects(state: State, asked: Mapping[str, Progress], known: Collection[str]) -> list[Prospect]:
    return [
        prospect(state, p, asked[p].value if p in asked else None, known=p in known) for p in state.players
    ]


def _limit_words(one: Prospect) -> str:
    if one.limit is None:
        return _("Still counting.")
    return _("at most %(points)s", points=points(one.limit))


def own_most(asker: Asker, state: State, player: str) -> MostView:
    """Return the most that a player can still reach with his own tickets, while nobody else claims anything."""
    found = most_of(asker, state, player)
    ceiling: Outcome[Further] | None = found.value
    seat = state.seat(player)
    if ceiling is None:
        line = MostLine(seat.name, seat.colour, "", _("Still counting."))
        return MostView("", (line,), (), (), waiting(found))
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
    if journeys_left(state, player):
        goods = points(goods_at_most(state, player))
        words.append(_("Journeys still to come are not counted: at most %(points)s more.", points=goods))
    if state.controllers_left:
        words.append(_("Controllers are not counted."))
    asked = _asked_limits(asker, state)
    prospects = _prospects(_only_tickets_of(state, player), asked, {player})
    return MostView(
        "",
        (MostLine(seat.name, seat.colour, "", most),),
        verdicts(state, prospects),
        tuple(words),
        waiting(found, *asked.values()),
    )
