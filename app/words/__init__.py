"""Sentences that several pages share."""
