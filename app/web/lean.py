"""
Scripts and styles as phones get them: without comments and without the spaces in front of lines.

Whoever reads a source wants its comments and its types; a phone pays for them by the byte, packed as well. Every line
stays where it is, so that a fault that a phone reports names the line of the source.
"""

from __future__ import annotations

import re

_SPACE = r"(?P<comment>/\*.*?\*/{})|(?P<space>\s+)"
_STRING = r"""|(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
_STYLE = re.compile(_SPACE.format("") + _STRING + r"|(?P<code>url\([^)]*\)|[\w-]+|.)", re.S)
_SCRIPT = re.compile(_SPACE.format(r"|//[^\n]*") + _STRING + r"|(?P<code>[\w$#]+|=>|.)", re.S)
_REGEX = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/\w*")
_VALUE = re.compile(r"""(?!(?:return|typeof|case|in|of|await|yield)\b)[\w$#]|[)\]}"'`/]""")
"""How a piece begins after which a slash divides; after all others it opens a regular expression."""


def lean(text: str, suffix: str) -> str:
    """Return a script (``.js``) or a style sheet (``.css``) without comments and indentation, line by line."""
    pieces: list[str] = []
    if suffix == ".js":
        _read_script(text, 0, pieces)
    else:
        for match in _STYLE.finditer(text):
            _keep(pieces, str(match.lastgroup), match[0])
    return "".join(pieces)


def _keep(pieces: list[str], kind: str, piece: str) -> None:
    if kind in ("comment", "space"):
        # A comment parts what stands around it, and one over several lines ends a statement.
        space = pieces.pop() if pieces and pieces[-1].isspace() else ""
        piece = "\n" * (space + piece).count("\n") or " "
    pieces.append(piece)


def _read_script(text: str, at: int, pieces: list[str], *, inside: bool = False) -> int:
    """Read from ``at`` to the end, or ``inside`` a template to the brace that ends its expression; return where."""
    depth = 0
    last = ";"
    while at < len(text):
        match = None if _VALUE.match(last) else _REGEX.match(text, at)
        if match is None:
            match = _SCRIPT.match(text, at)
            assert match is not None
        kind = match.lastgroup or "regex"
        piece = match[0]
        if piece == "`":
            at = _read_template(text, at, pieces)
            last = piece
            continue
        if kind == "code":
            depth += {"{": 1, "}": -1}.get(piece, 0)
            if inside and depth < 0:
                return at
        at = match.end()
        _keep(pieces, kind, piece)
        if kind not in ("comment", "space"):
            last = piece
    return at


def _read_template(text: str, at: int, pieces: list[str]) -> int:
    start = at
    at += 1
    while text[at] != "`":
        if text.startswith("${", at):
            pieces.append(text[start : at + 2])
            start = at = _read_script(text, at + 2, pieces, inside=True)
        at += 2 if text[at] == "\\" else 1
    pieces.append(text[start : at + 1])
    return at + 1
