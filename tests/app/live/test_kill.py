"""What was acknowledged is there, also when the server is killed: the short version of ``tests/load/kill.py``."""

from __future__ import annotations

from tests.load.kill import run


def test_every_acknowledged_entry_survives_a_killed_server(database_url, tmp_path):
    assert "acknowledged" in run(database_url, tmp_path, times=3)
