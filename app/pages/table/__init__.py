"""The table itself: the board, the players, what a tap offers, the log as it grows."""
