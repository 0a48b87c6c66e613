"""What strangers ask through the API: JSON in, JSON out, by the same functions as the command line."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from app.searching.askers import asking_address, has_left
from app.searching.pool import pool
from app.searching.questions import Refused
from app.server import metrics

TOTAL = 15.0
"""Seconds of CPU for an answer of several searches; what is open by then is answered as far as it is known."""


def answer(command: str, data: object, options: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return what ``solver.cli.serve`` says: ``{"answer": …}`` or ``{"faults": […]}``.

    Parameters
    ----------
    command, data, options
        As on the command line; ``options`` by the names of ``solver.questions.commands.Options``.

    Raises
    ------
    Refused
        It was not taken, or no answer came in time.
    """
    began = time.perf_counter()
    found: dict[str, Any] = pool().answer(
        {"command": command, "data": data, "options": dict(options)},
        TOTAL,
        asker=asking_address(),
        left=has_left(),
    )
    if found.get("out_of_time"):
        raise Refused("out_of_time", 10)
    if "answer" in found:
        metrics.searched(command, time.perf_counter() - began, gap_of(found["answer"]))
    return found


def gap_of(answer: Mapping[str, Any]) -> int | None:
    """Return by how much the bound of an answer is above its value; None where it has no bound."""
    if "players" in answer:
        trails = [player["longest_trail"] for player in answer["players"]]
        return max((int(trail["bound"] - trail["value"]) for trail in trails), default=None)
    best = answer.get("best") or {}
    value, bound = answer.get("value", best.get("points")), answer.get("bound", best.get("bound"))
    return None if value is None or bound is None else int(bound - value)
