"""The page whatif."""
