"""
``python -m app demo``: the server with a finished game and a running one, in a database that lies in a folder of its own.

Nothing of it touches the tables that the server keeps otherwise. The links make whoever opens them the host: they are
good for a quarter of an hour, and for one time.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from typing import TYPE_CHECKING

from app.web.config import Settings

if TYPE_CHECKING:
    from flask import Flask

GAME = "europe-game.jsonl"
"""A whole game of five, in ``maps/examples``."""
RUNNING = 45
"""So many of its entries make a game that is still being played."""


def fill_demo() -> list[tuple[str, str]]:
    """
    Make a database with the example games, and let the server that is started next use it.

    Returns
    -------
    list
        For each table what it is and the path of the link that makes its reader the host.
    """
    folder = tempfile.mkdtemp(prefix="stationmaster-demo-")
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/demo.db"
    from app import create_app

    app = create_app(replace(Settings.from_env(), warm=False))
    return list(open_examples(app))


def open_examples(app: Flask) -> Iterator[tuple[str, str]]:
    """Import the example games as tables of an app; yield for each what it is and the path of its host's link."""
    from flask import url_for

    from app.tables import access
    from app.tables.importing import import_table
    from app.tables.store import Table
    from app.tables.uploaded_log import prepared
    from solver.formats.front import log_from_lines

    text = (resources.files("maps") / "examples" / GAME).read_text(encoding="utf-8")
    whole = log_from_lines(text.splitlines())
    games = {"a finished game": whole, "a running game": replace(whole, entries=whole.entries[:RUNNING])}
    for title, log in games.items():
        with app.test_request_context():
            table = import_table(prepared(log))
            assert isinstance(table, Table)
            yield (
                title,
                url_for("share.offered_keeper", code=table.code, token=access.offer_keeper(table)),
            )
