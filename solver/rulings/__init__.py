"""The questions people ask at a table, with answers, and for which editions each holds."""
