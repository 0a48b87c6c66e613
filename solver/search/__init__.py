"""What can be computed about a game; only modules of this package import OR-Tools, and only inside functions."""
