"""What each command reads, as schemas."""

from __future__ import annotations

from collections.abc import Mapping

from solver.checking.strict import StrictSchema
from solver.formats.position import PositionSchema
from solver.questions.answers import ANSWERS
from solver.questions.commands import NetworkSchema, PaySchema
from solver.questions.reading import ReadSchema

INPUTS: Mapping[str, type[StrictSchema]] = {
    **dict.fromkeys(ANSWERS, PositionSchema),
    "trail": NetworkSchema,
    "pay": PaySchema,
    "read": ReadSchema,
}
"""By command; ``score`` also reads a log."""
