"""A real server in a process of its own, and the little that a client of it needs: cookies, requests, streams."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from app.tables.store import Store, Table, connect, migrate

ROOT = Path(__file__).parents[2]
SECRET = "a secret of the running tests"
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
COLOURS = ("red", "blue", "green", "yellow", "black")


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def cookie(device: str) -> str:
    """Return the cookie header of a phone."""
    app = Flask("cookies")
    app.secret_key = SECRET
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signer is not None
    return f"stationmaster={signer.dumps({'device': device})}"


def open_tables(url: str, count: int = 1, players: int = 5, edition: str = "europe") -> list[Table]:
    """Open tables right in the database; seat ``anna`` is held by the phone ``anna``, and so on; she is the keeper."""
    engine = connect(url)
    migrate(engine)
    store = Store(engine)
    seats = [{"id": NAMES[i].lower(), "name": NAMES[i], "colour": COLOURS[i]} for i in range(players)]
    opened = {"type": "table_opened", "edition": edition, "seats": seats}
    tables = []
    for _ in range(count):
        ids = [seat["id"] for seat in seats]
        table = store.create_table(edition=edition, opened=opened, seats=ids, device="anna")
        with store.writing(table.id) as log:
            for seat in ids:
                log.join(seat)
                log.give_seat(seat, type(log.holds.seats[seat])(seat))
        tables.append(table)
    engine.dispose()
    return tables


class Server:
    """The server, started on its own port with a database; ``start`` and ``kill`` may be called again and again."""

    def __init__(self, url: str, folder: Path, *arguments: str, root: Path = ROOT, **env: str) -> None:
        self.root = root
        self.port = free_port()
        self.arguments = arguments
        self.output = folder / "server.log"
        self.env = {
            **os.environ,
            "DATABASE_URL": url,
            "STATIONMASTER_INSTANCE": str(folder),
            "SECRET_KEY": SECRET,
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "STATIONMASTER_WARM": "0",
            "STATIONMASTER_NEW_TABLES": "0",
            "PYTHONPATH": str(root),
            **env,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, seconds: float = 60) -> None:
        """Start it and wait until it answers."""
        with self.output.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app", "--", *self.arguments],
                cwd=self.root,
                env=self.env,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                self.request("GET", "/nowhere")
                return
            time.sleep(0.03)
        raise AssertionError(f"the server did not start:\n{self.output.read_text()[-3000:]}")

    def signal(self, number: int) -> None:
        """Send a signal to the server and its workers, as a terminal does."""
        assert self.process is not None
        os.killpg(self.process.pid, number)

    def terminate(self) -> None:
        """Ask the server to stop, as a supervisor does."""
        assert self.process is not None
        self.process.terminate()

    def wait(self, seconds: float) -> int:
        """Wait for its end and return its exit status."""
        assert self.process is not None
        return self.process.wait(seconds)

    def kill(self) -> None:
        """Kill it and all its workers on the spot."""
        if self.process is not None and self.process.poll() is None:
            self.signal(signal.SIGKILL)
            self.process.wait(10)
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.signal(signal.SIGKILL)

    def request(
        self, method: str, path: str, body: Any = None, *, device: str = "", seconds: float = 20
    ) -> tuple[int, bytes]:
        """Send one request and return status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        headers = {"X-Stationmaster": "1"}
        if device:
            headers["Cookie"] = cookie(device)
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def stream(self, path: str, device: str = "", seconds: float = 20) -> Stream:
        """Open a stream of events."""
        return Stream(self.port, path, device, seconds)


class Stream:
    """An open stream of server-sent events."""

    def __init__(self, port: int, path: str, device: str, seconds: float) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
        headers = {"Accept": "text/event-stream", **({"Cookie": cookie(device)} if device else {})}
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def news(self) -> Iterator[dict[str, Any]]:
        """Yield the news as they come; ends with the stream."""
        while line := self.answer.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])

    def drain(self) -> float:
        """Read until the server ends the stream; return when that was (monotonic clock)."""
        while self.answer.readline():
            pass
        return time.monotonic()

    def close(self) -> None:
        """Hang up."""
        self.connection.close()
