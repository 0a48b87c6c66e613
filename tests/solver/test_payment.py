"""Payments: which cards pay for which route, and what a tunnel asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.game.edition import Route
from solver.game.errors import InvalidInput
from solver.game.naming import colour_name
from solver.game.payment import CARD_COLOURS, pay
from solver.questions.commands import answer_pay
from solver.questions.options import Options
from solver.words.say import say


def route(length, colour="gray", ferry=0, tunnel=False):
    return Route("r", ("a", "b"), length, colour, ferry, tunnel)


CASES = [
    ("grey takes any one colour", route(3), {"red": 3}, [], True, 0, []),
    ("grey takes no mix", route(3), {"red": 2, "blue": 1}, [], False, 0, ["two-colours"]),
    ("grey takes locomotives alone", route(3), {"locomotive": 3}, [], True, 0, []),
    ("locomotives are jokers", route(3, "red"), {"red": 1, "locomotive": 2}, [], True, 0, []),
    ("the colour is the route's", route(2, "red"), {"blue": 2}, [], False, 0, ["wrong-colour"]),
    ("too few", route(3, "red"), {"red": 2}, [], False, 0, ["too-few"]),
    ("nothing at all", route(1), {}, [], False, 0, ["too-few"]),
    ("too many", route(3, "red"), {"red": 4}, [], False, 0, ["too-many"]),
    ("all faults at once", route(3, "red"), {"blue": 1, "green": 1}, [], False, 0, ["too-few", "two-colours"]),
    ("a ferry needs its locomotives", route(4, ferry=2), {"red": 3, "locomotive": 1}, [], False, 0, ["ferry"]),
    ("a ferry with its locomotives", route(4, ferry=2), {"red": 2, "locomotive": 2}, [], True, 0, []),
    ("a ferry takes more locomotives", route(4, ferry=2), {"red": 1, "locomotive": 3}, [], True, 0, []),
    ("+4 on a long route", route(4, "red"), {"red": 3, "locomotive4": 1}, [], True, 0, []),
    ("+4 on a short route", route(3, "red"), {"red": 2, "locomotive4": 1}, [], False, 0, ["long-locomotive"]),
    ("tunnel: colour and locomotive match", route(2, tunnel=True), {"red": 2}, ["red", "locomotive", "blue"], True, 2, ["extra"]),
    ("tunnel: nothing matches", route(2, tunnel=True), {"red": 2}, ["white", "blue", "blue"], True, 0, []),
    ("tunnel: only locomotives", route(2, tunnel=True), {"locomotive": 2}, ["red", "locomotive", "blue"], True, 1, ["extra-locomotives"]),
    ("tunnel: fewer than three cards left", route(2, tunnel=True), {"red": 2}, ["red"], True, 1, ["extra"]),
    ("tunnel: no cards left", route(2, tunnel=True), {"red": 2}, [], True, 0, []),
    ("tunnel: a controller matches nothing", route(2, tunnel=True), {"red": 2}, ["controller", "red", "blue"], True, 1, ["extra"]),
    ("no tunnel: nothing is revealed", route(2), {"red": 2}, ["red", "red", "red"], True, 0, []),
]  # fmt: skip


@pytest.mark.parametrize("case", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_payment(case):
    route, cards, reveal, legal, extra, reasons = case
    found = pay(route, cards, reveal)
    assert (found.legal, found.extra) == (legal, extra)
    assert [reason.code for reason in found.reasons] == [f"pay-{code}" for code in reasons]
    for language in ("en", "ru"):
        for reason in found.reasons:
            assert "{" not in say(
                reason, language, lambda _, key, language=language: colour_name(key, language)
            )


@given(
    st.integers(1, 6),
    st.sampled_from((*CARD_COLOURS, "gray")),
    st.dictionaries(st.sampled_from((*CARD_COLOURS[:3], "locomotive")), st.integers(0, 4), max_size=3),
)
def test_a_payment_is_legal_when_one_colour_and_jokers_fill_the_spaces(length, colour, cards):
    laid = [card for card, count in cards.items() for _ in range(count)]
    ways = [c for c in CARD_COLOURS if colour in ("gray", c)]
    legal = any(len(laid) == length and all(card in (way, "locomotive") for card in laid) for way in ways)
    assert pay(route(length, colour), cards).legal == legal


@pytest.mark.parametrize(
    ("edition", "cards", "reveal", "places"),
    [
        ("usa", {"red": 12}, [], []),
        ("usa", {"red": 13}, [], ["cards.red"]),
        ("usa", {"locomotive": 15}, [], ["cards.locomotive"]),
        ("america", {"red": 12}, [], ["cards.red"]),
        ("america", {"locomotive": 12}, ["locomotive"], ["reveal[0]"]),
        ("europe", {"red": 10}, ["red", "red", "red"], ["reveal[2]"]),
        ("marklin", {"locomotive4": 7}, [], ["cards.locomotive4"]),
        ("ussr", {"red": 20}, [], []),
    ],
)
def test_no_more_cards_of_a_kind_are_laid_than_lie_in_the_box(edition, cards, reveal, places):
    route = {"length": 6, "colour": "gray", "tunnel": bool(reveal)}
    question = {"edition": edition, "route": route, "cards": cards, "reveal": reveal}
    if not places:
        answer_pay(question, Options())
        return
    with pytest.raises(InvalidInput) as refused:
        answer_pay(question, Options())
    assert [(one.path, one.code) for one in refused.value.faults] == [
        (path, "more-than-box") for path in places
    ]
