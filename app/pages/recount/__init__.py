"""The page recount."""
