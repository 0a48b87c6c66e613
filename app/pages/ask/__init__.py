"""Ask the table: which tickets can still be completed, with which claims, and which cards to keep."""
