"""Which tickets can be completed, and how."""
