"""Sentences that several pages share, and the search in names."""
