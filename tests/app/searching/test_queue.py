"""Whose turn it is: lanes, askers, first answers first, newer questions instead of older ones, bounds."""

from __future__ import annotations

import math

import pytest

from app.searching import queue as module
from app.searching.queue import PAGES, STRANGERS, Full, Job, Queue


def queue_of(*jobs: Job, pages: int = 1, strangers: int = 2) -> Queue:
    found = Queue({PAGES: pages, STRANGERS: strangers})
    for job in jobs:
        found.put(job)
    return found


def page(asker: object, subject: object = None, *, stage: int = 0, cost: float = 1.0) -> Job:
    return Job(PAGES, asker, cost, subject, stage)


def drain(found: Queue, longest: float = math.inf) -> list[Job]:
    """Take one after another, each at its end before the next."""
    taken = []
    while (job := found.take(longest)) is not None:
        taken.append(job)
        found.done(job, job.cost)
    return taken


def test_askers_take_turns_however_much_one_of_them_asks():
    flood, other, third = [page("flood") for _ in range(20)], page("other"), page("third")
    found = queue_of(*flood, other, third)
    assert found.place(other) == 2
    assert drain(found)[:4] == [flood[0], other, third, flood[1]]


def test_first_answers_come_before_better_ones():
    better, first = page("a", stage=1, cost=4), page("b")
    assert drain(queue_of(better, first)) == [first, better]


def test_an_asker_has_one_search_running():
    one, two, other = page("a"), page("a"), page("b")
    found = queue_of(one, two, other)
    assert [found.take(9), found.take(9), found.take(9)] == [one, other, None]
    found.done(one, 1)
    assert found.take(9) is two


def test_an_address_never_holds_all_processes():
    found = queue_of(*(Job(STRANGERS, "address", 15) for _ in range(5)), strangers=2)
    assert [found.take(99) is None for _ in range(3)] == [False, False, True]
    found.put(other := Job(STRANGERS, "other", 15))
    assert found.take(99) is other


def test_a_newer_question_takes_the_place_of_an_older_one_about_the_same():
    old, elsewhere, beside = page("t", "sheet"), page("u", "sheet"), page("t", "plan")
    found = queue_of(old, elsewhere, beside)
    assert found.put(new := page("t", "sheet")) == [old]
    assert set(drain(found)) == {elsewhere, beside, new}


def test_a_question_about_nothing_in_particular_takes_no_place():
    one, two = page("t"), page("t")
    assert drain(queue_of(one, two)) == [one, two]


def test_lanes_share_by_seconds_three_to_one_while_both_want_it():
    found = queue_of(pages=1, strangers=99)
    for number in range(60):
        found.put(page(number))
    for number in range(24):
        found.put(Job(STRANGERS, number, 1.0))
    lanes = [job.lane for job in drain(found)[:40]]
    assert lanes.count(PAGES) == 30
    assert STRANGERS in lanes[:5], "neither waits for the end of the other"


def test_what_was_given_back_counts_for_the_share():
    """A question that may take 15 seconds and takes none has used none."""
    found = queue_of(strangers=99)
    for number in range(20):
        found.put(page(number))
        found.put(Job(STRANGERS, number, 15.0))
    lanes = []
    while (job := found.take(math.inf)) is not None:
        lanes.append(job.lane)
        found.done(job, 1.0)
    assert lanes[:20].count(STRANGERS) == 5


def test_a_lane_saves_nothing_up_while_it_is_idle():
    found = queue_of(strangers=99)
    for number in range(100):
        found.put(page(number))
        drain(found)
    for number in range(20):
        found.put(page(number))
    for number in range(20):
        found.put(Job(STRANGERS, number, 1.0))
    assert [job.lane for job in drain(found)[:12]].count(STRANGERS) <= 4


def test_a_slot_for_short_ones_takes_nothing_long():
    long, short = page("a", cost=15), page("b", stage=1, cost=1)
    found = queue_of(long, short)
    assert [found.take(1.0), found.take(1.0)] == [short, None]
    assert found.take(math.inf) is long


def test_lanes_and_askers_have_bounds(monkeypatch):
    monkeypatch.setitem(module.ASKER_FULL, PAGES, 2)
    monkeypatch.setitem(module.LANE_FULL, PAGES, 3)
    found = queue_of(page("a", 1), page("a", 2))
    with pytest.raises(Full):
        found.put(page("a", 3))
    assert len(found.put(page("a", 2))) == 1, "what takes another's place needs no room"
    found.put(page("b"))
    with pytest.raises(Full):
        found.put(page("c"))
    found.put(Job(STRANGERS, "c", 1))


def test_places_are_those_in_which_they_are_taken():
    jobs = [page(asker) for asker in "aaabbc"] + [page("d", stage=1)]
    found = queue_of(*jobs)
    places = {job: found.place(job) for job in jobs}
    assert [places[job] for job in drain(found)] == [1, 2, 3, 4, 5, 6, 7]
    assert found.place(jobs[0]) == 0


def test_what_is_dropped_is_gone():
    one, two = page("a"), page("a")
    found = queue_of(one, two)
    assert found.drop(one)
    assert not found.drop(one)
    assert drain(found) == [two]
    assert found.length(PAGES) == 0
