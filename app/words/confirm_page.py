"""What a page that asks once more may read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConfirmPage:
    """What ``confirm.html`` reads; ``left``: the button lies in the left half, since what led there lies in the right."""

    title: str
    lead: str
    button: str
    action: str
    fields: Mapping[str, str]
    back: str
    message: str = ""
    left: bool = False
