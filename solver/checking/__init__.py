"""Outside JSON held against a shape: what is wrong, where, and what would be right."""
