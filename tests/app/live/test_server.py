"""The real server in a process of its own: streams, shutdown, Ctrl-C, two processes on one database."""

from __future__ import annotations

import http.client
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.app.running import Server, open_tables


@pytest.fixture
def table(database_url):
    return open_tables(database_url)[0]


@pytest.fixture
def server(database_url, table, tmp_path):
    found = Server(database_url, tmp_path)
    found.start()
    yield found
    found.kill()


def claim(server, table, player, route, entry_id=""):
    body = {
        "id": entry_id or f"{player}-{route}",
        "event": {"type": "route_claimed", "player": player, "route": route},
    }
    return server.request("POST", f"/t/{table.code}/entries", body, device=player)


def test_a_claim_appears_on_all_other_phones_and_streams_end_at_once_on_shutdown(server, table):
    devices = ["anna", "ben", "cleo", "dora", ""]
    streams = [server.stream(f"/t/{table.code}/stream?after=1", device) for device in devices]
    news = [stream.news() for stream in streams]
    for stream, found in zip(streams, news, strict=True):
        assert stream.status == 200
        assert stream.answer.headers["Content-Type"].startswith("text/event-stream")
        assert next(found)["entries"] == []
    assert claim(server, table, "anna", "dieppe-paris-1")[0] == 201
    for found in news:
        (entry,) = next(found)["entries"]
        assert (entry["seq"], entry["event"]["route"]) == (2, "dieppe-paris-1")
    with ThreadPoolExecutor(len(streams)) as pool:
        ends = [pool.submit(stream.drain) for stream in streams]
        asked = time.monotonic()
        server.terminate()
        # What is asserted is not speed: without the hook the streams last for the grace period of ten seconds.
        assert max(end.result() for end in ends) - asked < 5
    assert server.wait(20) == 0


@pytest.mark.postgres
def test_two_processes_on_one_postgres_tell_each_other(postgres, tmp_path):
    url = postgres.database()
    (table,) = open_tables(url)
    servers = [Server(url, tmp_path / name) for name in ("one", "two")]
    for server in servers:
        server.output.parent.mkdir()
        server.start()
    try:
        here, there = servers
        stream = there.stream(f"/t/{table.code}/stream?after=1", "ben")
        news = stream.news()
        assert next(news)["entries"] == []
        assert claim(here, table, "anna", "dieppe-paris-1")[0] == 201
        assert next(news)["entries"][0]["seq"] == 2
        # The database drops every connection: the notifier opens a new one and looks what it has missed.
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        assert claim(here, table, "anna", "berlin-danzig-1")[0] == 201
        assert next(news)["entries"][0]["seq"] == 3
    finally:
        for server in servers:
            server.kill()


def test_ctrl_c_during_a_solve_ends_the_server_cleanly(tmp_path):
    server = Server(f"sqlite:///{tmp_path / 'test.db'}", tmp_path, "tests.app.slow:create_app()")
    server.start()
    try:
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(server.request, "GET", "/slow", seconds=90)
            while not (tmp_path / "solving").exists():
                time.sleep(0.05)
            assert not asked.done(), "the search is running"
            server.signal(signal.SIGINT)
            assert server.wait(30) == 0
            assert isinstance(asked.exception(30), OSError | http.client.HTTPException)
    finally:
        server.kill()
    said = server.output.read_text()
    assert "Traceback" not in said
    assert "Abort" not in said
    assert "Shutting down" in said
