"""One game being played: its store, who may see it, its live news, reading and recording."""
