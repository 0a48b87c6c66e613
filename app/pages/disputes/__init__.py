"""The page disputes."""
