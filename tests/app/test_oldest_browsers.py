"""Scripts and styles keep to what the oldest supported browsers know, or stand behind a guard that is named here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browsers.extract import OLDEST
from tests.browsers.tokens import blocks
from tests.browsers.younger import SYNTAX, TABLE, UNSEEN, in_page, in_script, in_style, table

PROJECT = Path(__file__).resolve().parents[2]
OWN = {
    "camera", "changed", "city", "draw", "element", "forget", "hide", "in", "last", "lines", "lost", "margin", "turn",
}  # fmt: skip
"""Members of the project's own objects that share their name with a young one of browsers."""
GUARDED = {
    ("i18n.js", "format"): "of Intl.DateTimeFormat, old; a lock of pages has the same word",
    (
        "offline.js",
        "operators.await.top_level",
    ): "in a module that no other imports, where old WebKit waits as it should",
    (
        "panzoom.js",
        "addEventListener.passive",
    ): "taken for a true where unknown: listeners that prevent nothing",
    ("panzoom.js", "wheel event"): "phones have no wheel",
    ("panzoom.js", "gesturestart event"): "of WebKit alone, against its own zoom",
    ("tickets.js", "addEventListener.passive"): "taken for a true where unknown: it prevents nothing",
    ("tickets.js", "contextmenu event"): "iOS has no such menu, Android has; CSS forbids the callout",
    ("hold.js", "contextmenu event"): "iOS has no such menu, Android has; CSS forbids the callout",
    ("proof.js", "share"): "if (navigator.share)",
    ("takehome.js", "share"): "if (navigator.share)",
    ("signs.js", "hasBeenActive"): "navigator.userActivation?.hasBeenActive ?? true",
    ("table.js", "wakeLock"): "if (!navigator.wakeLock) return",
    ("home.html", "autocorrect"): "the code is upper case by itself; a keyboard's guess is an extra",
}
"""Uses behind a guard, by file and feature: how they are guarded."""
HARMLESS = {
    "cursor: pointer": "phones have none",
    "cursor: default": "phones have none",
    "outline": "round corners of the outline since iOS 16.4; it is drawn before as well",
    "accent-color": "the colour of ticks",
    "text-wrap": "lines break as ever",
    "text-wrap: balance": "lines break as ever",
    "text-wrap: pretty": "lines break as ever",
    "overscroll-behavior": "partial for boxes that do not scroll",
    "paint-order": "of SVG text, where it is old; for HTML since Chrome 123",
    ":-webkit-inner-spin-button": "in a rule of its own: the arrows of a number stay",
}
"""Styles that only lose beauty where they are unknown, in every file."""
HAS = {
    "ask.css": "a chosen line loses its ground, its tick is there",
    "look.css": "a long name wraps, a bar is not stretched",
    "pay.css": "the browser's own round mark is shown (@supports not selector)",
    "print.css": "the link below a picture is printed as well",
    "sheet.css": "read lines are not struck out; wide screens use less of their width",
    "shell.css": "the browser's own round mark is shown (@supports not selector)",
    "table.css": "a row of results is one line; an open menu lies above by :focus-within",
    "tickets.css": "the head scrolls away with its button, another stands below",
}
"""What is lost with a rule of ``:has()`` (Firefox before 121), by file."""
SNIPPETS = {
    "a:has(b) { color: red }": ":has",
    ".a { .b & { color: red } }": "nesting",
    ".a { .b { color: red } }": "nesting",
    ".a { height: 50dvh }": "height: viewport_percentage_units_dynamic",
    ".a { color: light-dark(red, blue) }": "light-dark()",
    ".a { color: oklch(from red l c h) }": "oklch(from)",
    "@scope (.a) { b { color: red } }": "@scope",
    "@media (width >= 300px) { b { color: red } }": "@media range_syntax",
    "@media (scripting: none) { b { color: red } }": "@media (scripting)",
    ".a { field-sizing: content }": "field-sizing",
    ".a:popover-open { color: red }": ":popover-open",
    "const a = list.toSorted();": "toSorted",
    "const a = `${list.toSorted()}`;": "toSorted",
    "const q = new URLSearchParams(x); if (q.size) go();": "URLSearchParams.size",
    "if (url.searchParams.size) go();": "URLSearchParams.size",
    "fetch(a, { signal: AbortSignal.timeout(5) });": "AbortSignal.timeout",
    "const d = new FormData(form, submitter);": "FormData.submitter",
    "Object.groupBy(list, key);": "groupBy",
    "Promise.withResolvers();": "withResolvers",
    "box.showPopover();": "showPopover",
    'h("div", { popover: "auto" });': "popover",
    'list.addEventListener("scrollend", done);': "scrollend event",
    "class A { static { go(); } }": "classes.static.initialization_blocks",
    "const r = /(?<=a)b/;": "regular_expressions.lookbehind_assertion",
    "const r = /[a--b]/v;": "RegExp.unicodeSets",
    'import x from "./x.json" with { type: "json" };': "statements.import.import_attributes",
    "const a = (await load()).length;": "operators.await.top_level",
    "using file = open();": "statements.using",
}
FINE = (
    "// list.toSorted() and AbortSignal.timeout\nconst a = 'list.toSorted()', b = /toSorted()/;",
    "const a = list.toSorted?.() ?? [...list].sort();",
    "const a = async () => (await load()).length; async function b() { await a(); }",
    "const m = new Map(); if (m.size) go();",
    "const d = new FormData(form);",
    ".a { height: 50vh; height: 50dvh }",
    "@supports (color: color-mix(in srgb, red, blue)) { .a { color: color-mix(in srgb, red, blue) } }",
    "@supports selector(:has(a)) { b:has(c) { color: red } }",
    ".a { user-select: none; -webkit-user-select: none }",
    "@keyframes a { from { top: 0 } to { top: 1px } }",
    "@media (max-width: 3px) { .a:not(.b):hover { color: red } }",
)


def scan(suffix: str, text: str) -> list[tuple[int, str, str]]:
    """Return what a file uses that the oldest browsers lack."""
    return [tuple(use) for use in {".js": in_script, ".css": in_style, ".html": in_page}[suffix](text)]


def files() -> list[Path]:
    """Return every script, style and template of the project."""
    static, templates = PROJECT / "app/static", PROJECT / "templates"
    found = [*(static / "js").rglob("*.js"), *(static / "css").rglob("*.css"), *templates.rglob("*.html")]
    return sorted(path for path in found if "vendor" not in path.parts)


def excuse(path: Path, feature: str) -> str:
    """Return why a use does no harm, or nothing."""
    if feature == ":has":
        return HAS.get(path.name, "")
    if path.suffix == ".js" and feature in OWN:
        return "own"
    return GUARDED.get((path.name, feature), "") or (
        HARMLESS.get(feature, "") if path.suffix == ".css" else ""
    )


def test_nothing_is_younger_than_the_oldest_browsers() -> None:
    found = [
        f"{path.relative_to(PROJECT)}:{line}: {feature} ({lacking})"
        for path in files()
        for line, feature, lacking in scan(path.suffix, path.read_text("utf-8"))
        if not excuse(path, feature)
    ]
    assert not found, "\n".join(["", *found])


def test_every_excuse_is_needed() -> None:
    uses = {
        (path.name, feature)
        for path in files()
        for _line, feature, _lacking in scan(path.suffix, path.read_text("utf-8"))
    }
    features = {feature for _name, feature in uses}
    assert not set(GUARDED) - uses
    assert not {(name, ":has") for name in HAS} - uses
    assert not (set(HARMLESS) | OWN) - features


def test_a_selector_that_is_unknown_takes_no_other_with_it() -> None:
    """An unknown selector in a list makes the whole rule void."""
    young = re.compile(
        "|".join(rf"::?{name}(?![\w-])" for name in table("styles", "selectors") if name[0] != "-")
    )
    found = []
    for path in files():
        for block in blocks(path.read_text("utf-8")) if path.suffix == ".css" else ():
            parts = re.split(r",(?![^(]*\))", block.head) if not block.at else []
            if len({bool(young.search(part)) for part in parts}) > 1:
                found.append(f"{path.name}:{block.line}: {block.head}")
    assert not found


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_what_is_too_young_is_found(snippet: str) -> None:
    suffix = ".css" if re.match(r"[.@]|a:has", snippet) else ".js"
    assert SNIPPETS[snippet] in {feature for _line, feature, _lacking in scan(suffix, snippet)}


@pytest.mark.parametrize("snippet", FINE)
def test_what_is_old_or_guarded_is_not_found(snippet: str) -> None:
    suffix = ".css" if snippet[0] in ".@" else ".js"
    assert not scan(suffix, snippet)


def test_an_attribute_of_a_page_is_found_with_its_line() -> None:
    assert [use[:2] for use in scan(".html", '<p>\n<div id="popover" popover>')] == [(2, "popover")]


def test_all_young_syntax_is_either_looked_for_or_named_as_unseen() -> None:
    assert set(table("scripts", "syntax")) <= set(SYNTAX) | set(UNSEEN)


def test_the_readme_names_the_oldest_browsers_of_the_table() -> None:
    assert TABLE["oldest"] == OLDEST
    said = (PROJECT / "README.md").read_text("utf-8")
    for name, engine in (("iOS", "safari_ios"), ("Firefox", "firefox"), ("Chrome", "chrome")):
        assert f"{name} {OLDEST[engine]}" in said
