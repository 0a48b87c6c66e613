"""The rulings: questions people ask at a table, searched and by topic."""
