"""
A real server, a real Chromium, phones of 360×740.

Without an installed Chromium these tests are skipped; with ``STATIONMASTER_BROWSER=required`` that is an error. The
path of the browser may be given by ``CHROMIUM``.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of all tests."""
    path = _chromium()
    if path is None:
        if os.environ.get("STATIONMASTER_BROWSER") == "required":
            pytest.fail("no Chromium is installed, and STATIONMASTER_BROWSER=required")
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


class Server:
    """A running server; ``stop`` and ``start`` make it go away and come back on the same port and database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
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
        }
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "app"], cwd=PROJECT, env=env, stdout=log, stderr=subprocess.STDOUT
        )
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"{self.url}/settings", timeout=2).close()
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
            self.process.wait(10)
            self.process = None


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real server on a free port with a database of its own."""
    found = Server(tmp_path_factory.mktemp("server")).start()
    yield found
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
    for context in made:
        context.close()


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
