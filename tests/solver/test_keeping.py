"""How many tickets an edition asks to keep: every edition's deal and draw, held against its rules in numbers."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

from solver.formats.load import edition_ids, load_edition
from solver.game.edition import Edition, Ticket
from solver.scoring.keeping import Lacking, lacking, least_to_keep
from solver.search.tickets.keep import Least

# Cards dealt from each deck at the start (Märklin: from any), how many are kept; cards drawn later, how many are kept.
RULES = {
    "ussr": ([2, 2], 2, 3, 1),
    "europe": ([1, 3], 2, 3, 1),
    "europe-1912": ([1, 3], 2, 3, 1),
    "america": ([1, 3], 2, 3, 1),
    "usa": ([3], 2, 3, 1),
    "usa-1910": ([3], 2, 3, 1),
    "usa-1910-big-cities": ([4], 2, 4, 1),
    "usa-1910-mega": ([5], 3, 4, 1),
    "marklin": ([4], 2, 4, 1),
}


def lawful(edition: str, cards: list[Ticket], chosen: tuple[int, ...]) -> bool:
    """Whether the rules of an edition allow to keep some of the cards dealt."""
    if edition == "ussr":
        return {cards[card].deck for card in chosen} == {"ussr-long", "ussr-short"}
    return len(chosen) >= RULES[edition][1]


def dealt(edition: Edition, counts: list[int]) -> list[Ticket]:
    return [
        c for deck, n in zip(edition.decks, counts, strict=False) for c in islice(deck.tickets.values(), n)
    ]


def choices(least: Least, drawn: int) -> set[tuple[int, ...]]:
    every = (c for count in range(drawn + 1) for c in combinations(range(drawn), count))
    return {cards for cards in every if least.allows(cards, drawn)}


def test_every_edition_is_looked_at():
    assert set(RULES) == set(edition_ids())


@pytest.mark.parametrize("name", RULES)
def test_the_choices_of_a_deal_are_the_lawful_ones(name):
    edition, (counts, *_rest) = load_edition(name), RULES[name]
    cards = dealt(edition, counts)
    every = {c for count in range(len(cards) + 1) for c in combinations(range(len(cards)), count)}
    asked = choices(least_to_keep(edition, cards, dealt=True), len(cards))
    assert asked == {chosen for chosen in every if lawful(name, cards, chosen)}
    for chosen in every:
        assert bool(lacking(edition, [cards[card] for card in chosen])) != (chosen in asked)


@pytest.mark.parametrize("name", RULES)
def test_of_a_later_draw_one_card_is_kept_whichever(name):
    edition, (*_deal, drawn, kept) = load_edition(name), RULES[name]
    assert edition.draw["cards"] == drawn
    cards = dealt(edition, [drawn])
    assert least_to_keep(edition, cards, dealt=False) == Least(kept)


def test_a_hand_says_which_deck_it_lacks():
    edition = load_edition("ussr")
    long, short = (next(iter(deck.tickets.values())) for deck in edition.decks)
    assert lacking(edition, [long]) == Lacking(1, {"ussr-short": 1})
    assert lacking(edition, [short, short]) == Lacking(0, {"ussr-long": 1})
    typed = Ticket("moskva--riga", ("moskva", "riga"), 5)
    assert lacking(edition, [typed]) == Lacking(1), "a typed ticket may be a long one"
    assert not lacking(edition, [short, typed])
