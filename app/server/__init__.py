"""The process that serves: gunicorn's worker, its address, logs, metrics."""
