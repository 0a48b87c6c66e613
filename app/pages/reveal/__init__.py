"""The page reveal."""
