"""
Requests that are still on their way: they wait beside the threads, and take none until they are there.

A thread that reads from a socket waits for whoever dawdles at the other end; five hundred half-sent requests would take
every thread for as long as the server has patience. So the one thread that looks after all connections collects what
comes, and a request goes to a thread when it is whole. A body of more than ``WHOLE`` bytes, or of unknown length, is
read by a thread; of these there are few at a time, and few of one address.

Connections that wait are few too. When there are more, the oldest of the address that has most of them is hung up on:
a request of somebody who means it is whole within a moment.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from app.web.addresses import whose

WHOLE = 65_536
"""Bytes of head and body that are collected; a thread reads what is larger."""
EACH = 100
"""Connections of one address that may wait: phones open some that they may never use."""
ALL = 300
"""Connections that may wait."""
READERS, READERS_EACH = 20, 5
"""Threads that may read large bodies at a time; of one address."""

_LENGTH = re.compile(rb"\ncontent-length[ \t]*:[ \t]*([0-9]{1,12})[ \t]*\r", re.IGNORECASE)
_THREAD_READS = re.compile(rb"\n(?:transfer-encoding|expect)[ \t]*:", re.IGNORECASE)


class Arrival:
    """What has come of one request."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self._seen = 0
        self._needed = 0
        """Bytes of the whole request; 0 while its head is not there."""

    def add(self, data: bytes) -> None:
        """Add what has come."""
        self.data += data

    @property
    def begun(self) -> bool:
        """Whether the head is there."""
        return self._needed > 0

    @property
    def large(self) -> bool:
        """Whether a thread has to read what is still to come."""
        return len(self.data) > WHOLE or self._needed > WHOLE

    @property
    def whole(self) -> bool:
        """Whether a thread can take it on: all of it is there, or the head of what is large."""
        if not self._needed:
            end = self.data.find(b"\r\n\r\n", max(0, self._seen - 3))
            self._seen = len(self.data)
            if end >= 0:
                head = bytes(self.data[: end + 4])
                length = _LENGTH.search(head)
                unknown = _THREAD_READS.search(head) is not None
                self._needed = WHOLE + 1 if unknown else end + 4 + (int(length[1]) if length else 0)
        return self.large or 0 < self._needed <= len(self.data)


class Arrivals:
    """
    The connections whose next request is on its way. Used by one thread alone.

    Parameters
    ----------
    ready
        Called with a connection, what has come of its request, and by whom its large body is counted (empty: it has
        none); ``done`` is to be called with that when the thread has finished.
    drop
        Called with a connection that is hung up on.
    pause
        Called with a connection from which nothing is read until its turn comes.
    """

    def __init__(
        self,
        *,
        ready: Callable[[Any, bytes, str], None],
        drop: Callable[[Any], None],
        pause: Callable[[Any], None],
    ) -> None:
        self._ready, self._drop, self._pause = ready, drop, pause
        self._here: OrderedDict[Any, Arrival] = OrderedDict()
        self._each: Counter[str] = Counter()
        self._readers: Counter[str] = Counter()
        self._turn: deque[Any] = deque()

    def __len__(self) -> int:
        return len(self._here)

    def add(self, conn: Any, data: bytes = b"") -> bool:
        """Let a connection wait for its next request; return False when that is there already."""
        arrival = Arrival(data)
        if arrival.whole and self._take(conn, arrival):
            return False
        self._here[conn] = arrival
        address = _address(conn)
        self._each[address] += 1
        if self._each[address] > EACH:
            self._hang_up(address)
        elif len(self._here) > ALL:
            self._hang_up(self._each.most_common(1)[0][0])
        return True

    def hear(self, conn: Any) -> None:
        """Read what has come; whoever has hung up before there was a request is dropped."""
        arrival = self._here.get(conn)
        if arrival is None:  # it was hung up on a moment ago
            return
        try:
            data = conn.sock.recv(WHOLE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self.forget(conn)
            # Of what breaks off behind its head it is said that it broke off: no thread waits for what cannot come.
            if arrival.begun:
                self._ready(conn, bytes(arrival.data), "")
            else:
                self._drop(conn)
            return
        arrival.add(data)
        if arrival.whole:
            self._take(conn, arrival)

    def late(self, now: float) -> list[Any]:
        """Return the connections whose time is over."""
        return list(takewhile(lambda conn: conn.timeout <= now, self._here))  # who came first ends first

    def hurry(self, end: float) -> None:
        """Give whatever waits no more time than until then."""
        for conn in self._here:
            conn.timeout = min(conn.timeout, end)

    def forget(self, conn: Any) -> None:
        """Let a connection wait no longer."""
        if self._here.pop(conn, None) is None:
            return
        address = _address(conn)
        self._each[address] -= 1
        if not self._each[address]:
            del self._each[address]

    def done(self, address: str) -> None:
        """Give the place of a large body to the next."""
        self._readers[address] -= 1
        for _ in range(len(self._turn)):
            conn = self._turn.popleft()
            arrival = self._here.get(conn)
            if arrival is not None and self._take(conn, arrival):
                return

    def _take(self, conn: Any, arrival: Arrival) -> bool:
        """Give a request to a thread; False when it is large and has to wait for its turn."""
        address = ""
        if arrival.large:
            address = _address(conn)
            if self._readers.total() >= READERS or self._readers[address] >= READERS_EACH:
                self._turn.append(conn)
                self._pause(conn)
                return False
            self._readers[address] += 1
        self.forget(conn)
        self._ready(conn, bytes(arrival.data), address)
        return True

    def _hang_up(self, address: str) -> None:
        conn = next(conn for conn in self._here if _address(conn) == address)
        self.forget(conn)
        self._drop(conn)


def _address(conn: Any) -> str:
    client = conn.client
    return whose(client[0]) if isinstance(client, tuple) else "local"
