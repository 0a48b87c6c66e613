"""Which slips explain a count that does not fit."""
