"""The board as a picture: curves, wagons, city plates (numbers only), and what the board's templates read."""
