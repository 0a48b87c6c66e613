"""An edition in a few words: for the cards of the first page and the form of a new table."""

from __future__ import annotations

from app.web.i18n import gettext as _
from app.web.i18n import ngettext, title_of
from solver.formats.load import edition_ids, load_edition
from solver.game.edition import Edition
from solver.game.state import State

_DOT = "\N{NO-BREAK SPACE}· "
"""Between two things; no line of a narrow card begins with it."""


def about(edition: Edition) -> str:
    """
    Return ``2–5 players · stations, tunnels, ferries``; of plain rules, what they reward and which decks they deal.

    Where another edition of the same board has all of that too, its tickets tell them apart: ``46 tickets``.
    """
    words = _rules(edition)
    others = (load_edition(other) for other in edition_ids() if other != edition.id)
    if any(other.board.id == edition.board.id and _rules(other) == words for other in others):
        cards = sum(len(deck.tickets) for deck in edition.decks)
        count = ngettext("%(num)d ticket", "%(num)d tickets", cards)
        words = f"{words}{_DOT}" + count.replace(" ", "\N{NO-BREAK SPACE}")
    return words


def _rules(edition: Edition) -> str:
    parts = []
    if edition.board.original and edition.file is None:
        parts.append(_("our own board"))
    if edition.stations:
        parts.append(_("stations"))
    if any(route.tunnel for route in edition.board.routes.values()):
        parts.append(_("tunnels"))
    if any(route.ferry for route in edition.board.routes.values()):
        parts.append(_("ferries"))
    if edition.controller:
        parts.append(_("the controller"))
    if edition.passengers:
        parts.append(_("passengers, goods"))
    if not parts:
        words = {
            "longest_trail": _("bonus for the longest trail"),
            "most_tickets": _("bonus for the most tickets"),
        }
        parts += [words[bonus.kind] for bonus in edition.bonuses if bonus.kind in words] or [_("no bonus")]
        if len(edition.decks) > 1:
            parts.append(_decks(edition))
    least, most = edition.players
    players = _("%(least)d–%(most)d players", least=least, most=most)
    return _DOT.join(filter(None, (players, ", ".join(filter(None, (_lent_board(edition), *parts))))))


def _lent_board(edition: Edition) -> str:
    """Return whose board it is, where the title does not say so: two cards of the first page show one picture."""
    owner = edition.board.id
    if owner == edition.id or owner not in edition_ids() or edition.board != load_edition(owner).board:
        return ""
    title = title_of(load_edition(owner).title)
    return "" if title in title_of(edition.title) else _("the board of %(edition)s", edition=title)


def _decks(edition: Edition) -> str:
    """Return ``long and short tickets``; decks that are called otherwise are listed."""
    if {deck.title.get("en") for deck in edition.decks} == {"Long tickets", "Short tickets"}:
        return _("long and short tickets")
    titles = (title_of(deck.title) for deck in edition.decks)
    return ", ".join(title[:1].lower() + title[1:] for title in titles)


def switch_words(name: str) -> tuple[str, str]:
    """Return the title of a house rule and what it means."""
    known = {
        "bonus_at_zero": (
            _("Bonus even at zero"),
            _("If nobody has anything to show for a bonus, all players get it."),
        ),
        "token_each_visit": (
            _("A goods token at every visit"),
            _("A passenger who comes to a city again takes the next token there."),
        ),
        "passenger_cards": (
            _("Passenger cards"),
            _("Each card played lets a passenger use one rival’s route; without them own routes only."),
        ),
        "usa_tie_breaks": (
            _("Tie-breaks as in the USA edition"),
            _("Equal totals: more completed tickets win, then the longest trail."),
        ),
    }
    return known.get(name, (name, ""))


def house_rules(state: State) -> tuple[str, ...]:
    """Return the house rules that this table plays otherwise than the edition."""
    return tuple(
        f"{switch_words(name)[0]}: {_('on') if state.switch(name) else _('off')}"
        for name, default in state.edition.switches.items()
        if state.switch(name) != default
    )


def known_limits(state: State) -> tuple[str, ...]:
    """Return what the edition says about its board and cards; nothing on a home-made board."""
    if state.board != state.edition.board:
        return ()
    if state.board.original and state.edition.file is None and not state.edition.notes:
        return (_("Our own board"),)
    return tuple(title_of(note) for note in state.edition.notes)


def origin(state: State) -> tuple[str, ...]:
    """Return what a finished sheet says about the board: only where it is our own (see ``notes`` in ``maps/FORMAT.md``)."""
    return known_limits(state)[:1] if state.board.original else ()
