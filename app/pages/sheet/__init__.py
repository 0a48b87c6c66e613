"""The sheet of points, with the proof behind each number."""
