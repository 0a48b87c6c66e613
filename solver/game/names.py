"""Names of people: one form for what looks the same, and when two of them are the same name."""

from __future__ import annotations

import re
import unicodedata

MARKS = 3
"""So many combining marks in a row are kept; the orthography of no living language stacks more on a letter."""

_SPACES = re.compile(r"\s+")


def tidy_name(name: str) -> str:
    """
    Return a name in Unicode's composed form (NFC), with at most ``MARKS`` combining marks in a row.

    Further marks are left out rather than refused: they only paint over the lines above, and a log that was accepted
    must stay readable.
    """
    kept: list[str] = []
    row = 0
    for letter in unicodedata.normalize("NFC", name):
        row = row + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if row <= MARKS:
            kept.append(letter)
    return unicodedata.normalize("NFC", "".join(kept))


def same_name_key(name: str) -> str:
    """Return what two names share when people at a table would call them the same: case, form and spaces aside."""
    folded = unicodedata.normalize("NFC", tidy_name(name).casefold())
    return _SPACES.sub(" ", folded).strip()
