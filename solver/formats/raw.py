"""The files of ``maps`` as they are, for those who pass them on."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources


@cache
def raw_json(folder: str, name: str) -> str:
    """
    Return a file of ``maps`` as one line of JSON.

    Parameters
    ----------
    folder
        ``editions``, ``boards`` or ``decks``.
    name
        An id that is known: whoever asks has looked it up.
    """
    text = (resources.files("maps") / folder / f"{name}.json").read_text(encoding="utf-8")
    return json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
