"""The page share."""
