"""Phones get scripts and styles without comments, and nothing else is missing or moved to another line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.web.lean import lean
from app.web.static_files import static_url
from tests.browsers.tokens import Block, blocks, script

STATIC = Path(__file__).resolve().parents[2] / "app" / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
STYLES = sorted(STATIC.rglob("*.css"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_keeps_every_piece_on_its_line(path: Path) -> None:
    source = path.read_text("utf-8")
    served = lean(source, ".js")
    assert script(served) == script(source)
    assert not re.search(r"^ |/\*\*|^//| $", served, re.M)


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_a_style_sheet_keeps_every_declaration_on_its_line(path: Path) -> None:
    source = path.read_text("utf-8")
    served = lean(source, ".css")
    assert [(b.head.split(), b.line, values(b)) for b in blocks(served)] == [
        (b.head.split(), b.line, values(b)) for b in blocks(source)
    ]
    assert not re.search(r"^ |/\*| $", served, re.M)


def values(block: Block) -> list[tuple[str, list[str], int]]:
    """Return the declarations of a rule; a value over several lines may lose the spaces in front of them."""
    return [(name, value.split(), line) for name, value, line in block.declarations]


@pytest.mark.parametrize(
    ("source", "served"),
    [
        ("a(); // why\nb();", "a();\nb();"),
        ("/** what\n * it is */\n  f(1) /* one */;", "\n\nf(1) ;"),
        ("  s = \"// no\"; t = '/* no */';", " s = \"// no\"; t = '/* no */';"),
        ("r = /[/*]\\/\\//; x = a / b; // c", "r = /[/*]\\/\\//; x = a / b; "),
        (
            "t = `\n  // kept ${ f({ a: `  /* kept */` }) /* not kept */ }\n  `",
            "t = `\n  // kept ${ f({ a: `  /* kept */` }) }\n  `",
        ),
        ("return /'/.test(s) // '\n  && t", "return /'/.test(s)\n&& t"),
        ("a/**/b", "a b"),
        ("return/*\n*/1", "return\n1"),
        ("f() / 2 /* ' */ / 3", "f() / 2 / 3"),
    ],
)
def test_what_only_looks_like_a_comment_stays(source: str, served: str) -> None:
    assert lean(source, ".js") == served


def test_a_phone_gets_the_lean_ones_and_a_developer_the_sources(app: Flask, client: FlaskClient) -> None:
    source = (STATIC / "js/shared/net.js").read_text("utf-8")
    with app.test_request_context():
        address = static_url("js/shared/net.js")
    answer = client.get(address)
    assert answer.text == lean(source, ".js")
    assert answer.mimetype == "text/javascript"
    assert client.get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert client.get(address, headers={"Range": "bytes=0-9"}).data == answer.data[:10]
    assert client.get("/sw.js").text.endswith(lean((STATIC / "js/sw.js").read_text("utf-8"), ".js"))
    app.debug = True
    assert client.get(address).text == source
