"""The pool with processes that only pretend to search, and a clock that the test moves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from app.searching import pool as module
from app.searching.child import Lost, Reply
from app.searching.pool import Pool
from app.searching.questions import Progress, Question, Refused


class Clock:
    """Seconds that go by when the test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Fakes:
    """Processes that answer a question with its own arguments, when the test lets them."""

    def __init__(self) -> None:
        self.began: list[Any] = []
        self.given: list[float] = []
        self.hurried = 0
        self.go_on = threading.Semaphore(0)
        self.lost = False
        self.spent = 0.25

    def __call__(self) -> Any:
        return SimpleNamespace(
            search=self._search,
            answer=lambda question, seconds: Reply(self._wait(question, seconds), self.spent),
            hurry=self._hurry,
            stop=lambda: None,
            process=SimpleNamespace(pid=1),
        )

    def _search(self, _search: str, arguments: tuple[Any, ...], seconds: float) -> Reply:
        return Reply(("answer", self._wait(arguments[0], seconds)), self.spent)

    def _wait(self, what: Any, seconds: float) -> Any:
        self.began.append(what)
        self.given.append(seconds)
        assert self.go_on.acquire(timeout=60)
        if self.lost:
            raise Lost
        return what

    def _hurry(self) -> None:
        self.hurried += 1
        self.go_on.release()


@pytest.fixture
def fakes() -> Fakes:
    return Fakes()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pool_with(fakes: Fakes, clock: Clock) -> Iterator[Callable[..., Pool]]:
    made = []

    def make(size: int = 1, refill: float = 0.0) -> Pool:
        made.append(Pool(size, (1.0, 4.0), refill, clock=clock, child=fakes))
        return made[-1]

    yield make
    for one in made:
        one.close()
    for _ in range(100):
        fakes.go_on.release()


def question(what: Any, asker: Any = "table", subject: Any = None, **more: Any) -> Question:
    return Question(what, "plan", (what,), asker, subject, (asker,), **more)


def until(done: Callable[[], Any]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)


def ask_behind(pool: Pool, what: Any, asker: str, **more: Any) -> list[Any]:
    """Ask as a stranger in a thread of its own; the list holds the answer once it is there."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(pool.answer(what, 15, asker=asker, **more))
        except Refused as error:
            found.append(error)

    threading.Thread(target=run, daemon=True).start()
    return found


def test_an_answer_comes_and_stays(pool_with, fakes):
    pool = pool_with()
    assert pool.ask(question("a"), 0) == Progress()
    fakes.go_on.release()
    until(lambda: pool.ask(question("a"), 0).value == "a")
    found = pool.ask(question("a"), 0)
    assert (found.running, found.seconds) == (False, 1.0)
    assert fakes.began == ["a"]


def test_what_is_not_final_is_searched_again_with_more_time_while_somebody_asks(pool_with, fakes, clock):
    pool = pool_with()
    fakes.go_on.release()
    asked = question("a", final=lambda _value: False)
    pool.ask(asked, 0)
    until(lambda: len(fakes.began) == 2)
    assert pool.ask(asked, 0) == Progress("a", running=True, seconds=1.0)
    fakes.go_on.release()
    until(lambda: not pool.ask(asked, 0).running)
    assert fakes.given == [1.0, 4.0]


def test_what_nobody_asks_for_any_more_is_not_searched(pool_with, fakes, clock):
    pool = pool_with()
    pool.ask(question("runs", "one"), 0)
    assert pool.ask(question("waits", "two"), 0).place == 1
    clock.now += module.ASKED + 1
    fakes.go_on.release()
    until(lambda: pool.ask(question("runs", "one"), 0).value)
    assert fakes.began == ["runs"]
    pool.ask(question("waits", "two"), 0)
    until(lambda: fakes.began == ["runs", "waits"])


def test_a_page_hears_its_place(pool_with, fakes):
    pool = pool_with()
    pool.ask(question("runs", "one"), 0)
    assert [pool.ask(question(n, n), 0).place for n in range(3)] == [1, 2, 3]
    assert pool.ask(question("runs", "one"), 0).place == 0


def test_one_tables_flood_delays_nobody(pool_with, fakes):
    """(e): what if after what if from one phone; another table asks once."""
    pool = pool_with()
    for number in range(20):
        pool.ask(question(("what if", number), "flood", "what if"), 0)
    assert pool.ask(question("mine", "other"), 0).place <= 2
    for _ in range(3):
        fakes.go_on.release()
    until(lambda: pool.ask(question("mine", "other"), 0).value == "mine")
    assert len(fakes.began) <= 4, "of the flood the first and the last are searched for, nothing between"


def test_a_newer_question_ends_the_older_one_that_runs(pool_with, fakes):
    """(b): the table went on; what is searched for ends with what it has, and the newest is next."""
    pool = pool_with(2)
    pool.ask(question("old", "t", "sheet"), 0)
    until(lambda: fakes.began == ["old"])
    pool.ask(question("newer", "t", "sheet"), 0)
    pool.ask(question("newest", "t", "sheet"), 0)
    until(lambda: fakes.began == ["old", "newest"])
    assert fakes.hurried >= 1


def test_one_table_has_one_search_running_and_another_finds_a_process(pool_with, fakes):
    pool = pool_with(3)
    for number in range(5):
        pool.ask(question(number, "greedy"), 0)
    pool.ask(question("other", "modest"), 0)
    until(lambda: len(fakes.began) == 2)
    assert set(fakes.began) == {0, "other"}, (
        "of five questions of one table one, and the other table's; in either order"
    )


def test_an_address_leaves_a_process_to_others(pool_with, fakes):
    """(d): four connections with hard questions; somebody else's is begun at once."""
    pool = pool_with(4)
    for number in range(4):
        ask_behind(pool, ("hard", number), "attacker")
    until(lambda: len(fakes.began) == 2)
    found = ask_behind(pool, "mine", "other")
    until(lambda: "mine" in fakes.began)
    assert len(fakes.began) == 3
    for _ in range(5):
        fakes.go_on.release()
    until(lambda: found == ["mine"])


def test_a_first_answer_of_ours_finds_a_process_beside_any_number_of_strangers(pool_with, fakes):
    pool = pool_with(3)
    for number in range(8):
        ask_behind(pool, number, f"stranger {number}")
    until(lambda: len(fakes.began) == 2)
    pool.ask(question("ours"), 0)
    until(lambda: "ours" in fakes.began)


def test_bounds_are_told_and_nothing_is_lost(pool_with, fakes, monkeypatch):
    monkeypatch.setitem(module.Queue.put.__globals__["LANE_FULL"], "pages", 1)
    pool = pool_with()
    pool.ask(question("runs", "one"), 0)
    pool.ask(question("waits", "two"), 0)
    assert pool.ask(question("more", "three"), 0).busy
    for _ in range(3):
        fakes.go_on.release()
    until(lambda: pool.ask(question("more", "three"), 0).value == "more")


def test_cost_is_counted_before_it_is_paid_and_given_back_after(pool_with, fakes, clock, monkeypatch):
    monkeypatch.setattr(module, "PURSE", 2.0)
    pool = pool_with(refill=0.5)
    pool.ask(question(1, "t"), 0)
    pool.ask(question(2, "t"), 0)
    refused = pool.ask(question(3, "t"), 0)
    assert (refused.later, refused.value, refused.running) == (2, None, True)
    assert pool.ask(question(4, "other"), 0).later == 0
    fakes.go_on.release()
    until(lambda: pool.ask(question(1, "t"), 0).value)
    assert pool.ask(question(3, "t"), 0).later == 1, "three quarters of a second came back"
    clock.now += 1
    assert pool.ask(question(3, "t"), 0).later == 0


def test_a_stranger_without_budget_hears_when_to_come_again(pool_with, fakes, monkeypatch):
    monkeypatch.setattr(module, "PURSE", 20.0)
    pool = pool_with(refill=0.5)
    ask_behind(pool, "one", "address")
    until(lambda: fakes.began)
    with pytest.raises(Refused) as error:
        pool.answer("two", 15, asker="address")
    assert (error.value.why, error.value.retry) == ("budget", 20)


def test_whoever_leaves_is_searched_for_no_longer(pool_with, fakes):
    pool = pool_with()
    gone = {"runs": threading.Event(), "waits": threading.Event()}
    runs = ask_behind(pool, "runs", "a", left=gone["runs"].is_set)
    until(lambda: fakes.began == ["runs"])
    waits = ask_behind(pool, "waits", "b", left=gone["waits"].is_set)
    until(lambda: pool.waiting("strangers") == 1)
    gone["waits"].set()
    until(lambda: waits)
    assert (waits[0].why, pool.waiting("strangers"), fakes.hurried) == ("left", 0, 0)
    gone["runs"].set()
    until(lambda: runs)
    assert (runs[0].why, fakes.hurried) == ("left", 1)
    assert fakes.began == ["runs"]


def test_a_stranger_waits_only_so_long_for_a_turn(pool_with, fakes, clock):
    pool = pool_with()
    ask_behind(pool, "runs", "a")
    until(lambda: fakes.began)
    waits = ask_behind(pool, "waits", "b", patience=5)
    until(lambda: pool.waiting("strangers") == 1)
    clock.now += 6
    until(lambda: waits)
    assert waits[0].why == "busy"


def test_a_process_that_is_lost_costs_its_own_question_alone(pool_with, fakes):
    pool = pool_with()
    fakes.lost = True
    found = ask_behind(pool, "one", "a")
    fakes.go_on.release()
    until(lambda: found)
    assert found[0].why == "out_of_time"
    pool.ask(question("ours"), 0)
    fakes.go_on.release()
    until(lambda: pool.ask(question("ours"), 0).failed)
    fakes.lost = False
    pool.ask(question("next"), 0)
    fakes.go_on.release()
    until(lambda: pool.ask(question("next"), 0).value == "next")


def test_what_is_cheap_is_answered_at_once_and_kept(pool_with, fakes):
    pool = pool_with()
    found = pool.answer_at_once(question("a"), 0.05, lambda: "cheap")
    assert found is not None
    assert (found.value, found.running) == ("cheap", False)
    assert pool.answer_at_once(question("a"), 0.05, lambda: pytest.fail("it is known")) == found
    assert pool.ask(question("a"), 0) == found
    assert pool.answer_at_once(question("b"), 0.05, lambda: None) is None
    pool.ask(question("b"), 0)
    assert pool.answer_at_once(question("b"), 0.05, lambda: pytest.fail("it is being searched for")) is None


def test_a_closed_pool_takes_nothing(pool_with):
    pool = pool_with()
    pool.close()
    with pytest.raises(Refused):
        pool.answer("late", 15, asker="a")
