"""A process that searches for others yields to all of them."""

from __future__ import annotations

import os
from functools import cache

NICE = 10
"""So much lower in rank than whoever started it."""


@cache
def yield_to_others() -> None:
    """Lower the rank of this process, once however often it is asked to."""
    os.nice(NICE)
