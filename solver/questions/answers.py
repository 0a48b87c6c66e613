"""Every command that reads one JSON value, by name: the command line and a web API call the same functions."""

from __future__ import annotations

from collections.abc import Mapping

from solver.checking.strict import StrictSchema
from solver.formats.position import PositionSchema
from solver.questions.ceiling import answer_ceiling
from solver.questions.commands import COMMANDS, Answer, NetworkSchema, PaySchema
from solver.questions.journey import answer_journey
from solver.questions.reach import answer_plan, answer_reach

ANSWERS: dict[str, Answer] = {
    **COMMANDS,
    "reach": answer_reach,
    "plan": answer_plan,
    "ceiling": answer_ceiling,
    "journey": answer_journey,
}

INPUTS: Mapping[str, type[StrictSchema]] = {
    **dict.fromkeys(ANSWERS, PositionSchema),
    "trail": NetworkSchema,
    "pay": PaySchema,
}
"""The schema of what each command reads; ``score`` also reads a log."""
