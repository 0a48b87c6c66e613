"""
How wide a name is on a plate.

A small table of letter widths, in parts of the letters' height, stands for the condensed semi-bold faces of phones and
desks. The text is given the width that follows from it, so no font can make a name leave its plate.
"""

from __future__ import annotations

import unicodedata

TEXT = 19.5
"""Height of the letters, in units."""

_WIDTHS = {
    0.24: "ijlІЇіїIJ.,'’ˈ|!:;()[]",
    0.30: "ftr -–ft/",
    0.42: "гтзсєcszxkvyzкэСС",
    0.46: "aeghnopqubdнаеёопрстухчявбдьEFLГЕЁ",
    0.51: "ABCKPRSTXYZVUHБВИЙКНПРСУХЧЯЭTЛАДЗ0123456789",
    0.56: "DGNOQйцлдмиОТЦЬ",
    0.66: "wmыжюфMWЖМФЮЫШЪъшщЩ",
}
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}


def text_width(name: str) -> float:
    """Return the width of a name on a plate, in units; accents take no room, long names stand a little closer."""
    plain = (letter if letter in _WIDTH else _base(letter) for letter in name)
    squeezed = 1.0 if len(name) < 12 else 0.93 if len(name) < 17 else 0.87
    return round(TEXT * squeezed * sum(_WIDTH.get(letter, 0.5) for letter in plain), 1)


def _base(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[0]


def in_lines(name: str) -> tuple[str, ...]:
    """Return a name in two lines as even as its words allow; a hyphen stays on its line. One word stays in one."""
    breaks = [i for i, letter in enumerate(name) if letter in " -–" and 1 < i < len(name) - 2]
    pairs = [(name[:i].rstrip() if name[i] == " " else name[: i + 1], name[i + 1 :].lstrip()) for i in breaks]
    pairs = [pair for pair in pairs if all(pair)]
    return min(pairs, key=lambda pair: max(map(text_width, pair)), default=(name,))
