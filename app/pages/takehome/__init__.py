"""The page takehome."""
