"""The files that pages are made of: a page names every script that it will need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "app" / "static" / "js"
IMPORTED = re.compile(r'\b(?:from|import)\s*"\./([^"]+)"')


@pytest.mark.parametrize("page", ["", "/tv"])
def test_a_table_names_every_module_that_its_scripts_import(keeper, table, page):
    """A module that the page does not name is fetched only when all the others are there and read."""
    text = keeper.get(f"/t/{table.code}{page}").text
    named = set(re.findall(r'(?:rel="modulepreload" href|type="module" src)="[^"]*/js/([^"]+)"', text))
    assert {"table.js", "i18n.js"} <= named
    for name in named:
        assert set(IMPORTED.findall((SCRIPTS / name).read_text("utf-8"))) <= named, name
