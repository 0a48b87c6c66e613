"""Slow checks of the running server: many open streams, and a server that is killed while phones write."""
