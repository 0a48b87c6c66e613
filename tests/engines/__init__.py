"""The walk of an evening in several browser engines: ``python -m tests.engines``."""
