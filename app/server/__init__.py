"""The process that serves: gunicorn's worker, logs, metrics, the operator's commands."""
