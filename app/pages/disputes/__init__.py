"""Settle a dispute: the log as history, a count held against the record, an entry taken back."""
