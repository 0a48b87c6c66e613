"""Searches in the background: stages, forgetting, breaking off. Every test runs real processes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator

import pytest

from app import jobs as module
from app.child import Child, unpack
from app.jobs import Jobs, Progress
from solver.search.places import TicketEnds
from tests.solver.search.boards import material

USABLE = material(claims=[("ab", "A", "B", 3), ("bc", "B", "C", 2)], trains=5)
TICKETS = [TicketEnds(7, (("A",), ("C",)))]


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    """Searches of one process, in two short stages."""
    found = Jobs(1, (0.3, 0.6))
    yield found
    found.close()


def until(ask: Callable[[], Progress], done: Callable[[Progress], bool], seconds: float = 60) -> Progress:
    """Ask again and again, as a page does."""
    end = time.monotonic() + seconds
    while not done(found := ask()):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


def test_an_answer_comes_and_stays(jobs):
    found = jobs.ask("key", "plan", USABLE, TICKETS, wait=120)
    assert (found.value.points, found.value.trains) == (7, 5)
    assert not found.running
    assert jobs.ask("key", "plan", "not looked at any more") is found


def test_what_is_not_final_is_searched_again_with_more_time(jobs, monkeypatch):
    given, plainly = [], Child.ask
    monkeypatch.setattr(
        Child,
        "ask",
        lambda child, line, seconds: given.append(unpack(line)[2]) or plainly(child, line, seconds),
    )

    def ask() -> Progress:
        return jobs.ask("key", "plan", USABLE, TICKETS, final=lambda _plan: False, wait=120)

    assert ask().value.points == 7, "what is known is shown at once"
    last = until(ask, lambda found: not found.running)
    assert last.seconds == 0.6
    assert given == [0.3, 0.6]


def test_nobody_waits_longer_than_he_wants(jobs):
    begun = time.monotonic()
    found = jobs.ask("key", "plan", USABLE, TICKETS, wait=0.01)
    assert time.monotonic() - begun < 1
    assert found == Progress()


def test_what_nobody_asks_for_any_more_is_not_searched(jobs, monkeypatch):
    assert jobs.ask("key", "plan", USABLE, TICKETS, wait=120).value is not None
    monkeypatch.setattr(module, "ASKED", -1.0)
    # It stands in the queue and nobody waits: whoever takes it finds it forgotten.
    assert jobs.ask("other", "plan", USABLE, TICKETS, wait=0).value is None
    end = time.monotonic() + 60
    while jobs._jobs["other"].queued:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert jobs._jobs["other"].progress == Progress()
    monkeypatch.undo()
    found = until(
        lambda: jobs.ask("other", "plan", USABLE, TICKETS, wait=1), lambda found: found.value is not None
    )
    assert found.value.points == 7


def test_too_many_questions_are_told_to_come_back(jobs, monkeypatch):
    monkeypatch.setattr(module, "WAITING", 1)
    jobs.ask("first", "plan", USABLE, TICKETS, wait=0)
    assert jobs.ask("second", "plan", USABLE, TICKETS, wait=0).busy
    found = until(lambda: jobs.ask("second", "plan", USABLE, TICKETS), lambda found: not found.busy)
    assert not found.failed


def test_a_search_that_breaks_off_says_so_and_the_next_one_is_answered(jobs):
    broken = jobs.ask("broken", "plan", "no material", TICKETS, wait=120)
    assert broken.failed
    assert not broken.running
    assert jobs.ask("good", "plan", USABLE, TICKETS, wait=120).value.points == 7


def test_a_process_that_dies_is_replaced(jobs):
    assert jobs.ask("one", "plan", USABLE, TICKETS, wait=120).value is not None
    os.kill(jobs._processes[0].process.pid, signal.SIGKILL)
    lost = jobs.ask("two", "plan", USABLE, TICKETS, wait=120)
    assert lost.failed
    assert jobs.ask("three", "plan", USABLE, TICKETS, wait=120).value.points == 7


def test_the_processes_end_with_the_searches(jobs):
    jobs.ask("one", "plan", USABLE, TICKETS, wait=120)
    process = jobs._processes[0].process
    jobs.close()
    assert process.poll() is not None


def test_a_process_ends_when_its_server_is_gone(jobs):
    jobs.ask("one", "plan", USABLE, TICKETS, wait=120)
    process = jobs._processes[0].process
    process.stdin.close()
    assert process.wait(20) == 0


def test_a_question_somebody_waits_for_is_never_forgotten(jobs, monkeypatch):
    """On a machine that stood still for a while a question looked as if nobody asked it any more."""
    monkeypatch.setattr(module, "ASKED", -1.0)
    assert jobs.ask("one", "plan", USABLE, TICKETS, wait=120).value.points == 7
