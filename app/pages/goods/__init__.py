"""The page goods."""
