"""The parts of ``make siege`` work: each attack begins, tables go on beside it, and nothing is lost. No times are asked."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.load import siege
from tests.load.attacks import ATTACKS, hard_board, log_of
from tests.load.evening import Evening, p95
from tests.load.mess import MESS, mess


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes as Linux tells them")
def test_tables_go_on_beside_an_attack(tmp_path):
    # In a thread of its own: the browser of other tests keeps an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        begun = thread.submit(siege.run, ATTACKS["h codes"], tmp_path / "h", 3.0, tables=2)
        outcome = begun.result()
    assert (outcome.lost, outcome.faults, outcome.refused) == (0, [], {})
    assert len(outcome.claims) >= 2
    assert outcome.sheets
    assert outcome.memory > 0
    assert outcome.told[404] + outcome.told[429] > 0
    assert outcome.notes["newcomers with the right code: 200"] >= 1
    assert outcome.row().split()[-1] == "0"


def test_every_kind_of_spending_has_its_attack():
    assert [name[0] for name in ATTACKS] == list("abcdefgh")
    assert all(attack.__doc__ for attack in (*ATTACKS.values(), *MESS.values()))


def test_an_old_version_is_put_into_a_folder(tmp_path):
    with siege.checked_out("HEAD", tmp_path) as root:
        assert (root / "app" / "__main__.py").is_file()


def test_what_the_attackers_send_is_what_it_is_meant_to_be():
    assert len(hard_board()) == 180
    assert len(log_of([{"type": "tickets_revealed"}] * 3).splitlines()) == 4
    path, _kind, _body = mess(random.Random(1))
    assert path.startswith("/api/v1/")
    assert p95([0.1] * 40) == pytest.approx(100)


def test_a_household_counts_the_sheets_that_it_waits_for(monkeypatch):
    from tests.load import evening as parts

    pages = [parts.Answer(200, b"", parts.WAITING), parts.Answer(200, b"", b"the sheet")]

    async def ask(*_arguments, **_more):
        return pages.pop(0)

    found = Evening(0, games=["GAME"])
    monkeypatch.setattr(Evening, "ask", ask)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(_count(parts, found))).result()
    assert not pages
    assert len(found.sheets) == 1


async def _count(parts, found):
    await parts.count(found, 0, asyncio.Event())
