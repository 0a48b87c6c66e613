"""The games that were counted at this phone's tables."""
