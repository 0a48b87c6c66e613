"""The page boards."""
