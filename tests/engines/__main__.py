"""
The walk of an evening in Chromium, WebKitGTK and Firefox.

    python -m tests.engines [--short] [--require] [--keep FOLDER] [ENGINE …]

An engine that is not installed is skipped, with ``--require`` a failure. Exit status 1 when a step fails, and what an
engine's console complained of (an error of a script, of the content policy, a file that is not there) fails the step in
which it came. The pictures of failed steps and the browsers' own logs are left in FOLDER.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from subprocess import SubprocessError

from tests.browser.conftest import Server
from tests.engines.browsers import ENGINES, PACKAGES, missing, start
from tests.engines.remote import BrowserError
from tests.engines.walk import LONG, SHORT, Evening, Step, errors_of


def walk(name: str, steps: tuple[Step, ...], folder: Path) -> list[str]:
    """Walk through an evening in one engine; print a line a step and return what failed."""
    begun = time.monotonic()
    failed: list[str] = []
    place = folder / name
    place.mkdir(parents=True)
    server = Server(place)
    try:
        with start(name, place / "host") as host, start(name, place / "guest") as guest:
            server.start()
            evening = Evening(server, host, guest)
            errors_of(evening, steps[0])  # what the engines say of themselves while they start
            print(f"{name}: ready after {time.monotonic() - begun:.1f} s", flush=True)
            for step in steps:
                faults = _take(step, evening, place)
                failed += [f"{name}: {step.__name__}: {fault}" for fault in faults]
                if faults and step in SHORT:
                    break  # what comes after rests on it
    except (BrowserError, OSError, SubprocessError) as error:
        failed.append(f"{name}: {error}")
    finally:
        server.stop()
    print(f"{name}: {'failed' if failed else 'passed'} in {time.monotonic() - begun:.1f} s", flush=True)
    return failed


def _take(step: Step, evening: Evening, place: Path) -> list[str]:
    """Take one step and return what is wrong with it."""
    begun, faults = time.monotonic(), []
    try:
        step(evening)
    except (AssertionError, BrowserError, StopIteration, OSError, SubprocessError) as error:
        faults.append(f"{type(error).__name__} {error}")
        for who, phone in (("host", evening.host), ("guest", evening.guest)):
            try:
                phone.picture(place / f"{step.__name__}-{who}.png")
            except (BrowserError, OSError) as lost:
                faults.append(f"no picture of the {who}: {lost}")
    try:
        faults += [f"console: {line}" for line in errors_of(evening, step)]
    except (BrowserError, OSError) as lost:
        faults.append(f"no console: {lost}")
    again, evening.host.again, evening.guest.again = evening.host.again + evening.guest.again, 0, 0
    busy = f", {again} taps made again" if again else ""
    print(
        f"  {'FAILED' if faults else 'ok':6} {step.__name__} {time.monotonic() - begun:.1f} s{busy}",
        flush=True,
    )
    for fault in faults:
        print(f"         {fault}", flush=True)
    return faults


def main() -> int:
    """Walk, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.engines", description="The walk of an evening.")
    parser.add_argument("engines", nargs="*", metavar="ENGINE", default=ENGINES, help=", ".join(PACKAGES))
    parser.add_argument("--short", action="store_true", help="only the steps that every change walks")
    parser.add_argument("--require", action="store_true", help="an engine that is not installed is a failure")
    parser.add_argument(
        "--keep", type=Path, help="where pictures and logs are left (else in a temporary folder)"
    )
    given = parser.parse_args()
    unknown = sorted(set(given.engines) - PACKAGES.keys())
    if unknown:
        parser.error(f"no such engine: {', '.join(unknown)}")
    folder = given.keep or Path(tempfile.mkdtemp(prefix="engines-"))
    failed: list[str] = []
    for name in given.engines:
        if packages := missing(name):
            print(f"{name}: not installed (Debian: apt-get install {packages})", flush=True)
            failed += [f"{name}: not installed"] if given.require else []
        else:
            failed += walk(name, SHORT if given.short else LONG, folder)
    if failed:
        print(f"\n{len(failed)} faults; pictures and logs are in {folder}:", *failed, sep="\n  ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
