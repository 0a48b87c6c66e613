"""The page home."""
