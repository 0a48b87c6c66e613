"""``python -m app.drawing``: draw every board of ``maps/boards`` anew and write ``maps/drawings``."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from app.drawing.layout import compute_layout, layout_json
from solver.formats.load import board_ids, load_board

DRAWINGS = Path(__file__).resolve().parents[2] / "maps" / "drawings"


def main() -> None:
    """Write one file a board and say how long it took."""
    DRAWINGS.mkdir(exist_ok=True)
    for board in board_ids():
        begun = perf_counter()
        text = layout_json(compute_layout(load_board(board)))
        (DRAWINGS / f"{board}.json").write_text(text, encoding="utf-8")
        print(f"{board}: {len(text) / 1000:.0f} kB in {perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main()
