"""What the game is: editions, events, the state that follows from a log, objections, payment."""
