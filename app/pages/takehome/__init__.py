"""What is taken home from a game: the public sheet, pictures, files."""
