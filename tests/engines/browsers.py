"""
The engines that the walk goes through, each as a phone of 360×740: how it is started, and what its console said.

``start(name, folder)`` gives a ``Phone``; ``installed(name)`` says what is missing for it. No engine shares cookies or
storage with another one, so two phones of one engine are two browsers.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.engines.phone import Phone
from tests.engines.remote import free_port, marionette, process, webdriver

WIDTH, HEIGHT = 360, 740

PROGRAMS = {
    "chromium": ("chromium", "chromedriver"),
    "webkit": ("WebKitWebDriver", "Xvfb", "stdbuf"),
    "firefox": ("firefox-esr",),
    "wpe": ("WPEWebDriver", "cog"),
}
"""What each engine needs; on Debian these come with the packages of ``PACKAGES``."""

PACKAGES = {
    "chromium": "chromium chromium-driver",
    "webkit": "webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb",
    "firefox": "firefox-esr",
    "wpe": "wpewebkit-driver cog",
}

GIVEN_UP = re.compile(r"/icons/.* A ServiceWorker intercepted the request|due to access control checks")
"""
What an engine complains of when a page is left before all has come: Firefox of the icon that it fetches on its own,
WebKit of any request (all of ours go to the page's own server, where no access is controlled).
"""

ENGINES = ("chromium", "webkit", "firefox")
"""The engines of ``make engines``; ``wpe`` (WebKit 2.38, as old as iOS 16.0) is walked when it is asked for."""

WINDOW = Path(__file__).with_name("window.py")

LINE_BY_LINE = ("stdbuf", "-oL")
"""Before a WebKit: what its processes write to a file is to be there at once (GNU coreutils)."""

FIREFOX_PREFERENCES = {
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "intl.accept_languages": "en-GB, en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}


def missing(name: str) -> str:
    """Return the Debian packages that bring what an engine needs and this machine does not have; empty: it is there."""
    there = all(map(shutil.which, PROGRAMS[name]))
    if there and name == "webkit":
        there = not subprocess.run([WINDOW, "--check"], capture_output=True, check=False).returncode
    return "" if there else PACKAGES[name]


@contextlib.contextmanager
def start(name: str, folder: Path) -> Iterator[Phone]:
    """Start an engine with a profile of its own in a new folder."""
    folder.mkdir(parents=True)
    with _STARTS[name](folder) as phone:
        yield phone


def _environment(folder: Path) -> dict[str, str]:
    """Return the environment of a browser that finds nothing of this machine's user, and has no graphics card."""
    return {
        **os.environ,
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "LANGUAGE": "en_GB",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "NO_AT_BRIDGE": "1",
    }


@contextlib.contextmanager
def _chromium(folder: Path) -> Iterator[Phone]:
    port, env = free_port(), _environment(folder)
    flags = ["--no-sandbox", "--headless=new", "--disable-gpu", "--hide-scrollbars", "--lang=en-GB"]
    screen = {"width": WIDTH, "height": HEIGHT, "pixelRatio": 1, "touch": True}
    options = {
        "binary": shutil.which("chromium"),
        "args": [*flags, f"--user-data-dir={folder / 'profile'}"],
        "mobileEmulation": {"deviceMetrics": screen},
    }
    wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
    with (
        process(["chromedriver", f"--port={port}"], folder / "driver.log", env),
        webdriver(port, wanted) as send,
    ):

        def console() -> list[str]:
            found = send("POST", "se/log", {"type": "browser"})
            return [line["message"] for line in found if line["level"] == "SEVERE"]

        yield Phone(send, console, "touch")


@contextlib.contextmanager
def _webkit(folder: Path) -> Iterator[Phone]:
    """WebKitGTK in a window on a screen of its own that nobody sees; it knows no touch."""
    port, env, log = free_port(), _environment(folder), folder / "driver.log"
    options = {"binary": str(WINDOW), "args": [str(WIDTH), str(HEIGHT)]}
    env |= {"GDK_BACKEND": "x11", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    wanted = {"browserName": "Stationmaster", "webkitgtk:browserOptions": options}
    with (
        _screen(folder) as display,
        process([*LINE_BY_LINE, "WebKitWebDriver", f"--port={port}"], log, {**env, "DISPLAY": display}),
        webdriver(port, wanted) as send,
    ):
        yield Phone(send, _console_of(log), "mouse")


@contextlib.contextmanager
def _wpe(folder: Path) -> Iterator[Phone]:
    """
    WPE WebKit as cog shows it; Debian 12 has it at 2.38, which is as old as the WebKit of iOS 16.0.

    Its window is 800×600, and it keeps the console of a driven page to itself: only what can be seen is walked.
    """
    port, env = free_port(), _environment(folder)
    env["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
    options = {"binary": shutil.which("cog"), "args": ["--automation", "-P", "headless"]}
    with (
        process(["WPEWebDriver", f"--port={port}"], folder / "driver.log", env),
        webdriver(port, {"wpe:browserOptions": options}) as send,
    ):
        yield Phone(send, None, "mouse")


@contextlib.contextmanager
def _firefox(folder: Path) -> Iterator[Phone]:
    port, env = free_port(), _environment(folder)
    env |= {"MOZ_HEADLESS_WIDTH": "600", "MOZ_HEADLESS_HEIGHT": "900"}
    profile = folder / "profile"
    profile.mkdir()
    chosen = {**FIREFOX_PREFERENCES, "marionette.port": port}
    lines = (f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in chosen.items())
    (profile / "user.js").write_text("".join(lines), "utf-8")
    command = ["firefox-esr", "--headless", "--marionette", "-remote-allow-system-access", "--no-remote"]
    with (
        process([*command, "--profile", str(profile)], folder / "driver.log", env),
        marionette(port) as send,
    ):

        def inside(script: str) -> object:
            """Run a script in the browser itself, not in its page."""
            send("POST", "context", {"value": "chrome"})
            try:
                return send("POST", "execute/sync", {"script": script, "args": []})
            finally:
                send("POST", "context", {"value": "content"})

        def console() -> list[str]:
            found = inside(
                "const all = Services.console.getMessageArray().map((one) => String(one.message ?? one));"
                "Services.console.reset(); return all;"
            )
            assert isinstance(found, list)
            wrong = (line for line in found if "Error:" in line and "http://127.0.0.1" in line)
            return [line for line in wrong if not GIVEN_UP.search(line)]

        # Firefox's windows are never narrower than 450 pixels, but what it shows in them may be.
        inside(
            "const { style } = gBrowser.selectedBrowser;"
            f"style.minWidth = style.maxWidth = '{WIDTH}px'; style.minHeight = style.maxHeight = '{HEIGHT}px';"
        )
        yield Phone(send, console, "touch")


@contextlib.contextmanager
def _screen(folder: Path) -> Iterator[str]:
    """Open an X screen in memory and return its name."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "800x1000x24", "-nolisten", "tcp"]
    try:
        log = folder / "screen.log"
        with process(command, log, dict(os.environ), keep=(writer,)), os.fdopen(reader) as number:
            yield f":{int(number.readline())}"
    finally:
        os.close(writer)


def _console_of(log: Path) -> Callable[[], list[str]]:
    """Return what reads the errors that WebKit has written since it was asked last."""
    seen = 0

    def console() -> list[str]:
        nonlocal seen
        text = log.read_text(errors="replace")
        new, seen = text[seen:], len(text)
        wrong = (line for line in new.splitlines() if re.search(r"\bCONSOLE (\w+ )?ERROR\b", line))
        return [line for line in wrong if not GIVEN_UP.search(line)]

    return console


_STARTS: dict[str, Callable[[Path], contextlib.AbstractContextManager[Phone]]] = {
    "chromium": _chromium,
    "webkit": _webkit,
    "firefox": _firefox,
    "wpe": _wpe,
}
