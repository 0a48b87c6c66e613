"""What the page of settings may read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """What ``settings/settings.html`` reads."""

    theme: str
    quick: bool
    themes: tuple[str, ...]
    back: str
    version: str
