"""Every command that reads one JSON value, by name: the command line and a web API call the same functions."""

from __future__ import annotations

from solver.ask import answer_journey
from solver.commands import COMMANDS, Answer
from solver.commands_ceiling import answer_ceiling
from solver.commands_reach import answer_plan, answer_reach

ANSWERS: dict[str, Answer] = {
    **COMMANDS,
    "reach": answer_reach,
    "plan": answer_plan,
    "ceiling": answer_ceiling,
    "journey": answer_journey,
}
