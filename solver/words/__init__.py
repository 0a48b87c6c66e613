"""The library's sentences in every language."""
