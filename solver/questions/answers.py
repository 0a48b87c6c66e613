"""
Every command that reads one JSON value, by name: the command line and a web API call the same functions.

A command is imported when it is first asked: whoever wants a sheet waits for no search that it does not need.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from solver.questions.options import Answer, Options

HOMES = {
    "score": "commands",
    "trail": "commands",
    "pay": "commands",
    "audit": "audit",
    "reach": "reach",
    "plan": "reach",
    "ceiling": "ceiling",
    "journey": "journey",
    "read": "reading",
}
"""The module of ``solver.questions`` in which each is answered, by ``answer_<command>``."""


def _imported(command: str) -> Answer:
    def answer(data: Any, options: Options) -> dict[str, Any]:
        module = import_module(f"solver.questions.{HOMES[command]}")
        found: dict[str, Any] = getattr(module, f"answer_{command}")(data, options)
        return found

    return answer


ANSWERS: dict[str, Answer] = {command: _imported(command) for command in HOMES}
