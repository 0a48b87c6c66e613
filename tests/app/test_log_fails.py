"""A log that cannot be written stops no answer; readiness says it."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from app.server import request_log
from tests.app.running import Server


class Full:
    """A stream on a full disk."""

    def write(self, _text):
        raise OSError(28, "No space left on device")

    def flush(self):
        raise OSError(28, "No space left on device")


class Closed(Full):
    def write(self, _text):
        raise ValueError("I/O operation on closed file")


@pytest.fixture(autouse=True)
def _written_again():
    yield
    request_log._Stream.failing = False


@pytest.mark.parametrize("stream", [Full(), Closed(), None], ids=["full", "closed", "none"])
def test_pages_go_on_and_readiness_says_it_until_a_line_is_written(client, monkeypatch, stream):
    monkeypatch.setattr(sys, "stderr", stream)
    assert client.get("/").status_code == 200
    assert client.get("/healthz").status_code == 200
    ready = client.get("/readyz")
    assert (ready.status_code, ready.text) == (503, "the log cannot be written\n")
    monkeypatch.undo()
    assert client.get("/").status_code == 200
    assert client.get("/readyz").status_code == 200


def test_what_cannot_be_rendered_is_no_fault_of_the_answer(app, client, monkeypatch):
    class Unspeakable:
        def __repr__(self):
            raise RuntimeError

    monkeypatch.setattr(request_log, "rule_of_request", Unspeakable)
    monkeypatch.setattr("app.server.metrics.requested", lambda *_: None)
    assert client.get("/").status_code == 200
    assert request_log.failing()


def test_a_server_whose_reader_has_gone_serves_on(tmp_path):
    server = Server(f"sqlite:///{tmp_path / 'test.db'}", tmp_path, STATIONMASTER_LOG="json")
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "app"], env=server.env, stdout=writing, stderr=writing, start_new_session=True
    )
    os.close(writing)
    server.process = process
    try:
        _wait(server)
        os.close(reading)
        for _ in range(3):
            assert server.request("GET", "/")[0] == 200
        assert server.request("GET", "/healthz")[0] == 200
        status, body = server.request("GET", "/readyz")[:2]
        assert (status, body) == (503, b"the log cannot be written\n")
    finally:
        server.terminate()


def _wait(server):
    for _ in range(600):
        assert server.process.poll() is None
        try:
            server.request("GET", "/nowhere")
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("no answer")
