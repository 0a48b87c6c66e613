"""Home-made boards: what a board file is, reading one, its rules, opening a table on it."""
