"""
gunicorn's worker with threads, an end to patience, and no waiting for those who come slowly or leave.

A thread that reads a request waits for ever for a client that sends one byte a minute; some hundred such clients would
take every thread. Here a request waits beside the threads until it is whole (``app.server.arrivals``), and has so many seconds
for that. A large body is read by one of a few threads, with an end to its patience too: its connection is closed for
reading then, who was still sending hears no more, and an answer or a stream that has begun goes on.

After the last answer of a connection gunicorn waits until the other side has hung up too, two seconds at most; but it
waits in the one thread that takes new connections, so a single phone in bad Wi-Fi would hold up everybody. Here another
thread waits, for all of them at once.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import resource
import selectors
import socket
import threading
import time
from collections import deque
from errno import EAGAIN, ECONNABORTED, EWOULDBLOCK
from functools import partial
from typing import Any

from gunicorn import http  # type: ignore[import-untyped]
from gunicorn.http2 import negotiation  # type: ignore[import-untyped]
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from app.server.arrivals import ALL, Arrivals

PATIENCE = 20.0
"""Seconds in which a request must have arrived: a megabyte over the slowest mobile network."""
FAREWELL = 2.0
"""Seconds that the other side has to hang up after the last answer."""
LEAVING = 1000
"""So many may be leaving at a time; whoever comes then is cut off, and may lose the end of his answer."""
STOPPING = 0.3
"""Seconds that a connection may still bring a request, or the rest of one, after the server was told to stop."""
FILES = 8192
"""Files that a process may have open, where the system allows so many: each connection is one."""


class Worker(ThreadWorker):  # type: ignore[misc]
    """Threads, each with a deadline for the request that it reads."""

    def init_process(self) -> None:
        """Start the clock in the process that serves."""
        self.deadlines = Deadlines(PATIENCE)
        self.farewells = Farewells(FAREWELL, LEAVING)
        self.arrivals = Arrivals(ready=self._start, drop=self._drop, pause=self._deafen)
        # Whoever is answered, whoever is coming and whoever is kept alive: none of them keeps the others out.
        self.max_keepalived = self.cfg.threads
        self.worker_connections = max(self.cfg.worker_connections, 2 * self.cfg.threads + ALL)
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):  # the system may allow less
            files = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
        super().init_process()

    def accept(self, listener: Any) -> None:
        """Let a new connection wait for its request."""
        try:
            sock, client = listener.accept()
        except OSError as error:
            if error.errno in (EAGAIN, EWOULDBLOCK, ECONNABORTED):
                return
            raise
        self.nr_conns += 1
        conn = TConn(self.cfg, sock, client, listener.getsockname())
        if self.cfg.is_ssl or negotiation.prior_knowledge_allowed(self.cfg, client):
            self.enqueue_req(conn)  # what comes is no text, and only a thread knows where it ends
        else:
            self._await(conn)

    def on_client_socket_readable(self, conn: Any, client: Any) -> None:
        """Let a connection that was kept alive wait for its next request."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._await(conn)

    def _await(self, conn: Any, data: bytes = b"") -> None:
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + (PATIENCE if self.alive else STOPPING)
        self.poller.register(conn.sock, selectors.EVENT_READ, lambda _sock: self.arrivals.hear(conn))
        self.arrivals.add(conn, data)

    def _start(self, conn: Any, data: bytes, large: str) -> None:
        """Give a request to a thread, with what has come of it."""
        self._deafen(conn)
        conn.sock.setblocking(True)
        if conn.parser is None:
            conn.parser, conn.initialized = http.get_parser(self.cfg, conn.sock, conn.client), True
        conn.parser.unreader.unread(data)
        conn.large = large
        self.enqueue_req(conn)

    def _deafen(self, conn: Any) -> None:
        with contextlib.suppress(OSError, KeyError, ValueError):  # nobody listens to it
            self.poller.unregister(conn.sock)

    def _drop(self, conn: Any) -> None:
        """Hang up on a connection that brought no request."""
        self._deafen(conn)
        self.nr_conns -= 1
        conn.sock.close()

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for what happens; while the server stops not longer than somebody may still take."""
        super().wait_for_and_dispatch_events(timeout if self.alive else min(timeout, STOPPING))

    def murder_pending(self) -> None:
        """Hang up on whoever has taken too long."""
        super().murder_pending()
        for conn in self.arrivals.late(time.monotonic()):
            self.arrivals.forget(conn)
            self._drop(conn)

    def handle(self, conn: Any) -> Any:
        """Serve one request of a connection."""
        with self.deadlines.watch(conn.sock):
            return super().handle(conn)

    def finish_request(self, conn: Any, fs: Any) -> None:
        """Keep the connection for its next request, or let it go."""
        conn.close = partial(self._close, conn)
        if large := getattr(conn, "large", ""):
            conn.large = ""
            self.arrivals.done(large)
        if (rest := _rest(conn, fs)) and not self.cfg.is_ssl:
            self._await(conn, rest)
        else:
            super().finish_request(conn, fs)
        if not self.alive:
            self._cap_keepalive(time.monotonic())

    def _close(self, conn: Any, graceful: bool = False) -> None:
        if graceful:
            self.farewells.say(conn.sock)
        else:
            conn.sock.close()

    def _cap_keepalive(self, deadline: float) -> None:
        """End what waits for a request; gunicorn calls this once when it stops, for connections kept alive alone."""
        deadline = min(deadline, time.monotonic() + STOPPING)
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, deadline)
        self.arrivals.hurry(deadline)
        self.deadlines.hurry(STOPPING)


def _rest(conn: Any, fs: Any) -> bytes:
    """Return what a connection that goes on has brought of its next request."""
    if fs.cancelled() or fs.exception() is not None or fs.result() is not True:
        return b""
    return bytes(conn.parser.unreader.take_buffered())


class Deadlines:
    """The requests that are being read, by the time when each must be there."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._news = threading.Condition()
        self._number = itertools.count()
        self._waiting: list[tuple[float, int]] = []
        self._socks: dict[int, socket.socket] = {}
        threading.Thread(target=self._run, name="deadlines", daemon=True).start()

    @contextlib.contextmanager
    def watch(self, sock: socket.socket) -> Any:
        """Close a socket for reading when the block takes too long."""
        with self._news:
            number = next(self._number)
            self._socks[number] = sock
            heapq.heappush(self._waiting, (time.monotonic() + self._seconds, number))
            if len(self._waiting) == 1:
                self._news.notify()
        try:
            yield
        finally:
            with self._news:
                del self._socks[number]

    def hurry(self, seconds: float) -> None:
        """Give whatever is being read, now and from now on, no more than these seconds."""
        with self._news:
            self._seconds = min(self._seconds, seconds)
            end = time.monotonic() + self._seconds
            self._waiting = [(min(old, end), number) for old, number in self._waiting]
            heapq.heapify(self._waiting)
            self._news.notify()

    def _run(self) -> None:
        with self._news:
            while True:
                left = self._waiting[0][0] - time.monotonic() if self._waiting else None
                if left is None or left > 0:
                    self._news.wait(left)
                    continue
                _end, number = heapq.heappop(self._waiting)
                sock = self._socks.get(number)
                if sock is not None:
                    with contextlib.suppress(OSError):  # it is gone already
                        sock.shutdown(socket.SHUT_RD)


class Farewells:
    """
    Connections whose last answer is written: each is closed when the other side has hung up, or after some seconds.

    Closing at once would cut off what is still on its way (RFC 9112, section 9.6).
    """

    def __init__(self, seconds: float, most: int) -> None:
        self._seconds, self._most = seconds, most
        self._fresh: deque[socket.socket] = deque()
        self._ends: dict[socket.socket, float] = {}
        self._selector = selectors.DefaultSelector()
        self._bell, self._ear = socket.socketpair()
        self._bell.setblocking(False)
        self._ear.setblocking(False)
        self._selector.register(self._ear, selectors.EVENT_READ)
        threading.Thread(target=self._run, name="farewells", daemon=True).start()

    def say(self, sock: socket.socket) -> None:
        """Write no more to a socket, and close it later; returns at once."""
        try:
            sock.shutdown(socket.SHUT_WR)
            sock.setblocking(False)
        except OSError:  # the other side is gone already
            sock.close()
            return
        if len(self._fresh) + len(self._ends) >= self._most:
            sock.close()
            return
        self._fresh.append(sock)
        with contextlib.suppress(BlockingIOError):  # it rings already
            self._bell.send(b"!")

    def _run(self) -> None:
        while True:
            # In the order of their coming, and each has the same time: the first one ends first.
            first = next(iter(self._ends.values()), None)
            wait = None if first is None else max(0.0, first - time.monotonic())
            for key, _events in self._selector.select(wait):
                if key.fileobj is self._ear:
                    self._ear.recv(4096)
                    while self._fresh:
                        self._take(self._fresh.popleft())
                else:
                    self._hear(key.fileobj)  # type: ignore[arg-type]
            now = time.monotonic()
            for sock in [sock for sock, end in self._ends.items() if end <= now]:
                self._close(sock)

    def _take(self, sock: socket.socket) -> None:
        self._ends[sock] = time.monotonic() + self._seconds
        self._selector.register(sock, selectors.EVENT_READ)

    def _hear(self, sock: socket.socket) -> None:
        """Throw away what the other side still sends."""
        try:
            if sock.recv(65_536):
                return
        except OSError:
            pass
        self._close(sock)

    def _close(self, sock: socket.socket) -> None:
        del self._ends[sock]
        self._selector.unregister(sock)
        sock.close()
