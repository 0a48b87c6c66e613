"""Requests on their way: none of them takes a thread, no address keeps others out, and what comes is what was sent."""

from __future__ import annotations

import http.client
import socket
import time
from types import SimpleNamespace

import pytest

from app.api import examples
from app.server.arrivals import ALL, EACH, READERS, READERS_EACH, WHOLE, Arrival, Arrivals
from tests.app.running import Server, open_tables

HEAD = b"POST /api/v1/trail HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "whole", "large"),
    [
        (b"", False, False),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r", False, False),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", True, False),
        (HEAD + b"half", False, False),
        (HEAD + b"whole", True, False),
        (HEAD + b"whole and the next", True, False),
        (b"POST / HTTP/1.1\r\nCONTENT-LENGTH : 100000\r\n\r\n", True, True),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", True, True),
        (b"PUT / HTTP/1.1\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n", True, True),
        (b"GET / HTTP/1.1\r\n" + b"x" * WHOLE, True, True),
    ],
)
def test_a_request_is_whole_when_a_thread_need_not_wait_for_it(sent, whole, large):
    at_once, byte_by_byte = Arrival(sent), Arrival()
    for number in range(len(sent)):
        assert not (byte_by_byte.whole and whole and len(sent) < 200 and b"next" not in sent and not large)
        byte_by_byte.add(sent[number : number + 1])
    assert (at_once.whole, at_once.large) == (byte_by_byte.whole, byte_by_byte.large) == (whole, large)


class Conn(SimpleNamespace):
    """A connection whose other end is ``far``."""

    __hash__ = object.__hash__

    def __init__(self, address):
        near, far = socket.socketpair()
        near.setblocking(False)
        super().__init__(sock=near, far=far, client=(address, 1), timeout=0.0)


@pytest.fixture
def room():
    """Arrivals, and what became of them."""
    seen = SimpleNamespace(ready=[], dropped=[], paused=[])
    arrivals = Arrivals(
        ready=lambda conn, data, large: seen.ready.append((conn, data, large)),
        drop=seen.dropped.append,
        pause=seen.paused.append,
    )
    return arrivals, seen


def test_a_request_in_pieces_comes_whole_with_what_follows(room):
    arrivals, seen = room
    conn = Conn("192.0.2.1")
    arrivals.add(conn)
    for piece in (HEAD[:10], HEAD[10:] + b"wh", b"oleGET /"):
        assert not seen.ready
        conn.far.sendall(piece)
        arrivals.hear(conn)
    assert seen.ready == [(conn, HEAD + b"wholeGET /", "")]
    arrivals.hear(conn)
    assert not seen.dropped


def test_who_hangs_up_is_forgotten(room):
    arrivals, seen = room
    conn = Conn("192.0.2.1")
    arrivals.add(conn)
    conn.far.close()
    arrivals.hear(conn)
    assert (seen.dropped, len(arrivals)) == ([conn], 0)
    cut = Conn("192.0.2.1")
    arrivals.add(cut, HEAD + b"ha")
    cut.far.close()
    arrivals.hear(cut)
    assert seen.ready == [(cut, HEAD + b"ha", "")], "it is told that its body broke off"
    assert len(arrivals) == 0


def test_an_address_with_too_many_loses_its_oldest_and_no_other_does(room):
    arrivals, seen = room
    other = Conn("192.0.2.1")
    arrivals.add(other)
    many = [Conn(f"2001:db8::{number:x}") for number in range(EACH + 3)]
    for conn in many:
        arrivals.add(conn)
    assert seen.dropped == many[:3]


def test_when_all_places_are_taken_the_address_with_most_gives_way(room):
    arrivals, seen = room
    few = [Conn(f"192.0.2.{number}") for number in range(50)]
    for conn in few:
        arrivals.add(conn)
    for number in range(ALL):
        arrivals.add(Conn(f"198.51.100.{number % 4}"))
    assert len(arrivals) == ALL
    assert not set(few).intersection(seen.dropped)


def test_large_bodies_take_few_threads_and_few_of_one_address(room):
    arrivals, seen = room
    large = b"POST / HTTP/1.1\r\nContent-Length: 900000\r\n\r\n"
    mine = [Conn("192.0.2.1") for _ in range(READERS_EACH + 2)]
    for conn in mine:
        arrivals.add(conn, large)
    assert [conn for conn, _, _ in seen.ready] == mine[:READERS_EACH]
    assert seen.paused == mine[READERS_EACH:]
    others = [Conn(f"198.51.100.{number}") for number in range(READERS)]
    for conn in others:
        arrivals.add(conn, large)
    assert len(seen.ready) == READERS
    arrivals.done("192.0.2.1")
    assert seen.ready[-1][0] is mine[READERS_EACH]
    arrivals.done("198.51.100.0")
    assert seen.ready[-1][0] is others[READERS - READERS_EACH]


@pytest.fixture
def server(tmp_path):
    url = f"sqlite:///{tmp_path / 'test.db'}"
    open_tables(url)
    found = Server(url, tmp_path, STATIONMASTER_THREADS="8")
    found.start()
    yield found
    found.kill()


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTT", HEAD + b"h", HEAD[:-4] + b"0000\r\n\r\nh", HEAD[:-4] + b"00000\r\n\r\nh"]
)
def test_half_sent_requests_hold_up_nobody(server, sent):
    """Sixty of them, and eight threads: each would be held for as long as the server has patience."""
    half = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(60)]
    for client in half:
        client.sendall(sent)
    for _ in range(3):
        status, _ = server.request("POST", "/api/v1/trail", examples.BODIES["trail"], seconds=15)
        assert status == 200
    for client in half:
        client.close()


def test_requests_that_follow_one_another_at_once_are_answered_in_order(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
        one = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        client.sendall(one + one + one[:9])
        time.sleep(0.2)
        client.sendall(one[9:-4] + b"\r\nConnection: close\r\n\r\n")
        heard = b""
        while part := client.recv(65_536):
            heard += part
    assert heard.count(b"HTTP/1.1 200") == heard.count(b"ok\n") == 3


def test_a_connection_that_is_kept_waits_for_its_next_request_without_a_thread(server):
    kept = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=20) for _ in range(20)]
    for client in kept:
        client.request("GET", "/healthz")
        assert client.getresponse().read() == b"ok\n"
        client.sock.sendall(b"GET /heal")
    assert server.request("GET", "/healthz", seconds=15)[0] == 200
    for client in kept:
        client.sock.sendall(b"thz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"200 OK" in client.sock.recv(65_536)
        client.close()
