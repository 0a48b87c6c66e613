"""The readable page: whoever pastes its examples one after the other gets an answer from each."""

from __future__ import annotations

import html
import re
import shutil
import subprocess

import pytest

from tests.app.running import Server

needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="the examples use curl")


@needs_curl
def test_every_example_is_answered_as_it_stands(tmp_path):
    server = Server(f"sqlite:///{tmp_path / 'test.db'}", tmp_path, STATIONMASTER_LOG="off")
    try:
        server.start()
        page = server.request("GET", "/api")[1].decode()
        shown = [html.unescape(one) for one in re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)]
        assert len(shown) > 18
        assert all(one.startswith("curl ") and "{edition}" not in one for one in shown)
        streams = [one for one in shown if "/stream" in one]
        assert len(streams) == 1
        # One table for all; a stream has no end, so it is left after a second (28: out of time).
        lines = ["set -e", "shopt -s expand_aliases", "alias curl='curl -sS --fail-with-body -m 20'"]
        for one in shown:
            lines.append(f"{one} -m 1 || test $? = 28" if one in streams else one)
            lines.append("echo")
        done = subprocess.run(
            ["bash", "-c", "\n".join(lines)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        assert (tmp_path / "table.jsonl").read_text("utf-8").startswith('{"format"')
    finally:
        server.kill()
