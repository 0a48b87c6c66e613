"""The library's sentences, and the names of places and routes."""
