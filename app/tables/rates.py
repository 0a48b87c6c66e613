"""How many tables one address may open."""

from __future__ import annotations

from limits import RateLimitItemPerMinute

from app.tables.services import services
from app.web.addresses import caller

MINUTES = 10
"""Within so many minutes one address may open ``Settings.new_tables`` tables, in whatever way."""


def count_table() -> bool:
    """Count one more table that the caller's address opens; False when these are too many."""
    most = services().settings.new_tables
    rate = RateLimitItemPerMinute(most, MINUTES)
    return not most or services().limits.hit(rate, "tables", caller())
