"""The page ask."""
