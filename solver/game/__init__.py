"""What the game is: editions, events, the state that follows, objections, the sheet."""
