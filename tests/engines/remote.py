"""
Sessions with browsers: WebDriver over HTTP (WebKitGTK, WPE WebKit, Chromium) and Marionette over a socket (Firefox).

Both speak the commands of the W3C recommendation, and the walk needs a dozen of them; so this is the standard library
and no dependency. Selenium would need ``geckodriver`` for Firefox, which neither Debian 12 nor a registry of Python
packages brings; Marionette is what ``geckodriver`` itself talks to.
"""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which WebDriver names an element. Source: W3C WebDriver, section 12."""

COMMAND_SECONDS = 120
"""Wall-clock limit of one command; a page that loads on a busy machine may take half a minute."""

MARIONETTE = {
    ("POST", "url"): "Navigate",
    ("GET", "url"): "GetCurrentURL",
    ("POST", "refresh"): "Refresh",
    ("POST", "execute/sync"): "ExecuteScript",
    ("POST", "execute/async"): "ExecuteAsyncScript",
    ("POST", "element"): "FindElement",
    ("POST", "actions"): "PerformActions",
    ("DELETE", "actions"): "ReleaseActions",
    ("GET", "screenshot"): "TakeScreenshot",
    ("POST", "window/rect"): "SetWindowRect",
    ("POST", "timeouts"): "SetTimeouts",
}
"""Marionette's name for each command, by method and path."""

Send = Callable[[str, str, dict[str, Any] | None], Any]
"""What a session is: a function of method, path and body that returns the value of the answer."""


class BrowserError(Exception):
    """A browser or its driver could not do what it was told."""


def free_port() -> int:
    """Return a TCP port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def process(
    command: list[str], log: Path, env: dict[str, str], *, keep: tuple[int, ...] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program for as long as the block takes; what it says is written to ``log``, ``keep`` stays open in it."""
    with log.open("ab") as out:
        found = subprocess.Popen(command, env=env, stdout=out, stderr=subprocess.STDOUT, pass_fds=keep)
        try:
            yield found
        finally:
            found.terminate()
            try:
                found.wait(10)
            except subprocess.TimeoutExpired:
                found.kill()
                found.wait()


@contextlib.contextmanager
def webdriver(port: int, capabilities: dict[str, Any]) -> Iterator[Send]:
    """Open a session with the WebDriver server on a port."""

    def ask(method: str, path: str, body: dict[str, Any] | None) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}{path}",
            None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json"},
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=COMMAND_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise BrowserError(error.read().decode(errors="replace")[:400]) from None

    wait_for_port(port)
    opened = ask("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
    here = f"/session/{opened['sessionId']}"
    try:
        yield lambda method, path, body: ask(method, f"{here}/{path}", body)
    finally:
        with contextlib.suppress(BrowserError, OSError):
            ask("DELETE", here, None)


@contextlib.contextmanager
def marionette(port: int) -> Iterator[Send]:
    """
    Open a session with a Firefox that listens on a port.

    Besides the commands of WebDriver there is ``("POST", "context", {"value": "chrome"})``, which lets scripts reach
    the browser itself.
    """
    wait_for_port(port)
    with socket.create_connection(("127.0.0.1", port), timeout=COMMAND_SECONDS) as line:
        read = line.makefile("rb")
        number = 0

        def receive() -> Any:
            length = b""
            while (digit := read.read(1)) != b":":
                if not digit:
                    raise BrowserError("Firefox closed the connection")
                length += digit
            return json.loads(read.read(int(length)))

        def ask(name: str, parameters: dict[str, Any]) -> Any:
            nonlocal number
            number += 1
            message = json.dumps([0, number, name, parameters]).encode()
            line.sendall(str(len(message)).encode() + b":" + message)
            _kind, _number, error, value = receive()
            if error:
                raise BrowserError(str(error.get("message"))[:400])
            return value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

        def send(method: str, path: str, body: dict[str, Any] | None) -> Any:
            given = dict(body or {})
            if path == "context":
                return ask("Marionette:SetContext", given)
            if path.startswith("element/"):
                _element, found, what = path.split("/")
                names = {"click": "ElementClick", "value": "ElementSendKeys"}
                return ask(f"WebDriver:{names[what]}", {"id": found, **given})
            if path == "screenshot":
                given["full"] = False
            return ask(f"WebDriver:{MARIONETTE[method, path]}", given)

        receive()  # what it is
        ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})
        try:
            yield send
        finally:
            with contextlib.suppress(BrowserError, OSError):
                ask("Marionette:Quit", {"flags": ["eForceQuit"]})


def wait_for_port(port: int, seconds: float = 60) -> None:
    """Wait until something listens on a port of this machine."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise BrowserError(f"nothing listens on port {port}")
