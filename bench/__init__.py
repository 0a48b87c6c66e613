"""Timings, side by side with a plain way of doing the same, in one run: ``python -m bench [NAME …]``."""
