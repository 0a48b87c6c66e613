"""A real process: what is asked of it, its limits, its end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

from app.searching import worker
from app.searching.child import Child, Lost
from app.searching.pool import Pool
from app.searching.questions import Question, Refused
from app.searching.strangers import TOTAL
from solver.search.loans import TicketEnds
from tests.app.searching.hard import LOANS, hard_position
from tests.solver.search.boards import material

USABLE = material(claims=[("ab", "A", "B", 3), ("bc", "B", "C", 2)], trains=5)
TICKETS = [TicketEnds(7, (("A",), ("C",)))]
TRAIL = {"command": "trail", "data": {"routes": [["A", "B", 7]]}, "options": {}}


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    found = Child()
    yield found
    found.stop()


@pytest.fixture
def pool() -> Iterator[Pool]:
    found = Pool(1, (0.3, 0.6))
    yield found
    found.close()


def question(key: str, *arguments: object) -> Question:
    return Question(key, "plan", arguments or (USABLE, TICKETS))


def test_our_questions_and_those_of_strangers_are_answered_by_one_process(child):
    (kind, plan), spent = child.search("plan", (USABLE, TICKETS), 5)
    assert (kind, plan.points, plan.trains) == ("answer", 7, 5)
    assert 0 < spent < 5
    assert child.answer(TRAIL, 5).value["answer"]["value"] == 7


def test_what_cannot_be_searched_says_so_and_the_next_one_is_answered(child):
    (kind, why), _spent = child.search("plan", ("no material", TICKETS), 5)
    assert kind == "failed"
    assert "no material" in why or "Error" in why
    assert child.answer({**TRAIL, "data": {"routes": 1}}, 5).value["faults"]


def test_a_limit_is_seconds_of_cpu(child):
    """However busy the machine is: what was used is what was given, and there is an answer."""
    (kind, found), spent = child.search("sheet", (hard_position(),), 1.0)
    assert kind == "answer"
    assert not found.final, "the test needs a position that is not settled in a second"
    assert 0.5 < spent < 4
    assert set(found.coupled.chosen) == {"Anna", "Ben"}


def test_the_limits_of_several_searches_add_up_to_no_more_than_the_whole(child):
    asked = {"command": "score", "data": LOANS, "options": {"seconds": 5}}
    found = child.answer(asked, 1.0)
    assert found.value["answer"]["players"]
    assert found.spent < 4


def test_a_search_ends_when_it_is_told_to(child):
    """Told before it begins, so that the test measures no time: the answer comes with what there is."""
    child.hurry()
    (kind, _), _spent = child.search("sheet", (hard_position(),), 60)
    assert kind == "answer"
    child._hurried = False


def test_a_search_that_takes_no_notice_of_its_limit_is_ended_by_the_system(monkeypatch):
    """As in a loop of plain Python."""
    monkeypatch.setattr(worker, "SLACK", 0.0)
    pid = os.fork()
    if not pid:
        worker.limit(0.01)
        while True:
            pass
    assert os.WTERMSIG(os.waitpid(pid, 0)[1]) == signal.SIGXCPU


def test_a_process_that_dies_costs_its_own_question_alone(pool):
    assert pool.ask(question("one"), 120).value.points == 7
    os.kill(pool.pids()[0], signal.SIGKILL)
    lost = pool.ask(question("two"), 120)
    assert (lost.failed, lost.running) == (True, False)
    assert pool.ask(question("three"), 120).value.points == 7
    os.kill(pool.pids()[0], signal.SIGKILL)
    with pytest.raises(Refused):
        pool.answer(TRAIL, TOTAL, asker="a")
    assert pool.answer(TRAIL, TOTAL, asker="a")["answer"]["value"] == 7


def test_a_process_ends_with_the_pool_and_with_its_server():
    one, other = Child(), Child()
    one.stop()
    assert one.process.poll() is not None
    assert other.process.stdin is not None
    other.process.stdin.close()
    assert other.process.wait(60) == 0


def test_a_process_that_talks_nonsense_is_lost(child, monkeypatch):
    monkeypatch.setattr(Child, "_line", lambda _child, _end: b"no number")
    with pytest.raises(Lost):
        child.answer(TRAIL, 1)
    monkeypatch.setattr(Child, "_line", lambda _child, _end: b"0.1 no json")
    with pytest.raises(Lost):
        child.answer(TRAIL, 1)
    monkeypatch.undo()
    # Two lines are still to come; whoever lost a process does not ask it again.
    child._line(time.monotonic() + 60)
    child._line(time.monotonic() + 60)


def test_what_a_stranger_sends_is_never_unpickled(child, tmp_path):
    """A pickle that would run, sent as a stranger can send it: inside JSON it is a text and stays one."""
    import base64
    import pickle

    class Trap:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "trap"),)

    text = "\nown " + base64.b64encode(pickle.dumps(Trap())).decode() + "\n"
    for data in (text, {"routes": [[text, "B", 1]]}, [text]):
        child.answer({**TRAIL, "data": data}, 5)
    assert not (tmp_path / "trap").exists()


def test_answers_never_get_mixed_up():
    """Many callers at once, each with a network of its own length."""
    from concurrent.futures import ThreadPoolExecutor

    pool = Pool(2)
    try:
        with ThreadPoolExecutor(12) as threads:
            found = list(
                threads.map(
                    lambda length: pool.answer(
                        {**TRAIL, "data": {"routes": [["A", "B", length]]}}, TOTAL, asker=length, patience=120
                    )["answer"]["value"],
                    range(1, 13),
                )
            )
    finally:
        pool.close()
    assert found == list(range(1, 13))
