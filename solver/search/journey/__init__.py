"""Where a passenger travels."""
