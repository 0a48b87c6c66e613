"""The files that pages are made of: a page names every script that it will need."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "app" / "static" / "js"
IMPORTED = re.compile(r'\b(?:from|import)\s*"(\.{1,2}/[^"]+)"')


@pytest.mark.parametrize("page", ["", "/tv"])
def test_a_table_names_every_module_that_its_scripts_import(keeper, table, page):
    """A module that the page does not name is fetched only when all the others are there and read."""
    text = keeper.get(f"/t/{table.code}{page}").text
    named = set(re.findall(r'(?:rel="modulepreload" href|type="module" src)="[^"]*/js/([^"]+)"', text))
    assert {"table/table.js", "shared/i18n.js"} <= named
    for name in named:
        imported = IMPORTED.findall((SCRIPTS / name).read_text("utf-8"))
        assert {
            posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in imported
        } <= named, name
