"""The tickets of an edition in words: how many are dealt and drawn, from which decks, and how many must be kept."""

from __future__ import annotations

from collections.abc import Sequence

from app.web.i18n import gettext as _
from app.web.i18n import ngettext, title_of
from solver.game.edition import Edition, Ticket
from solver.scoring.keeping import lacking


def _cards(edition: Edition, deck: str | None, cards: int) -> str:
    """Return ``2 long tickets``; a card of several decks mixed is just a ticket."""
    title = next((d.title for d in edition.decks if d.id == deck), None)
    if title is None or len(edition.decks) == 1:
        return ngettext("%(num)d ticket", "%(num)d tickets", cards)
    # The titles are plurals; a number needs the other forms of the word too, which only catalogues know.
    match title.get("en", "").split()[0:1]:
        case ["Long"]:
            return ngettext("%(num)d long ticket", "%(num)d long tickets", cards)
        case ["Short"]:
            return ngettext("%(num)d short ticket", "%(num)d short tickets", cards)
        case ["Regular"]:
            return ngettext("%(num)d regular ticket", "%(num)d regular tickets", cards)
    return f"{title_of(title)}: {cards}"


def _mixed(edition: Edition, deck: str | None) -> str:
    """Return the remark that the decks may be mixed, said beforehand; empty where nothing is to choose."""
    return (
        _("from any deck, in a mix that is announced first")
        if deck is None and len(edition.decks) > 1
        else ""
    )


def deck_mark(edition: Edition, deck: str | None) -> str:
    """Return ``long`` or ``short`` for a card of a deck that is called so; empty for every other one."""
    title = next((d.title for d in edition.decks if d.id == deck), {}) if len(edition.decks) > 1 else {}
    match title.get("en", "").split()[0:1]:
        case ["Long"]:
            return _("long")
        case ["Short"]:
            return _("short")
    return ""


def lacking_words(edition: Edition, hand: Sequence[Ticket]) -> str:
    """Return a quiet remark where somebody holds fewer tickets than are kept at the start, or none of a deck."""
    missing = lacking(edition, hand)
    if not hand or not missing:
        return ""
    cards = [_cards(edition, deck, few) for deck, few in missing.decks.items()]
    if not cards:
        cards = [_cards(edition, None, missing.total)]
    return _("Fewer than are kept at the start. Missing: %(cards)s.", cards=", ".join(cards))


def deal_words(edition: Edition) -> tuple[str, ...]:
    """
    Return the sentences about tickets: at the start, and later.

    Source: the edition's ``deal``, ``keep``, ``draw`` and ``draw_deck``. They are hints: what is entered is not counted.
    """
    sentences = []
    if edition.deal:
        dealt = ", ".join(_cards(edition, deal.deck, deal.cards) for deal in edition.deal)
        mixed = _mixed(edition, edition.deal[0].deck)
        sentences.append(_("At the start: %(cards)s.", cards=", ".join(filter(None, [dealt, mixed]))))
        sentences.append(_keep(edition))
    if edition.draw:
        drawn = _cards(edition, edition.draw_deck, edition.draw["cards"])
        mixed = _mixed(edition, edition.draw_deck)
        cards = ", ".join(filter(None, [drawn, mixed]))
        sentences.append(
            _("Later: %(cards)s; keep at least %(least)d.", cards=cards, least=edition.draw["keep"])
        )
    return tuple(sentence for sentence in sentences if sentence)


def keep_words(edition: Edition) -> tuple[str, str]:
    """Return how many cards to keep of a later draw, and of the deal; empty where the edition says nothing."""
    later = _("Keep at least %(least)d of them.", least=edition.draw["keep"]) if edition.draw else ""
    return later, _keep(edition)


def _keep(edition: Edition) -> str:
    total = edition.keep.get("total")
    if total is not None:
        return _("Keep at least %(least)d of them.", least=total)
    named = ", ".join(_cards(edition, deck, least) for deck, least in edition.keep.items())
    return _("Keep at least: %(cards)s.", cards=named) if named else ""
