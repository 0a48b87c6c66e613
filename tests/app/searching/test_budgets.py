"""Seconds of CPU by whoever asks: paid before, given back after, refilled."""

from __future__ import annotations

from app.searching import budgets as module
from app.searching.budgets import Budgets


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_is_not_there_cannot_be_spent_and_comes_back_in_time():
    clock = Clock()
    found = Budgets(10, 0.5, clock)
    assert found.pay(["anna"], 8) == 0
    assert found.pay(["anna"], 8) == 12, "6 seconds are missing, at half a second a second"
    assert found.pay(["ben"], 8) == 0
    clock.now = 12
    assert found.pay(["anna"], 8) == 0


def test_what_was_not_used_is_given_back_and_a_purse_never_overflows():
    found = Budgets(10, 1, Clock())
    found.pay(["anna"], 8)
    found.give_back(["anna"], 7.5)
    found.give_back(["anna"], 100)
    assert found.pay(["anna"], 10) == 0
    assert found.pay(["anna"], 1) == 1


def test_what_went_beyond_its_limit_is_paid_for_as_well():
    found = Budgets(10, 1, Clock())
    found.pay(["anna"], 10)
    found.give_back(["anna"], -5)
    assert found.pay(["anna"], 1) == 6


def test_all_payers_pay_or_none():
    found = Budgets(10, 1, Clock())
    found.pay(["table"], 9)
    assert found.pay(["table", "address"], 5) == 4
    assert found.pay(["address"], 10) == 0


def test_a_question_dearer_than_a_purse_takes_a_full_one():
    found = Budgets(10, 1, Clock())
    assert found.pay(["anna"], 50) == 0
    assert found.pay(["anna"], 50) == 10


def test_without_refill_nobody_pays():
    found = Budgets(10, 0, Clock())
    assert not any(found.pay(["anna"], 8) for _ in range(10))


def test_purses_are_bounded(monkeypatch):
    monkeypatch.setattr(module, "PURSES", 3)
    found = Budgets(10, 1, Clock())
    for number in range(10):
        found.pay([number], 1)
    assert len(found._purses) == 3
