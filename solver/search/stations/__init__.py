"""The best use of stations."""
