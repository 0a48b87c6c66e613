"""A few seconds of ``make siege``: how fast it was is not asked here, only that nothing is lost and nothing leaks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.load import siege


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes as Linux tells them")
def test_tables_go_on_while_strangers_do_their_worst(tmp_path, capsys):
    # In a thread of its own: the browser of other tests keeps an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        wrong = thread.submit(siege.run, f"sqlite:///{tmp_path / 'siege.db'}", tmp_path, 4.0).result()
    assert wrong == []
    said = capsys.readouterr().out
    for name in siege.ADDRESSES:
        assert name in said
