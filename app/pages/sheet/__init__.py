"""The page sheet."""
