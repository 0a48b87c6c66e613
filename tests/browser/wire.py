"""A relay before the server: it counts what comes back, holds it up, or falls silent with its connections open."""

from __future__ import annotations

import contextlib
import socket
import threading
import time


class Wire:
    """
    A relay before a server on this machine.

    Every byte that comes back is counted in ``bytes`` and held up for ``delay`` seconds. While ``silent`` is set, nothing
    passes either way and no connection ends: a router that has forgotten them. A connection that was silenced once
    stays dead, as on a real network.
    """

    def __init__(self, port: int) -> None:
        self.target = port
        self.bytes = 0
        self.delay = 0.0
        self.silent = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _address = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
                dead = threading.Event()
                if self.silent:
                    dead.set()
                for ends in ((near, far, False), (far, near, True)):
                    threading.Thread(target=self._pump, args=(*ends, dead), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, back: bool, dead: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if self.silent:
                    dead.set()
                if dead.is_set():
                    continue
                if back:
                    self.bytes += len(data)
                    time.sleep(self.delay)
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
