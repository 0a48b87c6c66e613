"""JSON to game and back: editions, boards, positions, logs, sheets."""
