"""Scripts and styles in pieces: enough of the two grammars to know what is code, what is a word in a string or a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_JS = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<number>\.?\d[\w.]*)
    |(?P<word>\#?[A-Za-z_$][\w$]*)
    |(?P<sign>\?\.(?!\d)|\?\?=?|=>|\.\.\.|&&=?|\|\|=?|[=!]==?|[-+*/%<>]=?|.)""",
    re.X | re.S,
)
_REGEX = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_BEFORE_REGEX = {
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "await",
    "yield",
    "=>",
    "&&",
    "||",
    "??",
    "==",
    "===",
    "!=",
    "!==",
}


@dataclass(frozen=True)
class Token:
    """A piece of a script: kind (string, number, word, sign, regex, template), text, line."""

    kind: str
    text: str
    line: int


def script(text: str) -> list[Token]:
    """Return the pieces of a script without spaces and comments; what stands in ``${}`` of a template is code as well."""
    found: list[Token] = []
    _read(text, 0, 1, found, inside=False)
    return found


def _read(text: str, at: int, line: int, found: list[Token], *, inside: bool) -> tuple[int, int]:
    depth = 0
    while at < len(text):
        last = found[-1] if found else Token("sign", ";", 1)
        if text[at] == "`":
            at, line = _template(text, at, line, found)
            continue
        after_value = last.kind in ("string", "number", "template", "regex") or last.text in (")", "]", "}")
        after_value = after_value or (last.kind == "word" and last.text not in _BEFORE_REGEX)
        match = None if after_value else _REGEX.match(text, at)
        kind = "regex"
        if match is None:
            match = _JS.match(text, at)
            assert match is not None
            kind = str(match.lastgroup)
        piece = match[0]
        if inside and kind == "sign":
            depth += {"{": 1, "}": -1}.get(piece, 0)
            if depth < 0:
                return match.end(), line
        if kind != "space":
            found.append(Token(kind, piece, line))
        at, line = match.end(), line + piece.count("\n")
    return at, line


def _template(text: str, at: int, line: int, found: list[Token]) -> tuple[int, int]:
    found.append(Token("template", "`", line))
    at += 1
    while text[at] != "`":
        if text.startswith("${", at):
            found.append(Token("sign", "(", line))
            at, line = _read(text, at + 2, line, found, inside=True)
            found.append(Token("sign", ")", line))
            continue
        line += text[at] == "\n"
        at += 2 if text[at] == "\\" else 1
    found.append(Token("template", "`", line))
    return at + 1, line


@dataclass
class Block:
    """A rule of a style sheet: what stands in front of its brace, its declarations, the blocks around it."""

    head: str
    line: int
    around: list[Block]
    declarations: list[tuple[str, str, int]] = field(default_factory=list)

    @property
    def at(self) -> str:
        """The name of an at-rule, else nothing."""
        return self.head[1:].split()[0].split("(")[0] if self.head.startswith("@") else ""


def blocks(text: str) -> Iterator[Block]:
    """Yield every rule of a style sheet, and at-rules without a block as empty ones."""
    text = re.sub(r"/\*.*?\*/", lambda match: "\n" * match[0].count("\n"), text, flags=re.S)
    stack: list[Block] = []
    start = 0
    for match in re.finditer(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|url\([^)]*\)|[{};]", text):
        if match[0] not in "{};":
            continue
        piece, line = text[start : match.start()], text.count("\n", 0, match.start()) + 1
        start = match.end()
        line -= piece.lstrip().count("\n")
        piece = piece.strip()
        if match[0] == "{":
            stack.append(Block(piece, line, list(stack)))
            continue
        if piece.startswith("@"):
            yield Block(piece, line, list(stack))
        elif ":" in piece and stack:
            name, value = piece.split(":", 1)
            stack[-1].declarations.append((name.strip().lower(), value.strip(), line))
        if match[0] == "}" and stack:
            yield stack.pop()
