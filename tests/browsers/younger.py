"""
What a script or a style uses that the oldest supported browsers lack.

    in_script(text) / in_style(text) / in_page(text) -> [Found(line, feature, lacking)]

What is plainly used behind a guard is not found: ``value.name?.()``, a property named by ``"name" in``, a call that
stands behind ``typeof``; in styles what ``@supports`` asks for, a declaration that an older one of the same property
stands before, and a prefixed twin in the same rule. Types of values are not worked out: a name counts when every
interface that has it is too young, or when its owner is named beside it (``new URLSearchParams(…)``, ``document``).
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.browsers.tokens import Block, Token, blocks, script

TABLE = json.loads(Path(__file__).with_name("newer_than_oldest.json").read_text("utf-8"))
ARGUMENTS = {"FormData.submitter": 2}
"""Arguments that are told by their place: how many arguments a call has that uses them."""
SINGLETONS = {
    "navigator": "Navigator", "document": "Document", "window": "Window", "location": "Location", "history": "History",
    "caches": "CacheStorage", "indexedDB": "IDBFactory", "performance": "Performance", "crypto": "Crypto", "screen": "Screen",
    "searchParams": "URLSearchParams", "classList": "DOMTokenList", "storage": "StorageManager", "clipboard": "Clipboard",
    "serviceWorker": "ServiceWorkerContainer",
}  # fmt: skip
SYNTAX: dict[str, Callable[[Sequence[Token], int], bool]] = {
    "classes.static.initialization_blocks": lambda t, i: _are(t, i, "static", "{"),
    "operators.await.top_level": lambda t, i: t[i].text == "await" and _top(t, i),
    "operators.import_meta.resolve": lambda t, i: _are(t, i, "import", ".", "meta", ".", "resolve"),
    "operators.import.options_parameter": lambda t, i: (
        _are(t, i, "import", "(") and len(_arguments(t, i + 1)) > 1
    ),
    "regular_expressions.lookbehind_assertion": lambda t, i: (
        t[i].kind == "regex" and bool(re.search(r"\(\?<[=!]", t[i].text))
    ),
    "regular_expressions.modifier": lambda t, i: (
        t[i].kind == "regex" and bool(re.search(r"\(\?[ims-]+:", t[i].text))
    ),
    "regular_expressions.named_capturing_group.duplicate_named_capturing_groups": lambda t, i: (
        t[i].kind == "regex" and len(names := re.findall(r"\(\?<(\w+)>", t[i].text)) > len(set(names))
    ),
    "statements.using": lambda t, i: (
        t[i].text == "using" and i + 1 < len(t) and t[i + 1].kind == "word" and t[i + 1].text != "in"
    ),
    "statements.import.import_attributes": lambda t, i: t[i].kind == "string" and _are(t, i + 1, "with", "{"),
    "statements.import.defer": lambda t, i: _are(t, i, "import", "defer", "*"),
    "statements.import.import_source": lambda t, i: (
        _are(t, i, "import", "source") and t[i + 2].kind == "word" and t[i + 2].text != "from"
    ),
}
"""How young syntax is recognised. Every one of the table is here or in UNSEEN."""
UNSEEN = {
    "grammar.trailing_commas.trailing_commas_in_dynamic_import": "dynamic imports with options are found",
    "operators.import.http_errors_not_cached": "a matter of how, not of whether",
    "operators.import.import_source": "written import.source(): a member",
    "operators.import.worker_support": "the one worker imports nothing",
    "statements.await_using": "is found as using",
    "statements.import.http_errors_not_cached": "a matter of how, not of whether",
    "statements.import.import_attributes.type_css": "import attributes are found",
    "statements.import.import_attributes.type_json": "import attributes are found",
    "statements.import.import_attributes.type_text": "import attributes are found",
    "statements.import.service_worker_support": "the service worker imports nothing",
    "statements.import.worker_support": "the one worker imports nothing",
    "statements.import.worklet_support": "there is no worklet",
}
UNITS = {
    "viewport_percentage_units_dynamic": "dv[hwib]|dvmin|dvmax", "viewport_percentage_units_small": "sv[hwib]|svmin|svmax",
    "viewport_percentage_units_large": "lv[hwib]|lvmin|lvmax",
}  # fmt: skip


class Found(NamedTuple):
    """One use: line, what, and which engines got it when."""

    line: int
    feature: str
    lacking: str


@cache
def table(*path: str) -> Mapping[str, str]:
    """Return a part of the table by name."""
    part: Any = TABLE
    for key in path:
        part = part[key]
    return {name: lacking for lacking, names in part.items() for name in names}


# Scripts -------------------------------------------------------------------------------------------------------------


def _are(tokens: Sequence[Token], at: int, *texts: str) -> bool:
    return tuple(token.text for token in tokens[at : at + len(texts)]) == texts


def _top(tokens: Sequence[Token], at: int) -> bool:
    """Whether a place lies in no function: not in braces, nor behind the arrow of its own statement."""
    before = [token.text for token in tokens[:at] if token.kind == "sign"]
    statement = before[len(before) - before[::-1].index(";") :] if ";" in before else before
    return before.count("{") == before.count("}") and "=>" not in statement


def _arguments(tokens: Sequence[Token], at: int) -> list[list[Token]]:
    """Return what stands between the commas of a call whose bracket is at a place."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens[at:]:
        sign = token.text if token.kind == "sign" else ""
        depth += (sign in ("(", "[", "{")) - (sign in (")", "]", "}"))
        if depth == 0:
            break
        if depth == 1 and sign == ",":
            parts.append([])
        elif depth > 1 or sign != "(":
            parts[-1].append(token)
    return [part for part in parts if part]


def _keys(argument: Sequence[Token]) -> set[str]:
    """Return the names in an object that is written as an argument."""
    if not argument or argument[0].text != "{":
        return set()
    return {
        b.text
        for a, b, c in zip(argument, argument[1:], argument[2:], strict=False)
        if a.text in "{," and c.text in ":,}"
    }


def in_script(text: str) -> list[Found]:
    """Return what a script uses and the oldest browsers lack."""
    tokens = script(text)
    owners = {
        **SINGLETONS,
        **{
            a.text: d.text
            for a, b, c, d in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)
            if b.text == "=" and c.text == "new"
        },
    }
    asked = {a.text[1:-1] for a, b in itertools.pairwise(tokens) if a.kind == "string" and b.text == "in"}
    asked |= {b.text for a, b in itertools.pairwise(tokens) if a.text == "typeof"}
    found = [*_syntax(tokens), *_names(tokens, owners), *_calls(tokens)]
    return sorted({use for use in found if use.feature.split(".")[-1] not in asked})


def _syntax(tokens: Sequence[Token]) -> Iterator[Found]:
    young = table("scripts", "syntax")
    for at, token in enumerate(tokens):
        for feature, is_here in SYNTAX.items():
            if is_here(tokens, at):
                yield Found(token.line, feature, young[feature])
        if token.kind == "regex" and "v" in token.text.rpartition("/")[2]:
            yield Found(token.line, "RegExp.unicodeSets", "chrome 112, safari_ios 17")


def _names(tokens: Sequence[Token], owners: Mapping[str, str]) -> Iterator[Found]:
    members, owned, globals_ = (table("scripts", kind) for kind in ("members", "owned", "globals"))
    attributes = table("attributes")
    for at, token in enumerate(tokens):
        before, after = (
            tokens[at - 1].text if at else ";",
            tokens[at + 1].text if at + 1 < len(tokens) else ";",
        )
        if token.kind != "word" or after == "?.":
            continue
        if before in (".", "?."):
            owner = _owner(tokens, at - 2, owners)
            if f"{owner}.{token.text}" in owned:
                yield Found(token.line, f"{owner}.{token.text}", owned[f"{owner}.{token.text}"])
            elif token.text in members:
                yield Found(token.line, token.text, members[token.text])
        elif (
            token.text in globals_
            and after != ":"
            and (before == "new" or after in (".", "(") or before == "instanceof")
        ):
            yield Found(token.line, token.text, globals_[token.text])
        elif token.text in attributes and after == ":" and before in ("{", ","):
            yield Found(token.line, token.text, attributes[token.text])


def _owner(tokens: Sequence[Token], at: int, owners: Mapping[str, str]) -> str:
    """Return the interface of what stands before a dot, where the words say it."""
    token = tokens[at]
    if token.text == ")":  # new URLSearchParams(…).size
        depth = 0
        while at >= 0:
            depth += (tokens[at].text == ")") - (tokens[at].text == "(")
            at -= 1
            if depth == 0:
                break
        return tokens[at].text if at > 0 and tokens[at - 1].text == "new" else ""
    return owners.get(token.text, token.text)


def _calls(tokens: Sequence[Token]) -> Iterator[Found]:
    events, options = table("scripts", "events"), table("scripts", "options")
    for at, token in enumerate(tokens[:-1]):
        if token.kind != "word" or tokens[at + 1].text != "(":
            continue
        arguments = _arguments(tokens, at + 1)
        if token.text == "addEventListener" and arguments and arguments[0][0].kind == "string":
            name = arguments[0][0].text[1:-1]
            if name in events:
                yield Found(token.line, f"{name} event", events[name])
        for option in {key for argument in arguments for key in _keys(argument)}:
            if f"{token.text}.{option}" in options:
                yield Found(token.line, f"{token.text}.{option}", options[f"{token.text}.{option}"])
        for feature, count in ARGUMENTS.items():
            if feature.split(".")[0] == token.text and len(arguments) >= count:
                yield Found(token.line, feature, options[feature])


# Styles --------------------------------------------------------------------------------------------------------------


def in_style(text: str) -> list[Found]:
    """Return what a style sheet uses and the oldest browsers lack."""
    return sorted({use for block in blocks(text) for use in _in_block(block)})


def supported(block: Block) -> str:
    """Return what the conditions around a rule ask for."""
    return " ".join(
        outer.head
        for outer in block.around
        if outer.at == "supports" and not outer.head.startswith("@supports not")
    )


def _in_block(block: Block) -> Iterator[Found]:
    styles = {kind: table("styles", kind) for kind in ("selectors", "at-rules")}
    if block.at:
        yield from _at_rule(block, styles["at-rules"])
    else:
        heads = re.sub(r"\"[^\"]*\"", '""', block.head)
        for name in re.findall(r"::?(-?[a-z][\w-]*)", heads):
            if name in styles["selectors"] and f":{name}(" not in supported(block):
                yield Found(block.line, f":{name}", styles["selectors"][name])
        nested = any(not outer.at for outer in block.around) and not any(
            outer.at == "keyframes" for outer in block.around
        )
        if "&" in heads or nested:
            yield Found(block.line, "nesting", styles["selectors"]["nesting"])
    asked = supported(block)
    older: set[str] = set()
    for name, value, line in block.declarations:
        twin = any(other == f"-webkit-{name}" and said == value for other, said, _line in block.declarations)
        uses = [] if twin else [*_property(name, block, line), *_value(name, value, line)]
        uses = [use for use in uses if use.feature.split(": ")[-1].removesuffix("()") not in asked]
        if not uses:
            older.add(name)
        elif name not in older:
            yield from uses


def _at_rule(block: Block, young: Mapping[str, str]) -> Iterator[Found]:
    if block.at in young and block.at != "page":
        yield Found(block.line, f"@{block.at}", young[block.at])
    if block.at not in ("media", "container", "supports"):
        return
    for name in re.findall(r"\(\s*([a-z-]+)", block.head):
        if f"{block.at} {name}" in young:
            yield Found(block.line, f"@{block.at} ({name})", young[f"{block.at} {name}"])
    if block.at == "media" and re.search(r"\([^()]*[<>]", block.head):
        yield Found(block.line, "@media range_syntax", young["media range_syntax"])
    if block.at == "media" and re.search(r"\)\s+or\s+\(", block.head):
        yield Found(block.line, "@media or_syntax", young["media or_syntax"])


def _property(name: str, block: Block, line: int) -> Iterator[Found]:
    young = table("styles", "properties")
    names = {other for other, _value, _line in block.declarations}
    if name in young and not name.startswith("-") and f"-webkit-{name}" not in names:
        yield Found(line, name, young[name])


def _value(name: str, value: str, line: int) -> Iterator[Found]:
    values, functions = table("styles", "values"), table("styles", "functions")
    value = re.sub(r"\"[^\"]*\"|'[^']*'", '""', value)
    for word in re.findall(r"(?<![\w-])-?[a-z][a-z-]*(?![\w(-])", value):
        if f"{name}: {word}" in values:
            yield Found(line, f"{name}: {word}", values[f"{name}: {word}"])
    calls = {call.split()[-1]: call for call in functions}
    for word in re.findall(r"(?<![\w-])([a-z][\w-]*)\(", value):
        if word in calls:
            yield Found(line, f"{word}()", functions[calls[word]])
        if word in ("rgb", "hsl", "hwb", "oklch", "lab", "lch") and re.search(rf"{word}\(\s*from\b", value):
            yield Found(line, f"{word}(from)", functions[f"color {word} relative_syntax"])
    for call, lacking in functions.items():
        unit = UNITS.get(call.split()[-1], call.split()[-1]) if call.startswith("length ") else ""
        if unit and re.search(rf"(?<![\w-])\d*\.?\d+(?:{unit})\b", value):
            yield Found(line, f"{name}: {call.split()[-1]}", lacking)
    for call, lacking in functions.items():
        if call.startswith("env ") and re.search(rf"env\(\s*{call[4:]}\b", value):
            yield Found(line, call, lacking)


# Pages ---------------------------------------------------------------------------------------------------------------


def in_page(text: str) -> list[Found]:
    """Return the attributes that a template writes and the oldest browsers do not know."""
    young = table("attributes")
    found = set()
    for tag in re.finditer(r"<[a-z][\w-]*\s[^<>]*>", text):
        for name in re.findall(r"\s([a-z]+)(?=[\s=>])", re.sub(r"\"[^\"]*\"", '""', tag[0])):
            if name in young:
                found.add(Found(text.count("\n", 0, tag.start()) + 1, name, young[name]))
    return sorted(found)
