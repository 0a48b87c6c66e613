"""
Who watches which table, in this process.

A stream registers before it reads the log, so that nothing can fall between. A wake says only *look again*: whoever is
woken reads the log itself, so wakes may be lost, doubled or late without harm.
"""

from __future__ import annotations

import threading
from collections import Counter
from types import TracebackType

from app.server import metrics


class TooManyStreams(Exception):
    """No further stream is opened in this process or of this table. The client polls instead."""


class Watch:
    """One open stream."""

    def __init__(self, hub: Hub, table_id: int, device: str, address: str) -> None:
        self.hub = hub
        self.table_id = table_id
        self.device = device
        self.address = address
        self._news = threading.Event()
        self._ended = False

    @property
    def over(self) -> bool:
        """Whether the stream has to end now."""
        return self._ended or self.hub.closed

    def end(self) -> None:
        """End the stream."""
        self._ended = True
        self._news.set()

    def wait(self, seconds: float) -> int:
        """Wait until something changed or the hub closes; return the last revision told of, 0 when time passed first."""
        told = self._news.wait(seconds)
        self._news.clear()
        return self.hub.told(self.table_id) if told else 0

    def tell(self) -> None:
        """Wake the stream."""
        self._news.set()

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hub.leave(self)


class Hub:
    """The open streams of this process."""

    def __init__(
        self, *, streams: int, table_streams: int, device_streams: int, address_streams: int
    ) -> None:
        self._caps = (streams, table_streams, device_streams)
        self._address_streams = address_streams
        self._addresses: Counter[str] = Counter()
        self._watches: dict[int, set[Watch]] = {}
        self._phones: dict[str, list[Watch]] = {}
        self._revisions: dict[int, int] = {}
        self._lock = threading.Lock()
        self._closed = threading.Event()

    @property
    def closed(self) -> bool:
        """Whether the process is shutting down."""
        return self._closed.is_set()

    def watch(self, table_id: int, device: str, address: str = "") -> Watch:
        """
        Register a stream; leave the block to end it.

        A phone that has too many loses its oldest: that is a page which it has left, and whose end has not shown yet.
        One address never has them all: the rest is for everybody else.

        Raises
        ------
        TooManyStreams
            The cap of the process, of the table or of the address is reached, or the process is shutting down.
        """
        watch = Watch(self, table_id, device, address)
        streams, table_streams, device_streams = self._caps
        with self._lock:
            here = self._watches.get(table_id, set())
            if self.closed or sum(map(len, self._watches.values())) >= streams or len(here) >= table_streams:
                raise TooManyStreams
            mine = self._phones.get(device, [])
            again = len(mine) >= device_streams > 0 and mine[0].address == address
            if self._addresses[address] - again >= self._address_streams:
                raise TooManyStreams
            self._addresses[address] += 1
            self._watches.setdefault(table_id, set()).add(watch)
            metrics.STREAMS.inc()
            mine = self._phones.setdefault(device, [])
            mine.append(watch)
            oldest = mine[0] if len(mine) > device_streams else None
        if oldest is not None:
            self.leave(oldest)
            oldest.end()
        return watch

    def leave(self, watch: Watch) -> None:
        """Forget a stream."""
        with self._lock:
            here = self._watches.get(watch.table_id, set())
            if watch not in here:
                return
            here.discard(watch)
            self._addresses[watch.address] -= 1
            if not self._addresses[watch.address]:
                del self._addresses[watch.address]
            metrics.STREAMS.dec()
            mine = self._phones[watch.device]
            mine.remove(watch)
            if not mine:
                del self._phones[watch.device]
            if not here:
                del self._watches[watch.table_id]
                self._revisions.pop(watch.table_id, None)

    def watched(self) -> list[int]:
        """Return the ids of the tables that somebody watches."""
        with self._lock:
            return list(self._watches)

    def told(self, table_id: int) -> int:
        """Return the last revision of a watched table that was told of; 0 when none was."""
        with self._lock:
            return self._revisions.get(table_id, 0)

    def count(self) -> int:
        """Return the number of open streams."""
        with self._lock:
            return sum(map(len, self._watches.values()))

    def wake(self, table_id: int, revision: int) -> None:
        """Wake the streams of a table, unless they were woken for this revision or a later one already."""
        with self._lock:
            if table_id not in self._watches or revision <= self._revisions.get(table_id, 0):
                return
            self._revisions[table_id] = revision
            here = list(self._watches[table_id])
        for watch in here:
            watch.tell()

    def close(self) -> None:
        """End all streams for good."""
        self._closed.set()
        with self._lock:
            everybody = [watch for here in self._watches.values() for watch in here]
        for watch in everybody:
            watch.tell()
