"""The recount: the board read aloud, to compare with the cardboard."""
