"""
Draw the PNG icons of the Home Screen from ``app/static/icon.svg``, the mark of the project, in Chromium.

    python -m tests.browsers.icons

A phone that cuts icons into its own shape (iOS, Android's *maskable* ones) gets the ground up to the edges; in a maskable
one the mark stays within the circle that is never cut, four fifths of the width.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).resolve().parents[2] / "app/static"
CORNERS = ' rx="12"'
ICONS = {
    "180": (180, True, 0.86),
    "192": (192, False, 1.0),
    "512": (512, False, 1.0),
    "maskable-512": (512, True, 0.7),
}
"""By name: width in pixels, whether the ground has no corners of its own, the scale of the mark on its ground."""


def drawn(mark: str, whole: bool, scale: float) -> str:
    """Return the mark as an SVG with its ground as asked for."""
    assert CORNERS in mark
    if whole:
        mark = mark.replace(CORNERS, "")
    ground, rest = mark.split("/>", 1)
    inside = rest.removesuffix("\n").removesuffix("</svg>")
    away = 32 * (1 - scale)
    return f'{ground}/><g transform="translate({away} {away}) scale({scale})">{inside}</g></svg>'


def main() -> None:
    """Write all icons."""
    mark = (STATIC / "icon.svg").read_text("utf-8")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (width, whole, scale) in ICONS.items():
            page = browser.new_page(viewport={"width": width, "height": width})
            svg = drawn(mark, whole, scale)
            page.set_content(
                f"<style>body {{ margin: 0 }} svg {{ display: block; width: {width}px }}</style>{svg}"
            )
            page.screenshot(path=STATIC / f"icons/{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
