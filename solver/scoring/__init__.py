"""From a game to its final sheet."""
