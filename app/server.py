"""
gunicorn's worker with threads, and an end to patience.

A thread that reads a request waits for ever for a client that sends one byte a minute; some hundred such clients would
take every thread. Here a request has so many seconds to arrive as a whole. After that its connection is closed for
reading: who was still sending hears no more, and an answer or a stream that has begun goes on.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import socket
import threading
import time
from typing import Any

from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

PATIENCE = 20.0
"""Seconds in which a request must have arrived: a megabyte over the slowest mobile network."""


class Worker(ThreadWorker):  # type: ignore[misc]
    """Threads, each with a deadline for the request that it reads."""

    def init_process(self) -> None:
        """Start the clock in the process that serves."""
        self.deadlines = Deadlines(PATIENCE)
        super().init_process()

    def handle(self, conn: Any) -> Any:
        """Serve one request of a connection."""
        with self.deadlines.watch(conn.sock):
            return super().handle(conn)


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

    def _run(self) -> None:
        while True:
            with self._news:
                while not self._waiting:
                    self._news.wait()
                end, number = self._waiting[0]
                left = end - time.monotonic()
                # Others may come meanwhile, but none that ends earlier.
                if left <= 0:
                    heapq.heappop(self._waiting)
                    sock = self._socks.get(number)
                    if sock is not None:
                        with contextlib.suppress(OSError):  # it is gone already
                            sock.shutdown(socket.SHUT_RD)
            if left > 0:
                time.sleep(left)
