"""The most points a player can still reach."""
