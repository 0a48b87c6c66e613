"""The real server: clients that dawdle, numbers of two processes, an end within a second, no process left behind."""

from __future__ import annotations

import http.client
import os
import re
import socket
import threading
import time
from pathlib import Path

import pytest

from app.api import examples
from app.server.patience import Deadlines, Farewells
from tests.app.running import ROOT, Server, open_tables

CHUNKED = "Transfer-Encoding: chunked\r\n\r\n"
CHUNKS = ("zz\r\n", "64\r\n{", "3\r\nabcXX\r\n", "")


@pytest.fixture
def server(tmp_path):
    url = f"sqlite:///{tmp_path / 'test.db'}"
    open_tables(url)
    found = Server(url, tmp_path)
    yield found
    found.kill()


def test_a_client_that_dawdles_is_hung_up_on_and_one_that_listens_is_not():
    deadlines = Deadlines(0.3)
    ours, theirs = socket.socketpair()
    late, other = socket.socketpair()
    for one in (ours, late):
        one.settimeout(20)
    with deadlines.watch(ours):
        assert ours.recv(10) == b"", "reading ended although nobody closed the other end"
        ours.sendall(b"an answer")
        assert theirs.recv(20) == b"an answer"
    with deadlines.watch(late):
        other.sendall(b"in time")
        assert late.recv(20) == b"in time"
    time.sleep(0.5)
    other.sendall(b"the next request")
    assert late.recv(20) == b"the next request"


def test_many_deadlines_at_once_each_meet_their_own_socket():
    deadlines = Deadlines(0.2)
    ended = []

    def read():
        ours, _theirs = socket.socketpair()
        ours.settimeout(20)
        with deadlines.watch(ours):
            ended.append((ours.recv(1), _theirs))

    threads = [threading.Thread(target=read) for _ in range(40)]
    for thread in threads:
        thread.start()
        time.sleep(0.005)
    for thread in threads:
        thread.join()
    assert [data for data, _ in ended] == [b""] * 40


def test_a_phone_that_does_not_hang_up_holds_up_nobody(server):
    """The other side has two seconds to close; meanwhile everybody else is served."""
    server.start()
    assert server.request("GET", "/healthz")[0] == 200
    begun = time.monotonic()
    leaving = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(8)]
    for client in leaving:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert b" 200 " in read_all(client), "the answer is whole, and the server has written its last"
    for _ in range(20):
        assert server.request("GET", "/healthz")[0] == 200
    assert time.monotonic() - begun < 8, "eight times two seconds, were they waited for"
    for client in leaving:
        client.sendall(b"what nobody hears")
    end = time.monotonic() + 20
    while not all(map(gone, leaving)) and time.monotonic() < end:
        time.sleep(0.1)
    assert all(map(gone, leaving)), "after a while they are cut off"


def read_all(client: socket.socket) -> bytes:
    """Read until the other side writes no more."""
    parts = []
    while part := client.recv(65_536):
        parts.append(part)
    return b"".join(parts)


def gone(client: socket.socket) -> bool:
    """Whether the other side has closed for good."""
    try:
        client.sendall(b"x")
    except OSError:
        return True
    return False


def test_more_than_may_be_leaving_are_cut_off_at_once():
    farewells = Farewells(0.3, 3)
    pairs = [socket.socketpair() for _ in range(5)]
    for ours, _theirs in pairs:
        farewells.say(ours)
    assert [ours.fileno() == -1 for ours, _theirs in pairs] == [False, False, False, True, True]
    pairs[0][1].close()
    end = time.monotonic() + 20
    while any(ours.fileno() != -1 for ours, _theirs in pairs) and time.monotonic() < end:
        time.sleep(0.02)
    assert all(ours.fileno() == -1 for ours, _theirs in pairs)


def test_a_connection_kept_alive_does_not_hold_up_the_end(server):
    server.start()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/healthz")
    assert connection.getresponse().read()
    begun = time.monotonic()
    server.terminate()
    assert server.wait(20) == 0
    took = time.monotonic() - begun
    connection.close()
    assert took < 2, f"{took:.1f} s: two seconds is what gunicorn waits for a next request"


@pytest.mark.parametrize(
    "sent", [b"", b"POST /settings HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"]
)
def test_a_request_that_does_not_come_does_not_hold_up_the_end(server, sent):
    """Browsers open connections that they may never use."""
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as silent:
        silent.sendall(sent)
        assert server.request("GET", "/healthz")[0] == 200
        begun = time.monotonic()
        server.terminate()
        assert server.wait(20) == 0
        took = time.monotonic() - begun
    assert took < 4, f"{took:.1f} s: it would be five, or ten"


def test_what_is_read_when_the_server_stops_has_to_hurry():
    deadlines = Deadlines(60)
    ours, theirs = socket.socketpair()
    ours.settimeout(20)
    with deadlines.watch(ours):
        threading.Timer(0.2, deadlines.hurry, (0.1,)).start()
        assert ours.recv(10) == b""
    theirs.close()


def children(pid: int) -> set[int]:
    """Return all processes below one, on Linux."""
    found: set[int] = set()
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:
            continue
        if re.search(rf"^PPid:\s+{pid}$", text, re.M):
            child = int(status.parent.name)
            found |= {child} | children(child)
    return found


@pytest.mark.skipif(not Path("/proc").exists(), reason="reads the list of processes that Linux keeps")
def test_nothing_is_left_behind_when_the_server_stops(server):
    server.start()
    assert server.request("POST", "/api/v1/trail", examples.BODIES["trail"], seconds=60)[0] == 200
    below = children(server.process.pid)
    assert len(below) >= 2, "the process that serves and one that searches"
    server.terminate()
    assert server.wait(20) == 0
    end = time.monotonic() + 20
    while any(os.path.exists(f"/proc/{pid}") for pid in below) and time.monotonic() < end:
        time.sleep(0.05)
    assert [pid for pid in below if os.path.exists(f"/proc/{pid}")] == []


@pytest.mark.postgres
def test_two_processes_add_up_their_numbers(postgres, tmp_path):
    url = postgres.database()
    open_tables(url)
    server = Server(url, tmp_path, STATIONMASTER_WORKERS="2", STATIONMASTER_LOG="off")
    server.start()
    try:
        for _ in range(60):
            assert server.request("GET", "/healthz")[0] == 200
        text = server.request("GET", "/metrics")[1].decode()
    finally:
        server.kill()
    (count,) = re.findall(r'stationmaster_requests_total\{[^}]*rule="/healthz"[^}]*\} (\S+)', text)
    assert float(count) == 60


def test_a_file_that_is_too_large_is_heard_out_and_answered(server):
    server.start()
    for path, kind, sizes in (
        # The longest log has room there.
        ("/import", "multipart/form-data; boundary=x", (9_000_000, 20_000_000)),
        ("/api/v1/score", "application/json", (1_500_000, 5_000_000, 20_000_000)),
    ):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for size in sizes:
            connection.request("POST", path, body=b"x" * size, headers={"Content-Type": kind})
            answer = connection.getresponse()
            assert answer.status == 413
            answer.read()
        connection.close()


@pytest.mark.parametrize("sent", ["Content-Length: 99\r\n\r\n{", *(f"{CHUNKED}{part}" for part in CHUNKS)])
def test_a_body_that_breaks_off_or_makes_no_sense_is_a_bad_request(server, sent):
    server.start()
    for path, kind in (
        ("/settings", "application/x-www-form-urlencoded"),
        ("/api/v1/trail", "application/json"),
    ):
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as client:
            head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\n"
            client.sendall((head + sent).encode())
            client.shutdown(socket.SHUT_WR)
            assert client.recv(12) == b"HTTP/1.1 400"
    assert "Traceback" not in server.output.read_text()


def test_half_a_body_is_never_read_as_if_it_were_whole(server):
    """What came would make sense by itself: fewer points, fewer entries. It is cut off by its sender, or by us."""
    server.start()
    lines = (ROOT / "tests/games/europe/five-players.jsonl").read_bytes()
    some = b"".join(lines.splitlines(keepends=True)[:20])
    part = (
        b'--aa\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: text/plain\r\n\r\n'
        + some
    )
    json_kind, form, ndjson = "application/json", "application/x-www-form-urlencoded", "application/x-ndjson"
    cases = [
        ("/settings", form, b"numbers=1&quick=21", b"numbers=1&quick=2"),
        ("/api/v1/import", ndjson, lines, some),
        ("/api/v1/score", ndjson, lines, some),
        (
            "/api/v1/trail",
            json_kind,
            b'{"edition": "europe", "routes": []}  ',
            b'{"edition": "europe", "routes": []} ',
        ),
        ("/import", "multipart/form-data; boundary=aa", part + b"\r\n--aa--\r\n", part),
    ]
    for path, kind, whole, sent in cases:
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as client:
            head = f"POST {path} HTTP/1.1\r\nHost: x\r\nX-Stationmaster: 1\r\nContent-Type: {kind}\r\n"
            client.sendall(f"{head}Content-Length: {len(whole)}\r\n\r\n".encode() + sent)
            client.shutdown(socket.SHUT_WR)
            assert client.recv(12) == b"HTTP/1.1 400", path
    assert "Traceback" not in server.output.read_text()


def test_a_body_without_a_length_has_an_end_too(server):
    server.start()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    block = b"x" * 100_000
    connection.putrequest("POST", "/api/v1/trail")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    try:
        for _ in range(15):
            connection.send(b"%x\r\n%s\r\n" % (len(block), block))
        connection.send(b"0\r\n\r\n")
    except OSError:
        pass  # it may hang up before it has read everything
    try:
        assert connection.getresponse().status == 413
    except OSError:
        pass
    finally:
        connection.close()
    assert server.request("GET", "/healthz")[0] == 200
