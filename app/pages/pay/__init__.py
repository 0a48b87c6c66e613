"""The page pay."""
