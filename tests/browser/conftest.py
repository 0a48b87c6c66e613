"""
A real server, a real Chromium, phones of 360×740.

Without an installed Chromium these tests are skipped; with ``STATIONMASTER_BROWSER=required`` that is an error. The
path of the browser may be given by ``CHROMIUM``.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

PROJECT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name in the LAN: plain http there is no secure context, as on a real phone. And a certificate made at home.
    "--host-resolver-rules=MAP *.test 127.0.0.1",
    "--ignore-certificate-errors",
]
PHONE = {"width": 360, "height": 740}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder drives a browser."""
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


def _chromium() -> str | None:
    named = os.environ.get("CHROMIUM", "")
    return (
        named or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    )


def _missing(what: str) -> NoReturn:
    """Skip the test, or fail it where browser tests are required."""
    if os.environ.get("STATIONMASTER_BROWSER") == "required":
        pytest.fail(f"no {what} is installed, and STATIONMASTER_BROWSER=required")
    pytest.skip(f"no {what} is installed")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of all tests."""
    path = _chromium()
    if path is None:
        _missing("Chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


class Server:
    """A running server; ``stop`` and ``start`` make it go away and come back on the same port and database."""

    def __init__(self, folder: Path, scheme: str = "http", *arguments: str) -> None:
        self.folder = folder
        self.arguments = arguments
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"{scheme}://127.0.0.1:{self.port}"
        self.lan = f"{scheme}://table.test:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        """Start it and wait until it answers."""
        env = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{self.folder / 'browser.db'}",
            "SECRET_KEY": "a secret of the browser tests",
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "STATIONMASTER_THREADS": "40",
            "STATIONMASTER_WARM": "0",
            "STATIONMASTER_NEW_TABLES": "0",
        }
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "app", "--", *self.arguments],
            cwd=PROJECT,
            env=env,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        until, trust = time.monotonic() + 90, ssl._create_unverified_context()
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"{self.url}/settings", timeout=2, context=trust).close()
                return self
            except (urllib.error.URLError, OSError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise AssertionError((self.folder / "server.log").read_text(errors="replace")[-4000:])

    def stop(self) -> None:
        """End it."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)
            self.process = None

    @contextlib.contextmanager
    def asleep(self) -> Iterator[None]:
        """Keep it from answering for a while, with its connections open: a network so bad that nothing comes."""
        assert self.process is not None
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        pids = [self.process.pid, *(int(pid) for children in tasks for pid in children.read_text().split())]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real server on a free port with a database of its own."""
    found = Server(tmp_path_factory.mktemp("server")).start()
    yield found
    found.stop()


@pytest.fixture(scope="session")
def secure_server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same on https, with a certificate made at home."""
    folder = tmp_path_factory.mktemp("secure")
    make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=table.test"
    if shutil.which("openssl") is None:
        _missing("openssl")
    subprocess.run(
        [*make.split(), "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
        check=True,
        capture_output=True,
    )
    found = Server(
        folder, "https", "--certfile", str(folder / "cert.pem"), "--keyfile", str(folder / "key.pem")
    )
    yield found.start()
    found.stop()


@pytest.fixture
def context_of(browser: Browser, server: Server) -> Iterator[Callable[..., BrowserContext]]:
    """Make a browser of its own (cookies and all): ``context_of(locale="ru", java_script_enabled=False)``."""
    made: list[BrowserContext] = []

    def make(**options: object) -> BrowserContext:
        touch = options.pop("has_touch", True)
        settings = {
            "viewport": PHONE,
            "locale": "en-GB",
            "base_url": server.url,
            "has_touch": touch,
            **options,
        }
        context = browser.new_context(**settings)  # type: ignore[arg-type]
        context.set_default_timeout(10_000)
        made.append(context)
        return context

    yield make
    wrong = {page.url: wrongly_drawn(page) for context in made for page in context.pages}
    for context in made:
        context.close()
    assert not any(wrong.values()), wrong


WRONGLY_DRAWN = """() => {
    const paint = (g) => [...g.classList].find((name) => name.startsWith("p-"))?.slice(2);
    const there = (use) => document.getElementById(use.getAttribute("href").slice(1));
    return [...document.querySelectorAll("svg.board [data-r], svg.board [data-c]")].filter((g) => {
        if (g.dataset.c) {
            const house = g.querySelector(".house");
            return g.classList.contains("has-station") && (house.getAttribute("href") !== `#house-${paint(g)}` || !there(house));
        }
        const looks = g.classList.contains("claimed") ? new RegExp(`^#${g.dataset.w}-${paint(g)}$`) : /^#k\\d+$/;
        return [...g.querySelectorAll("use:not(.cross)")].some((use) => !looks.test(use.getAttribute("href")) || !there(use));
    }).map((g) => `${g.id}: ${g.getAttribute("class")}`);
}"""


def wrongly_drawn(page: Page) -> list[str]:
    """Return the routes and cities of a board whose wagons and houses are not what their classes say."""
    return list(page.evaluate(WRONGLY_DRAWN))


@pytest.fixture
def page(context_of: Callable[..., BrowserContext]) -> Iterator[Page]:
    """A phone in English; the test fails on any error of a script."""
    page = context_of().new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console", lambda message: errors.append(message.text) if "Content Security" in message.text else None
    )
    yield page
    assert not errors, errors


NAMES = ("Anna", "Ben", "Cleo", "Dima", "Ella")


def open_table(page: Page, edition: str = "europe", players: int = 5) -> str:
    """Open a table through the form and return its code."""
    page.goto(f"/new/{edition}")
    for number, name in enumerate(NAMES[:players], start=1):
        page.fill(f"[name=name-{number}]", name)
    page.click("form[data-new] .btn.main")
    page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))
    return page.url.rsplit("/", 1)[-1]
