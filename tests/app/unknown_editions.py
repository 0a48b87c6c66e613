"""
Editions that no code of the project has heard of: a bare one on a board of its own, and Europe under another name.

They lie beside the files of ``maps``, so that everything that asks for editions finds them there.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from app.pages.rulings import page as rulings_page
from app.words import words
from solver.formats import load

RENAMED = "lowlands"
BARE = "bare"
RAW: dict[tuple[str, str], Any] = {
    ("boards", BARE): {
        "id": BARE,
        "title": {"en": "Bare", "ru": "Пустое"},
        "sources": ["cities, routes: made up for the tests"],
        "cities": [
            {"id": city, "name": {"en": city.title(), "ru": city.title()}, "x": x, "y": y}
            for city, x, y in (("ada", 0.2, 0.2), ("bor", 0.8, 0.3), ("cil", 0.5, 0.8))
        ],
        "routes": [
            {"id": "ada-bor", "ends": ["ada", "bor"], "length": 3},
            {"id": "bor-cil", "ends": ["bor", "cil"], "length": 2},
        ],
    },
    ("editions", BARE): {
        "id": BARE,
        "title": {"en": "Bare", "ru": "Пустая"},
        "board": BARE,
        "decks": [],
        "players": [2, 3],
        "trains": 4,
        "route_points": {"2": 2, "3": 4},
        "parallel_routes_closed_up_to": 0,
        "deal": [],
        "keep": {},
        "draw": {"deck": None, "cards": 1, "keep": 0},
        "bonuses": [],
        "tie_breaks": [],
        "last_round": {"trains_at_most": 1},
        "colours": ["red", "blue", "green"],
        "sources": ["everything: made up for the tests"],
    },
}
RAW["editions", RENAMED] = json.loads(
    (resources.files("maps") / "editions" / "europe.json").read_text(encoding="utf-8")
) | {"id": RENAMED}


def forget() -> None:
    """Let everything that was worked out from the files of editions be worked out anew."""
    for kept in (
        load._ids,
        load._edition,
        load.load_board,
        load._deck,
        rulings_page._holding,
        rulings_page.all_rulings,
        rulings_page._searched,
        words._anchors,
    ):
        kept.cache_clear()


@pytest.fixture
def unknown_editions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, ...]]:
    """Two more editions: ``maps`` is a copy of itself with their files in it."""
    files = resources.files
    maps = tmp_path / "maps"
    shutil.copytree(str(files("maps")), maps, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for (folder, name), raw in RAW.items():
        (maps / folder / f"{name}.json").write_text(json.dumps(raw), encoding="utf-8")
    monkeypatch.setattr(resources, "files", lambda anchor: maps if anchor == "maps" else files(anchor))
    forget()
    yield (BARE, RENAMED)
    monkeypatch.undo()
    forget()
