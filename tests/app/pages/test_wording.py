"""Words that must fit the edition: stations are spoken of only where there are any."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.app.pages.table.test_table_pages import Words
from tests.app.phones import Phone, open_table

STATION = re.compile(r"\bstations?\b", re.IGNORECASE)
ENDS = {"usa": ("denver", "el-paso"), "marklin": ("hamburg", "kiel"), "ussr": ("riga", "tallin")}


@pytest.mark.parametrize("edition", sorted(ENDS))
def test_stations_are_spoken_of_only_where_there_are_any(app: Flask, keeper: Phone, edition: str) -> None:
    table = open_table(app, keeper, players=2, edition=edition)
    keeper.keep(table, "anna", {"ends": ENDS[edition], "points": 5})
    keeper.add(table, {"type": "tickets_revealed"})
    pages = [
        keeper.get(f"/t/{table.code}{page}").text
        for page in ("/sheet?open=failed:anna", "/audit", "/ask-board", "/ask?most=1", "", "/recount", "/log")
    ]
    assert "join the two cities" in pages[0]
    spoken = [words for page in pages for words in Words(page).words if STATION.search(words)]
    assert bool(spoken) == (edition == "ussr"), spoken
