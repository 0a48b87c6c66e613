"""What the operator runs: the database brought up to date, backup, restore, old tables, examples."""
